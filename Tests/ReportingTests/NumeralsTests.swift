import Foundation
import Reporting
import Testing

@Suite struct NumeralsTests {
  @Test func thousandsAreSetApartByANarrowNoBreakSpace() {
    #expect(
      [0, 999, 1000, 24_800, 1_234_567, -24_800].map(Numerals.count) == [
        "0", "999", "1\u{202F}000", "24\u{202F}800", "1\u{202F}234\u{202F}567", "-24\u{202F}800",
      ])
    #expect(Numerals.count(.min).hasPrefix("-9\u{202F}223"))
  }

  @Test func decimalsAreRoundedHalfAwayFromZeroAndNeverMinusZero() {
    #expect(Numerals.decimal(1.375, places: 2) == "1.38")
    #expect(Numerals.decimal(-1.375, places: 2) == "-1.38")
    #expect(Numerals.decimal(-0.0, places: 2) == "0.00")
    #expect(Numerals.decimal(-0.001, places: 2) == "0.00")
    #expect(Numerals.decimal(1234.05, places: 1) == "1\u{202F}234.1")
    #expect(Numerals.decimal(0.05, places: 3) == "0.050")
    #expect(Numerals.decimal(.nan, places: 1) == "–")
    #expect(Numerals.decimal(.infinity, places: 1) == "–")
    #expect(Numerals.decimal(1e300, places: 1) == "1e+300")
  }

  @Test func levelsAreSpelledAsCorporaSpellThem() {
    #expect([2, 1.37, 0, -0.0, 10.5].map(Numerals.level) == ["2", "1.37", "0", "0", "10.5"])
  }

  @Test func onlyAllIsHundredPercentAndOnlyNoneIsZero() {
    #expect(Numerals.percent(400, of: 400) == "100.0")
    #expect(Numerals.percent(9999, of: 10_000) == ">99.9")
    #expect(Numerals.percent(1, of: 10_000) == "<0.1")
    #expect(Numerals.percent(0, of: 10_000) == "0.0")
    #expect(Numerals.percent(812, of: 1000) == "81.2")
    #expect(Numerals.percent(0, of: 0) == "–")
  }

  @Test func anUpperBoundIsNeverRoundedDown() throws {
    for bound in stride(from: 0.000_001, to: 1, by: 0.000_917) {
      let shown = try #require(Double(Numerals.upperPercent(bound)))
      #expect(shown >= bound * 100 - 1e-9)
      #expect(shown <= bound * 100 * 1.5 + 0.01)
    }
  }

  @Test func upperBoundsAreShort() {
    #expect(
      [0.0003, 0.000_072, 0.012, 0.314, 1, 0].map(Numerals.upperPercent) == [
        "0.03", "0.008", "1.2", "32", "100", "0.00",
      ])
  }

  @Test func timesHaveThreeDigits() {
    #expect(
      [0, 0.00123, 0.00996, 0.8449, 9.994, 9.996, 12.44, 99.96, 1339.7].map {
        Numerals.milliseconds($0)
      } == [
        "0.00", "0.0012", "0.01", "0.84", "9.99", "10.0", "12.4", "100", "1\u{202F}340",
      ])
    #expect(Numerals.milliseconds(nil) == "–")
  }

  @Test func clocksRoundUpAndSayWhatTheyDoNotKnow() {
    #expect(
      [41.2, 725, 3750, 0].map { Numerals.clock($0) } == ["0:42", "12:05", "1:02:30", "0:00"])
    #expect([nil, .nan, .infinity, -1].map(Numerals.clock) == ["–", "–", "–", "–"])
    #expect(Numerals.clock(1e12) == ">99 h")
  }

  @Test func smallPValuesAreBoundsNotZero() {
    #expect(
      [0, 0.000_099, 0.0134, 0.5, 1].map(Numerals.p) == [
        "p < 0.0001", "p < 0.0001", "p = 0.013", "p = 0.50", "p = 1.00",
      ])
  }

  @Test(arguments: [
    (0.0, "0", "0"), (1.2341e-4, "124", "123"), (1e-6, "1.0", "1.0"), (3.0451e-6, "3.1", "3.0"),
    (0.0123449, "12 400", "12 300"), (4.2e-8, "0.042", "0.042"), (1, "1 000 000", "1 000 000"),
  ])
  func boundsOfRatesPerMillionAreRoundedAwayFromTheRate(rate: Double, up: String, down: String) {
    let space = "\u{202F}"
    let (up, down) = (up.replacing(" ", with: space), down.replacing(" ", with: space))
    #expect(Numerals.perMillion(rate, .up) == up)
    #expect(Numerals.perMillion(rate, .down) == down)
  }

  @Test func aRatePerMillionThatIsNotKnownIsMissing() {
    #expect(Numerals.perMillion(nil, .toNearestOrAwayFromZero) == "–")
  }
}
