import Foundation

/// A file, a pipe or standard input that is read from the front, as much at a time as there is.
package final class InputFile {
  private let path: String
  private let descriptor: Int32
  private let isOwn: Bool

  /// Opens a file.
  ///
  /// - Parameter path: The file; `-` for standard input.
  /// - Throws: ``FileError`` if it cannot be opened.
  package init(_ path: String) throws(FileError) {
    self.path = path
    isOwn = path != "-"
    descriptor = isOwn ? open(path, O_RDONLY | O_CLOEXEC) : STDIN_FILENO
    guard descriptor >= 0 else { throw .system("cannot be opened", path) }
  }

  deinit {
    if isOwn { close(descriptor) }
  }

  /// Waits until there are bytes and takes them; none at the end.
  ///
  /// - Parameter count: The most bytes to take; 1 or more.
  /// - Throws: ``FileError`` if they cannot be read.
  package func read(atMost count: Int) throws(FileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    while true {
      let filled = bytes.withUnsafeMutableBytes { systemRead(descriptor, $0) }
      if filled < 0 {
        guard errno == EINTR else { throw .system("cannot be read", path) }
        continue
      }
      bytes.removeLast(count - filled)
      return bytes
    }
  }
}
