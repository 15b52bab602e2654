import Foundation
import Reporting
import Results
import Statistics

/// The differences between two runs in sentences, the same in the terminal and in Markdown.
struct DifferenceWording {
  let difference: RunDifference
  private let places: Int

  init(_ difference: RunDifference) {
    self.difference = difference
    let cells = difference.decoders.flatMap(\.cells)
    let halfWidths = cells.flatMap {
      [$0.before.meanThreshold, $0.after.meanThreshold, $0.meanThreshold]
    }.compactMap { $0?.halfWidth }.filter { $0 > 0 }
    places = Numerals.places(forHalfWidth: halfWidths.min() ?? 0)
  }

  // MARK: The whole

  /// The two runs in one line.
  var title: String {
    let (then, now) = (difference.before, difference.after)
    let hasOneStore = then.store == now.store
    let corpus = then.corpus == now.corpus ? then.corpus : "\(then.corpus) → \(now.corpus)"
    return "\(corpus): \(name(then, withStore: !hasOneStore)) → "
      + name(now, withStore: !hasOneStore)
  }

  private func name(_ run: RunReference, withStore: Bool) -> String {
    let store = withStore ? " in \(run.store)" : ""
    let day = run.startedAt.prefix(16).replacing("T", with: " ")
    return "run \(run.run)\(store) (\(day)\(run.isFinished ? "" : ", cut short"))"
  }

  /// The samples that the runs share, in a sentence.
  var basis: String {
    guard difference.isComparable else { return "No sample is compared" }
    let cells = difference.decoders.flatMap(\.cells)
    let groups = Set(cells.filter { $0.basis == .sameSamples }.map(\.group)).count
    let others = Set(cells.filter { $0.basis == .otherSamples }.map(\.group)).count
    let shared =
      "both runs judged the same samples of \(Numerals.counted(groups, "group", "groups")): "
      + "differences are paired there"
    let separate =
      "in \(Numerals.counted(others, "group", "groups")) the runs share no samples and are compared as "
      + "independent ones"
    return Self.capitalized(
      [groups > 0 ? shared : nil, others > 0 ? separate : nil].compactMap(\.self)
        .joined(separator: "; "))
  }

  private static func capitalized(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }

  /// The decoders that the answer names.
  private static let mostNamed = 3

  /// The reason for which no sample is compared.
  private var obstacle: String {
    let (then, now) = (difference.before.corpus, difference.after.corpus)
    if then != now { return "the first run is of corpus \(then), the second of \(now)" }
    return difference.decoders.isEmpty
      ? "the runs have no decoder in common" : "the runs share no comparable samples"
  }

  /// Whether each decoder is better or worse than before, the gravest change first.
  var answer: [String] {
    guard difference.isComparable else { return ["Nothing can be compared: \(obstacle)"] }
    let judged = changes.map { (name: Self.name($0), judgement: judgement($0, $1)) }
    let changed = judged.compactMap { one in one.judgement.map { "\(one.name) \($0)" } }
    let same = judged.filter { $0.judgement == nil }.map(\.name)
    let rest = changed.count - Self.mostNamed
    let parts =
      changed.prefix(Self.mostNamed) + (rest > 0 ? ["\(rest) more below"] : [])
      + (same.isEmpty ? [] : ["no change is shown for \(Words.list(same))"])
    let sentence = parts.joined(separator: "; ")
    return sentence.isEmpty ? [] : [changed.isEmpty ? Self.capitalized(sentence) : sentence]
  }

  /// What is shown of a decoder: that it reads better or worse, or crashes or misreads more often; `nil` for
  /// nothing.
  private func judgement(_ decoder: DecoderDifference, _ change: Change) -> String? {
    let events = change.isPaired ? events(change) : []
    if change.isPaired, change.flips == 0, events.isEmpty, change.pairs > 0 {
      return "answers as before on all \(Numerals.counted(change.pairs, "sample", "samples"))"
    }
    let reading: String?
    if let mean = decoder.meanThreshold, mean.lower > 0 || mean.upper < 0 {
      reading =
        "reads \((mean.value > 0) == isLargerHarder ? "better" : "worse"), its mean threshold is "
        + size(mean, isJudged: false)
    } else if change.isPaired, difference.harder == .unordered,
      McNemar.exact(losses: change.losses, gains: change.gains) < 0.05
    {
      reading = "reads \(change.gains > change.losses ? "more" : "fewer") images"
    } else {
      reading = events.isEmpty ? nil : "has"
    }
    return reading.map { ([$0] + events).joined(separator: $0 == "has" ? " " : ", ") }
  }

