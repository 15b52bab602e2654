import Base
import PluginHost
import Results
import Synchronization

/// One sample and the decoders that must decode it.
struct Visit: Hashable, Sendable {
  /// The sample's place in the corpus.
  let place: SamplePlace
  /// Indices of the decoders, ascending; empty if all have decoded it.
  let decoders: [Int]
}

/// The source of work for lanes: the samples to visit next, and the decoders for each.
protocol VisitSource: Sendable {
  /// Returns the next visits of one lane, to be finished in order; `nil` when there are none left.
  ///
  /// May block while what comes next depends on visits of other lanes.
  func next() -> [Visit]?

  /// Records the outcomes of a visit, by decoder. Decoders that gave no verdict are left out.
  func finish(_ visit: Visit, outcomes: [(decoder: Int, outcome: AttemptOutcome)])

  /// Makes all lanes end soon because one of them cannot go on.
  func abandon()
}

/// All samples of a plan's slice in the numbering's order, for runs whose trials are fixed in
/// advance.
final class ScheduledVisits: VisitSource {
  /// The number of samples that a lane takes at a time: enough to avoid contention on the counter,
  /// few enough that lanes end at about the same time.
  private static let chunkSize = 8

  private let plan: ComparisonPlan
  private let numbering: SampleNumbering
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
    numbering = plan.numbering
    supporters = plan.corpus.groups.map { group in
      plan.decoders.indices.filter { plan.decoders[$0].supports(group) }
    }
  }

  func next() -> [Visit]? {
    while !stop.isRequested, !abandoned.load(ordering: .relaxed) {
      let start = nextNumber.add(Self.chunkSize, ordering: .relaxed).oldValue
      guard start < numbering.count else { return nil }
      let visits = (start..<min(start + Self.chunkSize, numbering.count)).compactMap(visit)
      // With many slices, one slice has no sample in most chunks.
      if !visits.isEmpty { return visits }
    }
    return nil
  }

  private func visit(_ number: Int) -> Visit? {
    guard numbering.belongs(number, to: plan.shard), let place = numbering.place(of: number) else {
      return nil
    }
    let decoders = supporters[place.group].filter {
      !observed.contains(decoder: $0, sample: number)
    }
    return Visit(place: place, decoders: decoders)
  }

  func finish(_ visit: Visit, outcomes: [(decoder: Int, outcome: AttemptOutcome)]) {}

  func abandon() {
    abandoned.store(true, ordering: .relaxed)
  }
}
