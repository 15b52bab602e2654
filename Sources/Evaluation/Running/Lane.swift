import Corpora
import DecoderKit
import PluginHost

/// One thread's share of a run: it draws a sample, gives it to every decoder in turn, judges and
/// records.
///
/// A lane owns one worker per decoder and waits for it, so that at any moment either the lane or one
/// of its workers is busy: as many lanes as cores keep the machine full without queues between
/// them. Decoders take turns in going first, so that none always finds the caches cold.
struct Lane: ~Copyable {
  /// Observations that are written together; what a kill loses at most, for each lane.
  private static let batchSize = 512

  private let plan: ComparisonPlan
  private let shared: SharedRun
  private let groups: [CorpusGroup]
  private var renderer: SampleRenderer
  private let workers: [DecoderWorker]
  private var batch: [Observation] = []
  private var cost = RunCost()

  init(plan: ComparisonPlan, shared: SharedRun) {
    self.plan = plan
    self.shared = shared
    groups = plan.corpus.groups
    renderer = SampleRenderer(corpus: plan.corpus)
    workers = zip(plan.contestants, shared.health).map { contestant, health in
      DecoderWorker(settings: contestant.settings, health: health, stop: shared.stop)
    }
  }

  /// Works until no samples are left or the run is asked to stop.
  ///
  /// What was observed before a failure is still written, if the store takes it.
  ///
  /// - Returns: What this lane's share cost.
  consuming func run() throws -> RunCost {
    defer { for worker in workers { worker.close() } }
    do {
      while let chunk = shared.nextChunk() {
        for sample in chunk where !shared.stop.isRequested { try visit(sample) }
      }
    } catch {
      try? flush()
      throw error
    }
    try flush()
    return cost
  }

  private mutating func visit(_ number: Int) throws {
    let place = plan.schedule.place(of: number)
    let group = groups[place.group]
    let sample = try renderer.draw(
      group: group, level: plan.corpus.sweep.levels[place.level], trial: place.trial)
    cost.encodeNanoseconds += Int(sample.cost.encodeNanoseconds)
    cost.renderNanoseconds += Int(sample.cost.renderNanoseconds)
    cost.samples += 1
    for turn in workers.indices {
      let decoder = (turn + number) % workers.count
      guard plan.contestants[decoder].supports(group) else { continue }
      try give(sample, number: number, to: decoder)
    }
    // Stopped in the middle of it: not every decoder is through with the sample.
    guard !shared.stop.isRequested else { return }
    shared.progress.countSample()
  }

  private mutating func give(_ sample: Sample, number: Int, to decoder: Int) throws {
    let attempt = workers[decoder].decode(sample.image, hints: plan.corpus.hints(for: sample))
    if case .notStarted(let error) = attempt.outcome { throw error }
    guard let expected = sample.expected.first,
      let observation = Observation(
        attempt, of: sample.hash, number: number, decoder: decoder, expected: expected)
    else { return }
    cost.decodes += 1
    cost.decodeNanoseconds += attempt.cpuNanoseconds
    cost.transportNanoseconds += max(0, attempt.exchangeNanoseconds - attempt.wallNanoseconds)
    shared.progress.counters[decoder].count(observation.verdict)
    if observation.verdict.isBreakage {
      try shared.reproducers.save(sample, observation, by: plan.contestants[decoder])
    }
    batch.append(observation)
    if batch.count >= Self.batchSize { try flush() }
  }

  private mutating func flush() throws {
    guard !batch.isEmpty else { return }
    let start = ContinuousClock.now
    try shared.store.append(batch, toRun: shared.run)
    batch.removeAll(keepingCapacity: true)
    cost.storeNanoseconds += Int((ContinuousClock.now - start) / .nanoseconds(1))
  }
}

extension Corpus {
  /// What decoders are told about a sample: nothing, unless the corpus asks for it.
  func hints(for sample: Sample) -> DecodeHints {
    guard usesSymbologyHints else { return .none }
    return DecodeHints(symbologies: Set(sample.expected.map(\.symbology)))
  }
}

extension Observation {
  /// Judges an attempt; `nil` when the decoder was not really tried.
  public init?(
    _ attempt: DecodeAttempt, of hash: String, number: Int, decoder: Int, expected: ExpectedSymbol
  ) {
    self.init(
      sample: number, decoder: decoder, sampleHash: hash, verdict: .noRead,
      wallNanoseconds: attempt.wallNanoseconds, cpuNanoseconds: attempt.cpuNanoseconds,
      wasRetried: attempt.wasRetried)
    switch attempt.outcome {
    case .readings(let readings):
      let judgement = TruthMatching.judge(readings, against: expected)
      verdict = judgement.verdict
      extras = judgement.extras
      detail = judgement.misreading.map { reading in
        let name = reading.symbology.map(\.description) ?? "symbology not said"
        return "\(name): \(reading.bytes.readable)"
      }
    case .failed(let message):
      verdict = .failed
      // A plugin may say anything; text in the store ends at a NUL.
      detail = message.replacing("\0", with: "\u{FFFD}")
    case .crashed(let ending, let diagnostics):
      verdict = .crash
      detail = diagnostics.isEmpty ? "\(ending)" : "\(ending); it printed: \(diagnostics)"
    case .timedOut:
      verdict = .timeout
    case .givenUp, .stopped, .notStarted:
      return nil
    }
  }
}
