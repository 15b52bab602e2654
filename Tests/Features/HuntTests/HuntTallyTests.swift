import Base
import DecoderKit
import Results
import TestSupport
import Testing

@testable import Hunt

/// The attribution of failures to factors.
@Suite struct HuntTallyTests {
  private static let miss = HuntSignature(verdict: .noRead, text: "")
  private static let crash = HuntSignature(verdict: .crash, text: "SIGABRT")

  private static func tally(
    _ count: Int, seed: UInt64, _ failure: (HuntCase) -> HuntSignature?
  ) -> HuntTally {
    let space = HuntSpace(symbologies: [.qrCode], moduleSizes: [3, 4, 5, 6], seed: seed)
    var random = Xoshiro256(state: (seed, 2, 3, 4))
    var tally = HuntTally()
    while tally.decodes < count {
      guard let drawn = space.candidate(of: .qrCode, &random) else { continue }
      tally.add(drawn.levels, failure(drawn))
    }
    return tally
  }

  private static func has(_ words: String...) -> @Sendable (HuntCase) -> Bool {
    { drawn in Set(words).isSubset(of: drawn.levels.map(\.words)) }
  }

  private func attributed(_ tally: HuntTally) -> [Set<String>] {
    tally.causes(of: Self.miss).map { Set($0.levels.map(\.words)) }
  }

  @Test(arguments: Proof.all(Array(UInt64(1)...20), orFirst: 1))
  func plantedFailuresAreAttributedToTheirFactorsAlone(seed: UInt64) {
    let plants: [[String]] = [
      ["version 7", "mask 3"], ["payload length 5 modulo 16"],
      ["offset across ½ px", "offset down ¼ px"],
    ]
    for plant in plants {
      let tally = Self.tally(5000, seed: seed) { drawn in
        Set(plant).isSubset(of: drawn.levels.map(\.words)) ? Self.miss : nil
      }
      #expect(attributed(tally) == [Set(plant)], "seed \(seed)")
      #expect(tally.causes(of: Self.miss)[0].failing.count == tally.failures)
    }
  }

  @Test func manyKindsOfFailuresAreToldApartUpToABound() {
    let draws = Proof.isAsked ? 70_000 : 2000
    var number = 0
    let tally = Self.tally(draws, seed: 4) { _ in
      number += 1
      return HuntSignature(verdict: .failed, text: "cannot read \(number)")
    }
    #expect(tally.signatures.count == 51 && tally.failures == draws)
    let others = HuntSignature.others(.failed)
    #expect(tally.failures(of: others) == draws - 50 && others.holds(tally.signatures[0]))
    #expect(!others.holds(Self.crash) && !tally.signatures[0].holds(others))
  }

  @Test func theRatesOfLevelsAreThoseOfTheDrawsThatHaveThemAll() {
    let fails = Self.has("version 7", "mask 3")
    let tally = Self.tally(6000, seed: 8) { fails($0) ? Self.miss : nil }
    let cause = tally.causes(of: Self.miss)[0]
    let both = tally.draws(with: cause.levels, failing: Self.miss)
    #expect(both.decodes == tally.failures && both.failing == cause.failing)
    let one = tally.draws(with: [cause.levels[0]], failing: nil)
    #expect(one.decodes > both.decodes && one.failing == both.failing)
    let unknown = HuntLevel(factor: "version", level: "41")
    #expect(tally.draws(with: [unknown], failing: nil).decodes == 0)
  }

  @Test func twoCausesAreToldApartAndSoAreKindsOfFailures() {
    let (mask, turn) = (Self.has("version 7", "mask 3"), Self.has("turn 90°", "module size 3 px"))
    let tally = Self.tally(6000, seed: 3) { drawn in
      mask(drawn) ? Self.miss : turn(drawn) && drawn.payload.count % 2 == 0 ? Self.crash : nil
    }
    #expect(attributed(tally) == [["version 7", "mask 3"]])
    let crashes = tally.causes(of: Self.crash)
    #expect(
      crashes.first.map { Set($0.levels.map(\.words)) }
        == ["turn 90°", "module size 3 px", "payload length 0 modulo 2"])
  }

  @Test func failuresByChanceAreAttributedToNothing() {
    var attributions = 0
    for seed in UInt64(1)...40 {
      var dice = Xoshiro256(state: (seed, 9, 9, 9))
      let tally = Self.tally(1000, seed: seed) { _ in dice.below(50) == 0 ? Self.miss : nil }
      attributions += attributed(tally).contains { !$0.isEmpty } ? 1 : 0
    }
    // At most 5 % on average: 2 of 40, and 6 or more in a case of a hundred.
    #expect(attributions <= 6)
  }

  @Test func eachLevelIsCountedOnce() {
    let tally = Self.tally(500, seed: 1) { $0.turns == 2 ? Self.miss : nil }
    let parts = tally.parts()
    for (factor, levels) in Dictionary(grouping: parts, by: \.level.factor) {
      #expect(levels.reduce(0) { $0 + $1.decodes } == 500, "\(factor)")
      #expect(levels.reduce(0) { $0 + $1.failures } == tally.failures, "\(factor)")
    }
    let turned = parts.first { $0.level.words == "turn 180°" }
    #expect(turned?.failures == turned?.decodes && turned?.failures == tally.failures)
  }
}
