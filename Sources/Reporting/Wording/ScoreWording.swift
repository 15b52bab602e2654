import Results

/// The wording of one score table's numbers: the cells that terminal and Markdown share.
package struct ScoreWording {
  package let table: ScoreTable
  /// The decimals of mean thresholds, the same throughout a table so that they can be compared.
  private let places: Int
  /// By rank: the number of decoders that have it.
  private let ranks: [Int: Int]
  /// True if significance groups overlap.
  private let hasOverlap: Bool

  package init(_ table: ScoreTable) {
    self.table = table
    let ranked = table.decoders.filter { $0.rank != nil && !Self.readsNothing($0) }
    ranks = Dictionary(ranked.map { ($0.rank ?? 0, 1) }, uniquingKeysWith: +)
    hasOverlap = ranked.contains { Self.significanceGroups($0.letters ?? "").count > 1 }
    let means = table.decoders.flatMap { [$0.meanThreshold] + $0.groups.map(\.meanThreshold) }
    let halfWidths = means.compactMap(\.self).filter { $0.isBeyond != true }.map(\.halfWidth)
      .filter { $0 > 0 }
    places = Numerals.places(forHalfWidth: halfWidths.min() ?? 0)
  }

  package var unit: String { table.corpus.unit }
  /// The unit as it follows a title: `, px`; empty if there is none.
  package var unitAfterComma: String { unit.isEmpty ? "" : ", \(unit)" }
  package var isLargerHarder: Bool { table.corpus.harder == .larger }
  package var isOrdered: Bool { table.corpus.harder != .unordered }
  /// The decoders that were tried, that is, those that have rows.
  package var tried: [DecoderScore] { table.decoders.filter { !$0.groups.isEmpty } }
  /// The ranked decoders, the best first; none where they share no group.
  var ranked: [DecoderScore] {
    hasRankedGroups ? table.decoders.filter { $0.rank != nil } : []
  }
  /// The decoders with errors, or with images that were tried again.
  var erring: [DecoderScore] {
    table.decoders.filter { $0.total.broken + $0.total.retried > 0 }
  }
  /// The number of samples of the whole corpus.
  package var plannedSamples: Int { table.corpus.numbering.sampleCount }

  package var thresholdTitle: String { isLargerHarder ? "reliable up to" : "reliable from" }

  /// The rank, `1=` for a tie; missing for decoders that are not ranked, share no group or read nothing.
  ///
  /// A tie says too little where significance groups overlap: `1 a`, `1 ab` and `2 b` tell that the
  /// first and the third alone are significantly different.
  package func rank(_ decoder: DecoderScore) -> String {
    guard let rank = decoder.rank, hasRankedGroups, !Self.readsNothing(decoder) else {
      return Numerals.absent
    }
    if decoder.letters != nil, hasOverlap { return "\(rank) \(letters(decoder))" }
    return ranks[rank, default: 0] > 1 ? "\(rank)=" : "\(rank)"
  }

  /// True for a decoder that shares the shown first place.
  func isFirst(_ decoder: DecoderScore) -> Bool {
    decoder.rank == 1 && hasRankedGroups && !Self.readsNothing(decoder)
  }

  /// True for a decoder without one success on shared work: however few the images, it has no place among others.
  private static func readsNothing(_ decoder: DecoderScore) -> Bool {
    decoder.sharedRate?.value == 0
  }

  /// The letters of a decoder's significance groups; of many decoders they are neighbours, of which the
  /// first and the last stand for all: `c–k`.
  package func letters(_ decoder: DecoderScore) -> String {
    guard let letters = decoder.letters else { return Numerals.absent }
    let groups = table.significance == nil ? [] : Self.significanceGroups(letters)
    guard groups.count > 2, let first = groups.first, let last = groups.last else { return letters }
    return "\(first)–\(last)"
  }

  /// The decoder's standing in words: `given up`, `failed throughout`.
  package func standing(_ decoder: DecoderScore) -> String {
    decoder.standing == .broken
      ? "failed throughout" : decoder.standing.rawValue.replacing("-", with: " ")
  }

  /// True if the ranked decoders share a group; without one their numbers cannot be compared.
  package var hasRankedGroups: Bool { !table.rankedGroups.isEmpty }

  /// The part of the hardest step within which a mean threshold is the sweep's end.
  private static let endOfStep = 0.1

  /// The words for a mean threshold at the hardest level: the sweep ends before the decoder does. `nil` for others.
  func endOfSweep(_ mean: Estimate?) -> String? {
    let levels = isLargerHarder ? table.corpus.levels.reversed() : table.corpus.levels
    guard let mean, mean.isBeyond != true, levels.count > 1 else { return nil }
    let step = abs(levels[1].value - levels[0].value)
    guard abs(mean.value - levels[0].value) <= Self.endOfStep * step else { return nil }
    let what = table.corpus.axis == "module-size" ? "smallest size" : "hardest level"
    return
      "reads nearly all at \(levels[0].text)\(unit.isEmpty ? "" : " \(unit)"), the \(what) tried"
  }

  /// `all ranked decoders support`; with two of them, `both support`.
  var everyRanked: String {
    table.decoders.count { $0.rank != nil } == 2 ? "both support" : "all ranked decoders support"
  }

  /// The symbologies on which ranks stand, where those are not all of the corpus: `QR Code and Micro QR Code`; of more
  /// than three, their number.
  var sharedPart: String? {
    let shared = table.basis?.symbologies ?? []
    let all = table.corpus.symbologies.count
    guard !shared.isEmpty, shared.count < all else { return nil }
    return shared.count <= 3
      ? Words.list(shared.map(\.description))
      : "the \(shared.count) of \(all) symbologies that \(everyRanked)"
  }

  /// The units on which ranks stand: `240 images of symbologies that both support`.
  func sharedUnits(_ basis: RankingBasis) -> String {
    let units = "\(Numerals.count(basis.units)) \(units(basis.units))"
    let isWhole = tried.contains { $0.coverage?.ofUnits == basis.units }
    return hasPartialCoverage && !isWhole
      ? "\(units) of symbologies that \(everyRanked)" : units
  }

  /// The units of the comparison in words: symbols, photos or images.
  func units(_ count: Int) -> String {
    let isOne = count == 1
    if table.basis?.unit == .symbol { return isOne ? "symbol" : "symbols" }
    return table.corpus.groups.contains { $0.photoPayloads != nil }
      ? isOne ? "photo" : "photos" : isOne ? "image" : "images"
  }

  /// The part of the corpus that a decoder supports: `10 of 13` symbologies.
  package func coverage(_ decoder: DecoderScore) -> String {
    guard let coverage = decoder.coverage else { return Numerals.absent }
    return coverage.ofSymbologies > 1
      ? "\(coverage.symbologies) of \(coverage.ofSymbologies)"
      : "\(Numerals.count(coverage.units)) of \(Numerals.count(coverage.ofUnits))"
  }

  /// True if decoders support different parts of the corpus.
  package var hasPartialCoverage: Bool { tried.contains { $0.coverage?.isWhole == false } }

  /// True if images hold several symbols, which are counted one by one.
  package var hasScenes: Bool { tried.contains { $0.groups.contains { $0.scene != nil } } }

  /// True if no image holds a symbol, so that success is to find nothing.
  package var findsNothing: Bool { tried.contains(where: \.isCleanest) }

  /// True if ranks stand on decode rates.
  package var ranksByRate: Bool { table.basis?.measure == .decodeRate }

  /// The failure threshold of a group: where images hold several symbols, a symbol's.
  package func threshold(of group: GroupScore) -> ThresholdScore {
    group.scene?.threshold ?? group.threshold
  }

  /// The mean threshold of a group: where images hold several symbols, a symbol's.
  package func meanThreshold(of group: GroupScore) -> Estimate? {
    group.scene.map(\.meanThreshold) ?? group.meanThreshold
  }

  /// The decode rate over shared work with its interval: `84.1 [81.2–86.8]`.
  package func sharedRate(_ decoder: DecoderScore) -> String { rate(decoder.sharedRate) }

  /// The share of symbols read, where images hold several: `54.0 [50.1–57.9]`.
  package func symbolRate(_ group: GroupScore) -> String { rate(group.scene?.rate) }

  /// A decode rate in percent with its interval: `81.2 [77.1–84.9]`.
  package func rate(_ rate: Estimate?) -> String {
    guard let rate else { return Numerals.absent }
    return "\(Numerals.percent(rate.value)) "
      + "[\(Numerals.percent(rate.lower))–\(Numerals.percent(rate.upper))]"
  }

  /// The threshold: `(1.4, 1.5]`, `≤ 0.8`, `> 6`; mirrored if larger values are harder.
  package func threshold(_ score: ThresholdScore) -> String {
    Self.threshold(score, isLargerHarder: isLargerHarder)
  }

  /// The threshold in words, without a table.
  package static func threshold(_ score: ThresholdScore, isLargerHarder: Bool) -> String {
    switch (score.kind, score.lower, score.upper) {
    case (.interval, .some(let fails), .some(let holds)):
      isLargerHarder
        ? "[\(Numerals.level(holds)), \(Numerals.level(fails)))"
        : "(\(Numerals.level(fails)), \(Numerals.level(holds))]"
    case (.atMost, _, .some(let holds)):
      "\(isLargerHarder ? "≥" : "≤") \(Numerals.level(holds))"
    case (.above, .some(let fails), _):
      "\(isLargerHarder ? "<" : ">") \(Numerals.level(fails))"
    case (.notCertified, _, _): "not certified"
    default: Numerals.absent
    }
  }

  /// The reason no level is certified, in words.
  package func reason(_ score: ThresholdScore) -> String {
    switch score.reason {
    case .noLevels:
      "nothing was tried"
    case .tooFewTrials(let needed, let given):
      "\(given) \(given == 1 ? "trial" : "trials") at the easiest level; certifying needs \(needed) or "
        + "more"
    case .undecided(let reads, let trials):
      "\(reads) of \(trials) read at the easiest level: neither certified nor shown to fail"
    case .unspecified, nil:
      "no reason is known"
    }
  }

  /// The reason a model's crossing is not shown, in words.
  package func reason(_ reason: HiddenReason) -> String {
    switch reason {
    case .noLevels: "nothing was tried"
    case .oneLevel: "a single level has no curve"
    case .islands: "some easier levels read worse than a harder one: no rising curve is possible"
    case .misfit: "the model does not fit (bootstrap of the deviance, p < 0.1)"
    case .chosenTrials:
      "trials were chosen by earlier outcomes, so the model's fit cannot be tested"
    case .sharedPayloads: "trials share payloads, so no interval of a crossing can be trusted"
    case .unspecified: "no reason is known"
    }
  }

  /// An estimate with its half-width: `1.37 ± 0.02`; `> 5` where nothing was read.
  package func estimate(_ estimate: Estimate?) -> String {
    Self.estimate(estimate, places: places, isLargerHarder: isLargerHarder)
  }

  /// An estimate with its half-width, or as a bound.
  ///
  /// - Parameter places: The decimals; `nil` for as many as the half-width deserves.
  package static func estimate(
    _ estimate: Estimate?, places: Int? = nil, isLargerHarder: Bool
  ) -> String {
    guard let estimate else { return Numerals.absent }
    if let bound = bound(estimate, isLargerHarder: isLargerHarder) { return bound }
    return Numerals.plusMinus(
      estimate.value, estimate.halfWidth,
      places: places ?? Numerals.places(forHalfWidth: estimate.halfWidth))
  }

  /// The bound where nothing was read, `> 5`, or `< 5` where larger values are harder; `nil` for an
  /// estimate. Averages of one number over groups may differ from it in their last digits.
  package static func bound(_ estimate: Estimate, isLargerHarder: Bool) -> String? {
    guard estimate.isBeyond == true else { return nil }
    return (isLargerHarder ? "< " : "> ") + Numerals.level((estimate.value * 1e9).rounded() / 1e9)
  }

  /// The mean threshold of a decoder; of one that read nothing the sweep's end would be no finding,
  /// and so it is said in words.
  package func meanThreshold(_ decoder: DecoderScore) -> String {
    let reads =
      decoder.sharedRate.map { $0.value > 0 }
      ?? (decoder.total.successes > 0 || decoder.total.symbols.map { $0.read > 0 } ?? false)
    return meanThreshold(decoder.meanThreshold, reads: reads || decoder.total.tried == 0)
  }

  /// The mean threshold of a group, in words if nothing was read; where images hold several symbols,
  /// a symbol's.
  package func meanThreshold(_ group: GroupScore) -> String {
    meanThreshold(
      meanThreshold(of: group),
      reads: group.total.tried == 0 || (group.scene?.read ?? group.total.successes) > 0)
  }

  /// The mean threshold of a decoder that reads nothing in some of its groups is a bound: these count as the easiest
  /// level. `≥ ` before the number and the remark behind it; both are empty where it reads something in each group, or
  /// in none.
  package func censoring(_ decoder: DecoderScore) -> (sign: String, remark: String) {
    let groups = decoder.groups.filter {
      decoder.rank == nil || table.rankedGroups.contains($0.group)
    }
    let silent = groups.count { $0.meanThreshold?.isBeyond == true }
    guard silent > 0, silent < groups.count else { return ("", "") }
    return (
      isLargerHarder ? "≤ " : "≥ ",
      " (reads nothing in \(silent) of \(Numerals.counted(groups.count, "group", "groups")))"
    )
  }

  private func meanThreshold(_ estimate: Estimate?, reads: Bool) -> String {
    estimate != nil && !reads ? "reads nothing" : self.estimate(estimate)
  }

  private func plusMinus(_ value: Double, _ halfWidth: Double) -> String {
    Numerals.plusMinus(value, halfWidth, places: places)
  }

  /// The range in which any curve that never falls may cross: `1.4–1.6`, `≤ 1.6`, `> 1.4`.
  package func crossing(_ score: CrossingScore) -> String {
    switch (score.hard, score.easy) {
    case (nil, nil): Numerals.absent
    case (nil, .some(let easy)): "\(isLargerHarder ? "≥" : "≤") \(Numerals.level(easy))"
    case (.some(let hard), nil): "\(isLargerHarder ? "<" : ">") \(Numerals.level(hard))"
    case (.some(let hard), .some(let easy)):
      "\(Numerals.level(min(hard, easy)))–\(Numerals.level(max(hard, easy)))"
    }
  }

  /// The model's crossing with its interval: `1.52 [1.47–1.58]`, `≤ 0.8`, `> 6`; missing if it is
  /// not shown.
  package func model(_ model: ModelCrossing) -> String {
    switch (model.kind, model.value) {
    case (.at, .some(let value)):
      let places = max(places, 2)
      func end(_ value: Double?) -> String {
        value.map { Numerals.decimal($0, places: places) } ?? Numerals.unbounded
      }
      let ends = [model.hard, model.easy].map(end)
      return "\(Numerals.decimal(value, places: places)) "
        + "[\((isLargerHarder ? ends.reversed() : ends).joined(separator: "–"))]"
    case (.beyondHardest, .some(let value)):
      return "\(isLargerHarder ? "≥" : "≤") \(Numerals.level(value))"
    case (.beyondEasiest, .some(let value)):
      return "\(isLargerHarder ? "<" : ">") \(Numerals.level(value))"
    case (.levelsOff, _):
      return "\(Numerals.absent) levels off at \(Numerals.percent(model.asymptote))"
        + "\(Numerals.narrowSpace)%"
    default: return Numerals.absent
    }
  }

  /// A ratio of times with its interval: `1.84 × [1.80–1.87]`.
  package func ratio(_ ratio: Estimate?) -> String {
    guard let ratio else { return Numerals.absent }
    return Numerals.interval(ratio.value, ratio.lower, ratio.upper, places: 2, unit: " ×")
  }

  /// A difference of rates in percentage points with its interval: `14.1 [13.6–14.6]`.
  package func points(_ difference: Estimate?) -> String {
    guard let difference else { return Numerals.absent }
    return Numerals.interval(
      difference.value * 100, difference.lower * 100, difference.upper * 100, places: 1)
  }

  /// The difference of the worse decoder's mean threshold: `0.32 ± 0.01 px lower`.
  package func advantage(_ difference: Estimate) -> String {
    let word = Self.direction(isHigher: difference.value < 0, axis: table.corpus.axis)
    let shift = plusMinus(difference.value.magnitude, difference.halfWidth)
    return unit.isEmpty ? "\(shift) \(word)" : "\(shift) \(unit) \(word)"
  }

  /// The word for a sweep value above or below another: distances are farther or nearer.
  static func direction(isHigher: Bool, axis: String) -> String {
    axis == "distance" ? (isHigher ? "farther" : "nearer") : (isHigher ? "higher" : "lower")
  }

  /// The decode rate in percent; for other images, the rate of the right outcome with its word.
  ///
  /// Images without a symbol give `98.5 clean`, images of unknown truth `12.0 found`.
  package func decodeRate(_ counts: Counts) -> String { decodeRate([counts]) }

  /// The same rate for several groups together.
  package func decodeRate(_ counts: [Counts]) -> String {
    func sum(_ part: (Counts) -> Int) -> Int { counts.reduce(0) { $0 + part($1) } }
    let tried = sum(\.tried)
    let percent = Numerals.percent(sum(\.successes), of: tried)
    switch tried {
    case 0: return percent
    case sum { $0.clean + $0.falsePositive }: return percent + " clean"
    // An error is among the images that were tried, and erases nothing that was found.
    case sum { $0.detected + $0.undetected + $0.broken } where sum(\.judged) == 0:
      return percent + " found"
    default: return Numerals.percent(sum(\.judgedSuccesses), of: sum(\.judged))
    }
  }

  /// The number of misreads with the upper bound of their rate: `0 (≤ 0.03 %)`; none where no truth is known.
  package func misreads(_ counts: Counts) -> String {
    guard counts.judged > 0 else { return Numerals.absent }
    let bound = Numerals.upperPercent(counts.misreadUpperBound)
    return "\(Numerals.count(counts.falseAnswers)) (≤ \(bound)\(Numerals.narrowSpace)%)"
  }

  /// Errors, and beside them the images that only a second try got an answer to: `0 (64 retried)`.
  package func errors(_ counts: Counts) -> String {
    guard counts.tried > 0 else { return Numerals.absent }
    let retried = counts.retried > 0 ? " (\(Numerals.count(counts.retried)) retried)" : ""
    return Numerals.count(counts.broken) + retried
  }

  /// The errors by kind, those that occurred: `2 crashes`, `1 failure of the adapter`.
  ///
  /// - Parameter owner: What failures are said to be of.
  static func errorKinds(_ counts: Counts, failuresOf owner: String? = nil) -> [String] {
    let of = owner.map { " of \($0)" } ?? ""
    return [
      (counts.crash, "crash", "crashes"), (counts.timeout, "timeout", "timeouts"),
      (counts.failed, "failure" + of, "failures" + of),
    ].filter { $0.0 > 0 }.map { Numerals.counted($0.0, $0.1, $0.2) }
  }

  /// The islands: `2`, `1.9–2.1`, several separated by commas; missing if there are none.
  package func islands(_ islands: [LevelRange]) -> String {
    guard !islands.isEmpty else { return Numerals.absent }
    return islands.map { island in
      island.from == island.to
        ? Numerals.level(island.from)
        : "\(Numerals.level(island.from))–\(Numerals.level(island.to))"
    }.joined(separator: ", ")
  }

  /// A group's decode rates with the hardest level first, whatever the direction of the sweep; see
  /// ``GroupScore/rate(at:)``.
  func ratesHardestFirst(_ group: GroupScore) -> [Estimate?] {
    let rates = group.levels.indices.map { group.rate(at: $0) }
    return isLargerHarder ? rates.reversed() : rates
  }

  /// The sweep in words: `33 levels from 0.8 to 6 px, smaller is harder`.
  package var sweep: String {
    let levels = table.corpus.levels.map(\.text)
    let unit = unit.isEmpty ? "" : " \(unit)"
    let count = Numerals.counted(levels.count, "level", "levels")
    let range =
      levels.count > 1
      ? "\(count) from \(levels.first ?? "") to \(levels.last ?? "")\(unit)"
      : "\(count), \(levels.first ?? "")\(unit)"
    let axis = table.corpus.axis.split(separator: "-").joined(separator: " ")
    let order =
      isOrdered ? "\(isLargerHarder ? "larger" : "smaller") is harder" : "in no order"
    return "\(axis), \(range), \(order)"
  }
}

extension Estimate {
  /// Half the width of the interval.
  package var halfWidth: Double { (upper - lower) / 2 }
}
