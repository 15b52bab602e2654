/// Code 39 data: 43 characters, with or without a check character, and with or without Full ASCII.
enum Code39Data {
  /// The characters in the order of their values (ISO/IEC 16388).
  private static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%".utf8)

  static func forms(of form: Form) -> [Form] {
    var forms = [form]
    if let short = withoutCheck(form.bytes) {
      forms.append(form.simplified(to: short, by: .code39Check))
    }
    forms += forms.compactMap { form in
      fullASCII(form.bytes).map { form.simplified(to: $0, by: .code39FullASCII) }
    }
    return forms
  }

  /// Returns the data without its last character; `nil` unless that is the sum of the others'
  /// values modulo 43.
  static func withoutCheck(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count > 1 else { return nil }
    var values: [Int] = []
    for byte in bytes {
      guard let value = alphabet.firstIndex(of: byte) else { return nil }
      values.append(value)
    }
    let check = values.removeLast()
    return values.reduce(0, +) % 43 == check ? bytes.dropLast() : nil
  }

  /// Decodes the text that the characters stand for in Full ASCII mode; `nil` if there is no pair
  /// or an invalid one.
  static func fullASCII(_ bytes: [UInt8]) -> [UInt8]? {
    var text: [UInt8] = []
    var rest = bytes[...]
    while let first = rest.popFirst() {
      switch first {
      case UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "/"), UInt8(ascii: "+"):
        guard let second = rest.popFirst(), let character = character(shift: first, second) else {
          return nil
        }
        text.append(character)
      default:
        guard alphabet.contains(first) else { return nil }
        text.append(first)
      }
    }
    return text.count < bytes.count ? text : nil
  }

  private static func character(shift: UInt8, _ letter: UInt8) -> UInt8? {
    guard (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(letter) else { return nil }
    let place = letter - UInt8(ascii: "A")
    switch shift {
    case UInt8(ascii: "$"): return 0x01 + place
    case UInt8(ascii: "+"): return UInt8(ascii: "a") + place
    case UInt8(ascii: "/"): return UInt8(ascii: "!") + place
    default: return percentPairs[Int(place)]
    }
  }

  /// The characters that the pairs %A to %Z stand for.
  private static let percentPairs: [UInt8] =
    Array(0x1B...0x1F) + Array(";<=>?[\\]^_{|}~".utf8) + [0x7F, 0x00] + Array("@`".utf8)
    + [0x7F, 0x7F, 0x7F]
}
