import Reporting
import Results
import Testing

@testable import RunFixtures

@Suite struct ConditionWordingTests {
  private static let conditions = [
    ConditionRecord(
      name: "pale",
      settings: [
        .init(
          parameter: "symbol-contrast", values: [40], isRandom: false, unit: "%",
          isoName: "symbol contrast (ISO/IEC 15415)"),
        .init(parameter: "rotation", values: [-5, 5], isRandom: true, unit: "°", isoName: nil),
      ]),
    ConditionRecord(
      name: "dots",
      settings: [
        .init(parameter: "dots", values: [1, 2], isRandom: false, unit: "dots", isoName: nil),
        .init(parameter: "inverted", values: [1], isRandom: false, unit: "", isoName: nil),
        .init(parameter: "mirrored", values: [0], isRandom: false, unit: "", isoName: nil),
        .init(
          parameter: "symbol-contrast", values: [20], isRandom: false, unit: "%",
          isoName: "symbol contrast (ISO/IEC 15415)"),
      ]),
    ConditionRecord(name: "plain", settings: []),
  ]

  @Test func aStandardsNameStandsWhereItsParameterFirstOccurs() {
    let lines = ConditionWording.lines(Self.conditions)
    #expect(lines.map(\.name) == ["pale", "dots", "plain"])
    let space = Numerals.narrowSpace
    #expect(
      lines.map(\.text) == [
        "symbol-contrast 40\(space)% [symbol contrast (ISO/IEC 15415)], rotation -5 to 5\(space)°",
        "dots 1, 2, inverted, not mirrored, symbol-contrast 20\(space)%", "nothing else",
      ])
  }

  @Test func reportsTellWhatConditionsAskForAndWhatTheAxisIsCalled() throws {
    var table = try ScoreFixture.table(.realistic)
    table.corpus.conditions = Self.conditions
    table.corpus.axisISOName = "X dimension (ISO/IEC 15415), in pixels"
    for text in [MarkdownReport().render(table), PageReport().render(table)] {
      #expect(
        text.contains("the sweep is over module-size: X dimension (ISO/IEC 15415), in pixels"))
      #expect(text.contains("symbol contrast (ISO/IEC 15415)"))
    }
  }
}
