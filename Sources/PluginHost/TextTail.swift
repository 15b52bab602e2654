/// The last bytes of a stream, as text.
package struct TextTail {
  private let limit: Int
  private var bytes: [UInt8] = []

  /// Makes an empty tail that keeps up to `limit` bytes.
  package init(limit: Int) {
    self.limit = limit
  }

  /// Adds bytes as they arrived.
  package mutating func append(_ more: ArraySlice<UInt8>) {
    bytes += more.suffix(limit)
    if bytes.count > 2 * limit { bytes.removeFirst(bytes.count - limit) }
  }

  /// The kept bytes as text, with invalid UTF-8 replaced and control characters made harmless.
  package var text: String {
    let decoded = String(decoding: bytes.suffix(limit), as: UTF8.self)
    let harmless = decoded.unicodeScalars.map { scalar in
      scalar == "\n" || scalar == "\t" || scalar.value >= 0x20 && scalar.value != 0x7F
        ? Character(scalar) : "\u{FFFD}"
    }
    return String(harmless).split(separator: "\n", omittingEmptySubsequences: true)
      .joined(separator: "\n")
  }
}
