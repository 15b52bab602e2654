/// Bytes as text for data URIs (RFC 4648, section 4).
package enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  package static func text(_ bytes: [UInt8]) -> String {
    let count = (bytes.count + 2) / 3 * 4
    return String(unsafeUninitializedCapacity: count) { buffer in
      var place = 0
      for start in stride(from: 0, to: bytes.count, by: 3) {
        let rest = bytes.count - start
        let word =
          Int(bytes[start]) << 16 | (rest > 1 ? Int(bytes[start + 1]) << 8 : 0)
          | (rest > 2 ? Int(bytes[start + 2]) : 0)
        buffer[place] = letters[word >> 18]
        buffer[place + 1] = letters[word >> 12 & 63]
        buffer[place + 2] = rest > 1 ? letters[word >> 6 & 63] : UInt8(ascii: "=")
        buffer[place + 3] = rest > 2 ? letters[word & 63] : UInt8(ascii: "=")
        place += 4
      }
      return place
    }
  }
}
