import Analysis
import Base
import Corpora
import DecoderKit
import Evaluation
import Judging
import PluginHost
import Results
import Scanning
import Synchronization

/// A corpus's streams in real time: frames come when they come, to a scanner with a worker process.
///
/// Streams run one after the other, so that decoders do not take each other's time.
struct LiveStreams {
  let plan: ComparisonPlan
  let rules: StreamRules
  let stop: StopSignal

  /// Watches every stream with every decoder. Blocks the caller for as long as the streams last.
  ///
  /// - Returns: The passages; fewer if it was stopped.
  /// - Throws: ``SampleError`` for a frame that cannot be drawn.
  func watch() throws -> [StreamPassage] {
    var renderer = SampleRenderer(corpus: plan.corpus)
    var passages: [StreamPassage] = []
    let groups = plan.corpus.groups
    let work = plan.decoders.map { decoder in groups.indices.filter { decoder.supports(groups[$0]) }
    }
    for (index, decoder) in plan.decoders.enumerated() {
      let reader = WorkerReader(
        decoder, deathsBeforeGivingUp: plan.deathsBeforeGivingUp, stop: stop)
      defer { AsyncWork { await reader.close() }.value() }
      for group in work[index] {
        for trial in 0..<groups[group].trialCount {
          guard !stop.isRequested else { return passages }
          let samples = try plan.corpus.sweep.levels.map {
            try renderer.draw(group: groups[group], level: $0, trial: trial)
          }
          let passage = StreamPassage(decoder: index, group: group, trial: trial)
          let hints = samples.first.map { decoder.hints(for: $0, of: plan.corpus) } ?? .none
          let watcher = StreamWatcher(reader: reader, samples: samples, hints: hints, passage)
          passages.append(AsyncWork { await watcher.watch(under: rules) }.value())
        }
      }
    }
    return passages
  }
}

/// One stream in real time, and what a scanner reports of it.
private actor StreamWatcher: FrameReader {
  private let reader: WorkerReader
  private let samples: [Sample]
  private let hints: DecodeHints
  private var passage: StreamPassage
  private var start = ContinuousClock.now

  init(
    reader: WorkerReader, samples: [Sample], hints: DecodeHints, _ passage: StreamPassage
  ) {
    (self.reader, self.samples, self.hints) = (reader, samples, hints)
    self.passage = passage
  }

  func watch(under rules: StreamRules) async -> StreamPassage {
    let scanner = FrameScanner(
      reader: self,
      options: ScannerOptions(
        symbologies: hints.symbologies, policy: rules.policy, rules: rules.codeRules))
    let (events, continuation) = AsyncStream.makeStream(
      of: (event: ScannerEvent, time: ContinuousClock.Instant).self)
    // The worker is started, and a first answer given, before the clock runs.
    if let first = samples.first { _ = await reader.read(first.image, hints: hints) }
    start = .now
    let source = PacedFrames(samples: samples, start: start)
    do {
      try await scanner.start(source: source) { (event: ScannerEvent) in
        continuation.yield((event, .now))
        if case .ended = event { continuation.finish() }
      }
    } catch {
      preconditionFailure("a scanner that is new is not running")
    }
    for await (event, time) in events {
      if case .codes(let codes) = event { note(codes.map(\.reading), at: time - start) }
    }
    if passage.firstReadNanoseconds == nil {
      passage.decodeNanosecondsToFirstRead = passage.decodeNanoseconds
    }
    return passage
  }

  func read(_ image: GrayImage, hints: DecodeHints) async -> FrameAnswer {
    let answer = await reader.read(image, hints: hints)
    let nanoseconds = Int(answer.decodeTime / .nanoseconds(1))
    passage.judged += 1
    passage.decodeNanoseconds += nanoseconds
    if passage.firstReadNanoseconds == nil {
      passage.decodeNanosecondsToFirstRead += nanoseconds
    }
    if answer.readings.contains(where: isRight) { passage.reads += 1 }
    return answer
  }

  private func note(_ readings: [Reading], at time: Duration) {
    // What is reported after the last frame's time is over is too late.
    guard time <= .seconds(Double(samples.count) / StreamFrames.perSecond) else { return }
    let nanoseconds = Int(time / .nanoseconds(1))
    for reading in readings {
      if isRight(reading) {
        passage.firstReadNanoseconds = passage.firstReadNanoseconds ?? nanoseconds
      } else {
        passage.firstWrongNanoseconds = passage.firstWrongNanoseconds ?? nanoseconds
      }
    }
  }

  private nonisolated func isRight(_ reading: Reading) -> Bool {
    samples.first.map {
      TruthMatching.judge([reading], against: $0.truth).verdict.isSuccess
    } ?? false
  }
}

/// Frames that come at their own times, whoever is ready for them.
private struct PacedFrames: FrameSource {
  let samples: [Sample]
  let start: ContinuousClock.Instant

  var isLive: Bool { true }

  var frames: AsyncThrowingStream<Frame, any Error> {
    let (samples, start) = (samples, start)
    let next = Mutex(0)
    return AsyncThrowingStream {
      let index = next.withLock { next in
        defer { next += 1 }
        return next
      }
      guard index < samples.count else { return nil }
      let time = Duration.seconds(samples[index].key.level.value)
      try await ContinuousClock().sleep(until: start + time, tolerance: .zero)
      return Frame(index: index, time: time, image: samples[index].image)
    }
  }
}
