#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// The system calls under other names, because types here have methods of the same names.

/// Reads once; see `man 2 read`.
func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}

/// Writes once; see `man 2 write`.
func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}

/// Gives a file another name; see `man 2 rename`.
func systemRename(_ path: String, _ newPath: String) -> Int32 { rename(path, newPath) }

extension FileError {
  /// Makes an error from the reason that the last system call left in `errno`.
  static func system(_ what: String, _ path: String) -> FileError {
    let code = errno
    return FileError(
      path: path, message: "\(what): \(String(cString: strerror(code)))", systemCode: code)
  }
}
