/// A retail symbol's digits, split from its add-on.
struct RetailDigits {
  let number: Bytes
  let addOn: String?

  /// Reads 6 to 14 digits, with two or five more of an add-on; `nil` for other payloads.
  init?(_ payload: Bytes) {
    let text = payload.trimmed
    let main = text.prefix(while: \.isDigit)
    let rest = text.dropFirst(main.count)
    if let separator = rest.first {
      let digits = rest.dropFirst().trimmed
      guard
        separator == UInt8(ascii: " ") || separator == UInt8(ascii: "+")
          || separator == UInt8(ascii: "-"),
        digits.isDigits, digits.count == 2 || digits.count == 5
      else { return nil }
      number = main
      addOn = digits.string
    } else if main.count == 15 || main.count == 18 {
      number = main.prefix(13)
      addOn = main.dropFirst(13).string
    } else {
      number = main
      addOn = nil
    }
  }
}

extension Product {
  /// Reads the digits of a retail symbol; `nil` if there are too few or too many.
  init?(_ digits: RetailDigits, isUPCE: Bool) {
    let expanded = isUPCE ? Self.expanded(digits.number) : nil
    let full = expanded ?? Array(digits.number)
    guard [8, 12, 13, 14].contains(full.count), expanded != nil || !isUPCE || full.count >= 12
    else { return nil }
    number = digits.number.string
    length = full.count
    gtin14 = String(repeating: "0", count: 14 - full.count) + full[...].string
    isCheckDigitValid = CheckDigit.isValid(full[...])
    addOn = digits.addOn
  }

  /// The twelve digits that UPC-E leaves zeros out of (GS1 General Specifications, UPC-E).
  ///
  /// Six digits are in number system 0; seven begin with it; of eight, the last is the check digit.
  private static func expanded(_ digits: Bytes) -> [UInt8]? {
    guard (6...8).contains(digits.count) else { return nil }
    let system = digits.count == 6 ? UInt8(ascii: "0") : digits[digits.startIndex]
    let six = Array(digits.count == 6 ? digits : digits.dropFirst().prefix(6))
    guard system == UInt8(ascii: "0") || system == UInt8(ascii: "1"), let last = six.last else {
      return nil
    }
    let zero = UInt8(ascii: "0")
    let body: [UInt8] =
      switch last {
      case 0x30...0x32: six[0..<2] + [last, zero, zero, zero, zero] + six[2..<5]
      case 0x33: six[0..<3] + [zero, zero, zero, zero, zero] + six[3..<5]
      case 0x34: six[0..<4] + [zero, zero, zero, zero, zero] + six[4..<5]
      default: six[0..<5] + [zero, zero, zero, zero, last]
      }
    let eleven = [system] + body
    let check = digits.count == 8 ? digits.last : CheckDigit.digit(for: eleven)
    return check.map { eleven + [$0] }
  }
}

extension PublicationNumber {
  /// Reads the 13 digits of a retail symbol; `nil` for products that are no publications.
  init?(_ digits: RetailDigits) {
    let number = digits.number
    guard number.count == 13 else { return nil }
    let body = number.dropFirst(3)
    let kind: Kind
    let short: String?
    switch number.prefix(3).string {
    case "978": (kind, short) = (.isbn, Self.withCheck(body.prefix(9)))
    case "979" where body.first == UInt8(ascii: "0"):
      (kind, short) = (.ismn, "M" + body.dropFirst().string)
    case "979": (kind, short) = (.isbn, nil)
    case "977": (kind, short) = (.issn, Self.withCheck(body.prefix(7)))
    default: return nil
    }
    self.init(
      kind: kind, ean13: number.string, short: short,
      variant: kind == .issn ? body.dropFirst(7).prefix(2).string : nil,
      isCheckDigitValid: CheckDigit.isValid(number), addOn: digits.addOn)
  }

  private static func withCheck(_ body: Bytes) -> String? {
    CheckDigit.modulo11(for: body).map { body.string + [$0][...].string }
  }

  /// Reads a number that is written out: `ISBN 0-306-40615-2`, `urn:issn:0317-8471`, `ISMN M-2306-7118-7`.
  init?(written text: Bytes) {
    for kind in [Kind.isbn, .issn, .ismn] {
      guard let rest = text.after("urn:\(kind.rawValue):") ?? Self.behind(kind.rawValue, text)
      else {
        continue
      }
      let characters = rest.filter { $0 != UInt8(ascii: "-") && !$0.isBlank }
      self.init(
        kind, Array(characters.map { $0 == UInt8(ascii: "x") ? UInt8(ascii: "X") : $0 })[...])
      return
    }
    return nil
  }

  private static func behind(_ word: String, _ text: Bytes) -> Bytes? {
    guard var rest = text.after(word) else { return nil }
    rest = rest.after("-13") ?? rest.after("-10") ?? rest
    guard let first = rest.first, first == UInt8(ascii: ":") || first.isBlank else { return nil }
    return rest.after(":") ?? rest
  }

  private init?(_ kind: Kind, _ characters: Bytes) {
    if characters.count == 13, characters.isDigits {
      guard let digits = RetailDigits(characters) else { return nil }
      self.init(digits)
      guard self.kind == kind else { return nil }
      return
    }
    let isMusic = kind == .ismn && characters.first == UInt8(ascii: "M")
    let body = (isMusic ? Array("0".utf8)[...] + characters.dropFirst() : characters).dropLast()
    let expected = kind == .issn ? 7 : 9
    guard body.count == expected, body.isDigits, let last = characters.last,
      last.isDigit || last == UInt8(ascii: "X") && kind != .ismn, isMusic || kind != .ismn
    else { return nil }
    let prefix = kind == .isbn ? "978" : kind == .issn ? "977" : "979"
    let twelve = Array(prefix.utf8) + body + (kind == .issn ? Array("00".utf8) : [])
    guard let check = CheckDigit.digit(for: twelve) else { return nil }
    self.init(
      kind: kind, ean13: (twelve + [check])[...].string, short: characters.string,
      variant: kind == .issn ? "00" : nil,
      isCheckDigitValid: last == (kind == .ismn ? check : CheckDigit.modulo11(for: body)),
      addOn: nil)
  }
}