  /// The change of each decoder in a sentence, the gravest first: crashes, misreads, lost reads.
  var headlines: [String] {
    changes.map { "\(Self.name($0)): \(sentence($0, $1))" }
      + difference.added.map { "\(Self.name($0)) was added" }
      + difference.removed.map { "\(Self.name($0)) was removed" }
  }

  /// The decoders that were compared, the gravest change first.
  private var changes: [(DecoderDifference, Change)] {
    difference.decoders.filter { !$0.cells.isEmpty }.map { ($0, Change($0)) }
      .sorted { $0.1.gravity > $1.1.gravity }
  }

  // MARK: Decoders

  /// The decoder with what changed of it: `zxing 1.4.0 → 3.1.1`.
  static func name(_ decoder: DecoderDifference) -> String {
    let (then, now) = (decoder.before, decoder.after)
    let library = then.library == now.library ? "" : "\(then.library) → \(now.library) "
    let version = then.version == now.version ? now.version : "\(then.version) → \(now.version)"
    let label = then.label == now.label ? now.label : "\(then.label) → \(now.label)"
    let isRebuilt =
      (then.library, then.version) == (now.library, now.version) && then.code != nil
      && now.code != nil && then.code != now.code
    let hasOtherOptions = then.label == now.label && then.options != now.options
    return "\(label) \(library)\(version)" + (isRebuilt ? " (other code)" : "")
      + (hasOtherOptions ? " (other options)" : "")
  }

  private static func name(_ decoder: DecoderVersion) -> String {
    "\(decoder.label) \(decoder.version)"
  }

  /// The sums over the cells that a decoder's summary is about.
  private struct Change {
    let isPaired: Bool
    let pairs: Int
    let losses: Int
    let gains: Int
    let flips: Int
    let before: (tried: Int, reads: Int, misreads: Int, crashes: Int)
    let after: (tried: Int, reads: Int, misreads: Int, crashes: Int)
    let excluded: (new: Int, gone: Int)
    let phantoms: (new: Int, gone: Int)

    init(_ decoder: DecoderDifference) {
      let cells = decoder.summarized
      func sum(_ value: (CellDifference) -> Int) -> Int { cells.reduce(0) { $0 + value($1) } }
      func sums(
        _ state: (CellDifference) -> CurveState
      ) -> (tried: Int, reads: Int, misreads: Int, crashes: Int) {
        (
          sum { state($0).tried }, sum { state($0).reads }, sum { state($0).misreads },
          sum { state($0).crashes }
        )
      }
      isPaired = !decoder.paired.isEmpty
      (pairs, losses, gains) = (sum(\.pairs), sum(\.losses), sum(\.gains))
      flips = sum { $0.flips.reduce(0) { $0 + $1.count } }
      (before, after) = (sums(\.before), sums(\.after))
      excluded = (sum(\.newlyExcluded), sum(\.noLongerExcluded))
      phantoms = (sum(\.newPhantoms), sum(\.gonePhantoms))
    }

    /// More is told earlier.
    var gravity: (Int, Int, Int, Int) {
      (
        abs(after.crashes - before.crashes), abs(after.misreads - before.misreads),
        losses + gains, excluded.new + excluded.gone + phantoms.new + phantoms.gone
      )
    }
  }

