import DecoderKit
import Symbols
import Testing

@Suite struct GTINPayloadTests {
  /// Each symbology with the number of digits drawn for it, without the check digit.
  @Test(arguments: [
    (Symbology.ean13, 12), (.ean8, 7), (.upcA, 11), (.itf14, 13), (.dataBar, 13),
    (.dataBarStacked, 13), (.dataBarLimited, 13), (.upcE, 7),
  ])
  func symbolsThatAddTheCheckDigitGetTheOthers(symbology: Symbology, count: Int) {
    var firsts: Set<UInt8> = []
    for payload in PayloadDraws.draw(.gtin, length: count, times: 3000, in: symbology) {
      #expect(payload.count == count)
      #expect(payload.allSatisfy { (48...57).contains($0) })
      firsts.insert(payload[0])
      if symbology == .upcE { #expect(CheckDigits.upcA(expandingUPCE: payload) != nil) }
    }
    let first: String =
      switch symbology {
      case .upcE: "0"
      case .dataBarLimited: "01"
      default: "0123456789"
      }
    #expect(firsts == Set(first.utf8))
  }

  @Test(arguments: [(Symbology.qrCode, 13), (.code128, 13), (.itf, 14)])
  func otherSymbolsGetAllDigits(symbology: Symbology, count: Int) {
    for payload in PayloadDraws.draw(.gtin, length: count, times: 1000, in: symbology) {
      #expect(payload.count == count && Self.isValid(payload))
    }
  }

  @Test(arguments: [Symbology.gs1_128, .gs1DataMatrix, .gs1QRCode, .dataBarExpanded])
  func gs1SymbolsGetAnElementString(symbology: Symbology) {
    for payload in PayloadDraws.draw(.gtin, length: 16, times: 1000, in: symbology) {
      #expect(payload.starts(with: "[01]".utf8))
      #expect(payload.count == 18 && Self.isValid(Array(payload.dropFirst(4))))
    }
  }

  @Test(arguments: [(Symbology.ean13, 12, 2), (.upcA, 11, 5), (.upcE, 7, 2)])
  func addOnFollowsBehindTheNumber(symbology: Symbology, count: Int, addOn: Int) {
    let carrier = PayloadCarrier(symbology, addOnDigits: addOn)
    let drawn = PayloadDraws.draw(
      .gtin, length: count + addOn, times: 500, in: symbology, addOnDigits: addOn)
    for payload in drawn {
      #expect(payload.allSatisfy { (48...57).contains($0) })
      if symbology == .upcE {
        #expect(CheckDigits.upcA(expandingUPCE: Array(payload.prefix(count))) != nil)
      }
    }
    #expect(Set(drawn.map { $0.suffix(addOn) }).count > 90)
    #expect(PayloadKind.digits.objection(to: carrier) != nil)
  }

  /// True if the digits' sum ends in 0; the second, fourth … from the right count three times.
  private static func isValid(_ digits: [UInt8]) -> Bool {
    var sum = 0
    for (place, digit) in digits.reversed().enumerated() {
      sum += Int(digit - 48) * (place % 2 == 1 ? 3 : 1)
    }
    return sum % 10 == 0
  }
}
