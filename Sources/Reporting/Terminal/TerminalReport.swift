import Results

/// The ranked score table for a terminal, with its findings in sentences.
///
/// Columns that do not fit beside the others continue in a second table below. No line is wider than the
/// terminal.
package struct TerminalReport: Sendable {
  /// How much a report says.
  package enum Detail: Sendable {
    /// The answer, a row a decoder, and what is wrong.
    case brief
    /// Every group, every finding.
    case full
    /// That, and the meaning of each column and the origin of the numbers.
    case explained
  }

  private let style: TerminalStyle
  private let detail: Detail

  /// Makes a report.
  ///
  /// - Parameters:
  ///   - style: The terminal's capabilities.
  ///   - detail: How much it says.
  package init(_ style: TerminalStyle, _ detail: Detail = .full) {
    self.style = style
    self.detail = detail
  }

  /// Renders the report, with a line feed at the end.
  package func render(_ table: ScoreTable) -> String {
    let whole = ScoreWording(table)
    guard detail != .brief else {
      return BriefText(wording: whole, style: style).lines.joined(separator: "\n") + "\n"
    }
    let wording = table.decoders.count > ScoreTable.mostShown ? ScoreWording(table.shown) : whole
    let background = Background(whole)
    var lines = style.paragraph(table.corpus.question, .strong)
    lines += style.paragraph(background.subtitle, .faint)
    if let warning = Statements(whole).warning {
      lines += [""] + style.paragraph(warning, .caution)
    }
    let answer = Answer(whole).sentence
    let conclusion = Conclusion(whole, after: answer)
    lines += answer.map { [""] + style.paragraph($0 + ".", .strong) } ?? []
    lines += [""] + style.paragraph(conclusion.claim + ".", .strong)
    for sentence in conclusion.sentences {
      lines += style.paragraph(sentence + ".", label: "  ", hanging: 4)
    }
    let tables = ScorePanels(wording, style: style).panels(width: style.width)
    if tables.isEmpty { lines += [""] + style.paragraph("No decoder was tried.") }
    for panel in tables { lines += [""] + panel.lines(style) }
    if let rest = table.leftOut(in: "scores.md") {
      lines += [""] + style.paragraph(rest + ".", .caution)
    }
    lines += Citation(whole).line.map { [""] + style.paragraph($0, .faint) } ?? []
    let writer = SectionText(style: style)
    for section in ReportSections(wording).all { lines += [""] + writer.lines(section) }
    guard detail == .explained else {
      return (lines + [""] + style.paragraph(background.summary, .faint)).joined(separator: "\n")
        + "\n"
    }
    if !tables.isEmpty {
      lines += [""] + entries("How to read it", background.legend + curveLegend(wording))
    }
    lines += [""] + entries("How it was made", background.provenance)
    return lines.joined(separator: "\n") + "\n"
  }

  private func entries(_ title: String, _ entries: [Background.Entry]) -> [String] {
    let names = entries.map { style.shown($0.name) }
    let indent = 4 + (names.map(DisplayText.width).max() ?? 0)
    var lines = style.paragraph(title, .strong)
    for (name, entry) in zip(names, entries) {
      lines += style.paragraph(
        entry.text, .faint, label: "  " + DisplayText.padded(name, to: indent - 2))
    }
    return lines
  }

  private func curveLegend(_ wording: ScoreWording) -> [Background.Entry] {
    let levels = wording.table.corpus.levels.map(\.text)
    let ends = wording.isLargerHarder ? levels.reversed() : levels
    let range = "from \(ends.first ?? "") to \(ends.last ?? "") \(wording.unit)"
    let signs =
      style.ascii
      ? "digits are tenths read, # is 95 % or more, ? was not tried"
      : "a full block is 95\(Numerals.narrowSpace)% or more, a dot was not tried"
    return [
      Entry(
        name: ScorePanels.curveTitle,
        text: "decode rate \(range)\(wording.isOrdered ? ", hardest first" : ""); \(signs); "
          + "levels that share a sign show their lowest rate")
    ]
  }

  private typealias Entry = Background.Entry
}

/// The score table's columns, side by side as far as the width allows, and the rest below.
struct ScorePanels {
  static let curveTitle = "curve"

  /// One printed row: a decoder's total, or one of its groups.
  private struct Row {
    let decoder: DecoderScore
    let group: GroupScore?
    let isFirst: Bool
    var counts: Counts { group?.total ?? decoder.total }
  }

  private let wording: ScoreWording
  private let style: TerminalStyle
  private let rows: [Row]

