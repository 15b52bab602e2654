import DecoderKit
import Testing

@testable import Configure

@Suite struct NeedsTests {
  @Test func quantilesAreThoseOfTheTextbook() throws {
    // R's quantile(c(1, 2, 4, 8), type = 7).
    let spread = try #require(Spread([8, 1, 4, 2]))
    #expect(spread.quantile(0.25) == 1.75)
    #expect(spread.median == 3)
    #expect(spread.quantile(0.9) == 6.8 || abs(spread.quantile(0.9) - 6.8) < 1e-12)
    #expect(spread.quantile(1) == 8 && spread.quantile(-1) == 1)
    #expect(Spread([]) == nil)
  }

  @Test func needsCountWhatTheSamplesHold() {
    let survey = Fixture.survey([
      [
        Fixture.symbol(.code128, "ABC"), Fixture.symbol(.qrCode, "https://a.example", at: 500, 100),
      ],
      [Fixture.symbol(.code128, "ABCDE", isInverted: true)],
      [],
    ])
    let needs = SampleNeeds(survey)
    #expect(needs.symbologies.map(\.symbology) == [.code128, .qrCode])
    #expect(needs.symbologies[0].lengths == 3...5)
    #expect(needs.symbologies[0].invertedCount == 1)
    #expect(needs.symbologies[1].valueTypes == [.url: 1])
    #expect(needs.imageCount == 3 && needs.unreadCount == 1)
    #expect(needs.mostSymbols == 2 && needs.severalCount == 1)
    // From x = 100 + 95 x 3 = 385 to 500, of 500 pixels.
    #expect(abs((needs.gaps?.least ?? 0) - 115.0 / 500) < 1e-9)
  }

  @Test(arguments: [
    // 12 + 24 + 13 + 14 + 3 + 9 = 75, which is 32 modulo 43: W.
    (Symbology.code39, ["CODE39W"], true), (.code39, ["CODE39X"], false),
    // Trade item numbers, whose check digit is of the same kind.
    (.itf, ["10012345678902", "15400141288763"], true), (.itf, ["10012345678903"], false),
    (.code128, ["10012345678902"], false),
  ])
  func checkDigitsAreTold(_ symbology: Symbology, _ texts: [String], _ expected: Bool) {
    let needs = SampleNeeds(Fixture.survey(texts.map { [Fixture.symbol(symbology, $0)] }))
    #expect(needs.symbologies[0].endsInCheckDigit == expected)
  }

  @Test(arguments: [
    ("9780201379624", nil as Int?), ("978020137962412", 2), ("978020137962452495", 5),
    ("9780201379624 52495", 5), ("012345678905", nil), ("01234567890512", 2),
  ])
  func addOnsAreToldByTheirDigits(_ text: String, _ digits: Int?) {
    let symbology: Symbology = text.hasPrefix("0") ? .upcA : .ean13
    #expect(Fixture.symbol(symbology, text).addOnDigits == digits)
  }

  @Test func bothHalvesHoldAllKinds() {
    let survey = Fixture.survey(
      (0..<10).map { [Fixture.symbol($0 < 6 ? .code128 : .qrCode, "A\($0)")] } + [[]])
    let halves = SampleHalves(survey)
    #expect(halves.learned.count == 5 && halves.heldOut.count == 5)
    for half in [halves.learned, halves.heldOut] {
      #expect(half.count { $0.symbols[0].symbology == .code128 } == 3)
    }
    #expect(Set((halves.learned + halves.heldOut).map(\.name)).count == 10)
  }
}
