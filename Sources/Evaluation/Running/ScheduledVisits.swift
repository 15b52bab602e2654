import PluginHost
import Synchronization

/// All samples of a plan's slice in the schedule's order, for runs whose trials are fixed in
/// advance.
final class ScheduledVisits: VisitSource {
  /// The number of samples that a lane takes at a time: enough to avoid contention on the counter,
  /// few enough that lanes end at about the same time.
  private static let chunkSize = 8

  private let plan: ComparisonPlan
  private let schedule: SampleSchedule
  private let observed: ObservedTrials
  private let stop: StopSignal
  /// By group: indices of the decoders that can read it.
  private let supporters: [[Int]]
  private let nextNumber = Atomic<Int>(0)
  private let abandoned = Atomic<Bool>(false)

  init(plan: ComparisonPlan, observed: ObservedTrials, stop: StopSignal) {
    self.plan = plan
    self.observed = observed
    self.stop = stop
    schedule = plan.schedule
    supporters = plan.corpus.groups.map { group in
      plan.contestants.indices.filter { plan.contestants[$0].supports(group) }
    }
  }

  func next() -> [Visit]? {
    while !stop.isRequested, !abandoned.load(ordering: .relaxed) {
      let start = nextNumber.add(Self.chunkSize, ordering: .relaxed).oldValue
      guard start < schedule.count else { return nil }
      let visits = (start..<min(start + Self.chunkSize, schedule.count)).compactMap(visit)
      // With many slices, one slice has no sample in most chunks.
      if !visits.isEmpty { return visits }
    }
    return nil
  }

  private func visit(_ number: Int) -> Visit? {
    guard schedule.belongs(number, to: plan.shard), let place = schedule.place(of: number) else {
      return nil
    }
    let decoders = supporters[place.group].filter {
      !observed.contains(decoder: $0, sample: number)
    }
    return Visit(place: place, decoders: decoders)
  }

  func finish(_ visit: Visit, successes: [(decoder: Int, isSuccess: Bool)]) {}

  func abandon() {
    abandoned.store(true, ordering: .relaxed)
  }
}
