import Foundation
import Statistics
import Testing

/// The boundary of a map's column, and the trace that looks for it; the long form is in
/// `harness-simulate`.
struct BoundaryTests {
  private static let levels = (0...42).map { 0.8 + 0.1 * Double($0) }

  private func counts(_ text: String) -> [LevelCount] {
    text.split(separator: " ").map { entry in
      let parts = entry.split(whereSeparator: { ":/".contains($0) }).compactMap { Double($0) }
      return LevelCount(x: parts[0], reads: Int(parts[1]), trials: Int(parts[2]))
    }
  }

  // MARK: One column

  @Test func boundaryIsTheIsotonicCrossingWithTheMonotoneInterval() {
    let column = counts("1:0/100 1.1:40/100 1.2:90/100 1.3:98/100 1.4:99/100 1.5:100/100")
    let boundary = BoundaryCrossing.estimate(column)
    #expect(boundary.location == .at(Isotonic.crossing(column, rate: 0.95)))
    #expect(boundary.interval == MonotoneCrossing.estimate(column, rate: 0.95).interval)
    // 5 of the 8 points between 90 and 98 % lie below 95 %.
    #expect(boundary.location == .at(1.2 + 0.1 * 5 / 8))
    #expect(boundary.islands.isEmpty)
  }

  @Test func boundaryBeyondTheLevelsIsSaidAndNotExtrapolated() {
    let read = BoundaryCrossing.estimate(counts("1:100/100 2:100/100"))
    #expect(read.location == .atMost(1) && read.interval.lower == -.infinity)
    let unread = BoundaryCrossing.estimate(counts("1:0/100 2:10/100"))
    #expect(unread.location == .above(2) && unread.interval.upper == .infinity)
    #expect(BoundaryCrossing.estimate([]).location == .none)
  }

  @Test func islandAboveTheBoundaryIsLeftOutAndNamed() {
    let column = counts(
      "1:0/100 1.1:80/100 1.2:99/100 1.3:100/100 1.4:100/100 1.5:30/100 1.6:80/100 1.7:100/100")
    let boundary = BoundaryCrossing.estimate(column)
    let without = column.filter { $0.x < 1.5 || $0.x > 1.6 }
    #expect(boundary.location == .at(Isotonic.crossing(without, rate: 0.95)))
    #expect(boundary.islands.map(\.levels) == [[1.5, 1.6]])
  }

  @Test func oneLuckyLevelBelowADipIsNoBoundary() {
    // As decoders do at whole module sizes: 1 px is read, 1.1 to 1.3 px are not.
    let column = counts(
      "0.7:0/100 0.8:0/100 0.9:0/100 1:100/100 1.1:40/100 1.2:60/100 1.3:80/100 1.4:99/100 "
        + "1.5:100/100 1.6:100/100")
    let boundary = BoundaryCrossing.estimate(column)
    #expect(boundary.islands.isEmpty)
    guard case .at(let x) = boundary.location else {
      Issue.record("\(boundary.location)")
      return
    }
    #expect(x > 1.3 && x < 1.4)
  }

  @Test func aDipIsAsWideAsItsFailingLevels() {
    // Alone 1.6 px is not significant beside so many levels; next to 1.5 px it belongs to the dip.
    let column = counts(
      "1:0/60 1.1:50/60 1.2:60/60 1.3:60/60 1.4:60/60 1.5:20/60 1.6:53/60 1.7:60/60 1.8:60/60")
    #expect(Islands.find(column).map(\.levels) == [[1.5]])
    #expect(BoundaryCrossing.estimate(column).islands.map(\.levels) == [[1.5, 1.6]])
  }

  // MARK: Tracing

  /// A map with its true rates, and outcomes that the full grid and a trace share.
  private struct Map {
    let plan: BoundaryTrace.Plan
    /// By column and level: the reads among the first n trials, for n from 0.
    let reads: [[[Int]]]

    init(seed: UInt64, columns: Int = 3, trials: Int = 200, rate: (Int, Double) -> Double) {
      plan = BoundaryTrace.Plan(levels: BoundaryTests.levels, columns: columns, trials: trials)
      var random = SplitMix64(state: seed)
      reads = (0..<columns).map { column in
        BoundaryTests.levels.map { x in
          let rate = rate(column, x)
          var sum = 0
          return [0]
            + (0..<trials).map { _ in
              if Double.random(in: 0..<1, using: &random) < rate { sum += 1 }
              return sum
            }
        }
      }
    }

    /// Runs a trace to its end.
    func trace() -> BoundaryTrace {
      var trace = BoundaryTrace(plan)
      while !trace.isFinished {
        // Later requests first: the order must not matter.
        for request in trace.next().reversed() { answer(request, &trace) }
      }
      return trace
    }

