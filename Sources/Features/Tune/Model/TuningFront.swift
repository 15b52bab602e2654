import Analysis
import Results

/// The settings of a decoder that are worth having, and what they change beside the decoder as it
/// comes.
struct TuningFront: Sendable {
  /// The scores of all settings.
  let table: ScoreTable
  /// Those on the front, the quickest first; then the others likewise.
  let settings: [DecoderScore]
  /// Labels of those on the front; see ``SpeedPoint/isOnFront``.
  let labels: Set<String>

  private let points: [SpeedPoint]
  private let tuned: TunedOptions

  /// Computes the front of a tuning's scores.
  init(_ table: ScoreTable, of tuned: TunedOptions) {
    self.table = table
    self.tuned = tuned
    let points = table.speedPoints.sorted {
      ($0.milliseconds, $0.label) < ($1.milliseconds, $1.label)
    }
    self.points = points
    let labels = Set(points.filter(\.isOnFront).map(\.label))
    self.labels = labels
    settings = table.decoders.filter { !$0.groups.isEmpty }.sorted {
      let times = [$0, $1].map { table.milliseconds(of: $0, \.readMedian) ?? .infinity }
      let places = [$0, $1].map { labels.contains($0.label) ? 0 : 1 }
      return (places[0], times[0], $0.label) < (places[1], times[1], $1.label)
    }
  }

  /// The label of the decoder as it was named.
  var base: String { tuned.base }
  /// The options that were varied.
  var options: [String] { tuned.options }

  /// The value of an option in a setting, asked for or its own.
  func value(of option: String, in setting: DecoderScore) -> String {
    tuned.value(of: option, by: setting.label) ?? setting.options[option] ?? "default"
  }

  /// True if fewer than two settings read anything, so nothing can be compared.
  var isTooSmall: Bool { points.count < 2 }

  /// The points on the front, the quickest first.
  var front: [SpeedPoint] { points.filter { labels.contains($0.label) } }

  /// A setting on the front that takes less time than the decoder as it comes, and reads as well or
  /// better.
  struct Gain: Hashable, Sendable {
    /// The setting's label.
    let label: String
    /// Its time of a read over that of the decoder as it comes, below 1.
    let timeRatio: Double
    /// The difference of what is not read, 0 or more; see ``SpeedPoint/cost``.
    let costDifference: Double
    /// The pair in the score table; `nil` where the table has none.
    let pair: PairScore?
  }

  /// The settings that beat the decoder as it comes; none if that is on the front itself.
  var gains: [Gain] {
    guard let usual = points.first(where: { $0.label == base }), !labels.contains(base) else {
      return []
    }
    return front.filter { $0.cost <= usual.cost && $0.milliseconds < usual.milliseconds }.map {
      point in
      Gain(
        label: point.label, timeRatio: point.milliseconds / usual.milliseconds,
        costDifference: usual.cost - point.cost,
        pair: table.comparisons.first { $0.better == point.label && $0.worse == usual.label })
    }
  }

  /// Misreads and false positives of a setting.
  func falseAnswers(_ label: String) -> Int {
    settings.first { $0.label == label }?.total.falseAnswers ?? 0
  }

  /// Labels of settings on the front that misread more than the decoder as it comes: they read more
  /// by guessing more.
  var guessing: [String] {
    front.map(\.label).filter { falseAnswers($0) > falseAnswers(base) }
  }

  /// Options whose values change the time at most.
  var idleOptions: [String] {
    options.filter { option in
      var costs: [[String]: Double] = [:]
      var isIdle = true
      for setting in settings {
        let rest = options.filter { $0 != option }.map { value(of: $0, in: setting) }
        let cost = table.cost(of: setting) ?? .infinity
        isIdle = isIdle && costs[rest, default: cost] == cost
        costs[rest] = cost
      }
      return isIdle
    }
  }
}
