import Results
import Statistics

/// Scores the decoders of a corpus of streams: how long until the first right read.
///
/// Each frame was decoded once, in whatever order; what a scanner would have seen of it follows from the
/// recorded findings and decode times.
struct StreamScorer {
  private let run: RunRecord
  private let rules: StreamRules
  private let times: [Double]
  /// The streams of each decoder whose frames were all decoded.
  private let streams: [[Stream]]
  /// The passages that were recorded on the real clock.
  private let recorded: [StreamPassage]

  private struct Stream {
    let group: Int
    let trial: Int
    let frames: [FrameFinding]
  }

  /// Computes the scores of a run; `nil` for a corpus of other images.
  ///
  /// - Parameter rules: Rules in place of those of the run.
  /// - Throws: Errors from the store.
  static func table(
    of run: RunRecord, _ outcome: RunOutcome, number: Int, in store: some ObservationSource,
    rules: StreamRules?, order: [String]
  ) throws -> StreamTable? {
    guard run.corpus.isOfStreams, run.corpus.levels.count > 1 else { return nil }
    let rules = rules ?? run.settings.stream ?? StreamRules()
    return try StreamScorer(run, outcome, number: number, in: store, rules).table(order)
  }

  private init(
    _ run: RunRecord, _ outcome: RunOutcome, number: Int, in store: some ObservationSource,
    _ rules: StreamRules
  ) throws {
    (self.run, self.rules) = (run, rules)
    recorded = outcome.streams ?? []
    times = run.corpus.levels.map(\.value)
    let corpus = run.corpus
    streams = try run.decoders.indices.map { decoder in
      var frames = corpus.groups.map {
        [[FrameFinding?]](
          repeating: Array(repeating: nil, count: corpus.levels.count), count: $0.trials)
      }
      try store.forEachObservation(ofRun: number, decoder: decoder) { observation in
        let place = observation.place
        guard place.trial < corpus.groups[place.group].trials else { return }
        frames[place.group][place.trial][place.level] = FrameFinding(
          observation, timeoutSeconds: run.settings.timeoutSeconds)
      }
      return frames.enumerated().flatMap { group, trials in
        trials.enumerated().compactMap { trial, frames in
          let known = frames.compactMap(\.self)
          return known.count == frames.count
            ? Stream(group: group, trial: trial, frames: known) : nil
        }
      }
    }
  }

  private var frameSeconds: Double { (times[times.count - 1] - times[0]) / Double(times.count - 1) }
  private var seconds: Double { frameSeconds * Double(times.count) }

  private func table(_ order: [String]) -> StreamTable {
    let all = run.decoders.indices.map { passages(of: $0, under: rules) }
    let decoders = order.compactMap { label in
      run.decoders.firstIndex { $0.label == label }.flatMap { all[$0].isEmpty ? nil : $0 }
    }
    return StreamTable(
      rules: rules, framesPerSecond: (10 / frameSeconds).rounded() / 10, seconds: seconds,
      decoders: decoders.map { score($0, all[$0]) },
      groups: run.corpus.groups.indices.map { group in
        StreamTable.Group(
          group: run.corpus.groups[group].id,
          decoders: decoders.compactMap { decoder in
            let mine = all[decoder].filter { $0.group == group }
            return mine.isEmpty ? nil : score(decoder, mine)
          })
      },
      comparisons: comparisons(decoders, all), effects: decoders.flatMap(effects))
  }

  /// The passages of a decoder through all its streams.
  private func passages(of decoder: Int, under rules: StreamRules) -> [StreamPassage] {
    guard rules.clock == .virtual else { return recorded.filter { $0.decoder == decoder } }
    let playback = StreamPlayback(
      rules: rules, times: times.map { .nanoseconds(Int(($0 * 1e9).rounded())) },
      end: .nanoseconds(Int((seconds * 1e9).rounded())))
    return streams[decoder].map { stream in
      var passage = StreamPassage(decoder: decoder, group: stream.group, trial: stream.trial)
      playback.play(stream.frames, into: &passage)
      return passage
    }
  }

  // MARK: Scores

