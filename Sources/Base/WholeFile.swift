import Foundation

/// Reads whole files at once.
package enum WholeFile {
  /// Reads a file's bytes.
  ///
  /// - Parameter maximumBytes: The most that a file may have. It is checked before anything is
  ///   allocated, and again while reading: a file may grow.
  /// - Throws: ``FileError``, also for anything but a file: a pipe would keep the reader waiting.
  package static func read(_ path: String, maximumBytes: Int) throws(FileError) -> [UInt8] {
    try read(path, folder: AT_FDCWD, name: path, flags: 0, maximumBytes: maximumBytes)
  }

  /// Reads the file of a name that is seen from an open folder.
  static func read(
    _ path: String, folder: Int32, name: String, flags: Int32, maximumBytes: Int
  ) throws(FileError) -> [UInt8] {
    let descriptor = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | flags)
    guard descriptor >= 0 else {
      if flags & O_NOFOLLOW != 0, errno == ELOOP { throw link(path) }
      throw .system("cannot be opened", path)
    }
    defer { _ = close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .system("cannot be opened", path) }
    try check(status, of: path, maximumBytes: maximumBytes)
    // One byte more than expected, so that the end shows without another read.
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size) + 1)
    var filled = 0
    while true {
      let count = bytes.withUnsafeMutableBytes {
        systemRead(descriptor, UnsafeMutableRawBufferPointer(rebasing: $0[filled...]))
      }
      if count < 0 {
        guard errno == EINTR else { throw .system("cannot be read", path) }
        continue
      }
      guard count > 0 else { break }
      filled += count
      guard filled <= maximumBytes else { throw tooLarge(path, maximumBytes) }
      if filled == bytes.count { bytes += [UInt8](repeating: 0, count: bytes.count) }
    }
    bytes.removeLast(bytes.count - filled)
    return bytes
  }

  /// Checks that a file is plain, and not too large.
  static func check(
    _ status: stat, of path: String, maximumBytes: Int
  ) throws(FileError) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFLNK: throw link(path)
    case S_IFDIR: throw FileError(path: path, message: "is a folder, not a file")
    default: throw FileError(path: path, message: "is a device or a pipe, not a file")
    }
    guard Int(status.st_size) <= maximumBytes else { throw tooLarge(path, maximumBytes) }
  }

  private static func link(_ path: String) -> FileError {
    FileError(path: path, message: "is a link, and links made by others are not followed")
  }

  private static func tooLarge(_ path: String, _ maximumBytes: Int) -> FileError {
    FileError(path: path, message: "is larger than the \(maximumBytes) bytes that are read")
  }
}