  init(_ wording: ScoreWording, style: TerminalStyle) {
    self.wording = wording
    self.style = style
    // In a corpus with one group a total would repeat that group's row.
    let hasTotals = wording.table.corpus.groups.count > 1
    rows = wording.tried.flatMap { decoder in
      let total = hasTotals ? [Row(decoder: decoder, group: nil, isFirst: true)] : []
      return total
        + decoder.groups.enumerated().map { place, group in
          Row(decoder: decoder, group: group, isFirst: !hasTotals && place == 0)
        }
    }
  }

  /// The tables that show all columns, each at most `width` wide; none without rows.
  func panels(width: Int) -> [TextGrid] {
    guard !rows.isEmpty else { return [] }
    let (columns, details) = (columns, details)
    let leading = leading(longestName: longestName(beside: columns + details, width: width))
    let room = width - leading.width
    // The curve says more than the details: where not all fits, they go below.
    let all = columns + [curve(width: shortestCurve)] + details
    var panels = TextGrid.wrapped(all, to: room)
    for place in panels.indices {
      guard let curve = panels[place].firstIndex(where: { $0.title == [Self.curveTitle] }) else {
        continue
      }
      panels[place].remove(at: curve)
      let used = panels[place].reduce(0) { $0 + $1.width + TextGrid.gap }
      panels[place].append(self.curve(width: room - used - TextGrid.gap))
    }
    return panels.map { columns in
      // Hide a row below its own heading if it has no number in this panel.
      let empty = leading.headings.keys.filter { row in
        columns.allSatisfy { $0.cells[row].text.isEmpty }
      }
      return TextGrid(
        columns: leading.columns + columns, headings: leading.headings, hidden: Set(empty))
    }
  }

  /// The width below which a curve is no curve; a corpus of few levels needs less.
  private var shortestCurve: Int {
    max(DisplayText.width(Self.curveTitle), min(wording.table.corpus.levels.count, 16))
  }

  /// The width that names may take before they get a line of their own or are shortened.
  ///
  /// It is larger if everything fits into one table with room to spare.
  private func longestName(beside columns: [TextGrid.Column], width: Int) -> Int {
    let (narrow, wide) = (22, 40)
    let leading = leading(longestName: narrow)
    let curve = max(wording.table.corpus.levels.count, shortestCurve)
    let numbers = columns.reduce(0) { $0 + $1.width + TextGrid.gap }
    let spare = width - leading.width - numbers - TextGrid.gap - curve
    return min(max(leading.columns[1].width + spare, narrow), wide)
  }

  // MARK: Rank and name

  private func leading(longestName: Int) -> TextGrid {
    var names: [TextGrid.Cell] = []
    var headings: [Int: [String]] = [:]
    for (place, row) in rows.enumerated() {
      let label = style.shown(row.decoder.label)
      if row.isFirst, DisplayText.width(label) <= longestName {
        names.append(.init(text: label, emphasis: .strong))
        continue
      }
      if row.isFirst { headings[place] = heading(label, rank: rank(row)) }
      let name = row.group.map { "  " + style.shown($0.group) } ?? "  all groups"
      names.append(
        .init(text: DisplayText.shortened(name, to: longestName, ellipsis: style.ellipsis)))
    }
    let ranks = rows.map { row in
      TextGrid.Cell(
        text: row.isFirst && DisplayText.width(style.shown(row.decoder.label)) <= longestName
          ? rank(row) : "",
        emphasis: .strong)
    }
    let name = wording.table.corpus.groups.count > 1 ? ["decoder", "  group"] : ["decoder"]
    return TextGrid(
      columns: [
        .init(title: ["rank"], alignment: .left, cells: ranks),
        .init(title: name, alignment: .left, cells: names),
      ], headings: headings)
  }

  /// A long label in full, in lines of its own above its row: names may differ only at the end.
  private func heading(_ label: String, rank: String) -> [String] {
    let indent = DisplayText.width("rank") + TextGrid.gap
    let lines = DisplayText.wrapped(
      label.split(separator: " ").map(String.init), to: min(style.width, 80) - indent)
    let shown = lines.prefix(Self.tallestHeading)
    let rest = lines.count > shown.count ? [style.ellipsis] : []
    let space = String(repeating: " ", count: indent)
    let first = rank + space.dropFirst(rank.count)
    return (shown + rest).enumerated().map { ($0 == 0 ? first : space) + $1 }
  }

  private func rank(_ row: Row) -> String { style.shown(wording.rank(row.decoder)) }

  private static let tallestHeading = 4

  // MARK: Numbers

