import Reporting
import Results
import Statistics

/// Sentences about a whole run and about whole decoders.
extension GateWording {
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
      "Gate: passed, nothing \(isSlower ? "that is gated " : "")got \(hasSetbacks ? "significantly " : "")worse"
        + against
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

  private var isSlower: Bool {
    report.notes.contains { if case .slower = $0 { true } else { false } }
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
      if cells == report.failedCells, let silent = report.silentCells(of: label) {
        return "\(label) \(silence(silent))"
      }
      let all = report.cells.count { $0.name.decoder == label }
      return
        "\(label) got worse in \(groups.count) of \(Numerals.counted(all, "group", "groups")): "
        + Words.first(groups, others: "more").joined(separator: ", ")
    }
    return Words.first(parts + decoders.map(sentence), others: "more").joined(separator: "; ")
  }

  /// The end of a decoder that did not answer: `did not answer within 5 s on 11 of 11 images and was stopped`.
  func silence(_ cells: [GateCell]) -> String {
    let images = cells.reduce(0) { $0 + $1.exclusions.appeared }
    let time = report.limitSeconds.map { "within \(Self.limit($0))" } ?? "in time"
    return images == 0
      ? "was stopped before it tried an image here"
      : "did not answer \(time) on \(Numerals.count(images)) of \(Numerals.counted(images, "image", "images")) and was "
        + "stopped"
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
    let count = report.cells.count(where: \.isUnjudged)
    let unjudged = count > 0 ? ["\(Numerals.count(count)) \(Self.unjudged)"] : []
    let parts =
      verdicts.compactMap { verdict -> String? in
        let count = report.cells.count { $0.verdict == verdict && !$0.isUnjudged }
        return count > 0 ? "\(Numerals.count(count)) \(Self.word(verdict))" : nil
      } + unjudged
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

  /// The word for what was not judged in both runs.
  static let unjudged = "not judged"

  /// The change of a cell's reads in a word.
  static func word(_ cell: GateCell) -> String { cell.isUnjudged ? unjudged : word(cell.verdict) }

  static func word(_ verdict: RegressionGate.Change) -> String {
    switch verdict {
    case .unchanged: "unchanged"
    case .regressed: "regressed"
    case .improved: "improved"
    case .insufficient: "with too few pairs"
    case .changed: "changed, but not significantly"
    }
  }
}
