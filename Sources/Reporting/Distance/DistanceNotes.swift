import Analysis
import Optics

/// The sentences below a table of distances: what limits them, and what they stand on.
struct DistanceNotes {
  let table: DistanceTable

  private var question: DistanceQuestion { table.question }

  /// The sentences, the nearest distance first.
  var sentences: [String] {
    [nearest] + focus + movement + tilt + table.conditions.compactMap(leftOut) + [source]
  }

  /// The run behind the distances.
  private var source: String {
    let run = "Thresholds of module sizes: \(DistanceWording.run(table.evidence.run))"
    guard let other = table.evidence.otherSize else { return run + "." }
    return run + ", of symbols \(other): this size was not measured."
  }

  /// The nearest distance that the frame and the focus allow.
  private var nearest: String {
    let fits =
      question.fitsFromMillimetres.map {
        "The code with its quiet zone fits into the frame from \(DistanceWording.length($0)) on"
      } ?? "The number of modules is not known, and so neither is what the code fills"
    guard let near = question.view.camera.nearLimitMillimetres?.value else { return fits + "." }
    return fits + "; the camera focuses from \(DistanceWording.length(near)) on."
  }

  // MARK: Conditions

  private func evidence(_ condition: DistanceCondition) -> ConditionEvidence? {
    table.conditions.first { $0.condition == condition }
  }

  /// The groups whose thresholds say nothing about modules; `nil` if there are none or no others.
  private func leftOut(_ evidence: ConditionEvidence) -> String? {
    guard !evidence.leftOut.isEmpty, !evidence.thresholds.isEmpty else { return nil }
    let groups = Statements.list(evidence.leftOut)
    return "Thresholds of \(evidence.condition.rawValue) in \(groups) are left out: "
      + "the size of the modules there varies or is not known."
  }

  /// True if no threshold says anything about a condition.
  private func isMissing(_ evidence: ConditionEvidence) -> Bool {
    evidence.run == nil || evidence.thresholds.isEmpty && !evidence.leftOut.isEmpty
  }

  /// The lack of thresholds, with what to run.
  private func missing(_ evidence: ConditionEvidence) -> String {
    if let run = evidence.run {
      return "in \(DistanceWording.run(run)) the size of the modules varies or is not known"
    }
    return "no stored run has thresholds of \(question.code.symbology) for it"
      + (evidence.corpora.isEmpty
        ? "; write a corpus that sweeps \(evidence.condition.rawValue)"
        : "; run harness compare --corpus \(evidence.corpora.joined(separator: ", or "))")
  }

  private func basis(_ evidence: ConditionEvidence) -> String {
    guard let run = evidence.run else { return "" }
    let sizes = evidence.moduleSizes.values
    guard let smallest = sizes.min(), let largest = sizes.max() else {
      return " (\(DistanceWording.run(run)))"
    }
    let size =
      DistanceWording.digits(smallest)
      + (smallest < largest ? " to \(DistanceWording.digits(largest))" : "")
    return " (\(DistanceWording.run(run)), measured at \(size) px per module)"
  }

  private var focus: [String] {
    guard let evidence = evidence(.defocus) else {
      return question.view.lens == nil
        ? [
          "Depth of field is not taken in: the camera's file lacks the focal length or the aperture "
            + "of the lens."
        ] : []
    }
    let name: String =
      switch question.view.camera.focus {
      case .automatic: "Nearer than the camera focuses"
      case .fixed(let focus):
        "Focused at " + (focus.value.isFinite ? DistanceWording.length(focus.value) : "infinity")
      }
    guard !isMissing(evidence) else {
      return ["\(name), blur is not taken in: \(missing(evidence))."]
    }
    return ["\(name), blur does no harm\(basis(evidence)): \(ranges)."]
  }

  /// Each decoder's range of distances, each range once.
  private var ranges: String {
    var ranges: [(decoder: String, text: String)] = []
    for row in table.rows where !ranges.contains(where: { $0.decoder == row.threshold.decoder }) {
      ranges.append((row.threshold.decoder, Self.range(row.inFocus)))
    }
    return ranges.map { "\($0.decoder) \($0.text)" }.joined(separator: "; ")
  }

  private static func range(_ range: ClosedRange<Double>?) -> String {
    guard let range else { return "at no distance that is certified" }
    switch (range.lowerBound > 0, range.upperBound.isFinite) {
    case (true, true):
      return "from \(DistanceWording.length(range.lowerBound)) to "
        + DistanceWording.length(range.upperBound)
    case (true, false): return "from \(DistanceWording.length(range.lowerBound)) on"
    case (false, true): return "up to \(DistanceWording.length(range.upperBound))"
    case (false, false): return "at all distances"
    }
  }

  private var movement: [String] {
    guard let evidence = evidence(.motion), let motion = question.motion else { return [] }
    let modules = motion.millimetres / (question.code.xDimensionMillimetres ?? 1)
    let text =
      "While the shutter is open the code moves \(DistanceWording.length(motion.millimetres)): "
      + "\(DistanceWording.digits(modules)) modules, at any distance"
    return ["\(text); \(verdicts(evidence))."] + rolling(motion)
  }

  /// The shear by a rolling shutter, which no corpus measures.
  private func rolling(_ motion: DistanceQuestion.Motion) -> [String] {
    guard let time = question.view.camera.readOutSeconds?.value, time > 0 else { return [] }
    let way = DistanceWording.length(motion.millimetresPerSecond * time)
    return [
      "While its rows are read out, a frame's last row sees the code \(way) further on: it is sheared. "
        + "No corpus measures that."
    ]
  }

  private var tilt: [String] {
    guard let evidence = evidence(.tilt) else { return [] }
    return [
      "Leaning by \(DistanceWording.digits(question.tiltDegrees))°, modules are seen narrower, which the "
        + "distances take in; \(verdicts(evidence))."
    ]
  }

  /// Each decoder's verdict on a condition.
  private func verdicts(_ evidence: ConditionEvidence) -> String {
    guard !isMissing(evidence) else { return missing(evidence) }
    var seen: [String] = []
    let texts = table.rows.compactMap { row -> String? in
      guard !seen.contains(row.threshold.decoder),
        let finding = row.findings.first(where: { $0.condition == evidence.condition })
      else { return nil }
      seen.append(row.threshold.decoder)
      return "\(row.threshold.decoder): \(DistanceWording.verdict(finding.verdict))"
    }
    return texts.joined(separator: ", ") + basis(evidence)
  }
}
