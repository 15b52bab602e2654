import Analysis
import Foundation
import Reporting
import Results
import Statistics
import TestSupport
import Testing

@testable import Judge
@testable import RunFixtures

/// The verdict on two builds, from counts made by hand and from builds that throw dice.
@Suite struct JudgementTests {
  private static let build = Judgement.Build(
    asked: "toy", decoder: "toy", library: "libtoy", version: "1", reproduceOptions: "")

  private func judgement(_ evidence: [CorpusEvidence]) -> Judgement {
    Judgement(before: Self.build, after: Self.build, evidence)
  }

  /// A corpus of a thousand images in one group.
  private func corpus(
    _ name: String = "tiny", reads: (worse: Int, better: Int) = (0, 0),
    phantoms: (worse: Int, better: Int) = (0, 0)
  ) -> CorpusEvidence {
    func count(_ kind: JudgedKind, _ counts: (worse: Int, better: Int)) -> KindCount {
      KindCount(
        kind: kind, worse: counts.worse, better: counts.better, pairs: 1_000,
        clusters: counts.worse + counts.better,
        p: McNemar.exact(losses: counts.worse, gains: counts.better))
    }
    return CorpusEvidence(
      name: name, version: 1, title: "Tiny?",
      parts: [
        .init(
          pairs: 1_000, independent: 1_000,
          counts: JudgedKind.allCases.map {
            count($0, $0 == .reads ? reads : $0 == .phantoms ? phantoms : (0, 0))
          })
      ], flips: [], places: [])
  }

  /// Services refuse a comment of 65 536 characters; the page has all flips, and the text losses first.
  @Test func theTextOfVeryManyFlipsHasAnEnd() {
    var many = corpus(reads: (2_500, 2_500))
    many.flips = (0..<5_000).map { index in
      let (before, after): (SampleOutcome, SampleOutcome) =
        index < 2_500 ? (.missed, .read) : (.read, .missed)
      return FlippedSample(key: "tiny/v1/plain/1.37/\(index)", before: before, after: after)
    }
    let document = judgement([many]).document()
    let text = document.markdown()
    #expect(text.utf8.count < 65_536 && text.contains("400 of 5\u{202F}000 images"))
    #expect(text.contains("/2500 |") && !text.contains("/2499 |"))
    #expect(document.page(kicker: "").contains("tiny/v1/plain/1.37/4999"))
  }

  @Test func oneDirectionIsBetterOrWorseAndTwoAreMixed() {
    #expect(judgement([corpus()]).verdict == .noDifference)
    #expect(judgement([corpus(reads: (12, 0))]).verdict == .worse)
    #expect(judgement([corpus(reads: (0, 12))]).verdict == .better)
    #expect(judgement([corpus(reads: (0, 30), phantoms: (12, 0))]).verdict == .mixed)
    #expect(judgement([corpus(reads: (12, 0)), corpus("other", reads: (0, 12))]).verdict == .mixed)
    #expect(judgement([corpus(reads: (20, 20))]).verdict == .noDifference)
  }

  /// Six flips in one direction have p = 2^−5, and two such tests 2^−4 each: too much.
  @Test func testsShareTheErrorAndOnesWithoutFlipsTakeNone() {
    let one = judgement([corpus(reads: (6, 0), phantoms: (5, 0))])
    #expect(one.tests == 1 && one.verdict == .worse)
    let two = judgement([corpus(reads: (6, 0), phantoms: (3, 3))])
    #expect(two.tests == 2 && two.verdict == .noDifference)
    #expect(abs(two.corpora[0].parts[0].changes[0].adjustedP - 0.0625) < 1e-12)
  }

  @Test func theSmallestShareIsSeenInNineRunsOfTenWhateverElseIsTested() throws {
    // Five tests could share the error: 2 × 2^−8 × 5 ≤ 0.05 < 2 × 2^−7 × 5.
    let share = try #require(judgement([corpus()]).corpora[0].visibleShare)
    #expect(abs(Binomial.probabilityAtLeast(8, trials: 1_000, rate: share) - 0.9) < 1e-9)
    var generator = SplitMix64(state: 5)
    let seen = (0..<400).count { _ in
      let broken = (0..<1_000).count { _ in Self.unit(&generator) < share }
      return judgement([corpus(reads: (broken, 0))]).verdict == .worse
    }
    #expect(seen >= 345, "90 % of 400 is 360, and its standard deviation is 6")
    #expect(Judgement.visibleShare(tests: 5, of: 7) == nil)
    #expect(Judgement.visibleShare(tests: 5, of: 8) != nil)
  }

