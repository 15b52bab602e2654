import Base
import Foundation
import PluginHost
import Results

/// The samples that a run with an aim asks for, round by round.
///
/// A round is what the schedule asks for next; decoders share the samples in it. The next round is
/// decided only when all outcomes of the last one are counted, so the choice of samples depends on
/// the outcomes alone and not on which lane was faster. The same run therefore ends the same way
/// however often it is interrupted; earlier observations are counted without decoding again.
///
/// `@unchecked Sendable` because all mutable state is accessed with the condition's lock held.
final class AdaptiveVisits: VisitSource, @unchecked Sendable {
  /// Seconds that a waiting lane sleeps before it checks again for a stop request or the deadline.
  private static let patience = 0.1

  private let numbering: SampleNumbering
  private let observed: ObservedTrials
  private let health: [DecoderHealth]
  private let progress: RunProgress
  private let stop: StopSignal
  private let deadline: ContinuousClock.Instant?

  private let condition = NSCondition()
  private var schedule: any RoundSchedule
  private var round: [Visit] = []
  /// The index of the first visit of the round that no lane has taken yet.
  private var nextVisit = 0
  /// Visits that lanes are working on.
  private var inWork = 0
  private var reusedCount = 0
  private var isAbandoned = false
  private var isTimeUp = false

  init(
    plan: ComparisonPlan, schedule: any RoundSchedule, seconds: Double?, observed: ObservedTrials,
    health: [DecoderHealth], progress: RunProgress, stop: StopSignal
  ) {
    self.schedule = schedule
    self.observed = observed
    self.health = health
    self.progress = progress
    self.stop = stop
    numbering = plan.numbering
    deadline = seconds.map { ContinuousClock.now + .seconds($0) }
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

  func finish(_ visit: Visit, outcomes: [(decoder: Int, outcome: AttemptOutcome)]) {
    condition.lock()
    defer { condition.unlock() }
    for (decoder, outcome) in outcomes { schedule.record(decoder, visit.place, outcome) }
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
    settle()
    let wasStopped = !schedule.isFinished && !isTimeUp
    return (schedule.close(isTimeUp ? .timeSpent : .interrupted), wasStopped, reusedCount)
  }

  // MARK: Rounds

  /// Passes the outcomes to the schedule and lays out its next round, until a round has samples
  /// that have not been observed before.
  private func settleRounds() {
    repeat {
      settle()
      layOut(schedule.next())
    } while round.isEmpty && !schedule.isFinished
  }

  private func settle() {
    schedule.settle(givenUp: health.indices.filter { health[$0].isGivenUp })
  }

  private func layOut(_ orders: [TrialOrder]) {
    var decoders: [SamplePlace: [Int]] = [:]
    for order in orders {
      progress.counters[order.decoder].ask(order.trials.count)
      for trial in order.trials {
        let place = SamplePlace(group: order.group, level: order.level, trial: trial)
        if let outcome = observed.outcome(decoder: order.decoder, place) {
          reusedCount += 1
          progress.counters[order.decoder].ask(-1)
          schedule.record(order.decoder, place, outcome)
        } else {
          decoders[place, default: []].append(order.decoder)
        }
      }
    }
    round = decoders.map { Visit(place: $0.key, decoders: $0.value.sorted()) }
      .sorted { numbering.number(of: $0.place) < numbering.number(of: $1.place) }
    nextVisit = 0
  }
}

extension ComparisonPlan {
  /// The choice of trials that an aim asks for.
  func schedule(for aim: AdaptiveAim) -> any RoundSchedule {
    if let boundary = aim.boundary {
      return TraceSchedule(self, aim: boundary, budget: aim.budget)
    }
    if let rounds { return rounds(self, aim) }
    precondition(aim.misreads == nil, "a search for misreads brings its own rounds")
    return CurveSchedule(self, aim: aim)
  }
}
