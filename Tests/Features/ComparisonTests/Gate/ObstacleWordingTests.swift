import Reporting
import Results
import Testing

@testable import Comparison

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

  @Test func everyCodeHasAReason() {
    let codes = Set(Self.reasons.map { GateObstacle($0.0).code })
    #expect(codes == Set(GateObstacle.Code.allCases))
  }
}
