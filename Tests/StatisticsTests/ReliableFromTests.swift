import Statistics
import Testing

/// The levels 1, 2, 3 … with these reads.
func sweep(_ reads: [Int], of trials: Int) -> [LevelCount] {
  reads.enumerated().map { LevelCount(x: Double($0.offset + 1), reads: $0.element, trials: trials) }
}

struct ReliableFromTests {
  @Test func thresholdIsGivenBetweenWhatFailsAndWhatHolds() {
    let result = ReliableFrom.estimate(sweep([0, 50, 97, 100, 100], of: 100))
    #expect(result.conclusion == .interval(lower: 2, upper: 4))
    #expect(result.observed == 3)
    #expect(result.failingLevels == [1, 2])
    #expect(result.stop == .missed(LevelCount(x: 3, reads: 97, trials: 100)))
    #expect(result.certifiable)
  }

  @Test func oneFailureIn100IsForgivenAndTwoAreNot() {
    #expect(ReliableFrom.estimate(sweep([0, 99], of: 100)).upper == 2)
    #expect(ReliableFrom.estimate(sweep([0, 98], of: 100)).upper == .infinity)
  }

  @Test func walkStopsAtTheFirstMissAndNeverGoesOn() {
    let result = ReliableFrom.estimate(sweep([100, 100, 60, 100], of: 100))
    #expect(result.conclusion == .interval(lower: 3, upper: 4))
  }

  @Test func allReadIsAtMostTheHardestLevel() {
    let result = ReliableFrom.estimate(sweep([100, 100], of: 100))
    #expect(result.conclusion == .atMost(1))
    #expect(result.stop == .everyLevelCertified)
    #expect(result.lower == -.infinity)
  }

  @Test func noLevelShownToFailIsAtMostWhatIsCertified() {
    // 93 of 100 is neither: 95 % is not certified, nor is it refuted.
    #expect(ReliableFrom.estimate(sweep([93, 100], of: 100)).conclusion == .atMost(2))
  }

  @Test func failingAtTheEasiestLevelIsAboveTheRange() {
    #expect(ReliableFrom.estimate(sweep([0, 0, 10], of: 100)).conclusion == .above(3))
  }

  @Test func failingIsToldApartFromTooFewTrials() {
    let few = ReliableFrom.estimate(sweep([0, 50, 50], of: 50))
    #expect(few.conclusion == .notCertified(.tooFewTrials(needed: 59, given: 50)))
    #expect(few.observed == 2)
    #expect(few.lower == 1)
    #expect(!few.certifiable)
    let undecided = ReliableFrom.estimate(sweep([0, 195], of: 200))
    #expect(undecided.conclusion == .notCertified(.undecided(reads: 195, trials: 200)))
    #expect(undecided.certifiable)
  }

  @Test func walkThatEndsAtAThinLevelSaysSo() {
    let thin = LevelCount(x: 1, reads: 20, trials: 20)
    let result = ReliableFrom.estimate([thin, LevelCount(x: 2, reads: 100, trials: 100)])
    #expect(result.upper == 2)
    #expect(result.stop == .tooFewTrials(thin, needed: 59))
    #expect(!result.certifiable)
  }

  @Test func noLevelsAreNotCertified() {
    let result = ReliableFrom.estimate([])
    #expect(result.conclusion == .notCertified(.noLevels))
    #expect(result.stop == .noLevels)
    #expect(!result.certifiable)
    #expect(result.upper == .infinity && result.lower == -.infinity)
    // Levels without a single trial are no levels.
    #expect(ReliableFrom.estimate(sweep([0, 0], of: 0)).conclusion == result.conclusion)
  }

  @Test func orderOfTheLevelsDoesNotMatter() {
    let levels = sweep([0, 50, 97, 100, 100], of: 100)
    #expect(ReliableFrom.estimate(levels.reversed()) == ReliableFrom.estimate(levels))
  }
}

struct IslandsTests {
  @Test func dipAboveAReadableLevelIsAnIsland() {
    let islands = Islands.find(sweep([0, 0, 100, 40, 100, 100], of: 100))
    #expect(islands.map(\.levels) == [[4]])
  }

  @Test func neighbouringLevelsMergeAndDistantOnesDoNot() {
    let islands = Islands.find(sweep([0, 200, 20, 30, 200, 20, 200], of: 200))
    #expect(islands.map(\.levels) == [[3, 4], [6]])
    #expect(islands.map { [$0.lower, $0.upper] } == [[3, 4], [6, 6]])
  }

  @Test func failingBelowTheThresholdIsNoIsland() {
    #expect(Islands.find(sweep([0, 0, 10, 60, 100], of: 100)).isEmpty)
  }

  @Test func dropThatStaysAboveTheTargetIsNoIsland() {
    #expect(Islands.find(sweep([10_000, 9_700, 10_000], of: 10_000)).isEmpty)
  }

  @Test func fewerThanTwoLevelsHaveNone() {
    #expect(Islands.find([]).isEmpty)
    #expect(Islands.find(sweep([3], of: 100)).isEmpty)
  }
}
