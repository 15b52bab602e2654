import Foundation
import Results
import Statistics
import TestSupport
import Testing

@Suite struct LevelOutcomesTests {
  private func level(_ text: String = "1.37") throws -> Level {
    try #require(Level(parsing: text))
  }

  @Test func theTextCountsRepetitionsAndNothingElse() throws {
    let outcomes = LevelOutcomes(
      level: try level(), trials: [.read, .read, .missed, .misread, .crash, .crash, .excluded])
    #expect(outcomes.text == "1.37 r2nmc2x")
    #expect(try LevelOutcomes(level: level("2"), trials: []).text == "2 ")
  }

  @Test func everyTextReadsBackAsWhatItWasMadeOf() throws {
    let seed = SeededGenerator.testSeed
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let kinds = SampleOutcome.allCases.shuffled(using: &random)
        .prefix(Int.random(in: 1...6, using: &random))
      var trials: [SampleOutcome] = []
      for _ in 0..<Int.random(in: 0...40, using: &random) {
        guard let outcome = kinds.randomElement(using: &random) else { continue }
        let count = [1, 1, 2, 37, 400].randomElement(using: &random) ?? 1
        trials += repeatElement(outcome, count: count)
      }
      let outcomes = LevelOutcomes(level: try level(), trials: trials)
      let again = try? LevelOutcomes(parsing: outcomes.text)
      #expect(again == outcomes, "\(outcomes.text), seed \(seed)")
    }
  }

  @Test(arguments: [
    ("", "begins with a level"), ("r400", "begins with a level"), ("1.370 r400", "level"),
    ("1.37 q400", "\"q\" is not an outcome"), ("1.37 400", "\"4\" is not an outcome"),
    ("1.37 r0", "\"0\" is not a number of trials"), ("1.37 r1000001", "not a number of trials"),
    ("1.37 r600000n600000", "not a number"),
    ("1.37 r99999999999999999999", "not a number of trials"),
    ("1.37 r٣", "is not an outcome"), ("1.37 r 4", "\" \" is not an outcome"),
  ])
  func whatIsNoLevelIsRefusedWithItsReason(text: String, reason: String) {
    let error = #expect(throws: LevelOutcomesError.self) { try LevelOutcomes(parsing: text) }
    #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
  }

  @Test func noDamageIsFatal() throws {
    let good = Array("1.37 r38nr361mc2x-".utf8)
    let seed = SeededGenerator.testSeed
    var random = SeededGenerator(seed: seed)
    for _ in 0..<5000 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = bytes.indices.randomElement(using: &random) ?? 0
        bytes[place] = UInt8.random(in: 1...127, using: &random)
      }
      // The text is refused, or it is read as outcomes whose text gives the same outcomes again.
      guard let outcomes = try? LevelOutcomes(parsing: String(decoding: bytes, as: UTF8.self))
      else { continue }
      let again = try? LevelOutcomes(parsing: outcomes.text)
      #expect(again == outcomes, "\(outcomes.text), seed \(seed)")
    }
  }

  @Test func everyVerdictHasALetterAndSuccessesAreReads() {
    for verdict in Verdict.allCases {
      let outcome = SampleOutcome(verdict)
      #expect((outcome == .read) == verdict.isSuccess, "\(verdict)")
      #expect((outcome == .misread) == verdict.isFalse, "\(verdict)")
      #expect(outcome != .untried)
    }
    #expect(SampleOutcome(.timeout) == .excluded && SampleOutcome(.failed) == .excluded)
  }
}

@Suite struct CalendarDayTests {
  @Test func aDayIsWrittenAsItIsRead() throws {
    for text in ["2026-11-30", "2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31"] {
      #expect(CalendarDay(parsing: text)?.description == text)
    }
  }

  @Test(arguments: [
    "", "2026-11-31", "2023-02-29", "1900-02-29", "2026-13-01", "2026-00-10", "2026-1-1",
    "26-11-30", "2026/11/30", "2026-11-30 ", "-026-11-30", "٢٠٢٦-11-30", "2026-11-00",
  ])
  func whatIsNoDayIsNone(text: String) {
    #expect(CalendarDay(parsing: text) == nil)
  }

  @Test func daysAreOrderedAsTheyPass() throws {
    let days = ["2025-12-31", "2026-01-01", "2026-01-02", "2026-02-01", "2026-11-01"]
      .compactMap(CalendarDay.init)
    #expect(days.count == 5 && days == days.sorted())
    #expect(Set(days).count == 5)
  }
}
