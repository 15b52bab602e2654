@testable import Values

/// Writes numbers of products and publications, plain text and binary data.
enum NumberWriter {
  /// The check digit of GS1, as a sum over the digits from the right.
  static func check(_ body: String) -> String {
    let sum = body.reversed().enumerated().reduce(0) { sum, item in
      sum + (item.element.wholeNumberValue ?? 0) * (item.offset.isMultiple(of: 2) ? 3 : 1)
    }
    return String((10 - sum % 10) % 10)
  }

  static func withCheck(_ body: String) -> String { body + check(body) }

  static func addOn(_ draw: inout Draw) -> (String?, String) {
    guard draw.chance(20) else { return (nil, "") }
    let digits = draw.chance(50) ? draw.digits(2) : draw.digits(5)
    return (digits, draw.pick([" ", "+", ""]) + digits)
  }

  static func product(_ draw: inout Draw) -> DrawnPayload {
    if draw.chance(25) { return upcE(&draw) }
    let length = draw.pick([8, 12, 13, 14])
    let head = length == 13 ? draw.pick(["400", "590", "200", "952"]) : draw.digits(3)
    var number = withCheck(head + draw.digits(length - 4))
    let isWrong = draw.chance(10)
    if isWrong {
      let last = number.removeLast()
      number += String(((last.wholeNumberValue ?? 0) + draw.int(1...9)) % 10)
    }
    // An add-on without anything between is told by the length, which EAN-13 alone has.
    let (addOn, tail) = length == 13 ? addOn(&draw) : (nil, "")
    let product = Product(
      number: number, gtin14: String(repeating: "0", count: 14 - length) + number, length: length,
      isCheckDigitValid: !isWrong, addOn: addOn)
    return DrawnPayload(ascii: number + tail, carrier: .retail, .product(product))
  }

  /// A UPC-A that can be written as UPC-E, shortened by the rules of the encoder (not the decoder's).
  private static func upcE(_ draw: inout Draw) -> DrawnPayload {
    let system = draw.pick(["0", "1"])
    let maker: String
    let item: String
    let six: String
    switch draw.int(1...4) {
    case 1:
      maker = draw.digits(2) + draw.pick(["0", "1", "2"]) + "00"
      item = "00" + draw.digits(3)
      six = "\(maker.prefix(2))\(item.suffix(3))\(maker.dropFirst(2).prefix(1))"
    case 2:
      maker = draw.digits(3) + "00"
      item = "000" + draw.digits(2)
      six = "\(maker.prefix(3))\(item.suffix(2))3"
    case 3:
      maker = draw.digits(4) + "0"
      item = "0000" + draw.digits(1)
      six = "\(maker.prefix(4))\(item.suffix(1))4"
    default:
      maker = draw.digits(5)
      item = "0000" + draw.pick(["5", "6", "7", "8", "9"])
      six = maker + item.suffix(1)
    }
    let upcA = withCheck(system + maker + item)
    let text: String
    switch draw.int(1...4) {
    case 1 where system == "0": text = six
    case 2: text = system + six
    default: text = system + six + upcA.suffix(1)
    }
    let product = Product(
      number: text, gtin14: "00" + upcA, length: 12, isCheckDigitValid: true, addOn: nil)
    return DrawnPayload(ascii: text, carrier: .upcE, .product(product))
  }

  /// The check character modulo 11, as a sum of place times digit from the left.
  private static func elevenCheck(_ body: String) -> String {
    let digits = body.compactMap(\.wholeNumberValue)
    let sum = digits.enumerated().reduce(0) { $0 + $1.element * (digits.count + 1 - $1.offset) }
    let check = (11 - sum % 11) % 11
    return check == 10 ? "X" : String(check)
  }

  static func publication(_ draw: inout Draw) -> DrawnPayload {
    let (addOn, tail) = addOn(&draw)
    func retail(
      _ kind: PublicationNumber.Kind, _ number: String, _ short: String?, _ variant: String?
    ) -> DrawnPayload {
      let publication = PublicationNumber(
        kind: kind, ean13: number, short: short, variant: variant, isCheckDigitValid: true,
        addOn: addOn)
      return DrawnPayload(ascii: number + tail, carrier: .retail, .publication(publication))
    }
    func written(
      _ text: String, _ kind: PublicationNumber.Kind, _ number: String, _ short: String?,
      _ variant: String? = nil
    ) -> DrawnPayload {
      let publication = PublicationNumber(
        kind: kind, ean13: number, short: short, variant: variant, isCheckDigitValid: true,
        addOn: nil)
      return DrawnPayload(ascii: text, .publication(publication))
    }
    let nine = draw.digits(9)
    let isbn10 = nine + elevenCheck(nine)
    let seven = draw.digits(7)
    let issn = seven + elevenCheck(seven)
    let music = draw.digits(8)
    let ismn = withCheck("9790" + music)
    switch draw.int(1...8) {
    case 1: return retail(.isbn, withCheck("978" + nine), isbn10, nil)
    case 2: return retail(.isbn, withCheck("9798" + music), nil, nil)
    case 3:
      let variant = draw.digits(2)
      return retail(.issn, withCheck("977" + seven + variant), issn, variant)
    case 4: return retail(.ismn, ismn, "M" + ismn.dropFirst(4), nil)
    case 5:
      let text = draw.pick(["ISBN ", "ISBN:", "isbn: ", "ISBN-10: ", "urn:isbn:"])
      let dashed = "\(nine.prefix(1))-\(nine.dropFirst().prefix(4))-\(nine.suffix(4))-"
      return written(text + dashed + elevenCheck(nine), .isbn, withCheck("978" + nine), isbn10)
    case 6:
      let number = withCheck("978" + nine)
      return written("ISBN-13: 978-\(number.dropFirst(3))", .isbn, number, isbn10)
    case 7:
      let text = draw.pick(["ISSN ", "urn:issn:"]) + "\(issn.prefix(4))-\(issn.suffix(4))"
      return written(text, .issn, withCheck("977" + seven + "00"), issn, "00")
    default:
      let short = "M" + ismn.dropFirst(4)
      return written("ISMN M-" + ismn.dropFirst(4), .ismn, ismn, short)
    }
  }

  static func text(_ draw: inout Draw) -> DrawnPayload {
    var text = ". " + draw.text(2...6)
    if draw.chance(20) { text += "\n" + draw.text() }
    return DrawnPayload(text, .text(text), &draw)
  }

  /// Random bytes with at least one control character that text never has.
  static func binary(_ draw: inout Draw) -> DrawnPayload {
    var bytes = (0..<draw.int(1...64)).map { _ in UInt8(draw.int(0...255)) }
    bytes.insert(draw.pick([0, 1, 2, 8, 0x7F]), at: draw.int(0...bytes.count))
    if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) { bytes[0] = 0 }
    var payload = DrawnPayload(ascii: "", .binary(bytes))
    payload.bytes = bytes
    return payload
  }
}
