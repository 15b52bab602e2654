/// Codabar data: 16 characters between a start and a stop character of four kinds each.
enum CodabarData {
  /// The characters in the order of their values, start and stop included (EN 798).
  private static let alphabet = Array("0123456789-$:/.+ABCD".utf8)
  private static let startStops: [UInt8: UInt8] = Dictionary(
    uniqueKeysWithValues: zip("ABCDabcdTN*Etn".utf8, "ABCDABCDABCDAB".utf8)
      .map { ($0, $1) } + [(UInt8(ascii: "e"), UInt8(ascii: "D"))])

  static func forms(of form: Form) -> [Form] {
    guard form.bytes.count >= 2, let first = form.bytes.first, let last = form.bytes.last,
      let start = startStops[first], let stop = startStops[last]
    else { return [form] }
    var named = form
    if start != first || stop != last {
      named = form.simplified(
        to: [start] + form.bytes.dropFirst().dropLast() + [stop], by: .codabarStartStopNames)
    }
    var whole = [named]
    if let short = withoutCheck(named.bytes) {
      whole.append(named.simplified(to: short, by: .codabarCheck))
    }
    return [form] + whole
      + whole.map { $0.simplified(to: $0.bytes.dropFirst().dropLast(), by: .codabarStartStop) }
  }

  /// Returns the data without the check character before the stop; `nil` unless all values add up
  /// to a multiple of 16.
  static func withoutCheck(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count > 3 else { return nil }
    var sum = 0
    for byte in bytes {
      guard let value = alphabet.firstIndex(of: byte) else { return nil }
      sum += value
    }
    return sum % 16 == 0 ? bytes.dropLast(2) + bytes.suffix(1) : nil
  }
}

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

/// ITF data: digits, encoded in pairs.
enum ITFData {
  static func forms(of form: Form) -> [Form] {
    guard !form.bytes.isEmpty, Digits.areAll(form.bytes) else { return [form] }
    if form.bytes.count % 2 == 1 {
      return [form, form.simplified(to: [Digits.zero] + form.bytes, by: .itfLeadingZero)]
    }
    // The rest has an odd number of digits, so no shorter symbol can be meant.
    guard Digits.endInCheckDigit(form.bytes) else { return [form] }
    return [form, form.simplified(to: form.bytes.dropLast(), by: .itfCheck)]
  }
}
