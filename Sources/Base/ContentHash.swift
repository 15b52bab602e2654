import CCrypto

/// SHA-256 hashes of content, in hexadecimal; they identify things across runs and machines.
package enum ContentHash {
  /// Hashes bytes, as `sha256sum` prints it.
  package static func sha256(of bytes: [UInt8]) -> String { SHA256Digest(of: bytes).hex }

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

  /// The digest in lower-case hexadecimal, as `sha256sum` prints it.
  package var hex: String { Hexadecimal.text(bytes) }

  /// Eight of the bytes as a number, the first byte the least significant.
  ///
  /// - Precondition: `index` is 0 to 3.
  package func word(_ index: Int) -> UInt64 {
    (0..<8).reduce(0) { $0 | UInt64(bytes[8 * index + $1]) << UInt64(8 * $1) }
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
