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
    let labels = front.front.map(\.label)
    return labels.count == 1
      ? "\(labels[0]) is the quickest setting, and none reads better"
      : "The best settings are \(Words.list(labels)): every other one is slower than one of these and "
        + "reads no better"
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