  private func score(_ decoder: Int, _ passages: [StreamPassage]) -> StreamScore {
    let curve = KaplanMeier(passages.map(waited))
    let (reads, firstReads) = (
      passages.reduce(0) { $0 + $1.reads }, passages.count { $0.firstReadNanoseconds != nil }
    )
    func seconds(_ nanoseconds: KeyPath<StreamPassage, Int>, per count: Int) -> Double? {
      count > 0
        ? passages.reduce(0.0) { $0 + Double($1[keyPath: nanoseconds]) } / 1e9 / Double(count) : nil
    }
    let wrong = passages.count(where: \.wasWrongFirst)
    return StreamScore(
      decoder: run.decoders[decoder].label, streams: passages.count, firstReads: firstReads,
      median: StreamScore.Time(curve.quantile(0.5)), p95: StreamScore.Time(curve.quantile(0.95)),
      wrongFirst: wrong,
      wrongFirstUpperBound: passages.isEmpty
        ? nil : Binomial.upperBound(events: wrong, trials: passages.count),
      judgedShare: passages.isEmpty
        ? nil
        : Double(passages.reduce(0) { $0 + $1.judged }) / Double(passages.count * times.count),
      cpuSecondsPerRead: seconds(\.decodeNanoseconds, per: reads),
      cpuSecondsPerFirstRead: seconds(\.decodeNanosecondsToFirstRead, per: firstReads),
      steps: curve.steps.map { .init(time: $0.time, share: 1 - $0.survival) })
  }

  /// The time that a stream was waited for its first right read: at most the stream's length.
  private func waited(_ passage: StreamPassage) -> SurvivalTime {
    guard let read = passage.firstReadNanoseconds else {
      return SurvivalTime(seconds, isEvent: false)
    }
    return SurvivalTime(Double(read) / 1e9, isEvent: true)
  }

  // MARK: Comparisons

  /// The most decoders of which every pair is compared.
  private static let mostInFull = 20

  private func comparisons(_ decoders: [Int], _ passages: [[StreamPassage]]) -> [StreamPair] {
    var pairs: [StreamPair] = []
    // Of many decoders the best one with each, and each with the next: corrected as all pairs are.
    let isFew = decoders.count <= Self.mostInFull
    for (place, first) in decoders.enumerated() {
      let others = decoders[(place + 1)...]
      for second in isFew || place == 0 ? others : others.prefix(1) {
        let strata = strata(passages[first], passages[second])
        let streams = strata.reduce(0) { $0 + $1.count }
        guard streams > 0 else { continue }
        let labels = [run.decoders[first].label, run.decoders[second].label]
        let isFirst = LogRank.lead(strata) >= 0
        pairs.append(
          StreamPair(
            sooner: labels[isFirst ? 0 : 1], later: labels[isFirst ? 1 : 0], streams: streams,
            p: LogRank.paired(strata), adjustedP: 1, isSignificant: false))
      }
    }
    let family = isFew ? 0 : decoders.count * (decoders.count - 1) / 2
    for (place, adjusted) in Holm.adjust(pairs.map(\.p), family: family).enumerated() {
      pairs[place].adjustedP = adjusted
      pairs[place].isSignificant = adjusted <= 0.05
    }
    return pairs
  }

  /// The frame whose time it was when a stream was read: less than a frame apart is no difference, as
  /// decode times are compared elsewhere, and ranks would make much of microseconds.
  private func waitedFrames(_ passage: StreamPassage) -> SurvivalTime {
    let waited = waited(passage)
    return SurvivalTime((waited.time / frameSeconds + 1e-6).rounded(.down), isEvent: waited.isEvent)
  }

  /// The streams that two decoders both watched, group by group.
  private func strata(_ first: [StreamPassage], _ second: [StreamPassage]) -> [[LogRank.Pair]] {
    run.corpus.groups.indices.map { group in
      let others = Dictionary(
        uniqueKeysWithValues: second.filter { $0.group == group }.map { ($0.trial, $0) })
      return first.filter { $0.group == group }.compactMap { one in
        others[one.trial].map { LogRank.Pair(waitedFrames(one), waitedFrames($0)) }
      }
    }
  }

  // MARK: Other rules

  /// The least times between frames, in milliseconds, whose effect is shown; `nil` for every frame.
  private static let intervals: [Double?] = [nil, 33, 100, 200]
  private static let confirmations = [(1, 1), (2, 2), (2, 3), (3, 5)]

  /// The scores under other policies, then under other rules of confirmation.
  private func effects(of decoder: Int) -> [StreamEffect] {
    let own = StreamRules(
      everyMilliseconds: rules.everyMilliseconds, confirmations: rules.confirmations,
      window: rules.window)
    let throttled = Self.intervals.map { interval in
      var other = own
      other.everyMilliseconds = interval
      return other
    }
    let confirmed = Self.confirmations.map { needed, window in
      var other = own
      (other.confirmations, other.window) = (needed, window)
      return other
    }
    return (throttled + confirmed.filter { !throttled.contains($0) }).map { rules in
      var score = score(decoder, passages(of: decoder, under: rules))
      score.steps = []
      return StreamEffect(rules: rules, score: score)
    }
  }
}

extension StreamScore.Time {
  fileprivate init(_ quantile: KaplanMeier.Quantile) {
    self.init(value: quantile.time, lower: quantile.lower, upper: quantile.upper)
  }
}