    func answer(_ request: BoundaryTrace.Request, _ trace: inout BoundaryTrace) {
      let reads = reads[request.column][request.level]
      for trial in request.trials {
        trace.record(
          column: request.column, level: request.level, reads: reads[trial + 1] - reads[trial],
          trials: 1)
      }
    }

    func grid(_ column: Int) -> [LevelCount] {
      zip(plan.levels, reads[column]).map {
        LevelCount(x: $0, reads: $1[plan.trials], trials: plan.trials)
      }
    }
  }

  private func place(_ column: [LevelCount]) -> Double {
    switch BoundaryCrossing.estimate(column).location {
    case .at(let x), .atMost(let x), .above(let x): x
    case .none: .nan
    }
  }

  private static func logistic(_ x: Double, _ m: Double, _ s: Double) -> Double {
    1 / (1 + exp(-(x - m) / s))
  }

  enum Truth: CaseIterable {
    case smooth, steep, broad, lapse, island, outAtTheEasyEnd, outAtTheHardEnd

    func rate(_ column: Int, _ x: Double) -> Double {
      let m = 1.5 + 0.5 * Double(column)
      return switch self {
      case .smooth: logistic(x, m, 0.08)
      case .steep: logistic(x, m, 0.01)
      case .broad: logistic(x, m, 0.2)
      case .lapse: 0.98 * logistic(x, m, 0.08)
      case .island: abs(x - 3.45) < 0.1 ? 0.5 : 0.995 * logistic(x, m, 0.08)
      case .outAtTheEasyEnd: logistic(x, 4 + Double(column), 0.08)
      case .outAtTheHardEnd: logistic(x, 1.2 - 0.6 * Double(column), 0.08)
      }
    }
  }

  @Test(arguments: Truth.allCases)
  func aQuarterOfTheGridFindsTheSameBoundary(truth: Truth) {
    var squares = 0.0
    let draws = 6
    for seed in 0..<draws {
      let map = Map(seed: UInt64(seed) &* 7919 &+ 1, rate: truth.rate)
      let trace = map.trace()
      let trials = trace.counts.joined().reduce(0) { $0 + $1.trials }
      #expect(trials * 4 <= map.plan.gridTrials, "seed \(seed): \(trials)")
      for column in 0..<3 {
        let error = place(trace.counts[column]) - place(map.grid(column))
        squares += error * error
        guard truth == .island else { continue }
        let islands = BoundaryCrossing.estimate(trace.counts[column]).islands.flatMap(\.levels)
        #expect(islands.contains { abs($0 - 3.45) < 0.1 }, "seed \(seed), column \(column)")
      }
    }
    #expect((squares / Double(3 * draws)).squareRoot() <= 0.05)
  }

  @Test func tracedColumnsHaveAllTrialsAroundTheirBoundary() {
    let map = Map(seed: 5, rate: Truth.smooth.rate)
    let trace = map.trace()
    for column in 0..<3 {
      #expect(trace.endings[column] == .traced)
      let interval = BoundaryCrossing.estimate(trace.counts[column]).interval
      let inside = trace.counts[column].filter { interval.contains($0.x) }
      #expect(inside.allSatisfy { $0.trials == map.plan.trials })
      #expect(trace.counts[column].allSatisfy { $0.trials >= map.plan.sweepTrials })
      // They are the grid's own trials.
      for (level, count) in trace.counts[column].enumerated() {
        #expect(count.reads == map.reads[column][level][count.trials])
      }
    }
  }

  @Test func aBoundaryThatIsEverywhereEndsAtAQuarterAndSaysSo() {
    let map = Map(seed: 9) { _, x in x < 1 ? 0 : 0.95 }
    let trace = map.trace()
    let trials = trace.counts.joined().reduce(0) { $0 + $1.trials }
    #expect(trials * 4 <= map.plan.gridTrials)
    #expect(trace.endings.contains(.shareSpent))
  }

  @Test func nothingIsAskedForWhileOutcomesAreMissing() {
    let map = Map(seed: 2, rate: Truth.smooth.rate)
    var trace = BoundaryTrace(map.plan)
    let sweep = trace.next()
    #expect(sweep.count == 3 * Self.levels.count)
    #expect(sweep.allSatisfy { $0.trials == 0..<map.plan.sweepTrials })
    for request in sweep.dropLast() { map.answer(request, &trace) }
    #expect(trace.next().isEmpty && !trace.isFinished)
    map.answer(sweep[sweep.count - 1], &trace)
    #expect(!trace.next().isEmpty)
    trace.stop(.time)
    #expect(trace.isFinished && trace.endings == Array(repeating: .stopped(.time), count: 3))
  }

  @Test func aGridOfFewTrialsIsTracedToo() {
    let map = Map(seed: 3, trials: 3, rate: Truth.steep.rate)
    let trace = map.trace()
    #expect(map.plan.sweepTrials == 3)
    #expect(trace.counts.joined().allSatisfy { $0.trials == 3 })
  }
}
