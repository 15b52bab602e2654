import Corpora
import Images
import PluginHost
import Results

/// One thread's share of a run: it draws a few samples, gives them to every decoder in turn, judges and
/// records.
///
/// A lane owns one worker per decoder (a decoder chain has one per member) and waits for it. At any
/// moment, either the lane or one of its workers is busy, so as many lanes as cores keep the
/// machine fully used without queues between them. A worker gets several images in a row: the next one
/// is there when it has finished the last, and neither sleeps in between. Decoders take turns in going
/// first, so that none always finds the caches cold.
struct Lane: ~Copyable {
  /// The interval at which observations are written in a batch; a kill loses at most this much.
  ///
  /// A batch touches a page of the store for each of its cells: the larger the batch, the fewer
  /// pages are rewritten.
  private static let batchTime: Duration = .seconds(1)
  /// The most observations in a batch, however fast they come.
  private static let largestBatch = 65_536

  /// The pixels after which a round takes no further sample: images wait in memory.
  private static let mostPixels = 1 << 20

  /// A sample of a round, with what decoders made of it.
  private struct RoundPart {
    let visit: Visit
    /// `nil` if no decoder needs it, or its photo cannot be read.
    let sample: Sample?
    var outcomes: [(decoder: Int, outcome: AttemptOutcome)] = []
  }

  private let plan: ComparisonPlan
  private let shared: SharedRun
  private let groups: [CorpusGroup]
  private var renderer: SampleRenderer
  private let chains: [DecoderChain]
  /// By decoder, the empty images among its samples.
  private var blanks: [BlankImages]
  private var batch: [Observation] = []
  private var lastFlush = ContinuousClock.now
  private var cost = RunCost()
  private var rounds = 0

  init(plan: ComparisonPlan, shared: SharedRun) {
    self.plan = plan
    self.shared = shared
    groups = plan.corpus.groups
    renderer = SampleRenderer(corpus: plan.corpus, photos: shared.photos)
    blanks = plan.decoders.map { BlankImages(label: $0.label) }
    chains = zip(plan.decoders, shared.health).map { configured, health in
      DecoderChain(members: configured.members, health: health, stop: shared.stop)
    }
  }

  /// Works until no samples are left or the run is asked to stop.
  ///
  /// Observations made before a failure are still written, if the store accepts them.
  ///
  /// - Returns: The cost of this lane's share, and by decoder what no single sample shows.
  consuming func run() throws -> (cost: RunCost, conduct: [DecoderConduct]) {
    defer { for chain in chains { chain.close() } }
    do {
      while let visits = shared.visits.next() {
        var rest = visits[...]
        while !rest.isEmpty, !shared.stop.isRequested { try runSome(&rest) }
      }
    } catch {
      shared.visits.abandon()
      try? flush()
      throw error
    }
    try flush()
    return (cost, blanks.map(\.conduct))
  }

  /// Makes the first of the visits: as many as fit into a round.
  private mutating func runSome(_ visits: inout ArraySlice<Visit>) throws {
    var round: [RoundPart] = []
    var pixels = 0
    while pixels < Self.mostPixels, !shared.stop.isRequested, let visit = visits.popFirst() {
      let sample = visit.decoders.isEmpty ? nil : try draw(visit.place)
      pixels += sample?.image.pixels.count ?? 0
      round.append(RoundPart(visit: visit, sample: sample))
    }
    rounds += 1
    for turn in plan.decoders.indices {
      try decode(&round, by: (turn + rounds) % plan.decoders.count)
    }
    for part in round {
      shared.visits.finish(part.visit, outcomes: part.outcomes)
      // Stopped in the middle of the round: not every decoder is done with the sample.
      if !shared.stop.isRequested { shared.progress.countSample() }
    }
  }

  /// - Returns: The sample; `nil` for a photo that cannot be read, which is noted and costs its own
  ///   sample alone.
  private mutating func draw(_ place: SamplePlace) throws -> Sample? {
    do {
      let sample = try renderer.draw(
        group: groups[place.group], level: plan.corpus.sweep.levels[place.level],
        trial: place.trial)
      cost.encodeNanoseconds += Int(sample.cost.encodeNanoseconds)
      cost.renderNanoseconds += Int(sample.cost.renderNanoseconds)
      cost.samples += 1
      return sample
    } catch let error as ImageError {
      guard let file = error.path else { throw error }
      shared.unreadable.withLock { $0[file] = error.message }
      return nil
    }
  }

  /// Gives a decoder the samples of a round that it must decode, and notes its verdicts.
  private mutating func decode(_ round: inout [RoundPart], by decoder: Int) throws {
    let parts = round.indices.filter { round[$0].visit.decoders.contains(decoder) }
    let samples = parts.compactMap { part in round[part].sample.map { (part, $0) } }
    guard !samples.isEmpty else { return }
    let place = blanks[decoder].place(among: samples.count)
    let (attempts, blank) = chains[decoder].decode(
      samples.map(\.1), of: plan.corpus, by: plan.decoders[decoder], blank: place)
    if let blank { blanks[decoder].note(blank) }
    for ((part, sample), attempt) in zip(samples, attempts) {
      let verdict = try record(attempt, of: sample, at: round[part].visit.place, by: decoder)
      if let verdict { round[part].outcomes.append((decoder, AttemptOutcome(verdict))) }
    }
  }

  /// Judges and records an attempt.
  ///
  /// - Returns: The verdict; `nil` when the decoder was not really tried.
  private mutating func record(
    _ selected: SelectedAttempt, of sample: Sample, at place: SamplePlace, by decoder: Int
  ) throws -> Verdict? {
    let configured = plan.decoders[decoder]
    let attempt = selected.attempt
    if case .notStarted(let error) = attempt.outcome { throw error }
    blanks[decoder].noteTimes(attempt)
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
    // Of two answers that come at once the second has no time of its own: only the sum is one.
    cost.transportNanoseconds += attempt.exchangeNanoseconds - attempt.wallNanoseconds
    shared.progress.counters[decoder].count(
      observation.verdict, wasRetried: observation.wasRetried,
      busyNanoseconds: attempt.exchangeNanoseconds)
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
