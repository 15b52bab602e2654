import Corpora
import DecoderKit
import Images
import PluginHost
import Results

/// One thread's share of a run: it draws a sample, gives it to every decoder in turn, judges and
/// records.
///
/// A lane owns one worker per decoder (a decoder chain has one per member) and waits for it. At any
/// moment, either the lane or one of its workers is busy, so as many lanes as cores keep the
/// machine fully used without queues between them. Decoders take turns in going first, so that none
/// always finds the caches cold.
struct Lane: ~Copyable {
  /// The interval at which observations are written in a batch; a kill loses at most this much.
  ///
  /// A batch touches a page of the store for each of its cells: the larger the batch, the fewer
  /// pages are rewritten.
  private static let batchTime: Duration = .seconds(1)
  /// The most observations in a batch, however fast they come.
  private static let largestBatch = 65_536

  private let plan: ComparisonPlan
  private let numbering: SampleNumbering
  private let shared: SharedRun
  private let groups: [CorpusGroup]
  private var renderer: SampleRenderer
  private let chains: [DecoderChain]
  private var batch: [Observation] = []
  private var lastFlush = ContinuousClock.now
  private var cost = RunCost()

  init(plan: ComparisonPlan, shared: SharedRun) {
    self.plan = plan
    self.shared = shared
    numbering = plan.numbering
    groups = plan.corpus.groups
    renderer = SampleRenderer(corpus: plan.corpus)
    chains = zip(plan.decoders, shared.health).map { configured, health in
      DecoderChain(members: configured.members, health: health, stop: shared.stop)
    }
  }

  /// Works until no samples are left or the run is asked to stop.
  ///
  /// Observations made before a failure are still written, if the store accepts them.
  ///
  /// - Returns: The cost of this lane's share.
  consuming func run() throws -> RunCost {
    defer { for chain in chains { chain.close() } }
    do {
      while let visits = shared.visits.next() {
        for visit in visits where !shared.stop.isRequested { try run(visit) }
      }
    } catch {
      shared.visits.abandon()
      try? flush()
      throw error
    }
    try flush()
    return cost
  }

  private mutating func run(_ visit: Visit) throws {
    let (place, decoders) = (visit.place, visit.decoders)
    var outcomes: [(decoder: Int, outcome: AttemptOutcome)] = []
    if !decoders.isEmpty, let sample = try draw(place) {
      cost.encodeNanoseconds += Int(sample.cost.encodeNanoseconds)
      cost.renderNanoseconds += Int(sample.cost.renderNanoseconds)
      cost.samples += 1
      let first = numbering.number(of: place)
      for turn in decoders.indices {
        let decoder = decoders[(turn + first) % decoders.count]
        if let verdict = try decode(sample, at: place, by: decoder) {
          outcomes.append((decoder, AttemptOutcome(verdict)))
        }
      }
    }
    shared.visits.finish(visit, outcomes: outcomes)
    // Stopped in the middle of the visit: not every decoder is done with the sample.
    guard !shared.stop.isRequested else { return }
    shared.progress.countSample()
  }

  /// - Returns: The sample; `nil` for a photo that cannot be read, which is noted and costs its own
  ///   sample alone.
  private mutating func draw(_ place: SamplePlace) throws -> Sample? {
    do {
      return try renderer.draw(
        group: groups[place.group], level: plan.corpus.sweep.levels[place.level],
        trial: place.trial)
    } catch let error as ImageError {
      guard let file = error.path else { throw error }
      shared.unreadable.withLock { $0[file] = error.message }
      return nil
    }
  }

  /// - Returns: The verdict; `nil` when the decoder was not really tried.
  private mutating func decode(
    _ sample: Sample, at place: SamplePlace, by decoder: Int
  ) throws -> Verdict? {
    let configured = plan.decoders[decoder]
    let start = ContinuousClock.now
    let selected = chains[decoder].decode(sample, of: plan.corpus, by: configured)
    let attempt = selected.attempt
    let busy = ContinuousClock.now - start
    if case .notStarted(let error) = attempt.outcome { throw error }
    guard let finding = Finding(selected, of: sample, by: configured.identity) else { return nil }
    let readings = selected.readings
    let isKept = !readings.isEmpty && plan.keptReadings.keeps(finding)
    let observation = Observation(
      decoder: decoder, place: place, finding: finding,
      wallNanoseconds: attempt.wallNanoseconds, cpuNanoseconds: attempt.cpuNanoseconds,
      wasRetried: attempt.wasRetried, readingCount: readings.count,
      readings: isKept ? readings.prefix(KeptReading.mostReadings).map(KeptReading.init) : [])
    cost.decodes += 1
    cost.decodeNanoseconds += attempt.cpuNanoseconds
    cost.transportNanoseconds += max(0, attempt.exchangeNanoseconds - attempt.wallNanoseconds)
    shared.progress.counters[decoder].count(
      observation.verdict, busyNanoseconds: Int(busy / .nanoseconds(1)))
    if observation.verdict.isBreakage {
      try shared.reproducers.save(sample, observation, by: configured)
    }
    batch.append(observation)
    if batch.count >= Self.largestBatch || ContinuousClock.now - lastFlush >= Self.batchTime {
      try flush()
    }
    return observation.verdict
  }

  private mutating func flush() throws {
    guard !batch.isEmpty else { return }
    let start = ContinuousClock.now
    try shared.store.append(batch, toRun: shared.run)
    batch.removeAll(keepingCapacity: true)
    lastFlush = ContinuousClock.now
    cost.storeNanoseconds += Int((ContinuousClock.now - start) / .nanoseconds(1))
  }
}
