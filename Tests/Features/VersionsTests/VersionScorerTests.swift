import Analysis
import Results
import Testing

@testable import RunFixtures
@testable import Versions

@Suite struct VersionScorerTests {
  /// The scores of releases 1.0, 1.1, … that read so many of a hundred trials at the third level.
  private func scores(
    _ readsUntil: [Int], groups: Int = 1, supports: [[Bool]]? = nil,
    order: [Int]? = nil, verdict: ((Int, SamplePlace) -> Verdict?)? = nil,
    phantoms: (Int, SamplePlace) -> Bool = { _, _ in false }
  ) throws -> CorpusReleases {
    let corpus = try Fixture.corpus(levels: "1, 2, 3, 4", trials: 100, groups: groups)
    let labels = readsUntil.indices.map { "toy@1.\($0)" }
    let record = Fixture.record(
      corpus,
      decoders: (order ?? Array(labels.indices)).map {
        Fixture.configured(
          labels[$0], supports: supports?[$0] ?? Array(repeating: true, count: groups))
      })
    let store = MemoryStore()
    let run = store.begin(record).number
    for (decoder, configured) in record.decoders.enumerated() {
      let release = try #require(labels.firstIndex(of: configured.label))
      for group in 0..<groups where supports?[release][group] ?? true {
        for level in 0..<4 {
          for trial in 0..<100 {
            let place = SamplePlace(group: group, level: level, trial: trial)
            let reads = level == 3 || level == 2 && trial < readsUntil[release]
            var finding = Finding(verdict?(release, place) ?? (reads ? .read : .noRead))
            if phantoms(release, place) { finding.extras.wrong = 2 }
            store.append(
              [Observation(decoder: decoder, place: place, finding: finding)], toRun: run)
          }
        }
      }
    }
    store.finish(run: run, outcome: Fixture.outcome())
    let table = try Scorer.scores(ofRun: run, in: store)
    return try VersionScorer(
      ofRun: run, in: store, table: table,
      releases: labels.indices.map { (labels[$0], "1.\($0)") }
    ).scores()
  }

  @Test func theReleaseThatChangedAThresholdIsNamed() throws {
    let scores = try scores([50, 50, 90, 40])
    #expect(scores.rows.map(\.release) == ["1.0", "1.1", "1.2", "1.3"])
    #expect(scores.steps.map(\.to) == ["1.1", "1.2", "1.3"])
    #expect(scores.changes.map(\.to) == ["1.2", "1.3"])
    #expect(scores.changes.map(\.isBetter) == [true, false])
    #expect(scores.steps.map(\.gained) == [0, 40, 0] && scores.steps.map(\.lost) == [0, 0, 50])
    // 2 × 2^−40 and 2 × 2^−50, corrected by Holm over three steps.
    #expect(abs(scores.steps[1].p / 1.818989403545856e-12 - 1) < 1e-9)
    #expect(abs(scores.steps[1].adjustedP / (2 * scores.steps[1].p) - 1) < 1e-12)
    #expect(abs(scores.steps[2].adjustedP / (3 * scores.steps[2].p) - 1) < 1e-12)
    // A level of weight 1, of which 40 of 100 are gained: the threshold is lower by 0.4.
    #expect(abs(try #require(scores.steps[1].meanThresholdDifference).value + 0.4) < 1e-12)
    #expect(abs(try #require(scores.steps[2].meanThresholdDifference).value - 0.5) < 1e-12)
    #expect(abs(try #require(scores.steps[2].rateDifference).value + 0.125) < 1e-12)
  }

  @Test func rowsAreInTheOrderOfReleasesWhoeverLeads() throws {
    let scores = try scores([10, 90, 50], order: [2, 0, 1])
    #expect(scores.rows.map(\.label) == ["toy@1.0", "toy@1.1", "toy@1.2"])
    #expect(scores.steps.map(\.from) == ["1.0", "1.1"])
  }

  @Test func aChangeInOneGroupIsFoundThere() throws {
    let scores = try scores([50, 50], groups: 2) { release, place in
      place.group == 1 && place.level == 1 && release == 1 && place.trial < 30 ? .read : nil
    }
    #expect(scores.steps.map(\.group) == [nil, "v1/c0", "v1/c1"])
    #expect(scores.changes.map(\.group) == [nil, "v1/c1"])
  }

  @Test func neighboursAreComparedOnWhatBothSupport() throws {
    let scores = try scores(
      [50, 50, 50], groups: 2, supports: [[true, false], [true, true], [true, true]])
    #expect(scores.steps.filter { $0.to == "1.1" }.map(\.group) == [nil, "v1/c0"])
    #expect(scores.steps.filter { $0.to == "1.2" }.map(\.group) == [nil, "v1/c0", "v1/c1"])
    #expect(scores.steps.map(\.pairs) == [400, 400, 800, 400, 400])
    #expect(scores.changes.isEmpty)
  }

  /// Both sides of the change read the same samples; one has a phantom in some that it reads.
  @Test func theReleaseThatReadsPhantomsIsNamed() throws {
    let scores = try scores(
      [50, 50, 50, 50], groups: 2,
      phantoms: { release, place in
        place.group == 1 && place.level == 3 && place.trial < [0, 3, 15, 13][release]
      })
    #expect(scores.changes.isEmpty)
    #expect(scores.rows.map(\.phantoms) == [0, 3, 15, 13])
    #expect(scores.rows[2].groups.map(\.phantoms) == [0, 15])
    #expect(scores.phantomChanges.map(\.to) == ["1.2", "1.2"])
    #expect(scores.phantomChanges.map(\.group) == [nil, "v1/c1"])
    #expect(scores.phantomChanges.map(\.newPhantoms) == [12, 12])
    // 2 × 2^−12, corrected by Holm over nine tests of reads and the two of phantoms that can be significant.
    #expect(abs(scores.phantomChanges[0].adjustedPhantomP / (11 * 0.00048828125) - 1) < 1e-12)
    let last = scores.steps.filter { $0.to == "1.3" && $0.group == nil }
    #expect(last.map(\.gonePhantoms) == [2] && last.map(\.adjustedPhantomP) == [1])
    let wording = VersionWording(scores)
    #expect(wording.against(scores.rows[1]) == "no significant change")
    #expect(wording.against(scores.rows[2]) == "more phantoms")
    #expect(
      wording.answer(of: "toy")
        == "toy 1.2 reads phantoms in more images than 1.1 (in 12 only 1.2, in 0 only 1.1)")
  }

  /// Of a sample that one of two did not answer in time nothing is known.
  @Test func phantomsAreComparedWhereBothAnswered() throws {
    let scores = try scores(
      [50, 50], verdict: { release, place in release == 0 && place.level == 3 ? .timeout : nil },
      phantoms: { release, place in release == 1 && place.level == 3 })
    #expect(scores.steps.map(\.newPhantoms) == [0] && scores.phantomChanges.isEmpty)
  }

  @Test func oneReleaseHasNoSteps() throws {
    let scores = try scores([50])
    #expect(scores.rows.count == 1 && scores.steps.isEmpty)
  }

  /// Flips that balance each other are no change, however many there are.
  @Test func changesOfTheSameReleaseInBothDirectionsDoNotAddUp() throws {
    let scores = try scores([50, 50]) { release, place in
      place.level == 2 && release == 1 ? (place.trial < 50 ? .noRead : .read) : nil
    }
    #expect(scores.steps.map(\.gained) == [50] && scores.steps.map(\.lost) == [50])
    #expect(scores.changes.isEmpty)
  }
}
