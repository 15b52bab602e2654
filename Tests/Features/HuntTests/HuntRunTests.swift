import Base
import DecoderKit
import PluginHost
import Results
import Testing

@testable import Hunt

/// Hunts of readers with planted faults, in this process.
@Suite struct HuntRunTests {
  private func run(
    _ decodes: Int, below: Double? = nil, jobs: Int = 2,
    fails: @escaping @Sendable (HuntCase) -> Bool
  ) -> (run: HuntRun, found: [HuntRun.Found]) {
    let plan = HuntPlan(
      space: HuntSpace(symbologies: [.microQRCode], moduleSizes: [2, 3], seed: 5), jobs: jobs,
      decodes: decodes, seconds: nil, below: below,
      makeReader: {
        HuntReader { drawn, _ in
          let right = Reading(symbology: .microQRCode, bytes: drawn.payload)
          return DecodeAttempt(outcome: .readings(fails(drawn) ? [] : [right]))
        }
      })
    let run = HuntRun(plan, stop: StopSignal())
    return (run, run.run { _ in })
  }

  @Test func aPlantedMaskIsFoundAttributedAndMadeSimple() throws {
    let (run, found) = run(1500) { drawn in
      guard case .microQRCode(4, _, 3) = drawn.options else { return false }
      return true
    }
    let one = try #require(found.first)
    #expect(found.count == 1 && Set(one.cause.levels.map(\.words)) == ["version M4", "mask 3"])
    #expect(one.focused.decodes > 100 && one.focused.failures == one.focused.decodes)
    #expect(one.isRepeated == true && one.simplest.payload.count == 1)
    #expect((one.simplest.turns, one.simplest.offsetAcross, one.simplest.offsetDown) == (0, 0, 0))
    // Four fifths of the budget are unbiased, and alone in the counts.
    #expect(run.counts.decodes == 1200 && run.focusedDecodes <= 300)
    #expect(run.counts.failures == run.tallies[0].failures)
  }

  @Test func aPlantedLengthAndAPlantedOffsetAreMadeAsSimpleAsTheyAllow() throws {
    let (_, lengths) = run(1500) { $0.payload.count % 16 == 5 }
    let length = try #require(lengths.first)
    #expect(length.simplest.payload.count == 5)
    #expect(length.cause.levels.first?.factor.hasPrefix("payload length modulo") == true)
    let (_, offsets) = run(1500) { $0.offsetDown == 3 }
    let offset = try #require(offsets.first)
    #expect(offset.cause.levels.map(\.words) == ["offset down ¾ px"])
    #expect(offset.simplest.offsetDown == 3 && offset.simplest.offsetAcross == 0)
    #expect(offset.simplest.payload.count == 1)
  }

  @Test func theSameSeedGivesTheSameHuntWhateverTheNumberOfLanes() {
    let one = run(900, jobs: 1) { $0.payload.count == 3 }
    let three = run(900, jobs: 3) { $0.payload.count == 3 }
    #expect(one.run.counts == three.run.counts)
    #expect(one.found.map(\.number) == three.found.map(\.number))
    #expect(one.found.map(\.simplest) == three.found.map(\.simplest))
  }

  @Test func aQuestionEndsTheHuntAsSoonAsItIsAnswered() {
    let (run, found) = run(100_000, below: 10_000) { _ in false }
    #expect(found.isEmpty && (350...1000).contains(run.counts.decodes))
    let (worse, _) = self.run(100_000, below: 10_000) { $0.turns == 1 }
    #expect(worse.counts.decodes <= 1000)
  }

  /// Of PLANET most payloads that are drawn are refused: drawn anew with each try it would be one in nine.
  @Test func symbologiesAreDrawnEquallyOften() {
    let space = HuntSpace(symbologies: [.planet, .ean8], moduleSizes: [2], seed: 3)
    var painter = HuntPainter()
    let first = (0..<400).count { space.draw($0, &painter)?.place == 0 }
    // 200 ± 10; six times that.
    #expect((140...260).contains(first), "\(first)")
  }

  /// Of four levels the tally gives a cause three: draws near it add the fourth, in its rates, too.
  @Test func aFindingsRatesAreThoseOfAllItsLevels() throws {
    let (run, found) = run(3000) {
      $0.turns == 1 && $0.offsetDown == 3 && $0.modulePixels == 2 && $0.margin == 0
    }
    let one = try #require(found.first)
    #expect(
      found.count == 1
        && Set(one.cause.levels.map(\.words))
          == ["turn 90°", "offset down ¾ px", "module size 2 px", "extra margin 0 px"]
    )
    let failures = run.counts.failures
    #expect(one.cause.decodes == failures && one.cause.failing.count == failures)
    // Of the draws near three levels about half have the fourth.
    #expect(one.focused.failures == one.focused.decodes)
    #expect(one.focused.decodes > 0 && one.focused.decodes < run.focusedDecodes)
  }

  @Test func everySymbologyCanBeDrawn() throws {
    for symbology in Symbology.allCases {
      let space = HuntSpace(symbologies: [symbology], moduleSizes: [2], seed: 2)
      var painter = HuntPainter()
      for number in 0..<12 {
        let drawn = try #require(space.draw(number, &painter), "\(symbology)")
        #expect(drawn.image.expected.symbology == symbology && !drawn.image.image.isEmpty)
      }
    }
  }
}
