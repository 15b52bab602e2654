import Reporting

/// The sentences about a tuning.
struct TuningWording {
  let front: TuningFront
  let wording: ScoreWording

  init(_ front: TuningFront) {
    self.front = front
    wording = ScoreWording(front.table)
  }

  /// The results of the table, without full stops.
  var sentences: [String] {
    guard !front.isTooSmall else { return ["Fewer than two settings read anything"] }
    return [frontSentence] + gains + misreads + idleOptions
  }

  private var frontSentence: String {
    // The quickest first: each further one is slower and reads better, if only by chance.
    let settings = front.front.map {
      "\($0.label) (\($0.label == front.base ? "unchanged, " : "")\(reach($0.label))"
        + "\(Numerals.milliseconds($0.milliseconds)) ms a read)"
    }
    guard let best = settings.last, settings.count > 1 else {
      guard let only = front.front.first, only.label == front.base, !only.label.contains(":") else {
        return library + (settings.first ?? front.base)
          + " is the quickest setting, and none reads better"
      }
      let others = front.settings.count - 1
      return "\(version ?? only.label) is quickest as it is (\(reach(only.label))"
        + "\(Numerals.milliseconds(only.milliseconds)) ms a read), and "
        + (others == 1
          ? "the other setting does not read" : "none of the \(others) other settings reads")
        + " better"
    }
    // Those that share the first place are the last ones of the front.
    let tied = front.front.reversed().prefix { isFirst($0.label) }.count
    let (first, others) = (settings.suffix(max(tied, 1)), settings.dropLast(max(tied, 1)))
    let slower =
      others.isEmpty
      ? ""
      : "; quicker, but reading less, \(others.count > 1 ? "are" : "is") "
        + Words.list(Array(others))
    return library
      + (tied > 1
        ? "\(Words.list(Array(first))) read best, not significantly different"
        : "\(best) reads best")
      + slower
  }

  /// The library and version that the sentence is about: `With ZXing-C++ 1.4.0, `.
  private var library: String { version.map { "With \($0), " } ?? "" }

  /// The library with its version.
  private var version: String? {
    front.settings.first.map { "\($0.library) \($0.version.split(separator: " ").first ?? "")" }
  }

  private func isFirst(_ label: String) -> Bool {
    front.table.hasRanks && front.table.decoder(label)?.rank == 1
  }

  /// What a setting reads, before its time.
  private func reach(_ label: String) -> String {
    guard let score = front.table.decoder(label) else { return "" }
    return front.table.hasRanks && !wording.ranksByRate
      ? "\(wording.meanThreshold(score)) \(wording.unit), "
      : "\(wording.decodeRate(score.total))\(Numerals.narrowSpace)%, "
  }

  private var gains: [String] {
    front.gains.map { gain in
      let times = Numerals.decimal(gain.timeRatio, places: 2)
      return "\(gain.label) takes \(times)× as long as \(front.base) for a read, and "
        + reading(gain)
    }
  }

  private func reading(_ gain: TuningFront.Gain) -> String {
    guard gain.costDifference > 0 else { return "reads as well" }
    guard front.table.hasRanks else {
      return "reads \(Numerals.percent(gain.costDifference)) percentage points more"
    }
    guard let pair = gain.pair, let difference = pair.meanThresholdDifference else {
      return "reads more"
    }
    return "its mean threshold is \(wording.advantage(difference))"
      + (pair.isSignificant ? "" : ", which is not significant")
  }

  private var misreads: [String] {
    func count(_ label: String) -> String { Numerals.count(front.falseAnswers(label)) }
    return front.guessing.map {
      "\($0) misreads \(count($0)), \(front.base) \(count(front.base))"
    }
  }

  private var idleOptions: [String] {
    let idle = front.idleOptions
    guard !idle.isEmpty else { return [] }
    return [
      "\(Words.list(idle)) \(idle.count == 1 ? "has" : "have") no effect on how well these "
        + "samples are read"
    ]
  }
}
