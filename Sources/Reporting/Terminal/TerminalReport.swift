import Evaluation

/// The ranked score table for a terminal, with its findings in sentences.
///
/// Columns that do not fit beside the others continue in a second table below. On terminals of 80
/// columns or more, no line is wider than the terminal.
public struct TerminalReport: Sendable {
  private let style: TerminalStyle
  private let isExplained: Bool

  /// Makes a report.
  ///
  /// - Parameters:
  ///   - style: The terminal's capabilities; fewer than 80 columns are taken as 80 for tables.
  ///   - isExplained: True to explain each column and the origin of the numbers.
  public init(_ style: TerminalStyle, isExplained: Bool = false) {
    self.style = style
    self.isExplained = isExplained
  }

  /// Renders the whole report, with a line feed at the end.
  public func render(_ table: ScoreTable) -> String {
    let wording = ScoreWording(table)
    let background = Background(wording)
    let findings = Findings(wording)
    var lines = style.paragraph(table.corpus.question, .strong)
    lines += style.paragraph(background.subtitle, .faint)
    if let warning = findings.warning { lines += [""] + style.paragraph(warning, .caution) }
    let tables = ScorePanels(wording, style: style).panels(width: style.tableWidth)
    if tables.isEmpty { lines += [""] + style.paragraph("No decoder was tried.") }
    for panel in tables { lines += [""] + panel.lines(style) }
    for section in findings.sections { lines += [""] + sentences(section) }
    guard isExplained else {
      return (lines + [""] + style.paragraph(background.summary, .faint)).joined(separator: "\n")
        + "\n"
    }
    if !tables.isEmpty {
      lines += [""] + entries("How to read it", background.legend + curveLegend(wording))
    }
    lines += [""] + entries("How it was made", background.provenance)
    return lines.joined(separator: "\n") + "\n"
  }

  /// The number of sentences that a section shows before it refers to the file that has them all.
  private static let longestSection = 12

  private func sentences(_ section: Findings.Section) -> [String] {
    var lines = style.paragraph(section.title, .strong)
    for sentence in section.sentences.prefix(Self.longestSection) {
      lines += style.paragraph(sentence + ".", label: "  ", hanging: 4)
    }
    let rest = section.sentences.count - Self.longestSection
    if rest > 0 {
      lines += style.paragraph("and \(rest) more, in scores.md", .faint, label: "  ", hanging: 4)
    }
    return lines
  }

  private func entries(_ title: String, _ entries: [Background.Entry]) -> [String] {
    let names = entries.map { style.shown($0.name) }
    let indent = 4 + (names.map(DisplayText.width).max() ?? 0)
    var lines = style.paragraph(title, .strong)
    for (name, entry) in zip(names, entries) {
      let padding = String(repeating: " ", count: indent - 2 - DisplayText.width(name))
      lines += style.paragraph(entry.text, .faint, label: "  " + name + padding)
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
          + "levels that share a sign show the lowest")
    ]
  }

  private typealias Entry = Background.Entry
}
