import Results

/// The answer to a corpus's question: who is best, on which work, by how much, and how sure that is.
///
/// It is said first, in the terminal, in Markdown and in HTML alike. Nothing in it compares decoders
/// on work that they do not share.
package struct Conclusion {
  let wording: ScoreWording
  var table: ScoreTable { wording.table }

  /// The answer that stands before it, whose numbers are not said again; `nil` if none does.
  private let answer: String?

  package init(_ wording: ScoreWording, after answer: String? = nil) {
    self.wording = wording
    self.answer = answer
  }

  var ranked: [DecoderScore] { wording.ranked }
  private var winners: [DecoderScore] { ranked.filter { $0.rank == 1 } }
  private var byRate: Bool { table.basis?.measure == .decodeRate }

  // MARK: Claim

  /// The claim in a few words.
  package var claim: String {
    guard !wording.tried.isEmpty else { return "No decoder was tried" }
    guard let best = ranked.first else {
      return table.decoders.contains { $0.standing == .unjudged }
        ? "Counted, not judged" : "No overall winner"
    }
    if ranked.count == 1 { return "\(best.label), the only ranked decoder" }
    let names =
      winners.count > Self.mostWinners && table.significance != nil
      ? Numerals.counted(winners.count, "decoder", "decoders")
      : Words.list(winners.map(\.label))
    guard readsAnything else { return nothing }
    let verb =
      switch (winners.count == 1, byRate) {
      case (true, false): "has the \(wording.isLargerHarder ? "highest" : "lowest") mean threshold"
      case (true, true): best.isCleanest ? "is cleanest" : "reads most"
      case (false, false): "share the first place"
      case (false, true): "are not significantly different"
      }
    return "\(names) \(verb)\(scope.map { ", on \($0)" } ?? "")"
  }

  /// The claim where no ranked decoder succeeded on any image.
  private var nothing: String {
    if ranked.contains(where: \.isCleanest) {
      return "Every ranked decoder finds something in every image"
    }
    let what = table.corpus.selection == nil ? "reads any" : "picks the right code in any"
    return "None of the ranked decoders \(what) of the \(wording.units(2))"
  }

  /// True if a ranked decoder succeeded at all; where nobody did, nobody is first.
  private var readsAnything: Bool {
    ranked.contains { $0.sharedRate.map { $0.value > 0 } ?? true }
  }

  /// The most winners of a large table that are named.
  private static let mostWinners = 8

  /// The shared work, if some decoder of the table does not support all of it.
  private var scope: String? {
    guard let basis = table.basis, wording.tried.contains(where: { $0.coverage?.isWhole == false })
    else { return nil }
    return wording.sharedPart ?? "the \(wording.sharedUnits(basis))"
  }

  // MARK: Sentences

  /// The sentences that support the claim, the most important first.
  package var sentences: [String] {
    guard !wording.tried.isEmpty else { return [] }
    guard !ranked.isEmpty else { return notRanked + coverage + partial }
    let result = byRate ? rates : meanThreshold
    let body = (faultsComeFirst ? faults + result : result + faults) + (quickest.map { [$0] } ?? [])
    // Which symbols are missed is the question of labels with several.
    return wording.hasScenes
      ? body + weaknesses + coverage + partial + times
      : body + coverage + partial + weaknesses + times
  }

  private var meanThreshold: [String] {
    guard let best = ranked.first, readsAnything else { return [] }
    let unit = wording.unit.isEmpty ? "" : " \(wording.unit)"
    let levels = table.corpus.levels
    let hardest = (wording.isLargerHarder ? levels.last : levels.first)?.text ?? ""
    let isWhole = best.total.successes == best.total.tried
    let end = wording.endOfSweep(best.meanThreshold)
    let (sign, remark) = wording.censoring(best)
    let readsAll = best.sharedRate?.value == 1
    if !readsAll, end == nil, answer?.contains(wording.estimate(best.meanThreshold)) == true {
      return furtherThanTheAnswer
    }
    let mean =
      readsAll
      ? "\(best.label) reads everything that \(isWhole ? "it" : "all ranked decoders") tried, \(wording.isLargerHarder ? "up" : "down") to \(hardest)\(unit)"
      : "\(best.label) "
        + (end
          ?? "stops reading at \(sign)\(wording.estimate(best.meanThreshold))\(unit) on average\(remark)")
    guard ranked.count > 1 else {
      return [mean + "; there is no other ranked decoder to compare it with"]
    }
    if winners.count == 1, lead == nil { return [mean] }
    guard winners.count == 1, let lead else {
      let others = Words.list(Words.first(winners.dropFirst().map(\.label), others: "more"))
      return [mean + "; \(others) \(winners.count > 2 ? "are" : "is") not significantly different"]
    }
    if end != nil { return [mean, test(lead)] }
    let difference = lead.meanThresholdDifference.map { ", \(wording.advantage($0))" } ?? ""
    return ["\(mean)\(difference) than \(lead.worse), the next one", test(lead)]
  }

  /// The lead of the best, whose mean threshold the answer has said; of a tie the claim names all.
  private var furtherThanTheAnswer: [String] {
    guard winners.count == 1, let best = ranked.first, let lead else { return [] }
    let difference = lead.meanThresholdDifference.map {
      "\(best.label) stops reading \(wording.advantage($0)) than \(lead.worse), the next one"
    }
    return (difference.map { [$0] } ?? []) + [test(lead)]
  }

  private var rates: [String] {
    let shown = ranked.prefix(Self.mostNames)
    let each = shown.map { decoder in
      "\(decoder.label) \(Numerals.percentage(decoder.sharedRate?.value))"
    }
    let rest = ranked.count - shown.count
    let others = ranked.dropFirst(shown.count).first.map { next in
      let rate = Numerals.percentage(next.sharedRate?.value)
      return rest == 1 ? "\(next.label) \(rate)" : "\(Numerals.count(rest)) others at most \(rate)"
    }
    let units = table.basis.map(wording.sharedUnits) ?? ""
    let verb = ranked.contains(where: \.isCleanest) ? "find nothing in" : "read"
    let sentence =
      ranked.count == 1
      ? "Of \(units): \(Words.list(each))"
      : "Of the \(units), they \(verb): "
        + Words.list(each + (others.map { [$0] } ?? []))
    guard ranked.count > 1, let lead else { return [sentence] }
    return [sentence, test(lead)]
  }

  /// The comparison of the first with the second decoder.
  var lead: PairScore? {
    guard ranked.count > 1 else { return nil }
    return table.comparisons.first {
      $0.better == ranked[0].label && $0.worse == ranked[1].label
    }
  }

  private func test(_ pair: PairScore) -> String {
    guard pair.onlyBetter + pair.onlyWorse > 0 else {
      // They may differ in what they misread.
      return
        "Of the \(Numerals.count(pair.pairs)) \(wording.units(pair.pairs)) that \(pair.better) and "
        + "\(pair.worse) both tried, none is \(wording.findsNothing ? "left empty" : "read") by only "
        + "one of them" + tooFew(pair)
    }
    let counts =
      "Of the \(Numerals.count(pair.pairs)) \(wording.units(pair.pairs)) that both tried, "
      + (wording.findsNothing
        ? "\(pair.better) alone leaves \(Numerals.count(pair.onlyBetter)) empty and \(pair.worse) alone "
          + Numerals.count(pair.onlyWorse)
        : "\(Self.read(pair.onlyBetter)) only by \(pair.better) and "
          + "\(Numerals.count(pair.onlyWorse)) only by \(pair.worse)")
    let p = Numerals.p(pair.adjustedP)
    return pair.isSignificant
      ? "\(counts) (\(p)\(clusters))"
      : "\(counts): not significantly different (\(p)\(clusters))" + tooFew(pair)
  }

  /// The remark that no outcome could have shown a difference; empty where some could.
  ///
  /// If only one of them reads any, the exact test gives 2 × 2⁻ⁿ, which is above 5 % for fewer than six.
  private func tooFew(_ pair: PairScore) -> String {
    pair.pairs < Self.fewestTelling
      ? "; too few to show a difference: at least \(Self.fewestTelling) are needed" : ""
  }

  private static let fewestTelling = 6

  /// The reason that a p-value is larger than the counts suggest.
  private var clusters: String {
    guard let basis = table.basis, basis.isClustered else { return "" }
    return basis.unit == .symbol
      ? ", with the symbols of an image taken together"
      : ", with the \(wording.units(2)) of one payload taken together"
  }

  /// The quickest of those that share the first place, by the time of a read, which may decide between them.
  var quickest: String? {
    let timed = winners.compactMap { decoder in
      table.milliseconds(of: decoder, \.readMedian).map { (decoder.label, $0) }
    }.sorted { $0.1 < $1.1 }
    guard winners.count > 1, timed.count > 1, timed[1].1 >= 1.2 * timed[0].1 else { return nil }
    return "Quickest in first place: \(timed[0].0), \(Numerals.milliseconds(timed[0].1)) ms "
      + (wording.findsNothing ? "an image" : "a read")
  }

  // MARK: Faults

  /// True if the errors or false answers of ranked decoders outnumber the leader's advantage.
  private var faultsComeFirst: Bool {
    let worst = ranked.map { $0.total.broken + $0.total.falseAnswers }.max() ?? 0
    guard let lead, lead.isSignificant else { return worst > 0 }
    return worst >= lead.onlyBetter - lead.onlyWorse
  }

  private var faults: [String] {
    let broken = wording.tried.filter { $0.total.broken > 0 }
      .sorted { $0.total.broken > $1.total.broken }.prefix(Self.mostNames)
      .map { "\($0.label) on \(Numerals.counted($0.total.broken, "image", "images"))" }
    let wrong = wording.tried.filter { $0.total.falseAnswers > 0 }
      .sorted { $0.total.falseAnswers > $1.total.falseAnswers }.prefix(Self.mostNames)
      .map { "\($0.label) \(Numerals.count($0.total.falseAnswers))" }
    return
      (broken.isEmpty
      ? [] : ["Crashes, timeouts and failures: \(Words.list(broken))"])
      + (wrong.isEmpty ? [] : ["Wrong answers: \(Words.list(wrong))"])
  }

  // MARK: Decoders that stand apart

  /// The most telling comparisons with decoders that stand apart, on the work of each pair.
  private var partial: [String] {
    let pairs = (table.partialComparisons ?? []).sorted {
      ($0.adjustedP, $1.onlyBetter + $1.onlyWorse, $0.better)
        < ($1.adjustedP, $0.onlyBetter + $0.onlyWorse, $1.better)
    }
    let rest = pairs.count - Self.mostPairs
    return pairs.prefix(Self.mostPairs).map(sentence)
      + (rest > 0
        ? [
          "\(Numerals.counted(rest, "more pair", "more pairs")) with decoders that have too few "
            + "symbologies in common: in scores.md"
        ] : [])
  }

  private func sentence(_ pair: PairScore) -> String {
    let result =
      pair.onlyBetter + pair.onlyWorse == 0
      ? "none is read by only one of them"
      : "\(Self.read(pair.onlyBetter)) only by \(pair.better), "
        + "\(Numerals.count(pair.onlyWorse)) only by \(pair.worse), "
        + (pair.isSignificant ? "" : "not significantly different, ")
        + Numerals.p(pair.adjustedP)
    return "On the \(Numerals.count(pair.pairs)) \(wording.units(pair.pairs)) of symbologies that "
      + "\(pair.better) and \(pair.worse) both support, \(result)"
  }

  /// `1 is read`, `22 are read`.
  private static func read(_ count: Int) -> String {
    "\(Numerals.count(count)) \(count == 1 ? "is" : "are") read"
  }

  /// The number of pairs with decoders that stand apart that are told.
  private static let mostPairs = 2

  /// The number of decoders that a sentence names.
  static let mostNames = 4

  // MARK: Where

  /// The part that each of the first decoders reads least, where the sweep has no order or images
  /// hold several symbols.
  private var weaknesses: [String] {
    let hasScenes = wording.hasScenes
    guard byRate || hasScenes else { return [] }
    let parts = ranked.prefix(Self.mostNames).compactMap { decoder in
      (hasScenes ? weakestSymbol(of: decoder) : decoder.weakPart.map(words)).map {
        "\(decoder.label) \($0)"
      }
    }
    guard parts.isEmpty else { return ["Read least: \(parts.joined(separator: "; "))"] }
    // Where nothing or everything is read, no level could be told from the others.
    let isTold = ranked.contains { $0.sharedRate.map { 0 < $0.value && $0.value < 1 } ?? false }
    return table.corpus.levels.count > 2 && isTold
      ? ["No level is read significantly less than the others"] : []
  }

  /// A part that is read less than the others, with both rates.
  func words(_ part: WeakPart) -> String {
    let unit = part.kind == .level && !wording.unit.isEmpty ? " \(wording.unit)" : ""
    return "\(part.name)\(unit) (\(Numerals.percentage(part.rate)) against "
      + "\(Numerals.percentage(part.elsewhere)) elsewhere)"
  }

  private func weakestSymbol(of decoder: DecoderScore) -> String? {
    guard decoder.symbologies.count > 1 else {
      let places = decoder.groups.flatMap { group in
        (group.scene?.places ?? []).map { (group.group, $0) }
      }
      guard let worst = places.min(by: { $0.1.rate.value < $1.1.rate.value }),
        places.contains(where: { $0.1.rate.value > worst.1.rate.value })
      else { return nil }
      return "place \(worst.1.place) of \(worst.0) "
        + "(\(Numerals.percentage(worst.1.rate.value)))"
    }
    guard let worst = decoder.symbologies.min(by: { $0.rate.value < $1.rate.value }),
      decoder.symbologies.contains(where: { $0.rate.value > worst.rate.value })
    else { return nil }
    return "\(worst.symbology) (\(Numerals.percentage(worst.rate.value)))"
  }

  /// The times of reads where they differ a lot between groups and the sweep has no order.
  private var times: [String] {
    guard byRate else { return [] }
    let parts = ranked.prefix(Self.mostNames).compactMap { decoder -> String? in
      let known = decoder.groups.filter { table.rankedGroups.contains($0.group) }
        .compactMap { group in
          group.latency.readMedian.map { (group.group, $0) }
        }
      guard let quick = known.min(by: { $0.1 < $1.1 }), let slow = known.max(by: { $0.1 < $1.1 }),
        slow.1 >= Self.tellingRatio * quick.1
      else { return nil }
      return "\(decoder.label) \(Numerals.milliseconds(quick.1)) ms (\(quick.0)) to "
        + "\(Numerals.milliseconds(slow.1)) ms (\(slow.0))"
    }
    return parts.isEmpty ? [] : ["A read takes: \(parts.joined(separator: "; "))"]
  }

  /// The ratio of times from which on it is worth a sentence.
  private static let tellingRatio = 4.0
}

extension DecoderScore {
  /// True where success means that nothing was read in images without a symbol.
  var isCleanest: Bool { total.tried > 0 && total.tried == total.clean + total.falsePositive }
}
