import Reporting
import Results
import Statistics

/// A gate's findings in sentences, the same in the terminal, in Markdown, in JUnit and in
/// annotations.
struct GateWording {
  let report: GateReport
  private let places: Int

  init(_ report: GateReport) {
    self.report = report
    // The decimals of mean thresholds are the same throughout a report so that they can be
    // compared.
    let halfWidths = report.cells.flatMap {
      [$0.before.meanThreshold?.halfWidth, $0.after.meanThreshold?.halfWidth, $0.shift.halfWidth]
    }.compactMap { $0 }.filter { $0 > 0 }
    let isFine = report.cells.contains {
      ($0.verdict == .regressed || $0.verdict == .improved) && $0.shift.value.magnitude < 0.1
    }
    places = max(Numerals.places(forHalfWidth: halfWidths.min() ?? 0), isFine ? 3 : 0)
  }

  // MARK: One cell

  /// The name of a cell in sentences: `zxing, group v2-m/upright`.
  static func name(_ cell: CellName) -> String { "\(cell.decoder), group \(cell.group)" }

  /// The failures of a cell: for each class that the gate checks and nobody acknowledged, a sentence and
  /// how sure it is.
  func failures(_ cell: GateCell) -> [String] {
    cell.failures.flatMap { [sentence($0, cell), statistics($0, cell)].compactMap(\.self) }
  }

  /// Further remarks on a cell, a sentence each.
  func remarks(_ cell: GateCell) -> [String] {
    func whole(_ kind: GateClass) -> String {
      sentence(kind, cell) + (statistics(kind, cell).map { " (\($0))" } ?? "")
    }
    var remarks = cell.acknowledged.map { "acknowledged: " + whole($0) }
    let told = Set(cell.failures + cell.acknowledged)
    if !told.contains(.threshold), cell.losses + cell.gains > 0 {
      let isSure = min(cell.lossP, cell.gainP) <= report.alpha
      let word =
        cell.verdict == .changed && isSure
        ? "changed by less than the gate asks for" : Self.word(cell.verdict)
      remarks.append("\(word): " + whole(.threshold))
    }
    if !told.contains(.misreads), cell.misreads.appeared + cell.misreads.vanished > 0 {
      remarks.append(whole(.misreads))
    }
    if !told.contains(.phantoms), let seen = cell.phantoms, seen.appeared + seen.vanished > 0 {
      remarks.append(whole(.phantoms))
    }
    if !told.contains(.crashes), cell.crashes.appeared + cell.crashes.vanished + cell.hangs > 0 {
      remarks.append(whole(.crashes))
    }
    if let leftOut = leftOut(cell) { remarks.append(leftOut) }
    if cell.withdrawn > 0 {
      remarks.append(
        "\(Numerals.counted(cell.withdrawn, "flip", "flips")) came out as in the baseline the "
          + "second time and are not counted")
    }
    return remarks
  }

  /// The samples of a cell that timed out or failed and so are no pairs; `nil` if there are none.
  private func leftOut(_ cell: GateCell) -> String? {
    // The timeouts of a cell that fails are in its sentence.
    let isTold =
      cell.hangs > 0
      || cell.isNewlyGivenUp && cell.crashes.appeared == 0
        && (cell.failures + cell.acknowledged).contains(.crashes)
    let count = isTold ? 0 : cell.exclusions.appeared
    guard count > 0 else { return nil }
    return
      "\(Numerals.counted(count, "sample", "samples")) with an answer in the baseline timed out or failed in "
      + "this run; left out"
  }

  /// A sentence about a cell's change in one class, such as misreads.
  func sentence(_ kind: GateClass, _ cell: GateCell) -> String {
    switch kind {
    case .threshold: reads(cell)
    case .misreads:
      "misreads \(Numerals.count(cell.before.misreads)) → \(Numerals.count(cell.after.misreads)): "
        + events(cell.misreads)
    case .phantoms: phantoms(cell)
    case .crashes: crashes(cell)
    case .latency: latency(cell)
    }
  }

