import Results
import Statistics
import Testing

@testable import Comparison
@testable import Reporting
@testable import RunFixtures

/// Sentences of gates and baselines about data that carry little.
@Suite struct GateSentenceTests {
  /// Reads that were lost by chance got worse all the same.
  @Test func aGateThatLostReadsByChanceDoesNotSayThatNothingGotWorse() throws {
    var report = try GateScenario.report(.same)
    #expect(GateWording(report).headline.contains("passed, nothing got worse against"))
    report.cells[0].losses = 1
    #expect(GateWording(report).headline.contains("nothing got significantly worse against"))
  }

  /// A 95 % interval may exclude 0 where the gate's own test does not.
  @Test func aChangeThatIsNearlySignificantSaysWhatTheGateAsksFor() throws {
    var report = try GateScenario.report(.same)
    report.cells[0].losses = 9
    report.cells[0].shift = Estimate(value: 0.02, lower: 0.01, upper: 0.03)
    for (p, end) in [
      (0.013, "; p = 0.013, and the gate asks for p ≤ 0.01"), (0.2, "; p = 0.20"),
      (0.002, "; not chance (p = 0.0020)"),
    ] {
      report.cells[0].lossP = p
      let sure = try #require(GateWording(report).statistics(.threshold, report.cells[0]))
      #expect(sure.hasSuffix(end), "\(sure)")
    }
  }

  @Test func oneOfAThingIsNotWrittenAsSeveral() {
    let cell = CellName(decoder: "d", group: "g")
    func text(_ reason: GateObstacle.Reason) -> String {
      GateWording.sentence(GateObstacle(reason, cell: cell))
    }
    #expect(
      text(.untried(samples: 1, isNewlyGivenUp: false)).hasSuffix(
        ": 1 sample of the baseline was planned and not tried"))
    #expect(text(.excluded(samples: 1)).contains(": 1 sample that had an answer"))
    #expect(text(.tooFewPairs(flips: 1, pairs: 1, needed: 50)).contains(": 1 of 1 pair flipped"))
  }

  @Test func ofACurveThatWasNotTriedNoRateIsGiven() throws {
    var baseline = try ScoreFixture.baseline(.realistic)
    let level = baseline.decoders[0].groups[0].levels
    baseline.decoders[0].groups[0].levels = []
    let text = BaselineText.render(baseline, TerminalStyle(width: 60), isFull: true)
    #expect(
      !level.isEmpty
        && text.contains("\(baseline.decoders[0].groups[0].group)  no sample was tried"))
    #expect(!text.contains("of 0 samples"))
    let lines = text.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 60 }, "\(text)")
    #expect(lines.contains { $0.hasPrefix("      ") }, "what is too long goes on below its group")
  }

  @Test func aBaselineHasARowForEachDecoderWhateverTheNumberOfItsGroups() throws {
    var baseline = try ScoreFixture.baseline(.realistic)
    let entries = baseline.decoders
    baseline.decoders = (0..<13).map { number in
      var entry = entries[number % entries.count]
      entry.label = "decoder-\(number)"
      entry.groups = Array(repeating: entry.groups, count: 10).flatMap(\.self)
      return entry
    }
    func text(isFull: Bool, width: Int = 80) -> String {
      BaselineText.render(baseline, TerminalStyle(width: width), isFull: isFull)
    }
    let short = text(isFull: false)
    let lines = short.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 40 && lines.allSatisfy { $0.count <= 80 }, "\(short)")
    #expect(short.contains("decoder-0 (ZBar 1.2.3)"))
    for number in 0..<13 {
      let rows = lines.filter { $0.hasPrefix("decoder-\(number)  ") }
      #expect(rows.count == 1, "\(number): \(short)")
    }
    for title in ["groups", "misreads", "errors"] { #expect(short.contains(title), "\(short)") }
    #expect(short.hasSuffix("--full shows every group."))
    #expect(text(isFull: true).split(separator: "\n").count > 200)
  }

  @Test func aDecodersRowIsTheMeanOfItsGroups() throws {
    var baseline = try ScoreFixture.baseline(.realistic)
    baseline.decoders = [baseline.decoders[0]]
    for (group, value) in [(0, 1.0), (1, 2.0)] {
      baseline.decoders[0].groups[group].meanThreshold = Estimate(
        value: value, lower: value - 0.1, upper: value + 0.1)
    }
    let text = BaselineText.render(baseline, TerminalStyle(width: 100), isFull: false)
    let row = try #require(text.split(separator: "\n").first { $0.hasPrefix("zbar  ") })
    // Half of √(0.1² + 0.1²).
    #expect(row.contains("1.50 ± 0.07"), "\(text)")
    #expect(!text.contains("misreads") && !text.contains("phantoms"), "what there is none of")
    baseline.decoders[0].groups[1].phantoms = ["2": [0, 3], "3": [1]]
    let haunted = BaselineText.render(baseline, TerminalStyle(width: 100), isFull: false)
    #expect(haunted.contains("phantoms"), "\(haunted)")
  }
}
