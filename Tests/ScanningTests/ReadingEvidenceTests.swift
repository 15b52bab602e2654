import DecoderKit
import Measuring
import Testing

@testable import Scanning
@testable import Sessions

@Suite struct ReadingEvidenceTests {
  private let here = Corners.box(10, 10, 200, 60)

  private func decoder(_ library: String) -> ScanDecoder {
    ScanDecoder(
      label: library, reference: library, library: library, version: "1", symbologies: [.itf])
  }

  private func claim(
    _ library: String, _ reading: Reading, _ measurement: SymbolMeasurement? = nil
  ) -> ReadingEvidence.Claim {
    .init(
      decoder: decoder(library), reading: reading,
      measurement: measurement ?? SymbolMeasurement(source: .decoder(.poorFit), outline: here))
  }

  private func bars(quietZone: Double) -> SymbolMeasurement {
    .measured(
      here, columns: 95, rows: 1, condition: .seen(quietZone: quietZone), backing: .bars)
  }

  @Test func aDecodersWordAloneBacksNothing() {
    let evidence = ReadingEvidence([claim("a", Reading(.itf, "1234"))])
    #expect(evidence.supports == [nil])
  }

  @Test func unlikeDecodersAgreeAndVersionsOfOneLibraryDoNot() {
    func support(_ one: String, _ other: String) -> ReadingSupport? {
      ReadingEvidence([
        claim(one, Reading(.itf, "1234")), claim(other, Reading(.itf, "1234")),
      ]).supports[0]
    }
    #expect(support("zbar", "ZXing-C++") == .agreement)
    #expect(support("ZXing-C++", "zxing-cpp") == nil && support("zbar", "zbar") == nil)
  }

  /// zbar and ZXing read six digits of one half of an ITF of twelve, turned by 15°.
  @Test func agreementAboutAChangedImageIsNothingWherePartsLookWhole() {
    func support(_ symbology: Symbology, _ areChanged: (Bool, Bool)) -> ReadingSupport? {
      ReadingEvidence(
        [("zbar", areChanged.0), ("ZXing-C++", areChanged.1)].map { name, isChanged in
          .init(
            decoder: decoder(name), reading: Reading(symbology, "495363"),
            measurement: SymbolMeasurement(source: .decoder(.poorFit), outline: here),
            isOfChangedImage: isChanged)
        }
      ).supports[0]
    }
    #expect(support(.itf, (true, true)) == nil)
    #expect(support(.itf, (false, true)) == .agreement && support(.itf, (false, false)) != nil)
    #expect(support(.code128, (true, true)) == .agreement)
  }

  @Test func theTruthDecidesWhereItIsKnown() {
    let claims = [
      claim("a", Reading(.itf, "1234")), claim("b", Reading(.itf, "9999")),
      claim("c", Reading(.itf, "9999")),
    ]
    let truth = WrittenTruth.contents(Array("1234".utf8), isText: true)
    #expect(ReadingEvidence(claims, truth: truth).supports == [.truth, nil, nil])
    #expect(ReadingEvidence(claims).supports == [nil, .agreement, .agreement])
  }

  @Test func barsWithoutACheckNeedPaperOnBothSides() {
    func support(_ symbology: Symbology, _ quietZone: Double) -> ReadingSupport? {
      ReadingEvidence([claim("a", Reading(symbology, "12345670"), bars(quietZone: quietZone))])
        .supports[0]
    }
    #expect(support(.itf, 0.5) == nil && support(.itf, 10) == .structure)
    #expect(support(.upcE, 0.5) == nil, "half of an EAN-13 looks like a UPC-E")
    #expect(support(.ean8, 0.5) == .structure)
  }

  @Test func aMatrixNeedsCodewordsThatChanceDoesNotExplain() {
    func support(_ backing: StructuralBacking?) -> ReadingSupport? {
      ReadingEvidence([
        claim(
          "a", Reading(.dataMatrix, "A"),
          .measured(here, condition: .seen(unusedErrorCorrection: 1), backing: backing))
      ]).supports[0]
    }
    #expect(support(.codewords) == .structure)
    #expect(support(.patterns) == nil && support(nil) == nil, "fixed patterns alone are no proof")
  }

