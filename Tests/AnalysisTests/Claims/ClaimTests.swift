import Analysis
import Corpora
import Results
import Statistics
import TestSupport
import Testing

@testable import RunFixtures

/// Verdicts on documented minima, from runs whose thresholds are planted.
@Suite struct ClaimTests {
  private static let levels = "1, 1.2, 1.5, 1.8, 1.9, 2, 2.2, 2.5, 3"
  private static let claims = """
    claims:
      - {name: two, by: B, source: s, says: x, from: {module-size: 2}}
      - {name: always, by: B, source: s, says: x, reads: always, from: {module-size: 2}}
    """

  /// The verdicts on "reliably" and "always" from 2 px on, for a decoder that reads where it is told.
  private func table(
    trials: Int = 124, groups: Int = 1, failure: Verdict = .noRead,
    reads: (_ level: Double, SamplePlace) -> Bool
  ) throws -> ScoreTable {
    let corpus = try Fixture.corpus(
      levels: Self.levels, trials: trials, groups: groups, rest: Self.claims)
    let record = Fixture.record(
      corpus,
      decoders: [Fixture.configured("a", supports: Array(repeating: true, count: groups))])
    return try Fixture.scores(of: record) { _, place in
      reads(record.corpus.levels[place.level].value, place) ? .read : failure
    }
  }

  private func verdicts(_ table: ScoreTable) -> [ClaimVerdict] {
    table.claims?.claims.compactMap(\.decoders.first?.verdict) ?? []
  }

  @Test(arguments: [
    (1.5, ClaimVerdict.tooStrict, ClaimVerdict.holds), (1.8, .tooStrict, .holds),
    (1.9, .holds, .holds), (2.0, .holds, .holds), (2.2, .tooOptimistic, .tooOptimistic),
    (2.3, .tooOptimistic, .tooOptimistic),
  ])
  func aPlantedThresholdGivesItsVerdict(
    threshold: Double, reliably: ClaimVerdict, always: ClaimVerdict
  ) throws {
    let table = try table { level, _ in level >= threshold }
    #expect(verdicts(table) == [reliably, always])
    let group = try #require(table.claims?.claims[0].decoders[0].groups[0])
    #expect(group.holds == (threshold == 2.3 ? 2.5 : threshold))
  }

  @Test func aThresholdMovedByThreeTenthsFlipsTheVerdict() throws {
    let honest = try table { level, _ in level >= 2 }
    let doctored = try table { level, _ in level >= 2.3 }
    #expect(verdicts(honest)[0] == .holds && verdicts(doctored)[0] == .tooOptimistic)
    let evidence = try #require(doctored.claims?.claims[0].decoders[0].groups[0].counterexample)
    #expect(evidence.levels.map(\.text) == ["2", "2.2"] && evidence.counts.noRead == 124)
    #expect(honest.claims?.claims[0].decoders[0].groups[0].counterexample == nil)
  }

  @Test func oneFailureRefutesAlwaysAndNotReliably() throws {
    let table = try table(trials: 200) { level, place in
      level >= 2 && !(level == 3 && place.trial == 5)
    }
    #expect(verdicts(table) == [.holds, .tooOptimistic])
    let evidence = try #require(table.claims?.claims[1].decoders[0].groups[0].counterexample)
    #expect(evidence.levels.map(\.text) == ["3"] && evidence.counts.read == 199)
  }

  @Test func tooFewTrialsDecideNothingAndTheTableSaysHowManyItTakes() throws {
    let few = try table(trials: 70) { level, _ in level >= 1.5 }
    #expect(verdicts(few) == [.undecided, .undecided])
    // 0.95^n ≤ 0.05 / 2 takes 72 trials, for one curve.
    #expect(few.claims?.trialsNeeded == 72 && few.claims?.curves == 1)
    #expect(verdicts(try table(trials: 72) { level, _ in level >= 1.5 })[0] == .tooStrict)
    let groups = try table(trials: 72, groups: 3) { level, _ in level >= 1.5 }
    #expect(verdicts(groups)[0] == .undecided && groups.claims?.curves == 3)
    #expect(groups.claims?.trialsNeeded == 94, "0.95^94 ≤ 0.05 / 6")
  }

  @Test func crashesAndIslandsAboveTheSizeAreTheEvidence() throws {
    let table = try table(failure: .crash) { level, place in
      level >= 1.5 && (level != 2.5 || place.trial < 20)
    }
    #expect(verdicts(table) == [.tooOptimistic, .tooOptimistic])
    let evidence = try #require(table.claims?.claims[0].decoders[0].groups[0].counterexample)
    #expect(evidence.levels.map(\.text) == ["2.5"] && evidence.isIsland)
    #expect(evidence.counts.crash == 104 && evidence.counts.read == 20)
    let plain = try self.table { level, _ in level >= 2.5 }
    #expect(plain.claims?.claims[0].decoders[0].groups[0].counterexample?.isIsland == false)
  }

