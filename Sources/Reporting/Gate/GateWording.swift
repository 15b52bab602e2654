import Evaluation
import Statistics

/// A gate's findings in sentences, the same in the terminal, in Markdown, in JUnit and in
/// annotations.
package struct GateWording {
  package let report: GateReport
  private let places: Int

  package init(_ report: GateReport) {
    self.report = report
    // The decimals of mean thresholds are the same throughout a report so that they can be
    // compared.
    let halfWidths = report.cells.flatMap {
      [$0.before.meanThreshold?.halfWidth, $0.after.meanThreshold?.halfWidth, $0.shift.halfWidth]
    }.compactMap { $0 }.filter { $0 > 0 }
    places = Numerals.places(forHalfWidth: halfWidths.min() ?? 0)
  }

  // MARK: The whole

  /// The gate's conclusion in one line.
  package var headline: String {
    switch report.conclusion {
    case .regressed:
      "Gate: \(counted(report.failedCells.count)) got worse\(against)"
    case .cannotJudge:
      "Gate: cannot judge\(against)"
    case .passed where !report.excusedCells.isEmpty:
      "Gate: passed; \(counted(report.excusedCells.count)) got worse as acknowledged, or where it was "
        + "not asked for\(against)"
    case .passed:
      "Gate: passed, nothing got worse\(against)"
    }
  }

  private var against: String {
    guard let startedAt = report.baselineStartedAt else { return "" }
    let file = report.baselineFile.isEmpty ? "the baseline" : report.baselineFile
    return " against \(file) of \(startedAt.prefix(10))"
  }

  /// The number of cells of each verdict: `2 unchanged, 1 improved`.
  package var tally: String? {
    let verdicts: [RegressionGate.Verdict] = [
      .regressed, .improved, .changed, .insufficient, .unchanged,
    ]
    let parts = verdicts.compactMap { verdict -> String? in
      let count = report.cells.count { $0.verdict == verdict }
      return count > 0 ? "\(Numerals.count(count)) \(Self.word(verdict))" : nil
    }
    guard !parts.isEmpty else { return nil }
    return "Reads of \(counted(report.cells.count)): \(parts.joined(separator: ", "))"
  }

  /// The check for nondeterminism by decoding flipped samples again; `nil` without a cause.
  package var recheck: String? {
    let isSuspicious = report.cells.contains { !$0.failures.isEmpty || $0.withdrawn > 0 }
    guard let recheck = report.recheck else {
      // The objections give the reason it could not be done.
      return isSuspicious && !report.objections.contains { $0.code == .recheck }
        ? "No decoder was at hand to decode the flipped samples once more" : nil
    }
    guard recheck.decoded > 0 else { return nil }
    let samples = Numerals.counted(recheck.decoded, "flipped sample", "flipped samples")
    return "\(samples) decoded once more: \(Numerals.count(recheck.withdrawn)) came out as in the "
      + "baseline, and count as not flipped"
  }

  private func counted(_ cells: Int) -> String {
    Numerals.counted(cells, "cell", "cells") + " (decoder × group)"
  }

  package static func word(_ verdict: RegressionGate.Verdict) -> String {
    switch verdict {
    case .unchanged: "unchanged"
    case .regressed: "regressed"
    case .improved: "improved"
    case .insufficient: "with too few pairs"
    case .changed: "changed, not certainly"
    }
  }

  // MARK: One cell

  /// The failures of a cell: a sentence for each class that the gate checks and nobody
  /// acknowledged.
  package func failures(_ cell: GateCell) -> [String] {
    cell.failures.map { sentence($0, cell) }
  }

  /// Further remarks on a cell, a sentence each.
  package func remarks(_ cell: GateCell) -> [String] {
    var remarks = cell.acknowledged.map { "acknowledged: " + sentence($0, cell) }
    let told = Set(cell.failures + cell.acknowledged)
    if !told.contains(.threshold), cell.losses + cell.gains > 0 {
      remarks.append("\(Self.word(cell.verdict)): " + sentence(.threshold, cell))
    }
    if !told.contains(.misreads), cell.misreads.appeared + cell.misreads.vanished > 0 {
      remarks.append(sentence(.misreads, cell))
    }
    if !told.contains(.crashes), cell.crashes.appeared + cell.crashes.vanished > 0 {
      remarks.append(sentence(.crashes, cell))
    }
    if cell.exclusions.appeared > 0 {
      remarks.append(
        "\(Numerals.counted(cell.exclusions.appeared, "sample", "samples")) timed out or failed now "
          + "and not then; left out")
    }
    if cell.withdrawn > 0 {
      remarks.append(
        "\(Numerals.counted(cell.withdrawn, "flip", "flips")) came out as in the baseline the "
          + "second time: none")
    }
    return remarks
  }

  /// A sentence about a cell's change in one class: threshold, misreads, crashes or latency.
  package func sentence(_ kind: GateClass, _ cell: GateCell) -> String {
    switch kind {
    case .threshold: reads(cell)
    case .misreads:
      "misreads \(Numerals.count(cell.before.misreads)) → \(Numerals.count(cell.after.misreads)): "
        + "\(events(cell.misreads)) (\(certainty(cell.misreads.p)))"
    case .crashes: crashes(cell)
    case .latency: latency(cell)
    }
  }

  private func reads(_ cell: GateCell) -> String {
    let flips =
      "\(Numerals.counted(cell.losses, "sample", "samples")) lost and "
      + "\(Numerals.count(cell.gains)) gained of \(Numerals.count(cell.pairs)) "
      + "(\(certainty(cell.shift.value >= 0 ? cell.lossP : cell.gainP)))"
    guard cell.before.meanThreshold != nil, cell.after.meanThreshold != nil else {
      return "reads \(percent(cell.before)) → \(percent(cell.after)); \(flips)"
    }
    return "mean threshold \(thresholds(cell)), \(shift(cell)); \(reach(cell))\(flips)"
  }

  private func certainty(_ p: Double) -> String {
    report.cells.count > 1
      ? "\(Numerals.p(p)), Holm over \(Numerals.counted(report.cells.count, "cell", "cells"))"
      : Numerals.p(p)
  }

  /// The mean thresholds before and after: `1.16 → 1.31 px`.
  package func thresholds(_ cell: GateCell) -> String {
    guard let before = cell.before.meanThreshold, let after = cell.after.meanThreshold else {
      return "\(percent(cell.before)) → \(percent(cell.after))"
    }
    return "\(Numerals.decimal(before.value, places: places)) → "
      + Numerals.decimal(after.value, places: places) + unit
  }

  /// The change of the mean threshold: `worse by 0.14 ± 0.02 px`.
  package func shift(_ cell: GateCell) -> String {
    let isShare = cell.before.meanThreshold == nil || cell.after.meanThreshold == nil
    guard cell.shift.value != 0 else { return "no shift" }
    let word = cell.shift.value > 0 ? "worse" : "better"
    if isShare {
      return "\(word) by \(Numerals.percent(cell.shift.value.magnitude))\(Numerals.narrowSpace)%"
    }
    let size = Numerals.plusMinus(
      cell.shift.value.magnitude, cell.shift.halfWidth, places: places)
    return "\(word) by \(size)\(unit)"
  }

  /// The failure thresholds before and after; empty if neither was certified.
  private func reach(_ cell: GateCell) -> String {
    let states = [cell.before, cell.after]
    guard states.contains(where: { $0.threshold.kind != .notCertified }) else { return "" }
    let (then, now) = (reach(cell.before), reach(cell.after))
    let words = isLargerHarder ? "reliable up to" : "reliable from"
    return "\(words) \(then == now ? "\(now) as before" : "\(then) → \(now)"); "
  }

  private func reach(_ state: CurveState) -> String {
    let text = ScoreWording.threshold(state.threshold, isLargerHarder: isLargerHarder)
    return state.threshold.kind == .notCertified ? text : text + unit
  }

  private func crashes(_ cell: GateCell) -> String {
    let count =
      "crashes \(Numerals.count(cell.before.crashes)) → \(Numerals.count(cell.after.crashes)): "
      + events(cell.crashes)
    // A crash that happened again on recheck is not a matter of chance.
    let odds = report.recheck == nil ? " (\(certainty(cell.crashes.p)))" : ""
    return cell.isNewlyGivenUp
      ? "given up, for it broke on too many samples in a row; \(count)\(odds)" : count + odds
  }

  private func latency(_ cell: GateCell) -> String {
    guard let latency = cell.latency else { return "reads were not timed" }
    return "median read \(Numerals.milliseconds(latency.before.median)) → "
      + "\(Numerals.milliseconds(latency.after.median)) ms "
      + "(× \(Numerals.decimal(latency.ratio, places: 2)))"
  }

  private func events(_ shift: EventShift) -> String {
    "\(Numerals.count(shift.appeared)) new, \(Numerals.count(shift.vanished)) gone"
  }

  private func percent(_ state: CurveState) -> String {
    Numerals.percent(state.reads, of: state.tried) + Numerals.narrowSpace + "%"
  }

  private var unit: String { report.unit.isEmpty ? "" : " \(report.unit)" }
  private var isLargerHarder: Bool { report.harder == .larger }

  // MARK: Commands

  /// The command that decodes a flipped sample again.
  package func command(_ sample: FlippedSample, _ cell: GateCell) -> String {
    ReproduceCommand.line(
      key: sample.key, decoder: cell.name.decoder, options: report.reproduceOptions)
  }

  /// The command that accepts a failure for a while; the user fills in the reason and the expiry
  /// date.
  package func acknowledgeCommand(_ cell: GateCell) -> String? {
    guard !report.baselineFile.isEmpty, !cell.failures.isEmpty else { return nil }
    // A decoder newly given up leaves samples untried, so all checked classes are acknowledged.
    let known = cell.isNewlyGivenUp ? report.failOn : cell.failures
    let classes = known.map(\.rawValue).joined(separator: ",")
    return "harness baseline acknowledge \(ComparisonPlan.quoted(report.baselineFile)) "
      + "--cell \(ComparisonPlan.quoted(cell.name.description)) --for \(classes) "
      + "--reason '…' --expires YYYY-MM-DD"
  }
}
