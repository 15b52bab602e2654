import Foundation

/// The reason a file could not be read or written.
public struct FileError: Error, Equatable, CustomStringConvertible {
  /// The file, as the caller named it.
  public let path: String
  /// The problem, as a sentence without the path: `cannot be written: the disk is full`.
  public let message: String
  /// The system's error number (`errno`); `nil` where the system reported none.
  public let systemCode: Int32?

  public init(path: String, message: String, systemCode: Int32? = nil) {
    self.path = path
    self.message = message
    self.systemCode = systemCode
  }

  /// The reason for the fault; where the system gave none, the message.
  public var reason: String { systemCode.map(Self.words) ?? message }

  /// The reason for an error of the system (`errno`), with the remedy where the disk is the reason.
  package static func words(for code: Int32) -> String {
    switch code {
    case ENOSPC: "the disk is full; free some space, or write elsewhere"
    case EDQUOT: "your disk quota is used up; free some space, or write elsewhere"
    case EFBIG: "a limit on the size of files (ulimit -f) is reached; raise it"
    case EROFS: "the file system is read-only; write elsewhere"
    case EIO: "the disk reports a fault; check it, or write elsewhere"
    default: String(cString: strerror(code))
    }
  }

  public var description: String { "\(path): \(message)" }
}

// The system calls under other names, because types here have methods of the same names.

/// Reads once; see `man 2 read`.
func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}

/// Writes once; see `man 2 write`.
package func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}

/// Waits for descriptors; see `man 2 poll`.
package func systemPoll(_ entries: inout [pollfd], milliseconds: Int) -> Int32 {
  poll(&entries, nfds_t(entries.count), Int32(milliseconds))
}

/// Gives a file another name; see `man 2 rename`.
func systemRename(_ path: String, _ newPath: String) -> Int32 { rename(path, newPath) }

extension FileError {
  /// Makes an error from the reason that the last system call left in `errno`.
  static func system(_ what: String, _ path: String) -> FileError {
    let code = errno
    return FileError(
      path: path, message: "\(what): \(words(for: code))", systemCode: code)
  }
}
