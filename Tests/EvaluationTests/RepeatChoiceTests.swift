import Foundation
import Results
import Statistics
import TestSupport
import Testing

@testable import Evaluation

/// The samples that are decoded twice, and what their second answers say.
@Suite struct RepeatChoiceTests {
  private typealias Candidate = RepeatChoice.Candidate

  /// The levels of `qr-small`, and 60 trials in each of its two groups.
  private static let levels =
    Array(stride(from: 0.8, through: 3.001, by: 0.1))
    + [1.37, 1.62, 2.24, 2.72, 3.14, 3.5, 4, 4.5, 5, 6]
  private static let trials = 60

  /// A decoder that reads by a curve, and at some of its decodes says that there is nothing.
  private struct Flipper {
    let middle: Double
    let width: Double
    let flips: Double
    var random: SeededGenerator
    private var readable: [SamplePlace: Bool] = [:]

    init(middle: Double, width: Double = 0.06, flips: Double, random: SeededGenerator) {
      (self.middle, self.width, self.flips, self.random) = (middle, width, flips, random)
    }

    /// The answer to a sample: always the same, but for flips.
    mutating func answer(_ place: SamplePlace) -> SampleOutcome {
      let rate = 1 / (1 + exp(-(RepeatChoiceTests.levels[place.level] - middle) / width))
      let reads = readable[place] ?? (Double.random(in: 0..<1, using: &random) < rate)
      readable[place] = reads
      return reads && Double.random(in: 0..<1, using: &random) >= flips ? .read : .missed
    }

    /// A run of the corpus, and the shares of its repeats.
    mutating func shares() -> [RepeatShare] {
      let decodes = 2 * RepeatChoiceTests.levels.count * RepeatChoiceTests.trials
      var choice = RepeatChoice(decodes: decodes, random: SeededGenerator(seed: random.next()))
      for group in 0..<2 {
        for level in RepeatChoiceTests.levels.indices {
          choice.add(
            (0..<RepeatChoiceTests.trials).map { trial in
              let place = SamplePlace(group: group, level: level, trial: trial)
              return Candidate(place: place, first: answer(place))
            })
        }
      }
      return choice.parts().map { part in
        RepeatShare(
          choice: part.choice, samples: part.samples, candidates: part.candidates,
          repeated: part.chosen.count,
          different: part.chosen.count { answer($0.place) != $0.first })
      }
    }
  }

  private func warned(middle: Double, flips: Double, runs: Int) -> Int {
    var random = SeededGenerator(seed: SeededGenerator.testSeed)
    return (0..<runs).count { _ in
      var flipper = Flipper(
        middle: middle, flips: flips, random: SeededGenerator(seed: random.next()))
      return flipper.shares().contains(where: \.isFlipping)
    }
  }

  /// Of 40 runs, fewer than 34 have a chance of 1 in 300 at 95 of 100.
  @Test(arguments: [1.35, 1.47, 2.0])
  func oneFlipInAHundredDecodesIsFoundIn95Of100Runs(middle: Double) {
    let (runs, least) = Proof.isAsked ? (200, 190) : (40, 34)
    let found = warned(middle: middle, flips: 0.01, runs: runs)
    #expect(found >= least, "\(found) of \(runs), seed \(SeededGenerator.testSeed)")
  }

  @Test(arguments: [0.5, 1.47, 9.0])
  func aDecoderThatAnswersAlikeIsNeverAccused(middle: Double) {
    #expect(warned(middle: middle, flips: 0, runs: Proof.isAsked ? 100 : 20) == 0)
  }

  @Test func aDecoderThatFlipsFarLessThanIsToleratedIsSeldomAccused() {
    let found = warned(middle: 1.47, flips: 0.002, runs: 200)
    #expect(found <= 10, "\(found) of 200, seed \(SeededGenerator.testSeed)")
  }

