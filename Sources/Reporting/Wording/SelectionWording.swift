import Results

/// The wording of what decoders select, for corpora that aim at one symbol of each image.
struct SelectionWording {
  /// One decoder in one group.
  struct Row {
    let decoder: DecoderScore
    let group: GroupScore
    let score: SelectionScore

    /// The level that single figures are of: the best radius, or all levels together.
    var shown: SelectionScore.Level {
      score.recommendation.flatMap { recommended in
        score.levels.first { $0.level == recommended.best }
      } ?? score.total
    }

    /// True if the target was returned in every image at some level.
    var always: Bool { score.levels.contains { $0.tried > 0 && $0.target.count == $0.tried } }
  }

  /// One of the outcomes: its name and its share of a level.
  struct Outcome: Sendable {
    let name: String
    let share: @Sendable (SelectionScore.Level) -> SelectionScore.Share
  }

  static let title = "Which code is selected"

  /// The four shares, the wanted one first.
  static let outcomes = [
    Outcome(name: "target", share: { $0.target }),
    Outcome(name: "wrong code", share: { $0.wrongCode }),
    Outcome(name: "several", share: { $0.several }), Outcome(name: "none", share: { $0.none }),
  ]
  /// The shares that are shown only where there are some.
  static let faults = [
    Outcome(name: "cannot select", share: { $0.cannotSelect }),
    Outcome(name: "misread or error", share: { $0.other }),
  ]

  let rows: [Row]
  private let wording: ScoreWording
  private var corpus: CorpusRecord { wording.table.corpus }

  /// Makes the wording; `nil` where nothing is selected.
  init?(_ wording: ScoreWording) {
    guard wording.table.corpus.selection != nil else { return nil }
    self.wording = wording
    rows = wording.rowsByGroup.compactMap { decoder, group in
      group.selection.map { Row(decoder: decoder, group: group, score: $0) }
    }
  }

  /// True if the sweep is over radii, so that one is recommended.
  var isOverRadii: Bool { corpus.axis == "selection-radius" }

  /// The name of the sweep: `selection radius, px`.
  var axis: String {
    corpus.axis.split(separator: "-").joined(separator: " ") + wording.unitAfterComma
  }

  /// The four shares, and that of readings without a place where some decoder has it beside others.
  var shownOutcomes: [Outcome] {
    Self.outcomes
      + Self.faults.filter { fault in
        rows.contains { !$0.score.isBlind && fault.share($0.shown).count > 0 }
      }
  }

  /// The four shares with the two ways in which a radius fails before wrong codes, if it is radii that are
  /// swept.
  var outcomesByInterest: [Outcome] {
    let all = Self.outcomes
    return isOverRadii ? [all[0], all[3], all[2], all[1]] : all
  }

  /// The explanation of the numbers.
  var explanation: String {
    "Each image has a target. Target: it alone is returned, which is this corpus's decode rate; wrong code: "
      + "one other symbol alone; several: more than one; none: nothing"
      + (isOverRadii
        ? ". Too small a radius returns nothing, too large a radius returns several codes. The recommended "
          + "radii are those around the best whose share of targets is not significantly lower (Fisher's "
          + "exact test, Holm); there are none where the best is not shown to return the target in more than half of the images. Shares "
          + "are those at the best radius"
        : ". Shares are those over all levels")
  }

  /// The place of single figures: `at the best radius`, `over all levels`.
  var basis: String { isOverRadii ? "at the best" : "over all" }

  /// The radii to choose: `12–40`, `none works`; missing where trials are too few.
  static func radii(_ score: SelectionScore) -> String {
    guard let recommended = score.recommendation, !score.isBlind else { return Numerals.absent }
    guard recommended.isFound else { return "none works" }
    return range(recommended)
  }

  /// The same in a few words: `recommended: 12–40 px`, `no radius works`; `nil` where there is nothing to
  /// recommend.
  static func advice(_ score: SelectionScore) -> String? {
    score.recommendation.map { $0.isFound ? "recommended: \(range($0)) px" : "no radius works" }
  }

  /// The decoder and radius that selected the target most often, where that shows nothing yet: `zxing@filter
  /// selects the right code in 4 of 4 images of code-128/near at 20 px`.
  var closest: String? {
    let tried = rows.flatMap { row in row.score.levels.map { (row, $0) } }.filter { $0.1.tried > 0 }
    func share(_ level: SelectionScore.Level) -> Double {
      Double(level.target.count) / Double(level.tried)
    }
    guard let best = tried.max(by: { share($0.1) < share($1.1) }), best.1.target.count > 0 else {
      return nil
    }
    return
      "\(best.0.decoder.label) selects the right code in \(Numerals.count(best.1.target.count)) of "
      + "\(Numerals.counted(best.1.tried, "image", "images")) of \(best.0.group.group) at "
      + "\(best.1.level) \(wording.unit)"
  }

