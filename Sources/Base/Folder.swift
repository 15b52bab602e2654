import Foundation

/// Folders of the file system.
package enum Folder {
  /// Makes a folder and its parents, as `mkdir -p` does. A folder that is there is no error.
  ///
  /// - Throws: ``FileError`` with the path of the first part that cannot be made.
  package static func make(_ path: String) throws(FileError) {
    var made = ""
    for part in path.split(separator: "/", omittingEmptySubsequences: false) {
      made += made.isEmpty && part.isEmpty ? "/" : (made.isEmpty || made == "/" ? "" : "/") + part
      if mkdir(made, 0o777) == 0 { continue }
      let failure = FileError.system("cannot be made", made)
      if exists(made) { continue }
      guard access(made, F_OK) == 0 else { throw failure }
      throw FileError(path: made, message: "it is a file")
    }
  }

  /// True if there is a folder at a path.
  package static func exists(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// True if a name is taken, be it by a link to nothing.
  package static func isTaken(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Makes a symbolic link, in place of a file or link that is there.
  ///
  /// - Throws: ``FileError`` if it cannot be made.
  package static func link(_ path: String, to target: String) throws(FileError) {
    unlink(path)
    guard symlink(target, path) == 0 else { throw FileError.system("cannot be linked", path) }
  }

  /// The folder that a file is in: `.` for a bare name.
  package static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
