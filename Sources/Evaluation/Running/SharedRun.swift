import Corpora
import PluginHost
import Synchronization

/// What the lanes of one run have in common.
final class SharedRun: Sendable {
  /// Samples that a lane takes at a time: enough to keep the counter cool, few enough to end together.
  private static let chunkSize = 8

  let store: any ObservationStore
  let run: Int
  let observed: ObservedTrials
  let progress: RunProgress
  let stop: StopSignal
  let health: [DecoderHealth]
  let reproducers: ReproducerFolder
  private let schedule: SampleSchedule
  private let next = Atomic<Int>(0)
  private let failed = Atomic<Bool>(false)

  init(
    plan: ComparisonPlan, store: any ObservationStore, run: Int, observed: ObservedTrials,
    progress: RunProgress, stop: StopSignal
  ) {
    self.store = store
    self.run = run
    self.observed = observed
    self.progress = progress
    self.stop = stop
    schedule = plan.schedule
    health = plan.contestants.map { _ in
      DecoderHealth(givingUpAfter: plan.deathsBeforeGivingUp)
    }
    reproducers = ReproducerFolder(of: plan)
  }

  /// The next numbers for whoever asks; `nil` when there are none or a lane has failed.
  func nextChunk() -> Range<Int>? {
    guard !stop.isRequested, !failed.load(ordering: .relaxed) else { return nil }
    let start = next.add(Self.chunkSize, ordering: .relaxed).oldValue
    guard start < schedule.count else { return nil }
    return start..<min(start + Self.chunkSize, schedule.count)
  }

  /// Lets the other lanes end after their chunk, because this one cannot go on.
  func recordFailure() {
    failed.store(true, ordering: .relaxed)
  }
}