  @Test func repeatsAndEmptyImagesCostAFiftiethOfTheDecodesAtMost() {
    var random = SeededGenerator(seed: SeededGenerator.testSeed)
    for middle in [0.5, 1.0, 1.47, 2.0, 3.0] {
      for flips in [0, 0.01, 0.3] {
        var flipper = Flipper(
          middle: middle, flips: flips, random: SeededGenerator(seed: random.next()))
        let repeated = flipper.shares().reduce(0) { $0 + $1.repeated }
        let decodes = Double(2 * Self.levels.count * Self.trials)
        #expect(Double(repeated) + BlankImages.share * decodes <= 0.02 * decodes)
      }
    }
  }

  /// A random hundredth alone is too few: the reason for the other half of the repeats.
  @Test func aRandomShareAloneWouldMissMostDecodersThatFlipOnceInAHundred() {
    let samples = 2 * Self.levels.count * Self.trials
    // Two different answers at least are needed, and 1 % of flips makes a pair of answers differ in 2 %.
    let needed = (0...samples / 50).first {
      RepeatShare(
        choice: .random, samples: samples, candidates: samples, repeated: samples / 50,
        different: $0
      ).isFlipping
    }
    let power = Binomial.probabilityAtLeast(
      needed ?? .max, trials: samples / 50, rate: 2 * 0.01 * 0.99)
    #expect(needed == 3 && power < 0.25)
  }

  @Test func aFewAreRepeatedOfTheSmallestRunAndNoneOfARunThatDecodedNothing() {
    for (decodes, counts) in [(20, [RepeatChoice.fewest]), (0, [])] {
      var choice = RepeatChoice(decodes: decodes)
      choice.add(
        (0..<20).map {
          Candidate(place: SamplePlace(group: 0, level: 0, trial: $0), first: .missed)
        })
      #expect(choice.parts().map(\.chosen.count) == counts)
    }
  }

  /// 100 draws of 10 from 50: each is drawn 20 times on average, with a standard deviation of 4.
  @Test func everySampleIsAsLikelyToBeRepeated() {
    var counts = Array(repeating: 0, count: 50)
    var random = SeededGenerator(seed: SeededGenerator.testSeed)
    for _ in 0..<100 {
      var choice = RepeatChoice(decodes: 1180, random: SeededGenerator(seed: random.next()))
      choice.add(
        (0..<50).map {
          Candidate(place: SamplePlace(group: 0, level: 0, trial: $0), first: .misread)
        })
      for candidate in choice.parts()[0].chosen { counts[candidate.place.trial] += 1 }
    }
    #expect(counts.reduce(0, +) == 1000)
    #expect(counts.allSatisfy { (2...42).contains($0) }, "\(counts)")
    #expect(counts[..<10].reduce(0, +) < 300 && counts[40...].reduce(0, +) < 300, "\(counts)")
  }

  @Test func outcomesThatDependOnTheMachineAreNotRepeated() {
    var choice = RepeatChoice(decodes: 20)
    choice.add(
      (0..<20).map {
        Candidate(
          place: SamplePlace(group: 0, level: 0, trial: $0), first: $0 == 3 ? .read : .excluded)
      })
    #expect(choice.parts().flatMap(\.chosen).map(\.place.trial) == [3])
  }

  @Test func whereAllCandidatesWereDecodedTwiceTheBoundIsTheCount() {
    let share = RepeatShare(
      choice: .unreadAmongRead, samples: 3000, candidates: 30, repeated: 30, different: 24)
    #expect(share.lowerBound == 24.0 / 3000 && share.isFlipping && share.upperBound == nil)
  }

  @Test func forgedNumbersDoNotTrap() {
    for number in [Int.min, -1, 0, 1, Int.max] {
      let share = RepeatShare(
        choice: .random, samples: number, candidates: number, repeated: number, different: number)
      #expect((0...1).contains(share.lowerBound))
      var conduct = DecoderConduct(label: "x")
      (conduct.blanks, conduct.repeats) = (number, [share])
      conduct += conduct
      _ = (conduct.repeated, conduct.different, conduct.flipping)
    }
  }
}
