import CCrypto
import Foundation
import Synchronization

/// SHA-256 hashes of content, in hexadecimal; they identify things across runs and machines.
package enum ContentHash {
  /// Hashes bytes, as `sha256sum` prints it.
  package static func sha256(of bytes: [UInt8]) -> String { SHA256Digest(of: bytes).hex }

  /// Hashes a file, as `sha256sum` prints it; `nil` when it cannot be read.
  ///
  /// One that stays as it is is read once in a process: decoders run from dozens of the same libraries.
  package static func sha256(ofFile path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { _ = close(descriptor) }
    let state = FileState(descriptor)
    if let state, let digest = digests.withLock({ $0[state] }) { return digest }
    guard let digest = SHA256Digest(ofFile: descriptor)?.hex else { return nil }
    // What changes while it is read is read again.
    if let state, state == FileState(descriptor) { digests.withLock { $0[state] = digest } }
    return digest
  }

  private static let digests = Mutex<[FileState: String]>([:])

  /// Hashes a list of texts. Each is preceded by its length, so that different lists give different
  /// input.
  package static func sha256(ofParts parts: [String]) -> String {
    var bytes: [UInt8] = []
    for part in parts {
      bytes += Array("\(part.utf8.count) ".utf8)
      bytes += Array(part.utf8)
    }
    return SHA256Digest(of: bytes).hex
  }
}

/// A SHA-256 digest (FIPS 180-4).
package struct SHA256Digest: Hashable, Sendable {
  /// The 32 bytes.
  package let bytes: [UInt8]

  /// Digests some bytes.
  package init(of message: [UInt8]) {
    bytes = [UInt8](unsafeUninitializedCapacity: Int(SHA256_DIGEST_LENGTH)) { digest, count in
      _ = SHA256(message, message.count, digest.baseAddress)
      count = Int(SHA256_DIGEST_LENGTH)
    }
  }

  /// Digests an open file to its end; `nil` when it cannot be read.
  fileprivate init?(ofFile descriptor: Int32) {
    let context = EVP_MD_CTX_new()
    defer { EVP_MD_CTX_free(context) }
    guard EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else { return nil }
    // A piece that stays in the processor's cache.
    let isWhole = withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { piece in
      while true {
        let count = systemRead(descriptor, piece)
        if count == 0 { return true }
        if count < 0, errno == EINTR { continue }
        guard count > 0, EVP_DigestUpdate(context, piece.baseAddress, count) == 1 else {
          return false
        }
      }
    }
    guard isWhole else { return nil }
    bytes = [UInt8](unsafeUninitializedCapacity: Int(SHA256_DIGEST_LENGTH)) { digest, count in
      count = EVP_DigestFinal_ex(context, digest.baseAddress, nil) == 1 ? digest.count : 0
    }
  }

  /// The digest in lower-case hexadecimal, as `sha256sum` prints it.
  package var hex: String { Hexadecimal.text(bytes) }

  /// Eight of the bytes as a number, the first byte the least significant.
  ///
  /// - Precondition: `index` is 0 to 3.
  package func word(_ index: Int) -> UInt64 {
    (0..<8).reduce(0) { $0 | UInt64(bytes[8 * index + $1]) << UInt64(8 * $1) }
  }
}

/// An open file as it is now: any write to it makes it another one.
private struct FileState: Hashable {
  private let numbers: [Int]

  /// `nil` for what is no file, and for one that changed so lately that its time might hide another change.
  init?(_ descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    #if canImport(Glibc)
      let changed = status.st_ctim
    #else
      let changed = status.st_ctimespec
    #endif
    guard time(nil) - changed.tv_sec > 1 else { return nil }
    numbers = [
      Int(truncatingIfNeeded: status.st_dev), Int(truncatingIfNeeded: status.st_ino),
      Int(status.st_size), Int(changed.tv_sec), Int(changed.tv_nsec),
    ]
  }
}

/// Bytes in lower-case hexadecimal.
package enum Hexadecimal {
  /// Writes bytes with two digits each.
  package static func text(_ bytes: some Collection<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(unsafeUninitializedCapacity: 2 * bytes.count) { text in
      var next = 0
      for byte in bytes {
        text[next] = digits[Int(byte >> 4)]
        text[next + 1] = digits[Int(byte & 15)]
        next += 2
      }
      return next
    }
  }

  /// Reads bytes of two digits each, in either case; `nil` for anything else.
  package static func bytes(_ text: String) -> [UInt8]? {
    let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(16 * digits[$0] + digits[$0 + 1]) }
  }
}