  /// The sureness of a change, such as `not chance (p < 0.0001)`; `nil` where it is not a matter of chance.
  func statistics(_ kind: GateClass, _ cell: GateCell) -> String? {
    switch kind {
    case .threshold:
      "\(shift(cell)); " + certainty(cell.shift.value >= 0 ? cell.lossP : cell.gainP)
    case .misreads: certainty(cell.misreads.p)
    case .phantoms: cell.phantoms.map { certainty($0.p) }
    // A crash that happened again on recheck is not a matter of chance.
    case .crashes:
      report.recheck == nil && !(cell.isNewlyGivenUp && cell.crashes.appeared == 0)
        ? certainty(cell.crashes.p) : nil
    case .latency: nil
    }
  }

  private func reads(_ cell: GateCell) -> String {
    let pairs = Numerals.counted(cell.pairs, "image", "images")
    let (losses, gains) = (Numerals.count(cell.losses), Numerals.count(cell.gains))
    let flips =
      cell.shift.value >= 0
      ? "\(losses) of \(pairs) no longer read, \(gains) newly read"
      : "\(gains) of \(pairs) newly read, \(losses) no longer read"
    guard hasMeans(cell) else {
      return "\(flips); reads \(percent(cell.before)) → \(percent(cell.after))"
    }
    let direction = isLargerHarder ? "smaller" : "larger"
    return "\(flips); mean threshold \(thresholds(cell)) (\(direction) is worse)\(reach(cell))"
  }

  private func hasMeans(_ cell: GateCell) -> Bool {
    cell.before.meanThreshold != nil && cell.after.meanThreshold != nil
  }

  /// A p-value in words: whether the gate takes it for chance.
  func certainty(_ p: Double) -> String {
    if p <= report.alpha { return "not chance (\(Numerals.p(p)))" }
    // Near it, an interval may exclude 0.
    let isNear = p <= 5 * report.alpha
    return Numerals.p(p)
      + (isNear ? ", and the gate asks for p ≤ \(Numerals.decimal(report.alpha, places: 2))" : "")
  }

  /// The mean thresholds before and after: `1.16 → 1.31 px`.
  func thresholds(_ cell: GateCell) -> String {
    guard !cell.isUnjudged else { return Self.unjudged }
    guard let before = cell.before.meanThreshold, let after = cell.after.meanThreshold else {
      return "\(percent(cell.before)) → \(percent(cell.after))"
    }
    func text(_ mean: Estimate) -> String {
      ScoreWording.bound(mean, isLargerHarder: isLargerHarder)
        ?? Numerals.decimal(mean.value, places: places)
    }
    return "\(text(before)) → \(text(after))\(unit)"
  }

  /// The change of the mean threshold: `worse by 0.14 ± 0.02 px`.
  func shift(_ cell: GateCell) -> String {
    guard !cell.isUnjudged else { return Self.unjudged }
    guard cell.shift.value != 0 else { return "no shift" }
    let word = cell.shift.value > 0 ? "worse" : "better"
    guard hasMeans(cell) else {
      return "\(word) by \(Numerals.percentage(cell.shift.value.magnitude))"
    }
    // Where nothing was read on one side, its mean threshold lies beyond the sweep.
    if (cell.shift.value > 0 ? cell.after : cell.before).meanThreshold?.isBeyond == true {
      return "\(word) by at least \(Numerals.decimal(shownShift(cell), places: places))\(unit)"
    }
    let size = Numerals.plusMinus(shownShift(cell), cell.shift.halfWidth, places: places)
    return "\(word) by \(size)\(unit)"
  }

  /// The size of a change: as far as rounding goes, the difference of the means that are shown beside it.
  private func shownShift(_ cell: GateCell) -> Double {
    let size = cell.shift.value.magnitude
    guard let before = cell.before.meanThreshold, let after = cell.after.meanThreshold else {
      return size
    }
    let (then, now) = (
      Numerals.rounded(before.value, places), Numerals.rounded(after.value, places)
    )
    let difference = (now - then).magnitude
    let isRounding = Numerals.rounded((difference - size).magnitude, places - 1) == 0
    return isRounding && Numerals.rounded(difference, places) > 0 ? difference : size
  }

