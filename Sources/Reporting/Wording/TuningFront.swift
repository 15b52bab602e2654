import Evaluation

/// The settings of a decoder that are on the Pareto front, compared with its default settings.
struct TuningFront {
  let wording: ScoreWording
  /// The settings on the front, the quickest first; then the others in the same order.
  let settings: [DecoderScore]
  /// The labels of the settings on the front. Of several that read equally well, only the quickest.
  let labels: Set<String>

  private let points: [SpeedPoint]
  private let sweep: OptionSweep

  init(_ table: ScoreTable, of sweep: OptionSweep) {
    wording = ScoreWording(table)
    self.sweep = sweep
    let points = table.speedPoints.sorted {
      ($0.milliseconds, $0.label) < ($1.milliseconds, $1.label)
    }
    self.points = points
    let front = points.filter { point in
      point.isOnFront && points.first { $0.cost == point.cost }?.label == point.label
    }
    let labels = Set(front.map(\.label))
    self.labels = labels
    settings = table.decoders.filter { !$0.groups.isEmpty }.sorted {
      let times = [$0, $1].map { table.milliseconds(of: $0, \.readMedian) ?? .infinity }
      let places = [$0, $1].map { labels.contains($0.label) ? 0 : 1 }
      return (places[0], times[0], $0.label) < (places[1], times[1], $1.label)
    }
  }

  /// Returns an option's value in a setting: as varied, as named by the user, or `default`.
  func value(of option: String, in setting: DecoderScore) -> String {
    sweep.value(of: option, by: setting.label) ?? setting.options[option] ?? "default"
  }

  /// The label of the decoder as the user named it.
  var base: String { sweep.base }
  /// The names of the options that were varied.
  var options: [String] { sweep.options }

  // MARK: Sentences

  /// The findings in sentences, without full stops.
  var sentences: [String] {
    guard points.count > 1 else { return ["Fewer than two settings read anything"] }
    return [frontSentence] + comparisons + misreads + idleOptions
  }

  private var front: [SpeedPoint] { points.filter { labels.contains($0.label) } }

  private var frontSentence: String {
    "On the front: \(Findings.list(front.map(\.label))); no other setting is as quick and reads as well as "
      + (front.count == 1 ? "it" : "one of these")
  }

  /// The settings that read as well as the default or better, in less time.
  private var comparisons: [String] {
    guard let usual = points.first(where: { $0.label == base }), !labels.contains(base) else {
      return []
    }
    return front.filter { $0.cost <= usual.cost && $0.milliseconds < usual.milliseconds }.map {
      let times = Numerals.decimal($0.milliseconds / usual.milliseconds, places: 2)
      return
        "\($0.label) takes \(times) times the time of \(base) for a read, and \(gain($0, usual))"
    }
  }

  private func gain(_ better: SpeedPoint, _ usual: SpeedPoint) -> String {
    guard better.cost < usual.cost else { return "reads as well" }
    guard wording.table.hasRanks else {
      return "reads \(Numerals.percent(usual.cost - better.cost)) percentage points more"
    }
    let pair = wording.table.comparisons.first {
      $0.better == better.label && $0.worse == usual.label
    }
    guard let pair, let difference = pair.meanThresholdDifference else { return "reads more" }
    return "its mean threshold is \(wording.advantage(difference))"
      + (pair.isSignificant ? "" : ", which chance explains")
  }

  /// The settings with more misreads than the default: they read more only by guessing more.
  private var misreads: [String] {
    func count(_ label: String) -> Int {
      settings.first { $0.label == label }?.total.falseAnswers ?? 0
    }
    return front.filter { count($0.label) > count(base) }.map {
      "\($0.label) misreads \(Numerals.count(count($0.label))), \(base) "
        + "\(Numerals.count(count(base)))"
    }
  }

  /// The options whose values change at most the time, not how well the samples are read.
  private var idleOptions: [String] {
    let idle = options.filter { option in
      var costs: [[String]: Double] = [:]
      var isIdle = true
      for setting in settings {
        let rest = options.filter { $0 != option }.map { value(of: $0, in: setting) }
        let cost = wording.table.cost(of: setting) ?? .infinity
        isIdle = isIdle && costs[rest, default: cost] == cost
        costs[rest] = cost
      }
      return isIdle
    }
    guard !idle.isEmpty else { return [] }
    return [
      "\(Findings.list(idle)) \(idle.count == 1 ? "changes" : "change") nothing of how well these "
        + "samples are read"
    ]
  }
}