  @Test func ofContradictingReadingsTheBestBackedCounts() {
    let structural = claim("a", Reading(.ean8, "96385074"), bars(quietZone: 10))
    let other = claim("b", Reading(.ean8, "12345670"), bars(quietZone: 10))
    let evidence = ReadingEvidence([structural, other])
    #expect(evidence.contradictions == [[1], [0]] && evidence.supports == [nil, nil])
    let agreed = ReadingEvidence([structural, other, claim("c", Reading(.ean8, "12345670"))])
    #expect(agreed.supports == [nil, .agreement, .agreement])
  }

  @Test func aFragmentIsListedUnderThePayloadThatOthersRead() {
    let whole = Reading(.itf, "0012768319", at: here)
    let fragment = Reading(.itf, "768319", at: .box(90, 10, 110, 60))
    let merged = ReadingMerge.merge([[fragment], [whole], [whole]]) { readings in
      readings.map { .measured($0.corners ?? here, rows: 1, condition: .seen(quietZone: 0)) }
    }
    let symbols = DetectedSymbols(merged, decoders: ["a", "b", "c"].map(decoder)).symbols
    #expect(symbols.count == 1 && symbols[0].support == .agreement)
    #expect(symbols[0].readings.representative.bytes == whole.bytes)
    #expect(symbols[0].contradictions.map(\.decoder) == ["a"])
    let alone = DetectedSymbols([merged[1]], decoders: ["a", "b", "c"].map(decoder)).symbols
    #expect(alone.count == 1, "what nothing contradicts stays")
  }

  @Test func aCureThatNothingBacksIsNoFinding() {
    let explanation = Explanation(
      decoders: [decoder("a")], unchanged: [:],
      successes: [
        .init(decoder: "a", change: .padded(16), reading: Reading(.itf, "1"), support: nil),
        .init(decoder: "a", change: .turned(90), reading: Reading(.itf, "2"), support: nil),
      ], measurement: nil)
    #expect(explanation.findings.isEmpty && explanation.unbacked.count == 2)
    #expect(explanation.hasContradictions)
  }

  @Test func aBudgetEndsBeforeTheImageThatWouldExceedIt() {
    var budget = ExplainBudget(.milliseconds(1750))
    budget.learn(decoding: 5e8, pixels: 1_000_000)
    budget.learn(decoding: 2.5e8, pixels: 1_000_000)
    #expect(budget.affords(pixels: 3_900_000, operations: 0))
    #expect(!budget.affords(pixels: 4_100_000, operations: 0), "the least that a pixel has taken")
    budget.spend(1e8)
    #expect(!budget.affords(pixels: 3_900_000, operations: 0))
    budget.learn(making: 1e8, operations: 1e7)
    #expect(budget.affords(pixels: 1, operations: 7e7))
    #expect(!budget.affords(pixels: 1, operations: 9e7), "the most that an operation has taken")
    #expect(!budget.isSpent)
    budget.spend(8e8)
    #expect(!budget.affords(pixels: 0, operations: 0))
    #expect(budget.isSpent)
  }

  @Test func moreDecodersThanProcessorsShareTheTime() {
    for (decoders, processors, seconds) in [
      (1, 2, 3.2), (2, 2, 3.2), (3, 2, 6.4 / 3), (8, 2, 0.8), (8, 16, 3.2),
    ] {
      let whole = ExplainBudget.whole(decoders: decoders, processors: processors)
      #expect(abs(whole / .seconds(1) - seconds) < 1e-9)
    }
  }

  @Test func aBudgetIsOfProcessorTime() {
    #expect(ExplainBudget.cost(processor: 100, passed: 700) == 100, "a busy machine")
    #expect(ExplainBudget.cost(processor: 1, passed: 800) == 100, "a decoder that waits")
    #expect(ExplainBudget.cost(processor: 0, passed: 800) == 800, "no answer")
  }
}