  private func sentence(_ decoder: DecoderDifference, _ change: Change) -> String {
    var parts = givingUp(decoder) + events(change) + threshold(decoder) + reads(change)
    if !change.isPaired { return (["on other samples"] + parts).joined(separator: "; ") }
    if parts.isEmpty {
      let shared = Numerals.counted(change.pairs, "shared sample", "shared samples")
      // A misread here and another one there leave the sums as they are.
      parts =
        change.pairs == 0
        ? ["no sample was judged in both runs"]
        : change.flips == 0
          ? ["the same on all of \(shared)"]
          : [
            "reads the same ones; \(Numerals.count(change.flips)) of \(shared) have another verdict"
          ]
    }
    return (parts + time(decoder)).joined(separator: "; ")
  }

  /// The geometric mean of the ratios of read times, if any group's intervals are apart.
  private func time(_ decoder: DecoderDifference) -> [String] {
    let (then, now) = (decoder.before, decoder.after)
    // The times of equal decoders differ by the machine's load alone.
    guard then.code == nil || (then.code, then.options) != (now.code, now.options) else {
      return []
    }
    let shifts = decoder.summarized.compactMap(\.latency)
    guard shifts.contains(where: { $0.isSlower(than: 1) || $0.after.upper < $0.before.lower })
    else { return [] }
    let ratio = exp(shifts.reduce(0) { $0 + log($1.ratio) } / Double(shifts.count))
    let text = Numerals.telling(ratio, places: 2)
    // Some groups are quicker and some slower: in all it is as long.
    return text == "1.00" ? [] : ["reads take \(text) × as long"]
  }

  private func givingUp(_ decoder: DecoderDifference) -> [String] {
    switch (decoder.before.isGivenUp, decoder.after.isGivenUp) {
    case (false, true): ["given up after too many consecutive crashes or timeouts, unlike before"]
    case (true, false): ["no longer given up"]
    default: []
    }
  }

  private func events(_ change: Change) -> [String] {
    let (then, now) = (change.before, change.after)
    let kinds = [
      (then.crashes, now.crashes, "crash", "crashes"),
      (then.misreads, now.misreads, "misread", "misreads"),
    ]
    var parts = kinds.compactMap { before, after, one, many -> String? in
      guard change.isPaired else {
        return before + after == 0
          ? nil
          : "\(many) \(Numerals.count(before)) of \(Numerals.count(then.tried)) → "
            + "\(Numerals.count(after)) of \(Numerals.count(now.tried))"
      }
      guard before != after else { return nil }
      return Numerals.counted(abs(after - before), one, many)
        + (after > before ? " more" : " fewer")
    }
    for (found, name) in [
      (change.phantoms, "images with a phantom"), (change.excluded, "timeouts or failures"),
    ] where found.new + found.gone > 0 {
      parts.append(
        "\(Numerals.count(found.new)) new \(name), \(Numerals.count(found.gone)) gone")
    }
    return parts
  }

  private func threshold(_ decoder: DecoderDifference) -> [String] {
    guard let mean = decoder.meanThreshold, mean.value != 0 || mean.halfWidth > 0 else { return [] }
    return ["mean threshold \(size(mean))"]
  }

  private func reads(_ change: Change) -> [String] {
    guard change.isPaired else {
      return [
        "decode rate \(Numerals.percentage(change.before.reads, of: change.before.tried)) → "
          + Numerals.percentage(change.after.reads, of: change.after.tried)
      ]
    }
    guard change.losses + change.gains > 0 else { return [] }
    return [
      "\(Numerals.counted(change.losses, "read", "reads")) lost and "
        + "\(Numerals.count(change.gains)) gained on "
        + Numerals.counted(change.pairs, "shared sample", "shared samples")
    ]
  }

  private var isLargerHarder: Bool { difference.harder == .larger }
  private var unit: String { difference.unit.isEmpty ? "" : " \(difference.unit)" }

  /// A difference with its direction: `0.12 ± 0.03 px lower (better)`.
  private func size(_ shift: Estimate, isJudged: Bool = true) -> String {
    let size = Numerals.plusMinus(shift.value.magnitude, shift.halfWidth, places: places) + unit
    guard shift.value != 0 else { return "\(size) apart" }
    let isHigher = shift.value > 0
    let judged = isHigher == isLargerHarder ? "better" : "worse"
    let isCertain = shift.lower > 0 || shift.upper < 0
    return "\(size) \(isHigher ? "higher" : "lower")"
      + (isJudged ? " (\(isCertain ? judged : "within the uncertainty"))" : "")
  }

