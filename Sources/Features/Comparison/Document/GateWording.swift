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

  // MARK: The whole

  /// The gate's conclusion in one line.
  var headline: String {
    switch report.conclusion {
    case .regressed:
      "Gate: \(worse(report.failedCells, report.failedDecoders)) (\(against.dropFirst()))"
    case .cannotJudge:
      "Gate: cannot judge\(unjudgedLosses)\(against)"
    case .passed where report.isExcusing:
      "Gate: passed, although \(worse(report.excusedCells, report.worseDecoders)), which was "
        + "acknowledged or is not in --fail-on\(against)"
    case .passed:
      "Gate: passed, nothing got \(hasSetbacks ? "significantly " : "")worse\(against)"
    }
  }

  /// The reads lost in cells with too few pairs, which may be chance: `, 3 of 65 images no longer read`.
  private var unjudgedLosses: String {
    let cells = report.cells.filter { $0.verdict == .insufficient && $0.losses > 0 }
    guard !cells.isEmpty else { return "" }
    let pairs = cells.reduce(0) { $0 + $1.pairs }
    return ", \(Numerals.count(cells.reduce(0) { $0 + $1.losses })) of "
      + "\(Numerals.counted(pairs, "image", "images")) no longer read"
  }

  /// True if some cell lost reads or has new misreads or crashes, be it by chance.
  private var hasSetbacks: Bool {
    report.cells.contains {
      $0.losses > 0 || $0.misreads.appeared > 0 || ($0.phantoms?.appeared ?? 0) > 0
        || $0.crashes.appeared > 0 || $0.exclusions.appeared > 0
    }
  }

  private var against: String {
    guard let startedAt = report.baselineStartedAt else { return "" }
    let file = report.baselineFile.isEmpty ? "the baseline" : report.baselineFile
    return " against \(file) of \(startedAt.prefix(10))"
  }

  /// The cells and decoders that got worse: `mine got worse in 2 of 4 groups: qr/upright, qr/tilted`.
  private func worse(_ cells: [GateCell], _ decoders: [DecoderTotal]) -> String {
    let labels = report.cells.map(\.name.decoder).reduce(into: [String]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    let parts = labels.compactMap { label -> String? in
      let groups = cells.map(\.name).filter { $0.decoder == label }.map(\.group)
      guard !groups.isEmpty else { return nil }
      let all = report.cells.count { $0.name.decoder == label }
      return
        "\(label) got worse in \(groups.count) of \(Numerals.counted(all, "group", "groups")): "
        + Words.first(groups, others: "more").joined(separator: ", ")
    }
    return Words.first(parts + decoders.map(sentence), others: "more").joined(separator: "; ")
  }

  /// What a decoder lost over all of its groups.
  func sentence(_ decoder: DecoderTotal) -> String {
    let gains = decoder.gains == 0 ? "none" : Numerals.count(decoder.gains)
    return
      "\(decoder.decoder) lost \(Numerals.counted(decoder.losses, "image", "images")) and gained \(gains) over "
      + Numerals.counted(decoder.groups, "group", "groups")
  }

  /// How sure that is, and why no group says so.
  func statistics(_ decoder: DecoderTotal) -> String {
    "\(certainty(decoder.lossP ?? 1)); in no group alone are these enough to tell"
  }

  /// The samples that a decoder lost over all of its groups, up to five, each with its cell.
  func samples(_ decoder: DecoderTotal) -> [(sample: FlippedSample, cell: GateCell)] {
    let lost = report.cells.filter { $0.name.decoder == decoder.decoder }.flatMap { cell in
      cell.samples.filter { $0.before == .read }.map { (sample: $0, cell: cell) }
    }
    return Array(lost.prefix(5))
  }

  /// The change that a gate like this one finds; `nil` if lost reads do not fail it or nothing was compared.
  ///
  /// - Parameter gates: The gates, such as `gates like this one`.
  func visible(_ gates: String) -> String? {
    guard report.failOn.contains(.threshold),
      let worst = report.decoders.max(by: { $0.visibleShare ?? 2 < $1.visibleShare ?? 2 })
    else { return nil }
    let images = Numerals.counted(worst.pairs, "image", "images")
    guard let share = worst.visibleShare else {
      return "No loss of reads can fail \(gates): \(images) are too few"
    }
    let whose = report.decoders.count > 1 ? "\(worst.decoder)'s \(images)" : images
    return
      "Nine of ten \(gates) fail on a change that breaks \(Numerals.percentage(share)) of \(whose) and fixes none"
  }

  /// The advice for a baseline with groups in which a few flips cannot be judged; `nil` if there are none.
  var fewPairs: String? {
    let needed = RegressionGate().fewestPairs
    guard let fewest = report.cells.map(\.pairs).min(), fewest < needed else { return nil }
    return
      "A group has \(Numerals.counted(fewest, "image", "images")), and a few flips on fewer than \(needed) cannot "
      + "be judged (exit code 3): record it with more trials"
  }

  /// The tests behind the p-values; `nil` if nothing changed.
  var tests: String? {
    guard report.cells.contains(where: { $0.losses + $0.gains > 0 }) else { return nil }
    let tests = report.cells.count + report.decoders.count { $0.lossP != nil }
    return tests > 1
      ? "p-values are of exact paired tests, with Holm's correction over \(Numerals.count(tests)) of them"
      : nil
  }

  /// The number of cells of each verdict: `2 unchanged, 1 improved`.
  var tally: String? {
    let verdicts: [RegressionGate.Change] = [
      .regressed, .improved, .changed, .insufficient, .unchanged,
    ]
    let parts = verdicts.compactMap { verdict -> String? in
      let count = report.cells.count { $0.verdict == verdict }
      return count > 0 ? "\(Numerals.count(count)) \(Self.word(verdict))" : nil
    }
    guard !parts.isEmpty else { return nil }
    return "Reads by decoder and group: \(parts.joined(separator: ", "))"
  }

  /// The check for nondeterminism by decoding flipped samples again; `nil` without a cause.
  var recheck: String? {
    let isSuspicious = report.cells.contains { !$0.failures.isEmpty || $0.withdrawn > 0 }
    guard let recheck = report.recheck else {
      // The obstacles give the reason it could not be done.
      return isSuspicious && !report.obstacles.contains { $0.code == .recheck }
        ? "No decoder was available to decode the flipped samples again" : nil
    }
    guard recheck.decoded > 0 else { return nil }
    let samples = Numerals.counted(recheck.decoded, "flipped sample", "flipped samples")
    return "\(samples) decoded once more: \(Numerals.count(recheck.withdrawn)) came out as in the "
      + "baseline, and count as not flipped"
  }

  /// The sentence on a run that became the baseline although it is worse; `nil` if it is not.
  var acceptance: String? {
    report.conclusion == .regressed
      ? "Accepted although \(worse(report.failedCells, report.failedDecoders))" : nil
  }

  /// The sentence on a new baseline with fewer trials than the old one; `nil` if it has as many.
  var fewerTrials: String? {
    let fewest = report.notes.compactMap { note -> (then: Int, now: Int)? in
      if case .otherTrials(_, let then, let now) = note, now < then { (then, now) } else { nil }
    }.min { $0.now < $1.now }
    return fewest.map {
      "The new baseline has fewer trials than the old one (\($0.now) at each level, not \($0.then)), so gates "
        + "find fewer changes"
    }
  }

  static func word(_ verdict: RegressionGate.Change) -> String {
    switch verdict {
    case .unchanged: "unchanged"
    case .regressed: "regressed"
    case .improved: "improved"
    case .insufficient: "with too few pairs"
    case .changed: "changed, but not significantly"
    }
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
    let count = cell.exclusions.appeared - cell.hangs
    guard count > 0 else { return nil }
    return
      "\(Numerals.counted(count, "sample", "samples")) with an answer in the baseline timed out or failed in "
      + "this run; left out"
  }

  /// The samples that were left out of cells that do not fail, a sentence for each cell; pages have no other place
  /// for them.
  var omissions: [String] {
    report.cells.filter(\.failures.isEmpty).compactMap { cell in
      leftOut(cell).map { "\(cell.name): \($0)" }
    }
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
    case .crashes: report.recheck == nil ? certainty(cell.crashes.p) : nil
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

  private func certainty(_ p: Double) -> String {
    if p <= report.alpha { return "not chance (\(Numerals.p(p)))" }
    // Near it, an interval may exclude 0.
    let isNear = p <= 5 * report.alpha
    return Numerals.p(p)
      + (isNear ? ", and the gate asks for p ≤ \(Numerals.decimal(report.alpha, places: 2))" : "")
  }

  /// The mean thresholds before and after: `1.16 → 1.31 px`.
  func thresholds(_ cell: GateCell) -> String {
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
    var count =
      "crashes \(Numerals.count(cell.before.crashes)) → \(Numerals.count(cell.after.crashes)): "
      + events(cell.crashes)
    if cell.hangs > 0 {
      let hangs =
        "hangs on \(Numerals.counted(cell.hangs, "image", "images")) with an answer in the baseline: timed out "
        + "again when decoded alone, and other answers come in far less time"
      count = cell.crashes.appeared + cell.crashes.vanished > 0 ? "\(hangs); \(count)" : hangs
    }
    return cell.isNewlyGivenUp
      ? "given up after too many consecutive crashes or timeouts; \(count)" : count
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

// MARK: Obstacles and notes

extension GateWording {
  /// The parts that could not be judged, a sentence each, with a remedy where there is one.
  var obstacles: [String] {
    var (strangers, rest): ([String], [GateObstacle]) = ([], [])
    for obstacle in report.obstacles {
      if case .decoderNotInBaseline(let decoder, _, _) = obstacle.reason {
        strangers.append(decoder)
      } else {
        rest.append(obstacle)
      }
    }
    guard strangers.count > 1 else { return report.obstacles.map(Self.sentence) }
    return [
      "decoders \(Words.list(strangers)) are not in the baseline: accept one that has them, or name the others "
        + "with --decoder"
    ] + rest.map(Self.sentence)
  }

  /// Facts that change no verdict, a sentence each.
  var notes: [String] { report.notes.map(Self.sentence) }

  /// The closing sentences, without full stops.
  ///
  /// - Parameter isPage: True for a page, which also tells what was left out, and not what stands on every change of
  ///   a decoder's code.
  func closing(isPage: Bool = false) -> [String] {
    let finds = report.conclusion == .passed ? visible("gates like this one") : nil
    let notes = report.notes.filter { note in
      if isPage, case .otherCode = note { false } else { true }
    }
    return [tally, finds, recheck, tests].compactMap(\.self) + (isPage ? omissions : [])
      + notes.map(Self.sentence)
  }

  /// An obstacle in a sentence.
  static func sentence(_ obstacle: GateObstacle) -> String {
    let text = words(obstacle.reason)
    guard let cell = obstacle.cell else { return text }
    return "\(cell)\(text)"
  }

  /// The sentence without the cell's name, which it follows.
  private static func words(_ reason: GateObstacle.Reason) -> String {
    switch reason {
    case .noBaseline(let message), .damagedBaseline(let message):
      message
    case .otherCorpus(let then, let now):
      "the baseline is for corpus \(then), but this run is of \(now)"
    case .otherVersion(let corpus, let then, let now):
      "the baseline is for version \(then) of corpus \(corpus), but this run is of version \(now): "
        + "scores of different versions cannot be compared; accept a new baseline"
    case .otherSeed(let then, let now):
      "the baseline's samples have seed \(then), but this run's have seed \(now)"
    case .otherSweep(let corpus):
      "corpus \(corpus) has another sweep than when the baseline was accepted, but the same "
        + "version: raise its version and accept a new baseline"
    case .otherDrawing(let group, let levels, let first):
      "\(group) is drawn differently than when the baseline was accepted "
        + "(\(Numerals.counted(levels, "level", "levels")), from \(first)): the corpus, its photos, the "
        + "renderer or the symbol encoder changed; accept a new baseline"
    case .nothingCompared:
      "nothing was compared: no decoder of this run reads any symbology of the corpus"
    case .decoderNotInBaseline(let decoder, let argument, let known):
      "decoder \(decoder) is not in the baseline: accept one that has it"
        + (known.map { ", or judge it as the \($0) of the baseline, --decoder \($0)=\(argument)" }
          ?? "")
    case .cellNotInBaseline:
      " is not in the baseline: accept one that has it"
    case .decoderMissing(let decoder):
      "decoder \(decoder) is in the baseline but was not tried: it is not installed, cannot "
        + "start, or no longer reads any of the corpus's symbologies"
    case .cellMissing:
      " is in the baseline but was not tried: the group is gone from the corpus, or the "
        + "decoder no longer says that it reads its symbology"
    case .noPairs:
      ": no sample was judged in both runs"
    case .tooFewPairs(let flips, let pairs, let needed, let isShortened):
      ": \(flips) of \(Numerals.counted(pairs, "pair", "pairs")) flipped, and judging so few flips takes "
        + "\(needed) pairs: "
        + (isShortened
          ? "leave out --trials, the baseline has more"
          : "give the corpus more trials and accept a new baseline")
    case .untried(let samples, let isNewlyGivenUp):
      ": \(Numerals.counted(samples, "sample", "samples")) of the baseline "
        + "\(samples == 1 ? "was" : "were") planned and not tried"
        + (isNewlyGivenUp
          ? ": it was given up; acknowledge every failure of the gate to skip them" : "")
    case .excluded(let samples):
      ": \(Numerals.counted(samples, "sample", "samples")) that had an answer in the baseline timed out or "
        + "failed: see the "
        + "decoder's standard error, or raise --timeout"
    case .untimed(let isBaseline):
      "latencies cannot be compared: \(isBaseline ? "the baseline" : "this run") has too few reads, or "
        + "decodes of earlier runs or several machines among its own; "
        + (isBaseline
          ? "accept a run of harness compare --fresh, which decodes and times everything again"
          : "--fresh decodes and times everything again")
    case .otherMachine(let then, let now):
      "latencies cannot be compared: the baseline is of \(then), this run of \(now)"
    case .halfTimed:
      ": one of the runs has too few reads to time"
    case .recheckFailed(let message):
      "flipped samples could not be decoded again: \(message)"
    }
  }

  private static func sentence(_ note: GateNote) -> String {
    switch note {
    case .noPhantoms:
      "phantoms were not compared: the baseline does not count them; record it again with harness gate accept"
    case .otherFile:
      "the corpus's file is not the baseline's, byte for byte, and draws the same samples"
    case .otherTrials(let group, let then, let now):
      "\(group): compared on the first \(Numerals.counted(min(then, now), "trial", "trials")) of each level; the "
        + "baseline has \(then), this run \(now)"
    case .otherDecoderVersion(let decoder, let then, let now):
      "\(decoder): version \(then) then, \(now) now"
    case .otherCode(let decoder):
      "\(decoder): the version number is the baseline's, but code or options differ; expected if you "
        + "changed the code"
    case .nondeterministic(let decoder):
      "\(decoder) runs the same code with the same options as then: what differs is its own "
        + "randomness, or the machine's"
    case .acknowledged(let acknowledgement, let state):
      "\(acknowledgement.cell): acknowledged until \(acknowledgement.expires)"
        + words(state, acknowledgement.reason)
    }
  }

  private static func words(
    _ state: GateNote.AcknowledgementState, _ reason: String
  ) -> String {
    switch state {
    case .inUse: ": \(reason)"
    case .unneeded: ", and no longer needed"
    case .expired: ", which is over (\(reason))"
    }
  }
}
