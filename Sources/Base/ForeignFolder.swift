import Foundation

/// A folder that a stranger has made, such as a bundle, of which files are read by their names.
///
/// Only plain files that lie in the folder itself are read: no link leads out of it, no name climbs or begins at
/// the root, no pipe or device keeps the reader waiting, and no file is larger than was asked for.
package final class ForeignFolder {
  private let path: String
  private let descriptor: Int32

  /// Opens a folder, which may be named by a link: the caller has named it, not the stranger.
  ///
  /// - Throws: ``FileError`` if there is none.
  package init(_ path: String) throws(FileError) {
    self.path = path
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system("cannot be opened", path) }
  }

  deinit { close(descriptor) }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - name: The name of a file in the folder, which may come from the stranger, too.
  ///   - maximumBytes: The most that it may have.
  /// - Throws: ``FileError``.
  package func read(_ name: String, maximumBytes: Int) throws(FileError) -> [UInt8] {
    let file = "\(path)/\(name)"
    guard Self.isPlain(name) else { throw Self.badName(file) }
    return try WholeFile.read(
      file, folder: descriptor, name: name, flags: O_NOFOLLOW, maximumBytes: maximumBytes)
  }

  /// Checks a file that something else reads, without opening it: closing a second descriptor of a database would
  /// end its locks.
  ///
  /// - Throws: ``FileError`` for what ``read(_:maximumBytes:)`` refuses, and for a file that is not there.
  package func check(_ name: String, maximumBytes: Int) throws(FileError) {
    let file = "\(path)/\(name)"
    guard Self.isPlain(name) else { throw Self.badName(file) }
    var status = stat()
    guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      throw .system("cannot be opened", file)
    }
    try WholeFile.check(status, of: file, maximumBytes: maximumBytes)
  }

  private static func badName(_ file: String) -> FileError {
    FileError(path: file, message: "has a name that is not one of a file in this folder")
  }

  /// True for names of files in one folder.
  package static func isPlain(_ name: String) -> Bool {
    !name.isEmpty && name != "." && name != ".." && name.utf8.count <= 255
      && !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
  }
}

extension ForeignFolder {
  /// Reads one of a stranger's files by its path: a plain file in its folder.
  ///
  /// - Throws: ``FileError``.
  package static func read(file path: String, maximumBytes: Int) throws(FileError) -> [UInt8] {
    let folder = try ForeignFolder(Folder.parent(of: path))
    let name = path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    return try folder.read(name, maximumBytes: maximumBytes)
  }
}
