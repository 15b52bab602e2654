import Corpora
import Results
import TestSupport
import Testing

@testable import RunFixtures

/// The knee of a sweep over resolutions, planted by a decoder that is made up.
@Suite struct KneeTests {
  private static let levels = ["0.3", "0.9", "2", "5", "8", "12"]

  private func record(
    axis: String = "resolution", trials: Int, levels: [String] = KneeTests.levels
  ) throws -> RunRecord {
    let corpus = try Corpus(
      yaml: """
        format: 1
        name: scene
        version: 1
        title: Scene
        question: How many pixels?
        seed: 7
        symbols: [{name: v1, symbology: qr-code, version: 1, ecc: L, payload: {kind: digits, length: 8}}]
        conditions: [{name: plain, \(axis == "resolution" ? "frame: 1000, module-size: 4" : "rotation: 0")}]
        sweep: {axis: \(axis), harder: unordered, levels: [\(levels.joined(separator: ", "))]}
        trials: \(trials)
        """, file: "scene.yaml")
    return Fixture.record(corpus, decoders: [Fixture.configured("a", supports: [true])])
  }

  private func knee(
    trials: Int, axis: String = "resolution", verdict: (SamplePlace) -> Verdict?
  ) throws -> KneeScore? {
    try Fixture.scores(of: record(axis: axis, trials: trials)) { _, place in verdict(place) }
      .decoders[0].groups[0].knee
  }

  /// Below the planted level a third of the scenes is read, from it on 97 %, each image by itself.
  @Test(arguments: 0..<6) func aPlantedKneeIsFoundWithinOneLevel(planted: Int) throws {
    for seed in 0..<20 {
      var random = SeededGenerator(seed: UInt64(100 * planted + seed))
      let knee = try #require(
        try knee(trials: 60) { place in
          Double.random(in: 0..<1, using: &random) < (place.level < planted ? 0.33 : 0.97)
            ? .read : .noRead
        })
      let found = try #require(Self.levels.firstIndex(of: knee.level))
      #expect(abs(found - planted) <= 1, "seed \(seed): \(knee.level) MP")
    }
  }

  /// Ten scenes fewer of sixty are significant (p < 0.001), four are not
  /// (p = 1/16).
  @Test func lossesAreCountedSceneBySceneAndCorrected() throws {
    func knee(lost: Int) throws -> KneeScore? {
      try self.knee(trials: 60) {
        $0.level == 2 && $0.trial < lost ? .noRead : $0.level < 2 ? .noRead : .read
      }
    }
    #expect(try knee(lost: 10)?.level == "5")
    #expect(try knee(lost: 4)?.level == "2")
    #expect(try knee(lost: 4)?.best == "5")
  }

  @Test func theCostOfMorePixelsIsTheMedianRatioToTheKnee() throws {
    let knee = try #require(try knee(trials: 12) { $0.level < 1 ? .noRead : .read })
    #expect(knee.level == "0.9" && knee.best == "0.9")
    #expect(knee.steps.map(\.level) == Self.levels)
    #expect(knee.steps.map { $0.rate ?? -1 } == [0, 1, 1, 1, 1, 1])
    // The fixture's decoder takes 1 ms for whatever it is given.
    #expect(knee.steps.allSatisfy { $0.median == 1 })
    #expect(knee.steps[1].timeRatio == nil)
    #expect(knee.steps[5].timeRatio?.value == 1)
  }

  @Test func whatReadsNothingOrSweepsSomethingElseHasNoKnee() throws {
    #expect(try knee(trials: 12) { _ in .noRead } == nil)
    #expect(try knee(trials: 12, axis: "module-size") { _ in .read } == nil)
  }

  @Test func oneResolutionAloneHasNoKnee() throws {
    let table = try Fixture.scores(of: record(trials: 12, levels: ["2"])) { _, _ in .read }
    #expect(table.decoders[0].groups[0].knee == nil)
  }

  /// All of seven scenes lost are significant among five smaller resolutions (5/128), all of six are not.
  @Test func soFewScenesThatNothingCanBeShownHaveNoKnee() throws {
    #expect(try knee(trials: 6) { $0.level < 2 ? .noRead : .read } == nil)
    #expect(try knee(trials: 7) { $0.level < 2 ? .noRead : .read }?.level == "2")
  }

  @Test func aLevelThatLacksScenesLeavesNoKnee() throws {
    let whole = try knee(trials: 12) { $0.level < 2 ? .noRead : .read }
    #expect(whole?.level == "2")
    let stopped = try knee(trials: 12) {
      $0.level == 5 && $0.trial > 2 ? nil : $0.level < 2 ? .noRead : .read
    }
    #expect(stopped == nil)
  }

  /// The levels of one scene stand or fall together, and the interval of the rate says so.
  @Test func aSceneIsAClusterForTheRateOverAllLevels() throws {
    let table = try Fixture.scores(of: record(trials: 40)) { _, place in
      place.trial % 2 == 0 ? .read : .noRead
    }
    let rate = try #require(table.decoders[0].sharedRate)
    #expect(rate.upper - rate.lower > 0.25, "40 scenes, and not 240 images")
  }
}
