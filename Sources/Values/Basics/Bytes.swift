/// A run of a payload's bytes; everything that is parsed as text is valid UTF-8.
typealias Bytes = ArraySlice<UInt8>

extension UInt8 {
  var isDigit: Bool { self >= 0x30 && self <= 0x39 }
  var isLetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A }
  var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
  var lowercased: UInt8 { self >= 0x41 && self <= 0x5A ? self + 0x20 : self }

  /// The value of a hexadecimal digit; `nil` for other characters.
  var hexValue: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x37
    case 0x61...0x66: self - 0x57
    default: nil
    }
  }
}

extension Collection<UInt8> where SubSequence == Bytes {
  var string: String { String(decoding: self, as: UTF8.self) }
  var isDigits: Bool { !isEmpty && allSatisfy(\.isDigit) }
  /// Text in lower case where it is ASCII.
  var lowercasedString: String { String(decoding: map(\.lowercased), as: UTF8.self) }

  /// True if the text begins with an ASCII prefix, whose letters may be in any case.
  func begins(with prefix: String) -> Bool {
    var rest = self[...]
    for byte in prefix.utf8 {
      guard rest.popFirst()?.lowercased == byte.lowercased else { return false }
    }
    return true
  }

  /// The text behind a prefix, whose letters may be in any case; `nil` without the prefix.
  func after(_ prefix: String) -> Bytes? {
    begins(with: prefix) ? dropFirst(prefix.utf8.count) : nil
  }

  /// The text before and behind the first of a byte; the second is `nil` where there is none.
  func cut(at byte: UInt8) -> (Bytes, Bytes?) {
    guard let place = firstIndex(of: byte) else { return (self[...], nil) }
    return (self[..<place], self[place...].dropFirst())
  }

  /// The parts between each of a byte; at least one, empty ones included.
  func parts(by byte: UInt8) -> [Bytes] {
    split(separator: byte, omittingEmptySubsequences: false)
  }

  /// The text without spaces, tabs and ends of lines around it.
  var trimmed: Bytes {
    var rest = self[...]
    while let first = rest.first, first.isBlank { rest.removeFirst() }
    while let last = rest.last, last.isBlank { rest.removeLast() }
    return rest
  }

  /// A whole number of up to 18 digits; `nil` for anything else.
  var wholeNumber: Int? {
    guard isDigits, count <= 18 else { return nil }
    return reduce(0) { $0 * 10 + Int($1 & 0x0F) }
  }

  /// A decimal number as people write it; `nil` for anything else, such as "nan" or "0x1p3".
  var decimalNumber: Double? {
    guard !isEmpty, count < 64,
      allSatisfy({
        $0.isDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+")
      })
    else { return nil }
    return Double(string)
  }

  /// The bytes with each `%41` replaced by what it stands for; others stay as they are (RFC 3986, 2.1).
  var percentDecoded: [UInt8] {
    contains(UInt8(ascii: "%")) ? unescaped(after: UInt8(ascii: "%")) : Array(self)
  }

  /// The bytes with what two hexadecimal digits after each sign stand for; other signs stay as they are.
  func unescaped(after sign: UInt8) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(count)
    var rest = self[...]
    while let byte = rest.popFirst() {
      if byte == sign, let high = rest.first?.hexValue,
        let low = rest.dropFirst().first?.hexValue
      {
        result.append(high << 4 | low)
        rest = rest.dropFirst(2)
      } else {
        result.append(byte)
      }
    }
    return result
  }

  /// The text that percent-encoding stands for; bytes that are not UTF-8 are read as guessed.
  var percentDecodedString: String {
    guard contains(UInt8(ascii: "%")) else { return string }
    return TextDecoding.text(of: percentDecoded[...], declared: nil)
  }
}
