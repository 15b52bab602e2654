import Results

/// `scores.md`: the score table for people, in GitHub-flavoured Markdown.
package struct MarkdownReport: ReportWriter {
  /// True to end in the meanings of the columns of `scores.csv`.
  package var explainsColumns = true

  package init() {}

  /// `scores.md`.
  package var fileName: String { "scores.md" }

  /// Renders the whole page.
  package func render(_ table: ScoreTable) -> String {
    let whole = ScoreWording(table)
    let wording = table.decoders.count > ScoreTable.mostShown ? ScoreWording(table.shown) : whole
    let background = Background(whole)
    var blocks = ["# " + Markdown.text(table.corpus.question), Markdown.text(background.subtitle)]
    if let warning = Statements(whole).warning {
      blocks.append("> **" + Markdown.text(warning) + "**")
    }
    let answer = Answer(whole).sentence
    let conclusion = Conclusion(whole, after: answer)
    blocks += answer.map { ["**\(Markdown.text($0)).**"] } ?? []
    blocks.append("**\(Markdown.text(conclusion.claim)).**")
    if !conclusion.sentences.isEmpty {
      blocks.append(Markdown.list(conclusion.sentences.map { Markdown.text($0) + "." }))
    }
    blocks.append(scores(wording))
    if let rest = table.leftOut(in: "The list below, as scores.csv and scores.json,") {
      blocks += ["> " + Markdown.text(rest) + ".", all(whole)]
    }
    blocks += Citation(whole).line.map { [Markdown.text($0)] } ?? []
    blocks += ReportSections(wording).all.flatMap(SectionMarkdown.blocks)
    if !(table.comparisons + (table.partialComparisons ?? [])).isEmpty {
      blocks.append(table.significance == nil ? "## Every pair" : "## Pairs along the ranking")
      blocks.append(pairs(wording))
    }
    if wording.isOrdered, !wording.tried.isEmpty {
      blocks.append("## Where the curves cross")
      blocks.append(Self.crossingsLead)
      blocks.append(crossings(wording))
      if !Statements(wording).hiddenModels.isEmpty {
        blocks.append(
          Markdown.list(Statements(wording).hiddenModels.map { Markdown.text($0) + "." }))
      }
    }
    blocks.append("## Decode rate by level")
    blocks += table.corpus.groups.map { levels($0.id, wording) }
    blocks.append("## How to read the table")
    blocks.append(Self.entries(background.legend))
    blocks.append("## How it was made")
    blocks.append(Self.entries(background.provenance))
    if explainsColumns { blocks.append(Self.columns) }
    return blocks.joined(separator: "\n\n") + "\n"
  }

  private func scores(_ wording: ScoreWording) -> String {
    guard !wording.tried.isEmpty else { return "No decoder was tried." }
    let unit = wording.unitAfterComma
    var grid = Markdown.Table(
      titles: [
        "rank", "decoder", "group", wording.thresholdTitle + unit, "mean threshold" + unit,
        wording.hasScenes ? "symbols read, %" : "shared, %",
        wording.hasScenes ? "all read, %" : "decode rate, %", "tried", "misread", "errors",
        "ms read", "ms miss", "islands" + unit,
        "significance groups",
      ],
      rightAligned: [5, 6, 7, 8, 9, 10, 11])
    for decoder in wording.tried {
      let letters = wording.hasRankedGroups ? wording.letters(decoder) : Numerals.absent
      grid.add(
        [
          wording.rank(decoder), decoder.label, "all",
          "", wording.meanThreshold(decoder), wording.sharedRate(decoder),
        ] + counts(decoder.total, wording) + ["", "", "", letters], isStrong: true)
      for group in decoder.groups {
        grid.add(
          [
            "", "", group.group, wording.threshold(wording.threshold(of: group)),
            wording.meanThreshold(group), wording.hasScenes ? wording.symbolRate(group) : "",
          ]
            + counts(group.total, wording) + [
              Numerals.milliseconds(group.latency.readMedian),
              Numerals.milliseconds(group.latency.missMedian), wording.islands(group.islands), "",
            ])
      }
    }
    return grid.text
  }

  /// A collapsed list of all decoders, a line each.
  private func all(_ wording: ScoreWording) -> String {
    let unit = wording.unitAfterComma
    var grid = Markdown.Table(
      titles: [
        "place", "rank", "decoder", "library", "mean threshold" + unit, "shared, %",
        "decode rate, %", "tried", "misread", "errors", "ms read",
      ], rightAligned: [0, 5, 6, 7, 8, 9, 10])
    for (place, decoder) in wording.table.decoders.enumerated() {
      grid.add(
        [
          "\(place + 1)", decoder.rank == nil ? wording.standing(decoder) : wording.rank(decoder),
          decoder.label, "\(decoder.library) \(decoder.version)", wording.meanThreshold(decoder),
          wording.sharedRate(decoder),
        ] + counts(decoder.total, wording) + [
          Numerals.milliseconds(wording.table.milliseconds(of: decoder, \.readMedian))
        ])
    }
    return Markdown.folded(
      summary: "All \(Numerals.counted(wording.table.decoders.count, "decoder", "decoders"))",
      body: grid.text)
  }

  private func counts(_ counts: Counts, _ wording: ScoreWording) -> [String] {
    [
      wording.decodeRate(counts), Numerals.count(counts.tried), wording.misreads(counts),
      wording.errors(counts),
    ]
  }

  private func pairs(_ wording: ScoreWording) -> String {
    let unit = wording.unitAfterComma
    var grid = Markdown.Table(
      titles: [
        "better", "worse", "tried by both", "only better", "only worse", "p", "p, Holm",
        "significantly different", "mean threshold" + unit,
        "difference of decode rates, points", "time",
      ],
      rightAligned: [2, 3, 4])
    for pair in wording.table.comparisons + (wording.table.partialComparisons ?? []) {
      grid.add([
        pair.better, pair.worse, Numerals.count(pair.pairs), Numerals.count(pair.onlyBetter),
        Numerals.count(pair.onlyWorse), Numerals.p(pair.p), Numerals.p(pair.adjustedP),
        pair.isSignificant ? "yes" : "no",
        pair.meanThresholdDifference.map(wording.advantage) ?? Numerals.absent,
        wording.points(pair.rateDifference), wording.ratio(pair.latencyRatio),
      ])
    }
    return grid.text
  }

  private static let crossingsLead =
    "Crossings with 95\(Numerals.narrowSpace)% intervals: first for any curve that never falls towards "
    + "easier levels, then for a model (a logistic curve with a lapse rate), where it fits."

  private func crossings(_ wording: ScoreWording) -> String {
    let unit = wording.unitAfterComma
    let rates = wording.tried.lazy.flatMap(\.groups).first?.crossings.map(\.rate) ?? []
    let names = rates.map { "t\(Numerals.decimal($0 * 100, places: 0))" }
    var grid = Markdown.Table(
      titles: ["decoder", "group"] + names.flatMap { [$0 + unit, "\($0) by model\(unit)"] },
      rightAligned: [])
    for decoder in wording.tried {
      for group in decoder.groups {
        grid.add(
          [decoder.label, group.group]
            + group.crossings.flatMap { [wording.crossing($0), wording.model($0.model)] })
      }
    }
    return grid.text
  }

  /// A collapsed table of one group's rates: a row for each level, a column for each decoder.
  private func levels(_ group: String, _ wording: ScoreWording) -> String {
    let curves = wording.tried.compactMap { decoder in
      decoder.groups.first { $0.group == group }.map {
        (decoder.label, wording.ratesHardestFirst($0))
      }
    }
    let levels = wording.table.corpus.levels.map(\.text)
    let names = wording.isLargerHarder ? levels.reversed() : levels
    let unit = wording.unit.isEmpty ? "level" : wording.unit
    var grid = Markdown.Table(
      titles: [unit] + curves.map(\.0), rightAligned: Set(0...curves.count))
    for (place, name) in names.enumerated() {
      grid.add(
        [name]
          + curves.map { place < $0.1.count ? wording.rate($0.1[place]) : Numerals.absent })
    }
    let body = curves.isEmpty ? "No decoder was tried on it." : grid.text
    return Markdown.folded(
      summary: group,
      body: "Decode rate, %, with its exact 95 % interval; hardest level first.\n\n" + body)
  }

  private static func entries(_ entries: [Background.Entry]) -> String {
    Markdown.list(entries.map { "**\(Markdown.text($0.name))**: \(Markdown.text($0.text))" })
  }

  private static let columns: String = {
    var grid = Markdown.Table(titles: ["column", "meaning"], rightAligned: [])
    for column in CSVReport.columns { grid.add([column.name, column.meaning]) }
    return Markdown.folded(summary: "The columns of scores.csv", body: grid.text)
  }()
}
