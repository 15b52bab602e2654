/// The last bytes of a stream, as text.
struct TextTail {
  private let limit: Int
  private var bytes: [UInt8] = []

  init(limit: Int) {
    self.limit = limit
  }

  mutating func append(_ more: ArraySlice<UInt8>) {
    bytes += more.suffix(limit)
    if bytes.count > 2 * limit { bytes.removeFirst(bytes.count - limit) }
  }

  /// What is kept, with invalid UTF-8 replaced and control characters made harmless.
  var text: String {
    let decoded = String(decoding: bytes.suffix(limit), as: UTF8.self)
    let harmless = decoded.unicodeScalars.map { scalar in
      scalar == "\n" || scalar == "\t" || scalar.value >= 0x20 && scalar.value != 0x7F
        ? Character(scalar) : "\u{FFFD}"
    }
    return String(harmless).split(separator: "\n", omittingEmptySubsequences: true)
      .joined(separator: "\n")
  }
}
