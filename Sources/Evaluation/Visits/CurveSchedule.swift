import Results
import Statistics

/// Trials chosen for thresholds: every decoder's curve of every group under one budget.
struct CurveSchedule: RoundSchedule {
  private let axis: EasinessAxis
  /// The decoder and group of each of the schedule's curves, by the curve's index.
  private let curves: [Curve]
  private let curveIndices: [Curve: Int]
  private var schedule: AdaptiveSchedule
  private var counts: [Int: [Int: Count]] = [:]

  /// One decoder's curve of one group.
  private struct Curve: Hashable {
    let decoder: Int
    let group: Int
  }

  /// Outcomes at one level that have not been passed to the schedule yet.
  private struct Count {
    var reads = 0
    var trials = 0
  }

  init(_ plan: ComparisonPlan, aim: AdaptiveAim) {
    let axis = EasinessAxis(plan.corpus.sweep.levels, harder: plan.corpus.sweep.harder)
    self.axis = axis
    curves = plan.corpus.groups.enumerated().flatMap { group, entry in
      plan.decoders.indices.filter { plan.decoders[$0].supports(entry) }
        .map { Curve(decoder: $0, group: group) }
    }
    curveIndices = Dictionary(uniqueKeysWithValues: zip(curves, curves.indices))
    let positions = plan.corpus.sweep.levels.indices.map(axis.position)
    var curvePlan = AdaptivePlan(
      levels: positions, target: aim.target.planned, precision: aim.precision ?? 0)
    curvePlan.sweepTrials = aim.firstPassTrials
    schedule = AdaptiveSchedule(curves.map { _ in curvePlan }, budget: aim.budget)
  }

  var isFinished: Bool { schedule.isFinished }

  mutating func next() -> [TrialOrder] {
    var orders: [TrialOrder] = []
    for order in schedule.next() {
      let curve = curves[order.curve]
      for request in order.requests {
        guard request.trials.upperBound <= AdaptiveAim.mostTrials else {
          schedule.stop(.budget, curve: order.curve)
          break
        }
        orders.append(
          TrialOrder(
            decoder: curve.decoder, group: curve.group,
            level: axis.index(ofPosition: request.level), trials: request.trials))
      }
    }
    return orders
  }

  mutating func record(_ decoder: Int, _ place: SamplePlace, _ outcome: AttemptOutcome) {
    guard let curve = curveIndices[Curve(decoder: decoder, group: place.group)] else {
      preconditionFailure("a decoder saw a group that it does not read")
    }
    let level = axis.index(ofPosition: place.level)
    counts[curve, default: [:]][level, default: Count()].trials += 1
    if outcome == .success { counts[curve, default: [:]][level, default: Count()].reads += 1 }
  }

  mutating func settle(givenUp: [Int]) {
    for (curve, levels) in counts.sorted(by: { $0.key < $1.key }) {
      for (level, count) in levels.sorted(by: { $0.key < $1.key }) {
        schedule.record(curve: curve, level: level, reads: count.reads, trials: count.trials)
      }
    }
    counts = [:]
    for (index, curve) in curves.enumerated() where givenUp.contains(curve.decoder) {
      schedule.stop(.interrupted, curve: index)
    }
  }

  mutating func close(_ reason: CurveEnding) -> [CurveRecord] {
    schedule.stop(reason == .timeSpent ? .time : .interrupted)
    return zip(curves, schedule.outcomes).map { curve, outcome in
      CurveRecord(decoder: curve.decoder, group: curve.group, outcome, on: axis)
    }
  }
}

extension CurveRecord {
  /// Makes the record that is kept of a curve's outcome.
  ///
  /// - Parameters:
  ///   - outcome: The outcome; its levels are in the axis's order, where larger is easier.
  ///   - axis: The axis that converts them back to the sweep's order.
  init(decoder: Int, group: Int, _ outcome: AdaptiveOutcome, on axis: EasinessAxis) {
    let trials = outcome.counts.map(\.trials)
    self.init(
      decoder: decoder, group: group, ending: CurveEnding(outcome.reason),
      phase: outcome.phase.rawValue, trials: axis.isMirrored ? trials.reversed() : trials,
      crossing: outcome.crossing.map { ModelCrossing($0, on: axis) })
  }
}

extension CurveEnding {
  fileprivate init(_ reason: AdaptiveOutcome.Reason) {
    self =
      switch reason {
      case .precisionReached: .precisionReached
      case .budgetSpent: .budgetSpent
      case .timeSpent: .timeSpent
      case .interrupted: .interrupted
      case .notReached: .notReached
      case .beyondRange: .beyondRange
      case .islands: .islands
      case .misfit: .misfit
      case .tooFewLevels: .tooFewLevels
      }
  }
}
