import Evaluation

/// A baseline as text for people: its corpus and decoders, and the outcomes it holds.
public enum BaselineText {
  /// Renders the whole text, without a line feed at the end.
  public static func render(_ baseline: Baseline) -> String {
    let corpus = baseline.corpus
    let provenance = baseline.provenance
    let commit = provenance.commit.map { ", commit \($0.prefix(12))" } ?? ""
    var lines = [
      "\(corpus.name) version \(corpus.version), seed \(corpus.seed), "
        + "\(Numerals.counted(corpus.levels.count, "level", "levels")); run of "
        + "\(provenance.startedAt) by harness \(provenance.harnessVersion)\(commit)"
    ]
    for entry in baseline.decoders {
      let state = entry.groups.isEmpty ? ": reads none of the symbologies" : ""
      lines.append(
        "\(entry.label)  \(entry.library) \(entry.version)\(state)"
          + (entry.isGivenUp ? ": given up before its last sample" : ""))
      lines += entry.groups.map { "  " + line($0, corpus) }
    }
    lines += baseline.acknowledged.map { acknowledgement in
      let classes = acknowledgement.classes.map(\.rawValue).joined(separator: ", ")
      return "acknowledged until \(acknowledgement.expires): \(acknowledgement.cell) (\(classes)), "
        + acknowledgement.reason
    }
    return lines.map { DisplayText.printable($0) }.joined(separator: "\n")
  }

  private static func line(_ curve: Baseline.Curve, _ corpus: Baseline.DrawnCorpus) -> String {
    func count(_ outcome: SampleOutcome) -> Int {
      curve.levels.reduce(0) { $0 + $1.count(outcome) }
    }
    let tried = curve.levels.reduce(0) { $0 + $1.trials.count } - count(.untried)
    let unit = corpus.unit.isEmpty ? "" : " \(corpus.unit)"
    var parts: [String] = []
    if let mean = curve.meanThreshold {
      let places = Numerals.places(forHalfWidth: mean.halfWidth)
      parts.append(
        "mean threshold " + Numerals.plusMinus(mean.value, mean.halfWidth, places: places) + unit)
      let isLargerHarder = corpus.harder == .larger
      let reach = ScoreWording.threshold(curve.threshold, isLargerHarder: isLargerHarder)
      parts.append("reliable \(isLargerHarder ? "up to" : "from") \(reach)\(unit)")
    }
    parts.append(
      "read \(Numerals.percent(count(.read), of: tried))\(Numerals.narrowSpace)% of "
        + Numerals.count(tried))
    for (outcome, one, many) in [
      (SampleOutcome.misread, "misread", "misreads"), (.crash, "crash", "crashes"),
      (.excluded, "timeout or failure", "timeouts or failures"),
    ] where count(outcome) > 0 {
      parts.append(Numerals.counted(count(outcome), one, many))
    }
    if let latency = curve.readLatency {
      parts.append("\(Numerals.milliseconds(latency.median)) ms a read")
    }
    return "\(curve.group)  " + parts.joined(separator: ", ")
  }
}
