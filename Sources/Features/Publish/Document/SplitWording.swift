import Reporting

/// The words about a hidden split.
struct SplitWording {
  private let report: SplitReport

  init(_ report: SplitReport) { self.report = report }

  var title: String {
    "\(report.samples.corpus) version \(report.samples.version): public and hidden split, "
      + (report.measure == .meanThreshold ? "mean threshold" : "decode rate")
  }

  var unit: String {
    report.measure == .rate ? "%" : report.unit.isEmpty ? report.samples.corpus : report.unit
  }

  /// The cells of each decoder that was compared.
  var rows: [[String]] {
    report.decoders.compactMap { entry in
      guard let gap = entry.gap else { return nil }
      let factor = report.measure == .rate ? 100.0 : 1
      let half = (gap.worseBy.upper - gap.worseBy.lower) / 2 * factor
      let places = Numerals.places(forHalfWidth: half)
      return [
        entry.label, Numerals.decimal(gap.known * factor, places: places),
        Numerals.decimal(gap.hidden * factor, places: places),
        Numerals.plusMinus(gap.worseBy.value * factor, half, places: places),
        Numerals.p(gap.adjustedP),
      ]
    }
  }

  /// The conclusion, and what was not compared.
  var sentences: [String] {
    let compared = report.decoders.filter { $0.gap != nil }
    var sentences = report.overfitted.map {
      "\($0.label) does significantly worse on images that it cannot have been tuned to"
    }
    if !compared.isEmpty, report.overfitted.isEmpty {
      sentences.append(
        "No decoder does significantly worse on the hidden split: no sign of tuning to the public "
          + "images")
    }
    for entry in report.decoders {
      guard let obstacle = entry.obstacle else { continue }
      sentences.append("\(entry.label) is not compared: \(Self.words(obstacle))")
    }
    sentences.append(
      "Trials at each level: \(report.publicTrials) public, \(report.hiddenTrials) hidden. Committed on "
        + "\(report.committedOn) by \(report.commitment)")
    return sentences
  }

  private static func words(_ obstacle: SplitReport.Obstacle) -> String {
    switch obstacle {
    case .unsupported: "it reads none of the corpus’s symbologies"
    case .absent: "it took part in only one of the two runs"
    case .otherDecoder: "its code, version or options differ between the two runs"
    case .untried: "it was not tried on all samples"
    }
  }
}