  /// The shift of a threshold that the guide tells, 0.05 px of a sweep over 5 px, in its 1 500 images.
  @Test func aThresholdThatMovesByATwentiethOfAPixelIsSeenInNineRunsOfTen() {
    var generator = SplitMix64(state: 6)
    func rate(_ pixels: Double, middle: Double) -> Double { 1 / (1 + exp((middle - pixels) / 0.2)) }
    let lost = (0..<17).map { level in
      let pixels = 1 + 0.3125 * Double(level)
      return rate(pixels, middle: 2.6) - rate(pixels, middle: 2.65)
    }
    let seen = (0..<200).count { _ in
      let broken = (0..<1_500).count { Self.unit(&generator) < lost[$0 % 17] }
      return judgement([corpus(reads: (broken, 0))]).verdict == .worse
    }
    #expect(seen >= 180, "\(seen)")
  }

  /// Where answers vary, a change must stand out from them, and so a larger one is told.
  @Test func theShareStandsOutFromAnswersThatVary() throws {
    let still = try #require(Judgement.visibleShare(tests: 5, of: 1_000))
    let share = try #require(Judgement.visibleShare(tests: 5, of: 1_000, varying: 60))
    #expect(share > 1.5 * still)
    var generator = SplitMix64(state: 9)
    let seen = (0..<400).count { _ in
      let losses = (0..<60).count { _ in Self.unit(&generator) < 0.5 }
      let broken = (0..<1_000).count { _ in Self.unit(&generator) < share }
      return judgement([corpus(reads: (losses + broken, 60 - losses))]).verdict == .worse
    }
    #expect(seen >= 345, "\(seen)")
  }

  /// Images of one payload change together: twenty of them are one piece of evidence.
  @Test(arguments: [Verdict.misread, .crash, .noRead, .timeout])
  func imagesOfOnePayloadAreOnePieceOfEvidence(_ fault: Verdict) throws {
    let corpus = try Fixture.corpus(levels: "1", trials: 60)
    var record = Fixture.record(
      corpus, decoders: ["before", "after"].map { Fixture.configured($0, supports: [true]) })
    for payloads in [3, 60] {
      record.corpus.groups[0].payloads = payloads
      let store = MemoryStore()
      let run = store.begin(record).number
      for decoder in 0...1 {
        let observations = (0..<60).map { trial in
          Observation(
            decoder: decoder, place: .init(group: 0, level: 0, trial: trial),
            finding: Finding(decoder == 1 && trial % 3 == 0 ? fault : .read))
        }
        store.append(observations, toRun: run)
      }
      store.finish(run: run, outcome: Fixture.outcome())
      let evidence = try #require(try CorpusEvidence(ofRun: run, in: store))
      let judged = judgement([evidence])
      #expect(evidence.flips.count == 20)
      #expect(judged.verdict == (payloads == 3 ? .noDifference : .worse), "\(payloads) payloads")
      #expect(judged.corpora[0].independentImages == payloads)
      #expect((judged.corpora[0].visibleShare == nil) == (payloads == 3))
    }
  }

  @Test func nothingToJudgeByIsNoVerdict() {
    #expect(judgement([]).verdict == nil)
  }

