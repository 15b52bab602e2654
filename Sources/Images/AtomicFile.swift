#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Whole files: read at once, and written so that a reader sees the old one or the new one.
enum AtomicFile {
  /// Writes a file's bytes beside its final place, then renames it.
  ///
  /// A full disk or a killed process leaves what was there before. The rename is not flushed to the
  /// disk: that protects against a loss of power, which images that can be drawn again do not need.
  static func write(_ bytes: [UInt8], to path: String) throws(ImageError) {
    let temporary = "\(path).\(getpid()).\(UInt32.random(in: .min ... .max)).partial"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw failure("cannot be written", path) }
    do throws(ImageError) {
      do throws(ImageError) {
        try writeAll(bytes, to: descriptor, path: path)
      } catch {
        _ = close(descriptor)
        throw error
      }
      // A network file system may report only here that the disk is full.
      guard close(descriptor) == 0 else { throw failure("cannot be written", path) }
      guard rename(temporary, path) == 0 else { throw failure("cannot be replaced", path) }
    } catch {
      _ = unlink(temporary)
      throw error
    }
  }

  /// Reads a file's bytes.
  static func read(_ path: String) throws(ImageError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure("cannot be opened", path) }
    defer { _ = close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = chunk.withUnsafeMutableBytes {
        #if canImport(Glibc)
          Glibc.read(descriptor, $0.baseAddress, $0.count)
        #elseif canImport(Musl)
          Musl.read(descriptor, $0.baseAddress, $0.count)
        #else
          Darwin.read(descriptor, $0.baseAddress, $0.count)
        #endif
      }
      if count > 0 {
        bytes += chunk[..<count]
      } else if count == 0 {
        return bytes
      } else if errno != EINTR {
        throw failure("cannot be read", path)
      }
    }
  }

  private static func writeAll(
    _ bytes: [UInt8], to descriptor: Int32, path: String
  ) throws(ImageError) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { all in
        let rest = UnsafeRawBufferPointer(rebasing: all[written...])
        #if canImport(Glibc)
          return Glibc.write(descriptor, rest.baseAddress, rest.count)
        #elseif canImport(Musl)
          return Musl.write(descriptor, rest.baseAddress, rest.count)
        #else
          return Darwin.write(descriptor, rest.baseAddress, rest.count)
        #endif
      }
      if count >= 0 {
        written += count
      } else if errno != EINTR {
        throw failure("cannot be written", path)
      }
    }
  }

  private static func failure(_ what: String, _ path: String) -> ImageError {
    let reason = String(cString: strerror(errno))
    return ImageError(code: .file, path: path, message: "\(what): \(reason)")
  }
}
