import Foundation
import PluginHost
import Results
import Statistics

/// The samples that a run with an aim asks for, round by round.
///
/// A round is what every open curve asks for next; curves of one group share the samples in it. The
/// next round is decided only when all outcomes of the last one are counted, so the choice of
/// samples depends on the outcomes alone and not on which lane was faster. The same run therefore
/// ends the same way however often it is interrupted; earlier observations are counted without
/// decoding again.
///
/// `@unchecked Sendable` because all mutable state is accessed with the condition's lock held.
final class AdaptiveVisits: VisitSource, @unchecked Sendable {
  /// Seconds that a waiting lane sleeps before it checks again for a stop request or the deadline.
  private static let patience = 0.1

  private let plan: ComparisonPlan
  private let numbering: SampleNumbering
  private let observed: ObservedTrials
  private let health: [DecoderHealth]
  private let progress: RunProgress
  private let stop: StopSignal
  private let axis: EasinessAxis
  private let deadline: ContinuousClock.Instant?
  /// The decoder and group of each of the schedule's curves, by the curve's index.
  private let curves: [Curve]
  private let curveIndices: [Curve: Int]

  private let condition = NSCondition()
  private var schedule: AdaptiveSchedule
  private var round: [Visit] = []
  /// The index of the first visit of the round that no lane has taken yet.
  private var nextVisit = 0
  /// Visits that lanes are working on.
  private var inWork = 0
  private var counts: [Int: [Int: Count]] = [:]
  private var reusedCount = 0
  private var isAbandoned = false
  private var isTimeUp = false

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

  init(
    plan: ComparisonPlan, aim: AdaptiveAim, observed: ObservedTrials, health: [DecoderHealth],
    progress: RunProgress, stop: StopSignal
  ) {
    self.plan = plan
    self.observed = observed
    self.health = health
    self.progress = progress
    self.stop = stop
    numbering = plan.numbering
    let axis = EasinessAxis(plan.corpus.sweep.levels, harder: plan.corpus.sweep.harder)
    self.axis = axis
    deadline = aim.seconds.map { ContinuousClock.now + .seconds($0) }
    curves = plan.corpus.groups.enumerated().flatMap { group, entry in
      plan.decoders.indices.filter { plan.decoders[$0].supports(entry) }
        .map { Curve(decoder: $0, group: group) }
    }
    curveIndices = Dictionary(uniqueKeysWithValues: zip(curves, curves.indices))
    let positions = plan.corpus.sweep.levels.indices.map(axis.position)
    let curvePlan = AdaptivePlan(
      levels: positions, target: .init(aim.target), precision: aim.precision ?? 0)
    schedule = AdaptiveSchedule(curves.map { _ in curvePlan }, budget: aim.budget)
    settleRounds()
  }

  func next() -> [Visit]? {
    condition.lock()
    defer { condition.unlock() }
    while !stop.isRequested, !isAbandoned, !schedule.isFinished {
      if let deadline, ContinuousClock.now >= deadline {
        isTimeUp = true
        return nil
      }
      if nextVisit < round.count {
        nextVisit += 1
        inWork += 1
        return [round[nextVisit - 1]]
      }
      _ = condition.wait(until: Date(timeIntervalSinceNow: Self.patience))
    }
    return nil
  }

  func finish(_ visit: Visit, successes: [(decoder: Int, isSuccess: Bool)]) {
    condition.lock()
    defer { condition.unlock() }
    for (decoder, isSuccess) in successes { count(decoder, visit.place, isSuccess: isSuccess) }
    inWork -= 1
    guard inWork == 0, nextVisit == round.count, !stop.isRequested else { return }
    settleRounds()
    condition.broadcast()
  }

  func abandon() {
    condition.lock()
    defer { condition.unlock() }
    isAbandoned = true
    condition.broadcast()
  }

  /// Returns the outcome of every curve, once all lanes have ended.
  ///
  /// - Returns: One record per curve; whether the run was stopped before it was complete; and the
  ///   number of observations reused from earlier runs.
  func close() -> (curves: [CurveRecord], wasStopped: Bool, reused: Int) {
    condition.lock()
    defer { condition.unlock() }
    tell()
    let wasStopped = !schedule.isFinished && !isTimeUp
    schedule.stop(isTimeUp ? .time : .interrupted)
    let records = zip(curves, schedule.outcomes).map { curve, outcome in
      CurveRecord(decoder: curve.decoder, group: curve.group, outcome, on: axis)
    }
    return (records, wasStopped, reusedCount)
  }

  // MARK: Rounds

  /// Passes the counts to the schedule and lays out its next round, until a round has samples that
  /// have not been observed before.
  private func settleRounds() {
    repeat {
      tell()
      layOut(schedule.next())
    } while round.isEmpty && !schedule.isFinished
  }

  private func tell() {
    for (curve, levels) in counts.sorted(by: { $0.key < $1.key }) {
      for (level, count) in levels.sorted(by: { $0.key < $1.key }) {
        schedule.record(curve: curve, level: level, reads: count.reads, trials: count.trials)
      }
    }
    counts = [:]
    for (index, curve) in curves.enumerated() where health[curve.decoder].isGivenUp {
      schedule.stop(.interrupted, curve: index)
    }
  }

  private func layOut(_ orders: [AdaptiveSchedule.Order]) {
    var decoders: [SamplePlace: [Int]] = [:]
    for order in orders {
      let curve = curves[order.curve]
      for request in order.requests {
        guard request.trials.upperBound <= AdaptiveAim.mostTrials else {
          schedule.stop(.budget, curve: order.curve)
          break
        }
        progress.counters[curve.decoder].ask(request.trials.count)
        let level = axis.index(ofPosition: request.level)
        for trial in request.trials {
          let place = SamplePlace(group: curve.group, level: level, trial: trial)
          if let isSuccess = observed.outcome(decoder: curve.decoder, place) {
            reusedCount += 1
            progress.counters[curve.decoder].ask(-1)
            count(curve.decoder, place, isSuccess: isSuccess)
          } else {
            decoders[place, default: []].append(curve.decoder)
          }
        }
      }
    }
    round = decoders.map { Visit(place: $0.key, decoders: $0.value.sorted()) }
      .sorted { numbering.number(of: $0.place) < numbering.number(of: $1.place) }
    nextVisit = 0
  }

  private func count(_ decoder: Int, _ place: SamplePlace, isSuccess: Bool) {
    guard let curve = curveIndices[Curve(decoder: decoder, group: place.group)] else {
      preconditionFailure("a decoder saw a group that it does not read")
    }
    let level = axis.index(ofPosition: place.level)
    counts[curve, default: [:]][level, default: Count()].trials += 1
    if isSuccess { counts[curve, default: [:]][level, default: Count()].reads += 1 }
  }
}

extension AdaptivePlan.Target {
  fileprivate init(_ target: AdaptiveAim.Target) {
    self =
      switch target {
      case .meanThreshold: .meanThreshold
      case .t95: .crossing(rate: 0.95)
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
