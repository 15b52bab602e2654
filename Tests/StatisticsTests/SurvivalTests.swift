import Statistics
import TestSupport
import Testing

/// Times to an event, with censoring: textbook values, slow twins, and false alarms.
@Suite struct SurvivalTests {
  /// Weeks of remission in acute leukaemia (Freireich and others, Blood 21, 1963; as in Gehan, Biometrika
  /// 52, 1965): 6-mercaptopurine, with + for censored times, and placebo.
  private static let treated: [SurvivalTime] = [
    (6, true), (6, true), (6, true), (6, false), (7, true), (9, false), (10, true), (10, false),
    (11, false), (13, true), (16, true), (17, false), (19, false), (20, false), (22, true),
    (23, true), (25, false), (32, false), (32, false), (34, false), (35, false),
  ].map { SurvivalTime($0, isEvent: $1) }
  private static let placebo = [
    1, 1, 2, 2, 3, 4, 4, 5, 5, 8, 8, 8, 8, 11, 11, 12, 12, 15, 17, 22, 23,
  ].map { SurvivalTime($0, isEvent: true) }

  @Test func theLeukaemiaDataGiveTheTextbooksCurve() {
    let steps = KaplanMeier(Self.treated).steps
    #expect(steps.map(\.time) == [6, 7, 10, 13, 16, 22, 23])
    #expect(steps.map(\.atRisk) == [21, 17, 15, 12, 11, 7, 6])
    for (step, known) in zip(steps, [0.857, 0.807, 0.753, 0.690, 0.627, 0.538, 0.448]) {
      #expect(abs(step.survival - known) < 0.0005)
    }
    // Kleinbaum and Klein, Survival Analysis, 2005: the standard error at 6 weeks.
    #expect(abs(steps[0].survival * steps[0].greenwood.squareRoot() - 0.0764) < 0.0001)
  }

  /// R 4, survfit with conf.type = "log-log": 23 (13, –) and 8 (4, 11).
  @Test func theMediansAreThoseOfOtherPrograms() {
    let treated = KaplanMeier(Self.treated).quantile(0.5)
    #expect(treated.time == 23 && treated.lower == 13 && treated.upper == nil)
    let placebo = KaplanMeier(Self.placebo).quantile(0.5)
    #expect(placebo.time == 8 && placebo.lower == 4 && placebo.upper == 11)
  }

  @Test func theLogRankStatisticIsTheTextbooks() {
    let result = LogRank.independent(Self.treated, Self.placebo)
    #expect(abs(result.chiSquare - 16.79) < 0.005)
    #expect(result.observed == 9 && abs(result.expected - 19.25) < 0.005)
    let scores = LogRank.scores(Self.treated + Self.placebo)
    #expect(abs(scores.prefix(21).reduce(0, +) - (9 - result.expected)) < 1e-12)
    #expect(abs(scores.reduce(0, +)) < 1e-12)
  }

  @Test func whatIsNotReachedHasNoTime() {
    let none = KaplanMeier([SurvivalTime](repeating: .init(2, isEvent: false), count: 9))
    #expect(none.steps.isEmpty && none.quantile(0.5) == .init(nil, nil, nil))
    let all = KaplanMeier([SurvivalTime](repeating: .init(2, isEvent: true), count: 9))
    #expect(all.quantile(0.95) == .init(2, 2, nil))
    #expect(KaplanMeier([]).quantile(0.5).time == nil)
  }

  /// Without ties and censoring, half of 2 k times have passed at the k-th.
  @Test func theMedianOfWholeDataIsTheirMedian() {
    let times = (1...40).map { SurvivalTime(Double($0), isEvent: true) }
    #expect(KaplanMeier(times).quantile(0.5).time == 20)
    #expect(KaplanMeier(times).quantile(0.95).time == 38)
  }

  /// The slow twin: redistribution to the right (Efron, 1967) gives the same curve.
  @Test func theCurveIsThatOfRedistributionToTheRight() {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<50 {
      let times = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        SurvivalTime(
          Double(Int.random(in: 0...6, using: &random)), isEvent: Bool.random(using: &random))
      }
      // Events come before censoring at the same time.
      let sorted = times.sorted { ($0.time, $1.isEvent ? 1 : 0) < ($1.time, $0.isEvent ? 1 : 0) }
      var weight = [Double](repeating: 1 / Double(times.count), count: times.count)
      for place in sorted.indices where !sorted[place].isEvent {
        let later = sorted.count - place - 1
        for other in sorted.indices where other > place {
          weight[other] += weight[place] / Double(later)
        }
        weight[place] = 0
      }
      for step in KaplanMeier(times).steps {
        let gone = zip(sorted, weight).filter { $0.0.isEvent && $0.0.time <= step.time }
        #expect(abs(1 - gone.reduce(0) { $0 + $1.1 } - step.survival) < 1e-9)
      }
    }
  }

  /// The slow twin of the paired test: all 2ⁿ ways to exchange the two of each pair, each with the
  /// log-rank statistic computed anew.
  @Test func thePairedTestIsThatOfAllExchanges() {
    var random = SeededGenerator(seed: 9)
    for _ in 0..<6 {
      let pairs = (0..<8).map { _ in
        let scene = Int.random(in: 0...4, using: &random)
        return LogRank.Pair(
          time(scene + Int.random(in: 0...3, using: &random)),
          time(scene + Int.random(in: 0...5, using: &random)))
      }
      func statistic(_ turned: Int) -> Double {
        let turn = pairs.indices.map { turned >> $0 & 1 == 1 }
        let sides = zip(pairs, turn).map { $1 ? ($0.second, $0.first) : ($0.first, $0.second) }
        let result = LogRank.independent(sides.map(\.0), sides.map(\.1))
        return abs(result.observed - result.expected)
      }
      let known = statistic(0)
      let share = Double((0..<256).count { statistic($0) >= known - 1e-9 }) / 256
      // Rounded to hundredths, ties may break.
      #expect(abs(LogRank.paired([pairs]) - share) <= 0.05, "\(share)")
    }
  }

  private func time(_ frame: Int) -> SurvivalTime {
    SurvivalTime(Double(min(frame, 6)), isEvent: frame < 6)
  }

  /// Streams of very different difficulty, two decoders with the same law: 200 comparisons of each kind.
  @Test func falseAlarmsOfThePairedTestHold() {
    var random = SeededGenerator(seed: 17)
    var alarms = 0
    for _ in 0..<200 {
      let strata = (0..<2).map { _ in
        (0..<20).map { _ in
          let scene = Int.random(in: 0...4, using: &random)
          return LogRank.Pair(
            time(scene + Int.random(in: 0...3, using: &random)),
            time(scene + Int.random(in: 0...3, using: &random)))
        }
      }
      if LogRank.paired(strata) <= 0.05 { alarms += 1 }
    }
    #expect(alarms <= 10, "\(alarms) of 200")
  }

  @Test func aRealDifferenceIsFoundAndItsSideNamed() {
    let pairs = (0..<24).map { scene in
      LogRank.Pair(time(scene % 3), time(scene % 3 + (scene % 4 == 0 ? 0 : 1)))
    }
    #expect(LogRank.paired([pairs]) < 0.001)
    #expect(LogRank.lead([pairs]) > 0)
    #expect(LogRank.lead([pairs.map { LogRank.Pair($0.second, $0.first) }]) < 0)
    #expect(LogRank.paired([[LogRank.Pair(time(1), time(1))], []]) == 1)
  }
}
