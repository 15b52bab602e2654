import Base
import Foundation

/// Corpus files on disk.
enum CorpusFile {
  /// The largest corpus file in bytes; people write them by hand.
  static let maximumBytes = 1 << 20

  /// Returns true if a path names a folder.
  static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  /// Returns the folder of a file: `.` for a file of the current one.
  static func folder(of path: String) -> String {
    let folder = (path as NSString).deletingLastPathComponent
    return folder.isEmpty ? "." : folder
  }

  /// Returns the text of a file.
  ///
  /// - Throws: ``FileFault`` when it is no file, cannot be read, is too large or is not UTF-8.
  static func text(_ path: String) throws(FileFault) -> String {
    var facts = stat()
    let kind = stat(path, &facts) == 0 ? facts.st_mode & S_IFMT : S_IFREG
    // Opening a pipe waits for its writer, and a device may do anything.
    guard kind == S_IFREG || kind == S_IFDIR else {
      throw FileFault(file: path, line: nil, message: "is a device or a pipe, not a file")
    }
    let data: Data
    do {
      let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      defer { try? handle.close() }
      data = try handle.read(upToCount: maximumBytes + 1) ?? Data()
    } catch {
      throw FileFault(file: path, line: nil, message: "cannot be read: \(reason(error))")
    }
    guard data.count <= maximumBytes else {
      throw FileFault(
        file: path, line: nil,
        message: "is larger than the \(maximumBytes) bytes that such a file may have")
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw FileFault(file: path, line: nil, message: "is not UTF-8 text")
    }
    return text
  }

  private static func reason(_ error: any Error) -> String {
    let error = error as NSError
    let system = error.userInfo[NSUnderlyingErrorKey] as? NSError
    let code = system?.domain == NSPOSIXErrorDomain ? system?.code : nil
    return code.map { String(cString: strerror(Int32($0))) } ?? error.localizedDescription
  }
}