  /// The columns in the order of their importance.
  private var columns: [TextGrid.Column] {
    let unit = style.shown(wording.unit)
    let ordered = [
      column(wording.thresholdTitle.split(separator: " ", maxSplits: 1).map(String.init), unit) {
        row in
        guard let threshold = row.group.map(wording.threshold(of:)) else { return .init() }
        let emphasis: TerminalStyle.Emphasis =
          threshold.kind == .notCertified ? .caution : .plain
        return .init(text: wording.threshold(threshold), emphasis: emphasis)
      },
      column(["mean", "threshold"], unit) { row in
        .init(
          text: row.group.map(wording.meanThreshold) ?? wording.meanThreshold(row.decoder))
      },
    ]
    let counted = [
      column(wording.hasScenes ? ["all", "read, %"] : ["decode", "rate, %"], alignment: .right) {
        .init(text: wording.decodeRate($0.counts))
      },
      column(["misread"], alignment: .right) { row in
        .init(
          text: wording.misreads(row.counts),
          emphasis: row.counts.falseAnswers > 0 ? .alarm : .plain)
      },
      column(["errors"], alignment: .right) { row in
        .init(
          text: wording.errors(row.counts),
          emphasis: row.counts.broken + row.counts.retried > 0 ? .caution : .plain)
      },
    ]
    return (wording.isOrdered ? ordered : []) + shared + counted + repeats + meanings
  }

  /// The column of answers that differ when asked twice, where some do.
  private var repeats: [TextGrid.Column] {
    let conduct = ConductWording(wording.table)
    guard conduct.hasDifferences else { return [] }
    return [
      column(["other", "answer"], alignment: .right) { row in
        guard row.isFirst else { return .init() }
        return .init(
          text: conduct.differences(of: row.decoder),
          emphasis: conduct.isFlipping(row.decoder.label) ? .alarm : .plain)
      }
    ]
  }

  /// The columns about what readings mean, where some recipe asks for it.
  private var meanings: [TextGrid.Column] {
    guard wording.hasMeanings else { return [] }
    func score(_ row: Row) -> MeaningScore? {
      row.group.map { $0.meaning } ?? row.decoder.meaning
    }
    return [
      column(["same", "meaning, %"], alignment: .right) { row in
        .init(text: MeaningWording.same(score(row)))
      },
      column(["another", "meaning"], alignment: .right) { row in
        .init(
          text: MeaningWording.different(score(row)),
          emphasis: score(row)?.different ?? 0 > 0 ? .alarm : .plain)
      },
    ]
  }

  /// The columns that may stand in a table of their own.
  private var details: [TextGrid.Column] {
    let times = [
      column(["ms", "read"], alignment: .right) { row in
        .init(text: row.group.map { Numerals.milliseconds($0.latency.readMedian) } ?? "")
      },
      column(["ms", "miss"], alignment: .right) { row in
        .init(text: row.group.map { Numerals.milliseconds($0.latency.missMedian) } ?? "")
      },
    ]
    let shape = [
      column(["islands"], style.shown(wording.unit)) { .init(text: islands($0)) }
    ]
    return wording.isOrdered ? times + shape : times
  }

  /// The columns about the part of the corpus that decoders share, where there is something to say.
  private var shared: [TextGrid.Column] {
    let hasTotals = wording.table.corpus.groups.count > 1
    var columns: [TextGrid.Column] = []
    if wording.hasScenes {
      columns.append(
        column(["symbols", "read, %"], alignment: .right) { row in
          .init(text: row.group.map(wording.symbolRate) ?? wording.sharedRate(row.decoder))
        })
    } else if wording.ranksByRate, wording.hasPartialCoverage {
      columns.append(
        column(["shared", "rate, %"], alignment: .right) { row in
          .init(text: row.group == nil || !hasTotals ? wording.sharedRate(row.decoder) : "")
        })
    }
    if wording.hasPartialCoverage {
      columns.append(
        column(["supports"], alignment: .right) { row in
          .init(text: row.group == nil || !hasTotals ? wording.coverage(row.decoder) : "")
        })
    }
    return columns
  }

  private func islands(_ row: Row) -> String {
    guard let group = row.group else { return "" }
    let text = wording.islands(group.islands)
    return DisplayText.width(text) <= 14 ? text : "\(group.islands.count) islands"
  }

  private func curve(width: Int) -> TextGrid.Column {
    let sparkline = Sparkline(ascii: style.ascii)
    let cells = rows.map { row in
      TextGrid.Cell(
        text: row.group.map { group in
          sparkline.line(wording.ratesHardestFirst(group).map { $0?.value }, width: width)
        } ?? "")
    }
    return .init(title: [Self.curveTitle], alignment: .left, cells: cells)
  }

  private func column(
    _ title: [String], _ unit: String = "", alignment: TextGrid.Alignment = .left,
    _ cell: (Row) -> TextGrid.Cell
  ) -> TextGrid.Column {
    var title = title.map(style.shown)
    if !unit.isEmpty, let last = title.popLast() { title.append("\(last), \(unit)") }
    let cells = rows.map { row in
      var cell = cell(row)
      cell.text = style.shown(cell.text)
      return cell
    }
    return .init(title: title, alignment: alignment, cells: cells)
  }
}
