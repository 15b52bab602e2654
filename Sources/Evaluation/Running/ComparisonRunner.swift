import Base
import Corpora
import Foundation
import PluginHost
import Results
import Synchronization

/// Runs a plan: every decoder on every sample, with observations written to the store.
package struct ComparisonRunner: Sendable {
  private let plan: ComparisonPlan
  private let store: any ObservationStore

  package init(plan: ComparisonPlan, store: any ObservationStore) {
    self.plan = plan
    self.store = store
  }

  /// Runs to the end, or until asked to stop, and closes the run in the store.
  ///
  /// Blocks the caller. When a lane fails (for example, on a full disk), the observations made
  /// until then stay in the store, and the first lane's error is thrown after all lanes have ended
  /// their workers.
  ///
  /// - Parameters:
  ///   - run: The number that the store gave this run.
  ///   - observed: The trials that need not be decoded again.
  ///   - progress: Counters kept up to date for another thread to show.
  ///   - stop: The stop signal, checked between samples and while waiting for a decoder.
  package func run(
    _ run: Int, observed: ObservedTrials, progress: RunProgress, stop: StopSignal
  ) throws {
    let health = plan.decoders.map { decoder in
      DecoderHealth(
        givingUpAfter: plan.deathsBeforeGivingUp, identities: decoder.plannedIdentities)
    }
    func work(_ visits: any VisitSource) throws -> RunOutcome {
      let start = ContinuousClock.now
      let shared = SharedRun(
        plan: plan, store: store, run: run, visits: visits, health: health,
        progress: progress, stop: stop)
      var (cost, conduct) = try runLanes(shared)
      // A worker's clock may tell a little more than the exchange took, or a lie.
      cost.transportNanoseconds = max(cost.transportNanoseconds, 0)
      var outcome = RunOutcome(
        wallSeconds: (ContinuousClock.now - start) / .seconds(1), cost: cost,
        givenUp: zip(plan.decoders, health).filter { $1.isGivenUp }.map { $0.0.label },
        wasStopped: false, unreadable: shared.unreadablePhotos)
      let survivors = LiveProcesses.survivors.map {
        SurvivingProcess(decoder: $0.decoder, process: Int($0.process), name: $0.name)
      }
      outcome.conduct = conduct
      outcome.survivors = survivors.isEmpty ? nil : survivors
      return outcome
    }
    var outcome: RunOutcome
    if let aim = plan.aim {
      let visits = AdaptiveVisits(
        plan: plan, schedule: plan.schedule(for: aim), seconds: aim.seconds, observed: observed,
        health: health, progress: progress, stop: stop)
      outcome = try work(visits)
      let end = visits.close()
      (outcome.curves, outcome.wasStopped, outcome.reused) = (
        end.curves, end.wasStopped, end.reused
      )
    } else {
      outcome = try work(ScheduledVisits(plan: plan, observed: observed, stop: stop))
      outcome.wasStopped = progress.samplesDone < progress.total
      outcome.reused = observed.total
    }
    let lost = zip(plan.decoders, health).compactMap { decoder, health in
      health.lossReason.map { UnavailableDecoder(label: decoder.label, reason: $0) }
    }
    outcome.lost = lost.isEmpty ? nil : lost
    if !outcome.wasStopped { try addRepeats(to: &outcome, run, progress: progress, stop: stop) }
    try store.finish(run: run, outcome: outcome)
  }

  /// Decodes a small share of the samples once more. A stop meanwhile leaves it out: all samples are done.
  private func addRepeats(
    to outcome: inout RunOutcome, _ run: Int, progress: RunProgress, stop: StopSignal
  ) throws {
    let check = RepeatCheck(plan: plan, stop: stop)
    let decodes = zip(plan.decoders, progress.counters).map { decoder, counter in
      outcome.isOutOf(decoder.label) ? 0 : counter.done
    }
    guard let shares = try check.shares(of: store, run: run, decodes: decodes) else { return }
    for (decoder, shares) in shares.enumerated() { outcome.conduct?[decoder].repeats = shares }
  }

  private func runLanes(
    _ shared: SharedRun
  ) throws -> (cost: RunCost, conduct: [DecoderConduct]) {
    let results = Mutex<[Result<(cost: RunCost, conduct: [DecoderConduct]), any Error>]>([])
    let lanes = try ThreadTeam(plan.jobs) { [plan] _ in
      let result = Result { try Lane(plan: plan, shared: shared).run() }
      results.withLock { $0.append(result) }
    }
    lanes.wait()
    let parts = try results.withLock { $0 }.map { try $0.get() }
    let total = parts.reduce(into: RunCost()) { $0 += $1.cost }
    return (total, DecoderConduct.joined(parts.map(\.conduct)))
  }
}

/// The state that the lanes of one run share.
final class SharedRun: Sendable {
  let store: any ObservationStore
  let run: Int
  let visits: any VisitSource
  let progress: RunProgress
  let stop: StopSignal
  let health: [DecoderHealth]
  let reproducers: ReproducerFolder
  let photos = PhotoCache()
  /// The reasons for photos that could not be read, by file.
  let unreadable = Mutex<[String: String]>([:])

  init(
    plan: ComparisonPlan, store: any ObservationStore, run: Int, visits: any VisitSource,
    health: [DecoderHealth], progress: RunProgress, stop: StopSignal
  ) {
    self.store = store
    self.run = run
    self.visits = visits
    self.health = health
    self.progress = progress
    self.stop = stop
    reproducers = ReproducerFolder(of: plan)
  }

  /// The photos that could not be read, sorted by file; `nil` if there are none.
  var unreadablePhotos: [UnreadablePhoto]? {
    let photos = UnreadablePhoto.sorted(unreadable.withLock { $0 })
    return photos.isEmpty ? nil : photos
  }
}