  @Test func theCauseOfErrorsIsToldWhereItIsTheOnlyOneThere() throws {
    let corpus = try Fixture.corpus(levels: "1, 2, 3", trials: 80, rest: Self.claims)
    let record = Fixture.record(corpus, decoders: [Fixture.configured("a", supports: [true])])
    func cause(_ text: (SamplePlace) -> String) throws -> String? {
      let table = try Fixture.scores(ofFindings: record) { _, place in
        place.level == 1
          ? Finding(.read) : Finding(.crash, detail: text(place))
      }
      return table.claims?.claims[0].decoders[0].groups[0].counterexample?.cause
    }
    // Level 1 crashes for another reason, which is not evidence.
    #expect(try cause { $0.level == 0 ? "killed by SIGSEGV" : "killed by SIGABRT" } != nil)
    #expect(try cause { $0.trial < 9 ? "killed by SIGSEGV" : "killed by SIGABRT" } == nil)
  }

  @Test func oneFailingGroupRefutesAClaimAndTooStrictTakesAll() throws {
    let cases: [([Double], ClaimVerdict)] = [
      ([1.5, 1.5], .tooStrict), ([1.5, 2], .holds), ([1.5, 2.2], .tooOptimistic),
    ]
    for (thresholds, verdict) in cases {
      let table = try table(groups: 2) { level, place in level >= thresholds[place.group] }
      #expect(verdicts(table)[0] == verdict)
    }
    #expect(ClaimVerdict.joint([.holds, .undecided]) == .undecided)
    #expect(ClaimVerdict.joint([.tooOptimistic, .undecided]) == .tooOptimistic)
    #expect(ClaimVerdict.joint([]) == .undecided)
  }

  @Test func decodersWithoutTheSymbologyHaveNoVerdictAndCountNoCurve() throws {
    let corpus = try Fixture.corpus(levels: "1, 2, 3", trials: 80, rest: Self.claims)
    let record = Fixture.record(
      corpus,
      decoders: [
        Fixture.configured("a", supports: [true]), Fixture.configured("b", supports: [false]),
      ])
    let table = try Fixture.scores(of: record) { decoder, _ in decoder == 0 ? .read : nil }
    #expect(table.claims?.curves == 1)
    #expect(table.claims?.claims.allSatisfy { $0.decoders.map(\.decoder) == ["a"] } == true)
    let none = try Fixture.corpus(levels: "1, 2", trials: 5)
    let plain = try Fixture.scores(of: Fixture.record(none, decoders: record.decoders)) {
      $0 == 0 && $1.trial >= 0 ? .read : nil
    }
    #expect(plain.claims == nil)
  }

  /// In repeated runs, any wrong verdict among all comes less often than stated, whatever the curves.
  @Test func anyWrongVerdictIsRarerThanStated() {
    let xs = [1.0, 1.2, 1.5, 1.8, 2, 2.2, 2.5, 3]
    // The hardest curves: on either side of the target, flat, and failing at one level alone.
    let curves: [[Double]] = [
      xs.map { $0 >= 1.8 ? 0.951 : 0.2 }, xs.map { $0 >= 2 ? 0.949 : 0.2 }, xs.map { _ in 0.95 },
      xs.map { $0 == 2.5 ? 0.94 : 1 }, xs.map { $0 >= 2 ? 1 : 0.949 }, xs.map { _ in 1 },
    ]
    let alpha = ClaimTest.alpha(curves: curves.count)
    // P(Bin(400, rate) ≤ k) for each k: drawing 400 trials one by one takes long.
    let tails = Dictionary(
      uniqueKeysWithValues: Set(curves.joined()).map { rate in
        (rate, (0..<400).map { Binomial.probabilityAtMost($0, trials: 400, rate: rate) })
      })
    var random = SeededGenerator(seed: 3)
    var wrong = 0
    let draws = 600
    for _ in 0..<draws {
      let isWrong = curves.map { rates -> Bool in
        let counts = zip(xs, rates).map { x, rate in
          let tails = tails[rate] ?? []
          let draw = Double.random(in: 0..<1, using: &random)
          let reads = tails.lastIndex { $0 <= draw }.map { $0 + 1 } ?? 0
          return LevelCount(x: x, reads: reads, trials: 400)
        }
        let test = ClaimTest(counts, alpha: alpha)
        return xs.contains { size in
          [ClaimRecord.Promise.reliably, .always].contains { promise in
            Self.isWrong(test.verdict(on: promise, from: size), promise, size, xs, rates)
          }
        }
      }
      if isWrong.contains(true) { wrong += 1 }
    }
    #expect(Double(wrong) / Double(draws) <= 0.05, "\(wrong) of \(draws)")
    #expect(wrong > 0, "curves beside the target should mislead now and then")
  }

  /// True if a verdict contradicts the true rates.
  private static func isWrong(
    _ verdict: ClaimVerdict, _ promise: ClaimRecord.Promise, _ size: Double, _ xs: [Double],
    _ rates: [Double]
  ) -> Bool {
    func isReliable(from bound: Double) -> Bool {
      zip(xs, rates).allSatisfy { $0 < bound - 1e-9 || $1 >= 0.95 }
    }
    let isAlways = zip(xs, rates).allSatisfy { $0 < size || $1 >= 1 }
    return switch verdict {
    case .undecided: false
    case .tooOptimistic: promise == .always ? isAlways : isReliable(from: size)
    case .tooStrict: !isReliable(from: ClaimTest.strictShare * size)
    case .holds: !isReliable(from: size)
    }
  }
}