  @Test func theFirstSentenceHasTheVerdictAndWhatCouldBeSeen() throws {
    let none = JudgeWording(judgement([corpus()])).answer
    #expect(none.count == 1 && none[0].hasPrefix("No difference shown"))
    #expect(
      none[0].contains(
        "independent images of tiny and fixes none would have been seen in nine runs of ten"),
      "\(none)")
    let worse = JudgeWording(judgement([corpus(reads: (12, 1))])).answer
    #expect(
      worse[0].hasPrefix("The build after is worse than the one before: 12 of "), "\(worse)")
    #expect(worse[0].contains(" images broken and 1 fixed on tiny"), "\(worse)")
    var named = judgement([corpus(reads: (1, 12))])
    named.after.asked = "toy:fast=true"
    #expect(
      JudgeWording(named).answer[0].hasPrefix(
        "The build after (toy:fast=true) is better than the one before (toy): 1 of "))
  }

  /// Of a page with many symbols each one is read or not: what is counted is no image.
  @Test func symbolsOfPagesAreNotCalledImages() {
    var pages = corpus("pages", reads: (2, 30))
    pages.unit = .symbols
    let wording = JudgeWording(judgement([pages, corpus(), corpus("small")]))
    #expect(wording.answer[0].contains("2 of 1\u{202F}000 symbols broken and 30 fixed on pages"))
    #expect(wording.basis.contains("· 2\u{202F}000 images and 1\u{202F}000 symbols of 3 corpora"))
  }

  @Test func aPageIsComparedSymbolBySymbol() throws {
    let corpus = try Fixture.corpus(levels: "1", trials: 40)
    var record = Fixture.record(
      corpus, decoders: ["before", "after"].map { Fixture.configured($0, supports: [true]) })
    record.corpus.groups[0].scenes = [[.qrCode, .qrCode]]
    let store = MemoryStore()
    let run = store.begin(record).number
    for (decoder, finding) in [Finding(.noRead, symbols: "rn"), Finding(.read, symbols: "rr")]
      .enumerated()
    {
      let observations = (0..<40).map { trial in
        Observation(
          decoder: decoder, place: .init(group: 0, level: 0, trial: trial), finding: finding)
      }
      store.append(observations, toRun: run)
    }
    store.finish(run: run, outcome: Fixture.outcome())
    let evidence = try #require(try CorpusEvidence(ofRun: run, in: store))
    #expect(evidence.unit == .symbols && evidence.parts[0].pairs == 80)
    #expect(
      JudgeWording(judgement([evidence])).answer[0].contains("0 symbols broken and 40 fixed"))
  }

  private static func unit(_ generator: inout SplitMix64) -> Double {
    Double(generator.next() >> 11) / Double(1 << 53)
  }

  /// A run of two builds that throw dice for each image, in two groups of 4 × 50.
  private func run(_ generator: inout SplitMix64, lost: Double = 0) throws -> CorpusEvidence {
    let corpus = try Fixture.corpus(levels: "1, 2, 3, 4", trials: 50, groups: 2)
    let record = Fixture.record(
      corpus,
      decoders: ["before", "after"].map { Fixture.configured($0, supports: [true, true]) })
    let store = MemoryStore()
    let run = store.begin(record).number
    for decoder in 0...1 {
      var observations: [Observation] = []
      for group in 0...1 {
        for level in 0..<4 {
          for trial in 0..<50 {
            let rate = [0.1, 0.5, 0.9, 1][level] - (decoder == 1 ? lost : 0)
            let dice = Self.unit(&generator)
            let verdict: Verdict =
              Self.unit(&generator) < 0.04
              ? (dice < 0.5 ? .misread : .crash) : dice < rate ? .read : .noRead
            observations.append(
              Observation(
                decoder: decoder, place: .init(group: group, level: level, trial: trial),
                finding: Finding(verdict)))
          }
        }
      }
      store.append(observations, toRun: run)
    }
    store.finish(run: run, outcome: Fixture.outcome())
    return try #require(try CorpusEvidence(ofRun: run, in: store))
  }

  @Test func buildsThatAnswerAlikeAreCalledDifferentInAtMostOneOfTwentyRuns() throws {
    var generator = SplitMix64(state: SeededGenerator.testSeed)
    let different = try (0..<200).count { _ in
      try judgement([run(&generator)]).verdict != .noDifference
    }
    // Exact tests are cautious: of 200 runs at most 10, with room for a bad seed.
    #expect(different <= 10, "seed \(SeededGenerator.testSeed)")
    var lossy = SplitMix64(state: 3)
    #expect(try judgement([run(&lossy, lost: 0.2)]).verdict == .worse)
  }

  @Test func evidenceHasThePartsTheCountsAndTheFlips() throws {
    var generator = SplitMix64(state: 3)
    let evidence = try run(&generator, lost: 0.2)
    #expect(evidence.parts.map(\.group) == [nil, "v1/c0", "v1/c1"])
    #expect(evidence.parts.map(\.pairs) == [400, 200, 200])
    for kind in 0..<JudgedKind.allCases.count {
      let (whole, parts) = (
        evidence.parts[0].counts[kind], evidence.parts[1...].map { $0.counts[kind] }
      )
      #expect(whole.worse == parts.reduce(0) { $0 + $1.worse })
      #expect(whole.better == parts.reduce(0) { $0 + $1.better })
    }
    let reads = evidence.parts[0].counts[0]
    #expect(evidence.flips.count { $0.before == .read } == reads.worse)
    #expect(evidence.flips.count { $0.after == .read } == reads.better)
    #expect(evidence.flips.allSatisfy { $0.key.hasPrefix("tiny/v1/c") })
  }
}
