import Corpora
import Results
import Statistics
import TestSupport
import Testing

@testable import Publish
@testable import RunFixtures

/// Public and hidden splits: mean thresholds side by side, and who is left out.
@Suite struct SplitComparisonTests {
  private let commitment = SplitCommitment(
    samples: SplitSamples(corpus: "tiny", version: 1, sha256: "s", renderer: 2),
    committedOn: .someDay, sha256: "c")

  private func report(_ known: Baseline, _ hidden: Baseline) -> SplitReport {
    SplitComparison(known: known, hidden: hidden).report(of: commitment)
  }

  /// A decoder that reads each level with a chance, and the mean threshold of which the tables show.
  private func run(_ chances: [Double], seed: UInt64, harder: SweepDirection = .smaller) throws
    -> Baseline
  {
    var fixture = GateFixture()
    fixture.harder = harder
    var random = SeededGenerator(seed: seed)
    return try fixture.run { _, place in
      Double.random(in: 0..<1, using: &random) < chances[place.level] ? .read : .noRead
    }
  }

  @Test(arguments: [SweepDirection.smaller, .larger])
  func resultsAreTheMeanThresholdsOfTheTables(_ harder: SweepDirection) throws {
    let chances = harder == .smaller ? [0.1, 0.5, 0.9, 1] : [1, 0.9, 0.5, 0.1]
    let known = try run(chances, seed: 1, harder: harder)
    let hidden = try run(chances, seed: 2, harder: harder)
    let gap = try #require(report(known, hidden).decoders.first?.gap)
    func mean(_ baseline: Baseline) throws -> Double {
      try #require(baseline.decoders[0].groups[0].meanThreshold).value
    }
    #expect(abs(try mean(known) - gap.known) < 1e-12)
    #expect(abs(try mean(hidden) - gap.hidden) < 1e-12)
    let worse = harder == .smaller ? gap.hidden - gap.known : gap.known - gap.hidden
    #expect(abs(gap.worseBy.value - worse) < 1e-12)
    #expect(!gap.isOverfitted && gap.worseBy.lower < 0 && gap.worseBy.upper > 0)
  }

  @Test func aDecoderThatLearntThePublicImagesIsFound() throws {
    let known = try run([0.6, 0.9, 1, 1], seed: 3)
    let hidden = try run([0.1, 0.5, 0.9, 1], seed: 4)
    let report = report(known, hidden)
    #expect(report.overfitted.map(\.label) == ["a"])
    #expect(report.measure == .meanThreshold && report.unit == "px")
    #expect(SplitComparison(known: hidden, hidden: known).report(of: commitment).overfitted == [])
  }

  @Test func withoutAnOrderRatesAreCompared() throws {
    let known = try run([0.9, 0.9, 0.9, 0.9], seed: 5, harder: .unordered)
    let hidden = try run([0.5, 0.9, 0.9, 0.9], seed: 6, harder: .unordered)
    let report = report(known, hidden)
    let gap = try #require(report.decoders.first?.gap)
    #expect(report.measure == .rate && report.unit == "")
    #expect(abs(gap.known - 0.9) < 0.05 && abs(gap.hidden - 0.8) < 0.06)
    #expect(abs(gap.worseBy.value - (gap.known - gap.hidden)) < 1e-12 && gap.isOverfitted)
  }

  @Test func decodersThatCannotBeComparedAreNamed() throws {
    var fixture = GateFixture()
    fixture.decoders = ["a", "b", "c", "d"]
    let known = try fixture.step()
    var hidden = try fixture.step()
    hidden.decoders[1].fingerprint = "other"
    hidden.decoders[2].groups[0].levels[3].trials[7] = .untried
    hidden.decoders[3].groups = []
    hidden.decoders[0].label = "new"
    #expect(
      report(known, hidden).decoders.map(\.obstacle)
        == [.absent, .otherDecoder, .untried, .unsupported])
  }

  @Test func manyDecodersAreJudgedTogether() throws {
    var fixture = GateFixture()
    fixture.decoders = (0..<30).map { "d\($0)" }
    fixture.trials = 40
    func run(_ seed: UInt64) throws -> Baseline {
      var random = SeededGenerator(seed: seed)
      return try fixture.run { _, place in
        Double.random(in: 0..<1, using: &random) < Double(place.level) / 3 ? .read : .noRead
      }
    }
    let report = try report(run(1), run(2))
    #expect(report.overfitted.isEmpty, "30 decoders that were not tuned")
    for entry in report.decoders {
      let gap = try #require(entry.gap)
      #expect(gap.adjustedP >= gap.p)
    }
  }

  @Test func anOpeningFitsItsCommitmentAlone() throws {
    let opening = SplitOpening(
      samples: commitment.samples, committedOn: .someDay, seed: 42,
      nonce: String(repeating: "ab", count: 32))
    #expect(opening.fault(against: opening.commitment) == nil)
    var other = opening
    other.seed = 43
    #expect(
      other.fault(against: opening.commitment) == .hash(was: opening.sha256, is: other.sha256))
    other = opening
    other.nonce = String(repeating: "ac", count: 32)
    #expect(other.fault(against: opening.commitment) != nil)
    other = opening
    other.samples.renderer += 1
    #expect(other.fault(against: opening.commitment) == .samples)
    other = opening
    other.committedOn = try #require(CalendarDay(parsing: "2026-06-16"))
    #expect(other.fault(against: opening.commitment) == .day)
  }
}
