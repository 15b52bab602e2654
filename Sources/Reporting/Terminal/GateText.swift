import Results

/// A gate's findings for the terminal: failures first, with commands to look closer.
public struct GateText: Sendable {
  private let style: TerminalStyle

  /// Makes the writer. Sentences are wrapped to the terminal; commands are never wrapped.
  public init(_ style: TerminalStyle) { self.style = style }

  /// Renders the whole text, without a line feed at the end.
  public func render(_ report: GateReport) -> String {
    let wording = GateWording(report)
    var lines = wrapped(wording.headline, indent: 0)
    for cell in report.failedCells { lines += failure(cell, wording) }
    for obstacle in wording.obstacles { lines += wrapped("? " + obstacle, indent: 2) }
    for cell in report.cells where cell.failures.isEmpty {
      let remarks = wording.remarks(cell)
      guard !remarks.isEmpty else { continue }
      lines += wrapped("\(cell.name): " + remarks.joined(separator: "; "), indent: 2)
    }
    let closing = [wording.tally, wording.recheck].compactMap(\.self) + wording.notes
    for sentence in closing { lines += wrapped(sentence + ".", indent: 2) }
    return lines.joined(separator: "\n")
  }

  private func failure(_ cell: GateCell, _ wording: GateWording) -> [String] {
    var lines: [String] = []
    for sentence in wording.failures(cell) {
      lines += wrapped("WORSE \(cell.name): \(sentence).", indent: 2)
    }
    for remark in wording.remarks(cell) { lines += wrapped(remark + ".", indent: 6) }
    var change = ""
    for sample in cell.samples {
      let next = GateWording.change(sample) + ":"
      if next != change { lines += wrapped(next, indent: 4) }
      change = next
      lines.append("      " + style.shown(wording.command(sample, cell)))
    }
    if let command = wording.acknowledgeCommand(cell) {
      lines += wrapped("If this change is known and accepted:", indent: 4)
      lines.append("      " + style.shown(command))
    }
    return lines
  }

  private func wrapped(_ sentence: String, indent: Int) -> [String] {
    style.paragraph(
      sentence, label: String(repeating: " ", count: indent), hanging: indent + 2)
  }
}

/// A baseline as text for people: its corpus and decoders, and the outcomes it holds.
public enum BaselineText {
  /// Renders the whole text, without a line feed at the end.
  package static func render(_ baseline: Baseline, _ style: TerminalStyle) -> String {
    let corpus = baseline.corpus
    let labels = Words.list(baseline.decoders.map(\.label))
    var lines = style.paragraph(
      "The baseline holds what \(labels) read on \(corpus.name) version \(corpus.version) (seed "
        + "\(corpus.seed), \(Numerals.counted(corpus.levels.count, "level", "levels"))), \(run(baseline)).",
      .strong)
    for entry in baseline.decoders {
      let state = entry.groups.isEmpty ? ": reads none of the symbologies" : ""
      lines += style.paragraph(
        "\(entry.label) (\(entry.library) \(entry.version))\(state)"
          + (entry.isGivenUp ? ": given up before its last sample" : ""), hanging: 4)
      lines += entry.groups.flatMap { curve in
        style.paragraph(
          line(curve, corpus), label: "  \(style.shown(curve.group))  ", hanging: 6)
      }
    }
    lines += baseline.acknowledged.flatMap { acknowledgement in
      let classes = acknowledgement.classes.map(\.rawValue).joined(separator: ", ")
      return style.paragraph(
        "acknowledged until \(acknowledgement.expires): \(acknowledgement.cell) (\(classes)), "
          + acknowledgement.reason, hanging: 4)
    }
    return lines.joined(separator: "\n")
  }

  /// The origin of a baseline in one line: corpus, run and decoders.
  public static func origin(of baseline: Baseline) -> String {
    let decoders = baseline.decoders.map { "\($0.label) (\($0.library) \($0.version))" }
    let corpus = baseline.corpus
    return DisplayText.printable(
      "the \(run(baseline)) on \(corpus.name) version \(corpus.version): "
        + decoders.joined(separator: ", "))
  }

  private static func run(_ baseline: Baseline) -> String {
    let provenance = baseline.provenance
    let commit = provenance.commit.map { ", commit \($0.prefix(12))" } ?? ""
    return "run of \(provenance.startedAt) by harness \(provenance.harnessVersion)\(commit)"
  }

  private static func line(_ curve: Baseline.Curve, _ corpus: Baseline.DrawnCorpus) -> String {
    func count(_ outcome: SampleOutcome) -> Int {
      curve.levels.reduce(0) { $0 + $1.count(outcome) }
    }
    let tried = curve.levels.reduce(0) { $0 + $1.trials.count } - count(.untried)
    let unit = corpus.unit.isEmpty ? "" : " \(corpus.unit)"
    var parts: [String] = []
    guard tried > 0 else { return "no sample was tried" }
    if count(.read) == 0 {
      parts.append("reads nothing")
    } else if let mean = curve.meanThreshold {
      let places = Numerals.places(forHalfWidth: mean.halfWidth)
      parts.append(
        "mean threshold " + Numerals.plusMinus(mean.value, mean.halfWidth, places: places) + unit)
      let isLargerHarder = corpus.harder == .larger
      let reach = ScoreWording.threshold(curve.threshold, isLargerHarder: isLargerHarder)
      parts.append(
        curve.threshold.kind == .notCertified
          ? reach : "reliable \(isLargerHarder ? "up to" : "from") \(reach)\(unit)")
    }
    parts.append(
      "decode rate \(Numerals.percentage(count(.read), of: tried)) of "
        + Numerals.counted(tried, "sample", "samples"))
    for (outcome, one, many) in [
      (SampleOutcome.misread, "misread", "misreads"), (.crash, "crash", "crashes"),
      (.excluded, "timeout or failure", "timeouts or failures"),
    ] where count(outcome) > 0 {
      parts.append(Numerals.counted(count(outcome), one, many))
    }
    if let latency = curve.readLatency {
      parts.append("\(Numerals.milliseconds(latency.median)) ms per read")
    }
    return parts.joined(separator: ", ")
  }
}