  /// The failure thresholds before and after; empty unless fewer levels are certified than before.
  private func reach(_ cell: GateCell) -> String {
    guard let then = cell.before.threshold.certified else { return "" }
    if let now = cell.after.threshold.certified, isLargerHarder ? now >= then : now <= then {
      return ""
    }
    let words = isLargerHarder ? "reliable up to" : "reliable from"
    return "; \(words) \(reach(cell.before)) → \(reach(cell.after))"
  }

  private func reach(_ state: CurveState) -> String {
    let text = ScoreWording.threshold(state.threshold, isLargerHarder: isLargerHarder)
    return state.threshold.kind == .notCertified ? text : text + unit
  }

  private func phantoms(_ cell: GateCell) -> String {
    guard let phantoms = cell.phantoms else { return "phantoms were not kept" }
    return "images with a phantom, something read that is not there: \(events(phantoms))"
  }

  private func crashes(_ cell: GateCell) -> String {
    if report.silentCells(of: cell.name.decoder) != nil { return silence([cell]) }
    let timeouts = cell.exclusions.appeared
    if cell.isNewlyGivenUp, cell.crashes.appeared == 0, timeouts > 0 {
      return
        "given up after too many consecutive timeouts\(afterLimit): \(Numerals.counted(timeouts, "image", "images")) "
        + "with an answer in the baseline timed out"
    }
    var count =
      "crashes \(Numerals.count(cell.before.crashes)) → \(Numerals.count(cell.after.crashes)): "
      + events(cell.crashes)
    if cell.hangs > 0 {
      let hangs =
        "hangs on \(Numerals.counted(cell.hangs, "image", "images")) with an answer in the baseline: timed out"
        + "\(afterLimit) and again when decoded alone, and other answers come in far less time"
        + (timeouts > cell.hangs ? "; \(Numerals.count(timeouts)) timed out in all" : "")
      count = cell.crashes.appeared + cell.crashes.vanished > 0 ? "\(hangs); \(count)" : hangs
    }
    return cell.isNewlyGivenUp
      ? "given up after too many consecutive crashes or timeouts; \(count)" : count
  }

  /// The limit of a decode: ` after 5 s`; empty if it is not known.
  private var afterLimit: String { report.limitSeconds.map { " after \(Self.limit($0))" } ?? "" }

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
    Numerals.percentage(state.reads, of: state.tried)
  }

  private var unit: String { report.unit.isEmpty ? "" : " \(report.unit)" }
  private var isLargerHarder: Bool { report.harder == .larger }

  // MARK: Commands

  /// The change of a sample: `read → not read`.
  static func change(_ sample: FlippedSample) -> String {
    "\(sample.before.name) → \(sample.after.name)" + (sample.isPhantom ? " with a phantom" : "")
  }

  /// The command that decodes a flipped sample again.
  func command(_ sample: FlippedSample, _ cell: GateCell) -> String {
    let label = cell.name.decoder
    let decoder = report.references?[label].map { "\(label)=\($0)" } ?? label
    return ReproduceCommand.line(
      key: sample.key, decoder: decoder, options: report.reproduceOptions)
  }

  /// The command that accepts a failure for a while; the user fills in the reason and the expiry
  /// date.
  func acknowledgeCommand(_ cell: GateCell) -> String? {
    guard !report.baselineFile.isEmpty, !cell.failures.isEmpty else { return nil }
    // A decoder newly given up leaves samples untried, so all checked classes are acknowledged.
    return acknowledge(cell, cell.isNewlyGivenUp ? report.failOn : cell.failures)
  }

  /// The commands that accept what a decoder lost over all of its groups, one for each group that lost something.
  func acknowledgeCommands(_ decoder: DecoderTotal) -> [String] {
    guard !report.baselineFile.isEmpty else { return [] }
    return report.cells.filter { $0.name.decoder == decoder.decoder && $0.losses > $0.gains }.map {
      acknowledge($0, [.threshold])
    }
  }

  private func acknowledge(_ cell: GateCell, _ classes: [GateClass]) -> String {
    "harness gate acknowledge \(ReproduceCommand.quoted(report.baselineFile)) "
      + "--cell \(ReproduceCommand.quoted(cell.name.description)) "
      + "--for \(classes.map(\.rawValue).joined(separator: ",")) --reason '…' --expires YYYY-MM-DD"
  }
}
