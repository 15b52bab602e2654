import Results
import Statistics

/// The result of a search for misreads for a terminal: rates, places, and the misreads themselves.
public struct MisreadReport: Sendable {
  /// The most misreads of one decoder that are shown; the file has all.
  public static let mostShown = 20
  private static let mostPlaces = 8

  private let style: TerminalStyle

  /// Makes a report; fewer than 80 columns are taken as 80 for its tables.
  public init(_ style: TerminalStyle) { self.style = style }

  /// Renders the whole report, with a line feed at the end.
  public func render(_ table: MisreadTable) -> String {
    let wording = MisreadWording(table: table)
    var lines = style.paragraph(MisreadWording.question, .strong)
    lines += style.paragraph(wording.subtitle, .faint) + [""]
    for sentence in wording.headlines + wording.verdicts {
      lines += style.paragraph(sentence + ".", hanging: 2)
    }
    lines += [""] + rates(table).lines(style)
    for decoder in table.decoders where decoder.misreads > 0 {
      lines += [""] + places(decoder, table)
    }
    for decoder in table.decoders where decoder.foundCount > 0 { lines += [""] + misreads(decoder) }
    lines.append("")
    for remark in wording.remarks { lines += style.paragraph(remark + ".", .faint, hanging: 2) }
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: Rates

  /// The rates, without the last column where the terminal is too narrow for it.
  private func rates(_ table: MisreadTable) -> TextGrid {
    let rows = table.decoders
    let wide = TextGrid(columns: [
      column(["decoder"], .left, rows) {
        DisplayText.shortened($0.decoder, to: 24, ellipsis: style.ellipsis)
      },
      column(["samples"], .right, rows) { Numerals.count($0.attempts) },
      column(["read"], .right, rows) { Numerals.count($0.reads) },
      column(["misread"], .right, rows) { Numerals.count($0.misreads) },
      column(["wrong per", "million answers"], .right, rows) {
        MisreadWording.perMillion($0.perAnswer.estimate, .toNearestOrAwayFromZero)
      },
      column(["", "at least"], .right, rows) {
        MisreadWording.perMillion($0.perAnswer.atLeast, .down)
      },
      column(["", "at most"], .right, rows, .strong) {
        MisreadWording.perMillion($0.perAnswer.atMost, .up)
      },
      column(["per million", "images, at most"], .right, rows) {
        MisreadWording.perMillion($0.perAttempt.atMost, .up)
      },
    ])
    return wide.width <= style.tableWidth ? wide : TextGrid(columns: wide.columns.dropLast())
  }

  private func column<Row>(
    _ title: [String], _ alignment: TextGrid.Alignment, _ rows: [Row],
    _ emphasis: TerminalStyle.Emphasis = .plain, _ text: (Row) -> String
  ) -> TextGrid.Column {
    .init(
      title: title.map(style.shown), alignment: alignment,
      cells: rows.map { .init(text: style.shown(text($0)), emphasis: emphasis) })
  }

  // MARK: Places

  /// The cells from which most wrong answers come.
  private func places(_ decoder: DecoderMisreads, _ table: MisreadTable) -> [String] {
    let cells = decoder.cells.filter { $0.misreads > 0 }.sorted { $0.burden > $1.burden }
    let all = cells.reduce(0) { $0 + $1.burden }
    let shown = Array(cells.prefix(Self.mostPlaces))
    let unit = table.unit.isEmpty ? "level" : "level, \(table.unit)"
    let grid = TextGrid(columns: [
      column(["  group"], .left, shown) { "  " + $0.group },
      column([unit], .right, shown) { $0.level.text },
      column(["samples"], .right, shown) { Numerals.count($0.attempts) },
      column(["read"], .right, shown) { Numerals.count($0.reads) },
      column(["misread"], .right, shown) { Numerals.count($0.misreads) },
      column(["% of all misreads", "in this use"], .right, shown) {
        Numerals.percent($0.burden / all)
      },
    ])
    let rest = cells.count - shown.count
    let title = style.shown("Where \(decoder.decoder) misreads")
    return [style.emphasized(title, .strong)] + grid.lines(style)
      + (rest > 0
        ? style.paragraph(
          "and \(Numerals.counted(rest, "more cell", "more cells")), in misreads.json", .faint,
          label: "  ") : [])
  }

  // MARK: Misreads

  private func misreads(_ decoder: DecoderMisreads) -> [String] {
    let shown = Array(decoder.found.prefix(Self.mostShown))
    let title = "Misreads of \(decoder.decoder): \(Numerals.count(decoder.foundCount))"
    var lines = [style.emphasized(style.shown(title), .strong)]
    for found in shown {
      lines.append("  " + style.shown(found.sample))
      let truth = found.truth.isEmpty ? "nothing" : found.truth.joined(separator: "; ")
      let kind = found.misreadClass?.rawValue ?? "false positive"
      lines += style.paragraph(truth, label: "    is    ")
      lines += style.paragraph("\(found.read) (\(kind))", .alarm, label: "    read  ")
    }
    let rest = decoder.foundCount - shown.count
    if rest > 0 {
      lines += style.paragraph(
        "and \(Numerals.count(rest)) more, in misreads.csv with the command that repeats each",
        .faint,
        label: "  ")
    }
    if let first = shown.first {
      lines += ["  " + style.emphasized("The first again:", .faint), "    " + first.command]
    }
    return lines
  }
}

extension CellMisreads {
  /// The cell's contribution to the rate of misreads in the use.
  fileprivate var burden: Double { weight * Double(misreads) / Double(max(attempts, 1)) }
}
