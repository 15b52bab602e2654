import CCrypto

/// A SHA-256 digest (FIPS 180-4).
struct SHA256Digest: Hashable, Sendable {
  /// The 32 bytes.
  let bytes: [UInt8]

  /// Digests some bytes.
  init(of message: [UInt8]) {
    bytes = [UInt8](unsafeUninitializedCapacity: Int(SHA256_DIGEST_LENGTH)) { digest, count in
      _ = SHA256(message, message.count, digest.baseAddress)
      count = Int(SHA256_DIGEST_LENGTH)
    }
  }

  /// The digest in lower-case hexadecimal, as `sha256sum` prints it.
  var hex: String { Self.hex(bytes) }

  /// Eight of the bytes as a number, the first byte the least significant.
  ///
  /// - Precondition: `index` is 0 to 3.
  func word(_ index: Int) -> UInt64 {
    (0..<8).reduce(0) { $0 | UInt64(bytes[8 * index + $1]) << UInt64(8 * $1) }
  }

  /// Bytes in lower-case hexadecimal.
  static func hex(_ bytes: some Collection<UInt8>) -> String {
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
}