  private static func range(_ recommended: SelectionScore.Recommendation) -> String {
    recommended.from == recommended.to
      ? recommended.from : "\(recommended.from)–\(recommended.to)"
  }

  /// A share in per cent; `cannot select` for the target of a decoder that never could.
  static func share(_ outcome: Outcome, _ row: Row) -> String {
    guard !row.score.isBlind else {
      return outcome.name == outcomes[0].name ? faults[0].name : ""
    }
    return Numerals.percent(outcome.share(row.shown).rate?.value)
  }

  /// A share with its interval: `97.5 [92.1–99.6]`.
  func share(_ share: SelectionScore.Share) -> String { wording.rate(share.rate) }

  // MARK: Sentences

  /// The findings, group by group.
  var sentences: [String] {
    let groups = corpus.groups.map(\.id)
    return groups.flatMap { group -> [String] in
      let rows = rows.filter { $0.group.group == group }
      return
        (isOverRadii ? [best(of: rows, group), noRadius(rows, group)] : [worst(of: rows, group)])
        .compactMap(\.self)
    } + blind
  }

  /// The radii of the decoder that selects the target most often on a group, in a few words; `nil` where
  /// none is shown to do.
  func advice(_ group: String) -> String? {
    let found = rows.filter {
      $0.group.group == group && $0.score.recommendation?.isFound ?? false
    }
    guard let best = found.max(by: { target($0) < target($1) }),
      let recommended = best.score.recommendation
    else { return nil }
    return "\(Self.range(recommended)) px on \(group) with \(best.decoder.label) "
      + "(\(Numerals.percentage(target(best))) at \(recommended.best) px)"
  }

  /// The decoder that selects the target most often, with its radii.
  private func best(of rows: [Row], _ group: String) -> String? {
    let found = rows.filter { $0.score.recommendation?.isFound ?? false }
    guard let best = found.max(by: { target($0) < target($1) }),
      let recommended = best.score.recommendation
    else { return nil }
    // Of those that do so alike none is the best, and of one alone nothing is the most.
    let alike = rows.filter { target($0) == target(best) }
    let others = alike.map(\.decoder.label).filter { $0 != best.decoder.label }
    let most =
      rows.count == 1
      ? "selects the target"
      : others.isEmpty ? "selects the target most often" : "selects the target"
    return "On \(group) \(best.decoder.label) \(most)"
      + (others.isEmpty ? "" : ", as often as \(Words.list(others))") + ": "
      + "\(share(best.shown.target))\(Numerals.narrowSpace)% at \(recommended.best) \(wording.unit), a wrong "
      + "code in \(Numerals.percentage(best.shown.wrongCode.rate?.value)); recommended: "
      + "\(Self.range(recommended)) \(wording.unit)"
  }

  private func target(_ row: Row) -> Double { row.shown.target.rate?.value ?? 0 }

  private func noRadius(_ rows: [Row], _ group: String) -> String? {
    let missing = rows.filter { $0.score.recommendation?.isFound == false && !$0.score.isBlind }
    guard !missing.isEmpty else { return nil }
    let names = missing.map {
      "\($0.decoder.label) (at best \(Numerals.percentage(target($0))))"
    }
    return "On \(group) no radius works for \(Words.list(names))"
  }

  /// The level with the most wrong codes, of a sweep over something else.
  private func worst(of rows: [Row], _ group: String) -> String? {
    let told = rows.compactMap { row -> String? in
      guard row.score.total.wrongCode.count > 0,
        let worst = row.score.levels.max(by: {
          ($0.wrongCode.rate?.value ?? 0) < ($1.wrongCode.rate?.value ?? 0)
        })
      else { return nil }
      return "\(row.decoder.label) \(Numerals.percent(worst.wrongCode.rate?.value))"
        + "\(Numerals.narrowSpace)% at \(worst.level)"
    }
    guard corpus.levels.count > 1, !told.isEmpty else { return nil }
    return "On \(group) a wrong code is picked most often: \(Words.list(told))"
      + (wording.unit.isEmpty ? "" : " \(wording.unit)")
  }

  /// The decoders that give no places, those with the same groups in one sentence.
  private var blind: [String] {
    var scopes: [(scope: String, labels: [String])] = []
    for row in rows where row.score.isBlind {
      let label = row.decoder.label
      guard !scopes.contains(where: { $0.labels.contains(label) }) else { continue }
      let own = rows.filter { $0.decoder.label == label }
      let groups = own.filter(\.score.isBlind).map(\.group.group)
      let scope = groups.count == own.count ? "" : " on \(Words.list(groups))"
      if let place = scopes.firstIndex(where: { $0.scope == scope }) {
        scopes[place].labels.append(label)
      } else {
        scopes.append((scope, [label]))
      }
    }
    return scopes.map { scope, labels in
      "\(Words.list(labels)) cannot select\(scope): "
        + (labels.count == 1 ? "it returns" : "they return")
        + " readings without their places. The gauge finds places for them: filter+gauge"
    }
  }
}
