#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that is written under a temporary name and renamed when it is complete.
package struct ReportFile {
  /// The final path of the file.
  package let path: String
  private let temporary: String

  /// Makes a folder and its parents, as `mkdir -p` does.
  static func makeFolder(_ path: String) throws(ReportError) {
    var made = ""
    for part in path.split(separator: "/", omittingEmptySubsequences: false) {
      made += made.isEmpty && part.isEmpty ? "/" : (made.isEmpty || made == "/" ? "" : "/") + part
      if mkdir(made, 0o777) == 0 || isFolder(made) { continue }
      let reason = errno
      let what = exists(made) ? "it is a file" : text(of: reason)
      throw ReportError(
        code: .folder, path: path,
        message: "the report folder cannot be made, because of \(made): \(what). "
          + "Choose a folder that can be written with --output")
    }
  }

  /// Creates the empty temporary file beside the final path.
  static func begin(_ name: String, in folder: String) throws(ReportError) -> ReportFile {
    let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
    let file = ReportFile(
      path: path, temporary: "\(path).\(getpid()).\(UInt32.random(in: 0 ... .max)).partial")
    let descriptor = open(file.temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw ReportError(
        code: .folder, path: folder,
        message: "nothing can be written to the report folder: \(text(of: errno)). "
          + "Choose a folder that can be written with --output")
    }
    _ = close(descriptor)
    return file
  }

  /// Writes all bytes and flushes them to the disk.
  func fill(_ bytes: [UInt8]) throws(ReportError) {
    let descriptor = open(temporary, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.failure(path) }
    do throws(ReportError) {
      try Self.writeAll(bytes, to: descriptor, path: path)
      // Some file systems report only here that they are full; those without fsync return EINVAL.
      if fsync(descriptor) != 0, errno != EINVAL { throw Self.failure(path) }
    } catch {
      _ = close(descriptor)
      throw error
    }
    guard close(descriptor) == 0 else { throw Self.failure(path) }
  }

  /// Renames the temporary file to its final path, replacing an existing file.
  func publish() throws(ReportError) {
    guard rename(temporary, path) == 0 else { throw Self.failure(path) }
  }

  /// Removes the temporary file.
  func discard() {
    _ = unlink(temporary)
  }

  /// Removes a file that an earlier run may have left.
  static func remove(_ name: String, from folder: String) {
    _ = unlink(folder.hasSuffix("/") ? folder + name : folder + "/" + name)
  }

  package static func writeAll(
    _ bytes: [UInt8], to descriptor: Int32, path: String
  ) throws(ReportError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw failure(path)
      }
    }
  }

  private static func failure(_ path: String) -> ReportError {
    ReportError(
      code: .file, path: path, message: "the report cannot be written: \(text(of: errno))")
  }

  private static func text(of error: Int32) -> String { String(cString: strerror(error)) }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}
