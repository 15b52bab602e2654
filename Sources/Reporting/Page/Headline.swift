import Results
import Statistics

/// The headline of a page: the winner, the margin, and its significance.
struct Headline {
  /// A key number that is shown in large type.
  struct Figure {
    let name: String
    let number: String
    let remark: String
  }

  private let wording: ScoreWording
  private var table: ScoreTable { wording.table }

  init(_ wording: ScoreWording) {
    self.wording = wording
  }

  private var ranked: [DecoderScore] {
    wording.hasRankedGroups ? table.decoders.filter { $0.rank != nil } : []
  }

  private var winners: [DecoderScore] { ranked.filter { $0.rank == 1 } }

  private var unit: String { wording.unit.isEmpty ? "" : " \(wording.unit)" }

  /// The claim in a few words.
  var claim: String {
    guard !wording.tried.isEmpty else { return "No decoder was tried" }
    if ranked.isEmpty { return wording.isOrdered ? "No overall winner" : "Rates, not ranks" }
    if ranked.count == 1 { return "\(ranked[0].label), the only ranked decoder" }
    let names = Statements.list(winners.map(\.label))
    return winners.count == 1 ? "\(names) wins" : "\(names) share the first place"
  }

  /// The sentences that support the claim.
  var sentences: [String] {
    guard !wording.tried.isEmpty else { return [] }
    guard let best = ranked.first else { return wording.isOrdered ? notRanked : rates }
    let mean =
      "\(best.label) stops reading at \(wording.estimate(best.meanThreshold))\(unit) on average"
    guard ranked.count > 1 else {
      return [mean + "; there is no other ranked decoder to compare it with"]
    }
    guard winners.count == 1, let pair = lead else {
      return [mean + ", and the other decoders in first place are not significantly different"]
    }
    let difference = pair.meanThresholdDifference.map { ", \(wording.advantage($0))" } ?? ""
    return [
      "\(mean)\(difference) than \(pair.worse), the next one",
      "Of the \(Numerals.count(pair.pairs)) samples that both tried, "
        + "\(Numerals.count(pair.onlyBetter)) are read only by \(pair.better) and "
        + "\(Numerals.count(pair.onlyWorse)) only by \(pair.worse): by chance alone this "
        + "happens with \(Numerals.p(pair.adjustedP))",
    ]
  }

  /// The comparison of the first with the second decoder.
  private var lead: PairScore? {
    guard ranked.count > 1 else { return nil }
    return table.comparisons.first {
      $0.better == ranked[0].label && $0.worse == ranked[1].label
    }
  }

  private var notRanked: [String] {
    let groups = wording.tried.sorted { $0.groups.count > $1.groups.count }.map {
      "\($0.label) \(Numerals.count($0.groups.count))"
    }
    let why =
      table.decoders.contains { $0.standing == .ranked }
      ? "No group is supported by all decoders, so a ranking would not be fair"
      : "No decoder could be ranked"
    return [
      why,
      "Supported, of \(Numerals.counted(table.corpus.groups.count, "group", "groups")): "
        + Statements.list(groups),
    ]
  }

  private var rates: [String] {
    let whole = wording.tried.filter { $0.standing == .unordered }
    let best = whole.sorted { a, b in
      (rate(b), a.label) < (rate(a), b.label)
    }.prefix(4).map { decoder in
      "\(decoder.label) \(wording.decodeRate(decoder.total))\(Numerals.narrowSpace)% of "
        + Numerals.counted(decoder.groups.count, "group", "groups")
    }
    return ["The sweep has no order, so there is no threshold to rank by"]
      + (best.isEmpty
        ? [] : ["Decode rates in the groups that each decoder supports: \(Statements.list(best))"])
  }

  private func rate(_ decoder: DecoderScore) -> Double {
    Double(decoder.total.successes) / Double(max(decoder.total.tried, 1))
  }

  /// The numbers behind the claim.
  var figures: [Figure] {
    var figures: [Figure] = []
    if let best = ranked.first, let mean = best.meanThreshold {
      figures.append(
        Figure(
          name: "mean threshold", number: wording.estimate(mean) + unit,
          remark:
            "\(best.label), over \(groups); \(wording.isLargerHarder ? "higher" : "lower") is better"
        ))
    }
    if let pair = lead, let difference = pair.meanThresholdDifference {
      figures.append(
        Figure(
          name: "lead", number: wording.advantage(difference),
          remark: "than \(pair.worse), on the same samples"))
      figures.append(
        Figure(
          name: "significance", number: Numerals.p(pair.adjustedP),
          remark: pair.isSignificant
            ? "McNemar’s exact test, Holm’s correction" : "not significantly different"))
    }
    let wrong = table.decoders.reduce(0) { $0 + $1.total.falseAnswers }
    let errors = table.decoders.reduce(0) { $0 + $1.total.broken }
    let tried = table.decoders.reduce(0) { $0 + $1.total.tried }
    guard tried > 0 else { return figures }
    return figures + [
      Figure(
        name: "misread", number: Numerals.count(wrong),
        remark: "in \(Numerals.counted(tried, "decode", "decodes")) of all decoders"),
      Figure(
        name: "errors", number: Numerals.count(errors),
        remark: "crashes, timeouts and failures"),
    ]
  }

  private var groups: String {
    let count = table.rankedGroups.count
    return Numerals.counted(count, "group", "groups")
  }

  var html: HTML {
    let cards = figures.map { figure in
      HTML.div(
        "figure",
        .element("dt", [:], .text(figure.name))
          + .element("dd", ["class": "number"], .text(figure.number))
          + .element("dd", ["class": "remark"], .text(figure.remark)))
    }
    return .element(
      "section", ["id": "result", "aria-labelledby": "result-title", "class": "headline"],
      .element("h2", ["id": "result-title"], .text(claim))
        + sentences.map { HTML.p(.text($0 + "."), class: "lead") }.joined()
        + (cards.isEmpty ? .empty : .element("dl", ["class": "figures"], cards.joined())))
  }
}