  // MARK: Verdicts

  /// Each decoder's flips by kind: `zxing: crash → read 81, read → not read 3`.
  var flips: [String] {
    difference.decoders.compactMap { decoder in
      let kinds = decoder.cells.flatMap(\.flips)
        .grouped { "\($0.before.name) → \($0.after.name)" }
        .map { (name: $0.key, count: $0.elements.reduce(0) { $0 + $1.count }) }
      guard !kinds.isEmpty else { return nil }
      let words = kinds.sorted { $0.count > $1.count }.map {
        "\($0.name) \(Numerals.count($0.count))"
      }
      return "\(decoder.after.label): \(words.joined(separator: ", "))"
    }
  }

  // MARK: Cells

  /// The titles of the columns of cells, after decoder and group.
  var columns: [String] {
    let unit = difference.unit.isEmpty ? "" : ", \(difference.unit)"
    let rates = ["samples", "lost", "gained", "misread", "crashes"]
    guard difference.harder != .unordered else {
      return rates + ["decode rate, %", "difference, points", "ms read"]
    }
    return rates + [
      "mean threshold\(unit)", "difference\(unit)",
      "reliable \(isLargerHarder ? "up to" : "from")\(unit)", "ms read",
    ]
  }

  /// A cell's texts, in the order of ``columns``.
  func texts(_ cell: CellDifference) -> [String] {
    let isPaired = cell.basis == .sameSamples
    let counts = [
      isPaired ? Numerals.count(cell.pairs) : arrow(cell.before.tried, cell.after.tried),
      isPaired ? Numerals.count(cell.losses) : Numerals.absent,
      isPaired ? Numerals.count(cell.gains) : Numerals.absent,
      arrow(cell.before.misreads, cell.after.misreads),
      arrow(cell.before.crashes, cell.after.crashes),
    ]
    let time =
      cell.latency.map {
        "\(Numerals.milliseconds($0.before.median)) → \(Numerals.milliseconds($0.after.median))"
      } ?? Numerals.absent
    guard difference.harder != .unordered else {
      return counts + [
        "\(Numerals.percent(cell.before.reads, of: cell.before.tried)) → "
          + Numerals.percent(cell.after.reads, of: cell.after.tried),
        signed(cell.decodeRate, scale: 100, places: 1), time,
      ]
    }
    return counts + [
      thresholds(cell),
      cell.meanThreshold.map { signed($0, scale: 1, places: places) } ?? Numerals.absent,
      reach(cell), time,
    ]
  }

  private func arrow(_ before: Int, _ after: Int) -> String {
    before == after ? Numerals.count(after) : "\(Numerals.count(before)) → \(Numerals.count(after))"
  }

  private func thresholds(_ cell: CellDifference) -> String {
    let texts = [cell.before.meanThreshold, cell.after.meanThreshold].map {
      $0.map {
        ScoreWording.bound($0, isLargerHarder: isLargerHarder)
          ?? Numerals.decimal($0.value, places: places)
      } ?? Numerals.absent
    }
    return texts[0] == texts[1] ? texts[0] : texts.joined(separator: " → ")
  }

  private func reach(_ cell: CellDifference) -> String {
    let texts = [cell.before, cell.after].map {
      $0.threshold.kind == .notCertified
        ? Numerals.absent
        : ScoreWording.threshold($0.threshold, isLargerHarder: isLargerHarder)
    }
    return texts[0] == texts[1] ? texts[0] : texts.joined(separator: " → ")
  }

  private func signed(_ shift: Estimate, scale: Double, places: Int) -> String {
    let sign = shift.value > 0 ? "+" : ""
    return sign
      + Numerals.plusMinus(shift.value * scale, shift.halfWidth * scale, places: places)
  }

  /// The command that decodes a flipped sample as the second run did.
  func command(_ sample: FlippedSample, _ decoder: DecoderDifference) -> String {
    ReproduceCommand.line(
      key: sample.key, decoder: decoder.after.argument, options: difference.reproduceOptions)
  }
}
