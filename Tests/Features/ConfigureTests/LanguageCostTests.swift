import DecoderKit
import Measuring
import Scanning
import Testing

@testable import Configure

/// The reads that the choice of a language gives up.
@Suite struct LanguageCostTests {
  private static func identity(_ name: String, _ symbologies: Set<Symbology> = [.qrCode])
    -> DecoderIdentity
  {
    DecoderIdentity(
      name: name, summary: "", library: "L", version: "1", symbologies: symbologies)
  }

  private static func recommendation(languages: [String]) -> Recommendation {
    // Both read; the one that takes part; the one that does not; nobody.
    let readers = [["in", "out"], ["in"], ["out"], ["out"], []]
    let survey = Fixture.survey(readers.map { [Fixture.symbol(.qrCode, "A", decoders: $0)] })
    let needs = SampleNeeds(survey)
    var answers = Answers(suggestedBy: needs)
    answers.languages = languages
    let space = SearchSpace(
      [identity("in"), identity("out"), identity("linear", [.ean13])], answers: answers,
      hasProgram: { languages.isEmpty || $0 == "in" })
    return Recommendation(
      survey: survey, needs: needs, answers: answers, space: space, verdict: nil, resolution: nil,
      captures: nil, unread: [], halves: (3, 2), undrawn: [])
  }

  @Test func readsOfDecodersThatALanguageLeavesOutAreCounted() throws {
    let costs = Self.recommendation(languages: ["c"]).languageCosts
    let cost = try #require(costs.first)
    #expect(costs.count == 1 && cost.decoder == "out")
    #expect(cost.symbols == 5 && cost.reads == 3 && cost.onlyReads == 2)
  }

  @Test func allLanguagesCostNothing() {
    #expect(Self.recommendation(languages: []).languageCosts.isEmpty)
  }

  /// One decoder's reading without a place.
  @Test func aSingleReadingCountsIfATruthConfirmsIt() throws {
    let reading = Reading(symbology: .ean13, bytes: Array("4006381333931".utf8))
    let detection = Detection(
      number: 1, symbology: .ean13, bytes: reading.bytes, text: nil,
      measurement: SymbolMeasurement(source: .none(.notFound), outline: nil),
      parts: [
        .init(decoder: "a", status: .missed, margin: .unknown(.noRun)),
        .init(decoder: "b:test-inverted=true", status: .read(reading), margin: .unknown(.noRun)),
      ])
    let decoders = ["a", "b:test-inverted=true"].map {
      ScanDecoder(label: $0, reference: $0, library: $0, version: "1", symbologies: [.ean13])
    }
    #expect(SurveyedSymbol(detection, decoders: decoders) == nil)
    let symbol = try #require(SurveyedSymbol(detection, decoders: decoders, isConfirmed: true))
    #expect(symbol.decoders == ["b"])
  }
}
