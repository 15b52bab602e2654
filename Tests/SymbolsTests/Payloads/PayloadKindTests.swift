import DecoderKit
import Symbols
import Testing

/// The kinds of payload that symbols can carry.
@Suite struct PayloadKindTests {
  /// Each symbology refuses a kind, gives the reason, and names a kind that it carries.
  @Test(arguments: [
    (Symbology.ean13, PayloadKind.alphanumeric, PayloadKind.gtin), (.upcE, .digits, .gtin),
    (.dataBarLimited, .digits, .gtin), (.itf, .alphanumeric, .digits), (.aztecRune, .digits, .rune),
    (.gs1_128, .digits, .gs1), (.codabar, .digits, .codabar),
  ])
  func kindsThatASymbolCannotCarryAreRefused(
    symbology: Symbology, refused: PayloadKind, instead: PayloadKind
  ) {
    let carrier = PayloadCarrier(symbology)
    #expect(refused.objection(to: carrier)?.contains("use \(instead)") == true)
    #expect(instead.objection(to: carrier) == nil)
  }

  @Test func bytesAboveASCIIAreRefusedWhereThereIsOnlyASCII() {
    for symbology in [Symbology.code39, .code93] {
      for kind in PayloadKind.allCases {
        let carrier = PayloadCarrier(symbology)
        guard kind.objection(to: carrier) == nil else { continue }
        let rule = kind.form(for: carrier).rule
        let length = rule.usual?.upperBound ?? 60
        let drawn = PayloadDraws.draw(kind, length: length, times: 100, in: symbology)
        #expect(drawn.joined().allSatisfy { $0 < 128 }, "\(kind)")
      }
    }
  }

  @Test func everySymbologyCarriesSomeKind() {
    for symbology in Symbology.allCases {
      let carrier = PayloadCarrier(symbology)
      #expect(PayloadKind.allCases.contains { $0.objection(to: carrier) == nil })
    }
  }
}
