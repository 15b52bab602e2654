/// Writes compact JSON straight into bytes.
///
/// It is for the messages that go over the wire once per image: it writes what `JSONEncoder` would
/// write, without its boxes and dictionaries. The `Codable` form of a message remains its
/// definition; a test asserts that the two agree.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []

  /// Writes punctuation and names that need no escaping.
  mutating func literal(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Writes a whole number.
  mutating func integer(_ value: Int) {
    bytes.append(contentsOf: String(value).utf8)
  }

  /// Writes a number in the shortest form that reads back as the same one.
  ///
  /// - Precondition: `value` is finite; JSON has no other numbers.
  mutating func number(_ value: Double) {
    precondition(value.isFinite, "JSON has no number for \(value)")
    bytes.append(contentsOf: value.description.utf8)
  }

  /// Writes a string in quotes, with everything escaped that JSON requires to be escaped.
  mutating func string(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): literal("\\\"")
      case UInt8(ascii: "\\"): literal("\\\\")
      case 0..<0x10: escape(byte, prefix: "\\u000")
      case 0x10..<0x20: escape(byte - 0x10, prefix: "\\u001")
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes an array whose elements are written by a closure.
  mutating func array<Element>(
    _ elements: some Sequence<Element>, _ write: (inout JSONWriter, Element) -> Void
  ) {
    literal("[")
    var isFirst = true
    for element in elements {
      if !isFirst { literal(",") }
      isFirst = false
      write(&self, element)
    }
    literal("]")
  }

  private mutating func escape(_ nibble: UInt8, prefix: StaticString) {
    literal(prefix)
    bytes.append(nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10)
  }
}
