import Reporting
import Results
import Testing

@testable import Comparison
@testable import RunFixtures

/// The sentences for everything that a gate cannot judge.
@Suite struct ObstacleWordingTests {
  private static let cell = CellName(decoder: "zbar", group: "v2-m/upright")

  /// Every reason, with words that its sentence must hold.
  private static let reasons: [(GateObstacle.Reason, [String])] = [
    (.noBaseline(message: "a.json: no such file"), ["a.json: no such file"]),
    (.damagedBaseline(message: "a.json: it lacks \"corpus\""), ["lacks"]),
    (.otherCorpus(baseline: "tilt", run: "jpeg"), ["corpus tilt", "of jpeg"]),
    (.otherVersion(corpus: "tilt", baseline: 1, run: 2), ["version 1", "version 2", "accept"]),
    (.otherSeed(baseline: 7, run: 8), ["seed 7", "seed 8"]),
    (.otherSweep(corpus: "tilt"), ["another sweep", "raise its version"]),
    (
      .otherDrawing(group: "a/b", levels: 3, first: "1.37"),
      ["a/b is drawn differently", "3 levels, from 1.37"]
    ),
    (.nothingCompared, ["nothing was compared"]),
    (.decoderNotInBaseline("dmtx"), ["decoder dmtx is not in the baseline"]),
    (
      .decoderNotInBaseline("dmtx:a=1", argument: "dmtx:a=1", known: "dmtx"),
      ["judge it as the dmtx of the baseline, --decoder dmtx=dmtx:a=1"]
    ),
    (.cellNotInBaseline, ["zbar@v2-m/upright is not in the baseline"]),
    (.decoderMissing("dmtx"), ["decoder dmtx is in the baseline but was not tried"]),
    (.cellMissing, ["zbar@v2-m/upright is in the baseline but was not tried"]),
    (.noPairs, ["zbar@v2-m/upright: no sample was judged in both runs"]),
    (
      .tooFewPairs(flips: 1, pairs: 40, needed: 50),
      ["zbar@v2-m/upright: 1 of 40 pairs", "takes 50 pairs", "give the corpus more trials"]
    ),
    (
      .tooFewPairs(flips: 1, pairs: 40, needed: 50, isShortened: true), ["leave out --trials"]
    ),
    (.untried(samples: 4, isNewlyGivenUp: false), ["4 samples of the baseline were planned"]),
    (.untried(samples: 4, isNewlyGivenUp: true), ["it was given up"]),
    (.excluded(samples: 9), ["9 samples", "timed out or failed", "--timeout"]),
    (
      .hangsUnjudged("zbar", timeouts: 1, .shortLimit(1_000_000_000, usual: 2e9)),
      ["zbar: 1 image with", "limit of 1 s", "Use --timeout 100s"]
    ),
    (.hangsUnjudged("zbar", timeouts: 2, .noAnswer), ["zbar: 2 images", "raise --timeout"]),
    (.hangsUnjudged("zbar", timeouts: 2, .noDecoder), ["harness compare --baseline has"]),
    (
      .untimed(isBaseline: true),
      ["the baseline has too few reads", "accept a run of harness compare --fresh"]
    ),
    (.untimed(isBaseline: false), ["this run has too few reads"]),
    (.otherMachine(baseline: "A with 2 cores", run: "B with 1 core"), ["A with 2", "B with 1"]),
    (.halfTimed, ["zbar@v2-m/upright: one of the runs"]),
    (.recheckFailed(message: "no more workers"), ["decoded again: no more workers"]),
  ]

  @Test func everySentenceNamesItsFactsAndItsCell() {
    for (reason, words) in Self.reasons {
      let isOfCell =
        switch reason {
        case .cellNotInBaseline, .cellMissing, .noPairs, .tooFewPairs, .untried, .excluded,
          .halfTimed:
          true
        default: false
        }
      let sentence = GateWording.sentence(
        GateObstacle(reason, cell: isOfCell ? Self.cell : nil))
      for word in words { #expect(sentence.contains(word), "\(reason): \(sentence)") }
      #expect(!sentence.hasSuffix(".") && !sentence.contains("  "))
    }
  }

  /// With few trials each group says the same: once is enough, with their number.
  @Test func whatHoldsForManyGroupsIsSaidOnce() throws {
    var report = try GateScenario.report(.same)
    let cells = (1...6).map { CellName(decoder: "zbar", group: "g\($0)/upright") }
    report.obstacles = cells.map {
      GateObstacle(.tooFewPairs(flips: 1, pairs: 70, needed: 100, isShortened: true), cell: $0)
    }
    report.notes =
      cells.map { .otherTrials(group: $0.group, baseline: 100, run: 5) } + [.noPhantoms]
    let wording = GateWording(report)
    #expect(
      wording.obstacles == [
        "in 6 groups a few images flipped, and too few were compared to judge that: zbar@g1/upright (1 of 70; 100 "
          + "needed), zbar@g2/upright (1 of 70; 100 needed), zbar@g3/upright (1 of 70; 100 needed) and 3 more; "
          + "leave out --trials, the baseline has more"
      ])
    let trials = wording.closing().filter { $0.contains("trials of each level") }
    #expect(
      trials == [
        "6 groups: compared on the first 5 trials of each level; the baseline has 100, this run 5"
      ])
    #expect(wording.closing().contains { $0.hasPrefix("phantoms were not compared") })
    #expect(wording.notes.count == 7, "data keep each group")
    report.obstacles = [report.obstacles[0]]
    report.notes = [report.notes[0]]
    #expect(
      GateWording(report).obstacles.first?.hasPrefix("zbar@g1/upright: 1 of 70 pairs") == true)
    #expect(GateWording(report).closing().contains { $0.hasPrefix("g1/upright: compared on") })
    report.obstacles = ["a", "b"].map { GateObstacle(.decoderNotInBaseline($0)) }
    #expect(GateWording(report).obstacles.first?.hasPrefix("decoders a and b are not in") == true)
  }

  @Test func everyCodeHasAReason() {
    let codes = Set(Self.reasons.map { GateObstacle($0.0).code })
    #expect(codes == Set(GateObstacle.Code.allCases))
  }
}
