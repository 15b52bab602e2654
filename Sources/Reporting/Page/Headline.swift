import Results

/// The headline of a page: the answer that the terminal gives, the conclusion, and its key numbers in large type.
struct Headline {
  /// A key number that is shown in large type.
  struct Figure {
    let name: String
    let number: String
    let remark: String
  }

  private let wording: ScoreWording
  private var table: ScoreTable { wording.table }

  /// True if the answer to the corpus's own question stands before it.
  private let isAnswered: Bool

  init(_ wording: ScoreWording, isAnswered: Bool = false) {
    (self.wording, self.isAnswered) = (wording, isAnswered)
  }

  /// The answer to a question of the corpus's own, which rates do not answer; `nil` without one.
  static func answer(_ wording: ScoreWording) -> HTML? {
    Answer(wording).sentence.map { sentence in
      .element(
        "section", ["id": "result", "aria-labelledby": "result-title", "class": "question"],
        .element("h2", ["id": "result-title"], .sentence(sentence + ".")) + reservation(wording))
    }
  }

  /// The reservation of the answer, with the trials that decide it.
  private static func reservation(_ wording: ScoreWording) -> HTML {
    Answer(wording).reservation.map { .p(.sentence($0 + "."), class: "reservation") } ?? .empty
  }

  private var conclusion: Conclusion { Conclusion(wording, after: Answer(wording).sentence) }

  /// The answer with the versions that it is about, as terminals open with it; without one, or where it stands
  /// before, the claim.
  var title: String {
    isAnswered ? conclusion.claim : Answer(wording).sentence ?? conclusion.claim
  }

  private var unit: String { wording.unit.isEmpty ? "" : " \(wording.unit)" }

  /// The numbers behind the claim.
  var figures: [Figure] {
    var figures: [Figure] = []
    if let best = conclusion.ranked.first, let mean = best.meanThreshold {
      figures.append(
        Figure(
          name: "mean threshold", number: wording.estimate(mean) + unit,
          remark:
            "\(best.label), over \(groups); \(wording.isLargerHarder ? "higher" : "lower") is better"
        ))
    }
    if table.basis?.measure == .decodeRate, let best = conclusion.ranked.first,
      let rate = best.sharedRate
    {
      figures.append(
        Figure(
          name: "decode rate",
          number: Numerals.percentage(rate.value),
          remark: "\(best.label), 95 % interval \(Numerals.percent(rate.lower)) to "
            + "\(Numerals.percent(rate.upper)), on shared work"))
    }
    if let pair = conclusion.lead, pair.isSignificant,
      let difference = pair.meanThresholdDifference
    {
      figures.append(
        Figure(
          name: "lead", number: wording.advantage(difference),
          remark: "than \(pair.worse), on the same samples"))
      figures.append(
        Figure(
          name: "significance", number: Numerals.p(pair.adjustedP),
          remark: "exact paired test, Holm’s correction"))
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

  /// The most sentences that are open.
  private static let mostSentences = 6

  private var groups: String {
    let count = table.rankedGroups.count
    return Numerals.counted(count, "group", "groups")
  }

  var html: HTML {
    let cards = figures.map { figure in
      HTML.div(
        "figure",
        .element("dt", [:], .text(figure.name))
          + .element("dd", ["class": "number"], .sentence(figure.number))
          + .element("dd", ["class": "remark"], .text(figure.remark)))
    }
    let claim = title == conclusion.claim ? [] : [conclusion.claim]
    let id = isAnswered ? "ranking" : "result"
    let sentences = (claim + conclusion.sentences).map { HTML.p(.sentence($0 + ".")) }
    // A wall of text hides the answer above it and what is drawn below it.
    let open = sentences.count > Self.mostSentences + 1 ? Self.mostSentences : sentences.count
    let rest =
      open < sentences.count
      ? HTML.details(
        .text("\(Numerals.count(sentences.count - open)) more"), sentences.dropFirst(open).joined())
      : .empty
    return .element(
      "section", ["id": id, "aria-labelledby": "\(id)-title", "class": "headline"],
      .element("h2", ["id": "\(id)-title"], .sentence(title))
        + (isAnswered ? .empty : Self.reservation(wording))
        + sentences.prefix(open).joined() + rest
        + (cards.isEmpty ? .empty : .element("dl", ["class": "figures"], cards.joined())))
  }
}

extension PageContext {
  /// The answer of the page's title.
  var claim: String { Headline(whole).title }

  /// The classes of the page's first part; a claim that is still long is set smaller.
  var opening: String {
    Headline(headlineWording).title.count > Self.longestClaim ? "opening long-claim" : "opening"
  }
}
