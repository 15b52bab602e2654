/// Reads the plain part of JSON straight from bytes, and declines the rest.
///
/// Every method returns `nil` or `false` when it meets something that it does not know: escapes,
/// `null`, numbers in unusual forms, malformed text. The caller then passes the whole message to
/// `JSONDecoder`, which decides. So the scanner can be small: it never has to judge.
struct JSONScanner {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// True if a text has more values than a limit, without parsing it: each but the first follows a bracket, a
  /// brace or a comma. A short text is not looked through.
  static func hasMoreValues(than limit: Int, in bytes: [UInt8]) -> Bool {
    guard bytes.count > limit else { return false }
    var count = 0
    var isInString = false
    var isEscaped = false
    for byte in bytes {
      switch byte {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\"): isEscaped = isInString
      case UInt8(ascii: "\""): isInString.toggle()
      case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "{"): count += isInString ? 0 : 1
      default: continue
      }
    }
    return count > limit
  }

  /// Reads an object; the closure reads each value and returns `false` if it could not.
  mutating func object(_ field: (inout JSONScanner, String) -> Bool) -> Bool {
    guard take(UInt8(ascii: "{")) else { return false }
    if take(UInt8(ascii: "}")) { return true }
    repeat {
      guard let name = string(), take(UInt8(ascii: ":")), field(&self, name) else { return false }
    } while take(UInt8(ascii: ","))
    return take(UInt8(ascii: "}"))
  }

  /// Reads an array; the closure reads each element and returns `false` if it could not.
  mutating func array(_ element: (inout JSONScanner) -> Bool) -> Bool {
    guard take(UInt8(ascii: "[")) else { return false }
    if take(UInt8(ascii: "]")) { return true }
    repeat {
      guard element(&self) else { return false }
    } while take(UInt8(ascii: ","))
    return take(UInt8(ascii: "]"))
  }

  /// Reads an array of elements that the closure reads; `nil` if it could not.
  mutating func elements<Element>(
    _ element: (inout JSONScanner) -> Element?
  ) -> [Element]? {
    var found: [Element] = []
    let isPlain = array { json in
      guard let next = element(&json) else { return false }
      found.append(next)
      return true
    }
    return isPlain ? found : nil
  }

  /// Reads an array of pairs of numbers; `nil` if it is none.
  mutating func pairs<Number>(
    of number: (inout JSONScanner) -> Number?
  ) -> [(Number, Number)]? {
    elements { json in
      guard let pair = json.elements(number), pair.count == 2 else { return nil }
      return (pair[0], pair[1])
    }
  }

  /// Reads a string without escapes.
  mutating func string() -> String? {
    guard take(UInt8(ascii: "\"")) else { return nil }
    let start = position
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        let text = bytes[start..<position]
        position += 1
        return String(validating: text, as: UTF8.self)
      case UInt8(ascii: "\\"), 0..<0x20:
        return nil
      default:
        position += 1
      }
    }
    return nil
  }

  /// Reads a whole number of up to 18 digits, written with digits alone.
  mutating func integer() -> Int? {
    guard let (text, isWhole) = numeral(), isWhole, text.count <= 18 else { return nil }
    let isNegative = text.first == UInt8(ascii: "-")
    let magnitude = text.dropFirst(isNegative ? 1 : 0)
      .reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    return isNegative ? -magnitude : magnitude
  }

  /// Reads a number that a `Double` can hold; one too large or too small for it is declined.
  mutating func number() -> Double? {
    guard
      let (text, _) = numeral(), let value = Double(String(decoding: text, as: UTF8.self)),
      value.isFinite
    else { return nil }
    let isZeroAsWritten = !text.contains { $0 >= UInt8(ascii: "1") && $0 <= UInt8(ascii: "9") }
    return value == 0 && !isZeroAsWritten ? nil : value
  }

  /// Skips white space; true if nothing is left after it.
  mutating func isAtEnd() -> Bool {
    skipSpace()
    return position == bytes.count
  }

  /// The next number's text by JSON's grammar, and true if it has neither fraction nor exponent.
  private mutating func numeral() -> (text: ArraySlice<UInt8>, isWhole: Bool)? {
    skipSpace()
    let start = position
    _ = skip(UInt8(ascii: "-"))
    let digitsStart = position
    let digits = skipDigits()
    guard digits > 0, digits == 1 || bytes[digitsStart] != UInt8(ascii: "0") else { return nil }
    var isWhole = true
    if skip(UInt8(ascii: ".")) {
      isWhole = false
      guard skipDigits() > 0 else { return nil }
    }
    if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
      isWhole = false
      if !skip(UInt8(ascii: "-")) { _ = skip(UInt8(ascii: "+")) }
      guard skipDigits() > 0 else { return nil }
    }
    return (bytes[start..<position], isWhole)
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    skipSpace()
    return skip(byte)
  }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  private mutating func skipDigits() -> Int {
    let start = position
    while position < bytes.count,
      bytes[position] >= UInt8(ascii: "0"), bytes[position] <= UInt8(ascii: "9")
    {
      position += 1
    }
    return position - start
  }

  private mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"):
        position += 1
      default:
        return
      }
    }
  }
}

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

  /// Writes a name with what stands around it, and a whole number; nothing for `nil`.
  mutating func integer(_ name: StaticString, _ value: Int?) {
    guard let value else { return }
    literal(name)
    integer(value)
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
