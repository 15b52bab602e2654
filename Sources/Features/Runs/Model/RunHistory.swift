import Results

/// The results of decoders on one corpus over time, run by run.
struct RunHistory: Hashable, Sendable, Codable {
  /// The corpus's name.
  var corpus: String
  /// The unit of its levels, and of all thresholds.
  var unit: String
  /// True if larger values are harder, so that a higher threshold is better.
  var isLargerHarder: Bool
  /// Each decoder's points, in the order in which decoders first took part.
  var series: [Series]

  /// One decoder over time.
  struct Series: Hashable, Sendable, Codable {
    /// The decoder's name in tables, in the last of its runs.
    var label: String
    /// The decoder as it was asked for, if its label does not say so.
    var reference: String?
    /// Its runs, the oldest first.
    var points: [Point]

    /// The points that compare with the last one: a new corpus version or other levels start a new
    /// series.
    var comparable: ArraySlice<Point> {
      guard let last = points.last else { return [] }
      let start = points.lastIndex { $0.scale != last.scale }
      return points[(start.map { $0 + 1 } ?? 0)...]
    }
  }

  /// One decoder in one run.
  struct Point: Hashable, Sendable, Codable {
    /// The run's number in its store; in a history of several stores, its number in the order of
    /// time.
    var run: Int
    /// The run's store and its number there, as `harness runs diff` takes it; `nil` in a history of one
    /// store.
    var source: String?
    /// Start of the run, ISO 8601 in UTC.
    var startedAt: String
    /// The library and its version.
    var version: String
    /// The decoder's fingerprint; it changes with the library's bytes, too.
    var fingerprint: String
    /// The values that comparable mean thresholds must share: corpus version, seed, the decoder's
    /// groups, and levels.
    var scale: String
    /// The mean threshold; `nil` where there is none.
    var meanThreshold: Estimate?
    /// Samples tried.
    var tried: Int
    /// Successful samples; see ``Verdict/isSuccess``.
    var successes: Int
    /// Misreads and false positives.
    var falseAnswers: Int
    /// Errors: crashes, timeouts and failures.
    var breakages: Int
  }

  /// Makes an empty history of a corpus.
  init(of corpus: CorpusRecord) {
    self.corpus = corpus.name
    unit = corpus.unit
    isLargerHarder = corpus.harder == .larger
    series = []
  }

  /// Adds a run's scores; runs are added in the order of time.
  ///
  /// - Parameters:
  ///   - run: The run's number; see ``Point/run``.
  ///   - source: See ``Point/source``.
  mutating func add(
    _ table: ScoreTable, run: Int, source: String? = nil, record: RunRecord
  ) {
    for decoder in table.decoders {
      let configured = record.decoders.first { $0.label == decoder.label }
      let point = Point(
        run: run, source: source, startedAt: table.provenance.startedAt,
        version: "\(decoder.library) \(decoder.version)",
        fingerprint: configured?.fingerprint.sha256 ?? "",
        scale: Self.scale(of: decoder, in: table.corpus),
        meanThreshold: [.ranked, .apart].contains(decoder.standing)
          ? Self.meanThreshold(of: decoder) : nil,
        tried: decoder.total.tried, successes: decoder.total.successes,
        falseAnswers: decoder.total.falseAnswers,
        breakages: decoder.total.crash + decoder.total.timeout + decoder.total.failed)
      let asked = decoder.reference ?? decoder.label
      if let known = series.firstIndex(where: { ($0.reference ?? $0.label) == asked }) {
        series[known].points.append(point)
        (series[known].label, series[known].reference) = (decoder.label, decoder.reference)
      } else {
        series.append(Series(label: decoder.label, reference: decoder.reference, points: [point]))
      }
    }
  }

  /// Computes the mean over all of the decoder's own groups. The table's mean is not used: it
  /// covers the groups that all decoders of the run share, and changes when another decoder joins.
  private static func meanThreshold(of decoder: DecoderScore) -> Estimate? {
    let means = decoder.groups.compactMap(\.meanThreshold)
    guard !means.isEmpty, means.count == decoder.groups.count else { return nil }
    return Estimate.mean(of: means)
  }

  private static func scale(of decoder: DecoderScore, in corpus: CorpusRecord) -> String {
    let levels = corpus.levels.map(\.text).joined(separator: " ")
    let groups = decoder.groups.map(\.group).joined(separator: " ")
    return "\(corpus.version) \(corpus.seed) | \(groups) | \(levels)"
  }
}
