import Evaluation

/// The ranked score table for a terminal, with what it says in sentences.
///
/// Columns that do not fit beside the others continue in a second table below. No line is wider
/// than `width` from 80 columns on.
public struct TerminalReport: Sendable {
  private let width: Int
  private let style: TerminalStyle
  private let isExplained: Bool

  /// Makes a report.
  ///
  /// - Parameters:
  ///   - width: Columns of the terminal; fewer than 80 are taken as 80.
  ///   - color: Whether to use colours; they say nothing that the text does not.
  ///   - ascii: Whether to keep to ASCII.
  ///   - isExplained: Whether to say what each column means, and where the numbers come from.
  public init(width: Int, color: Bool, ascii: Bool, isExplained: Bool = false) {
    self.isExplained = isExplained
    self.width = max(width, 80)
    style = TerminalStyle(color: color, ascii: ascii)
  }

  /// The whole report, its last line ended.
  public func render(_ table: ScoreTable) -> String {
    let wording = ScoreWording(table)
    let background = Background(wording)
    let findings = Findings(wording)
    var lines = paragraph(table.corpus.question, .strong)
    lines += paragraph(background.subtitle, .faint)
    if let warning = findings.warning { lines += [""] + paragraph(warning, .caution) }
    let tables = ScorePanels(wording, style: style).panels(width: width)
    if tables.isEmpty { lines += [""] + paragraph("No decoder was tried.") }
    for panel in tables { lines += [""] + panel.lines(style) }
    for section in findings.sections { lines += [""] + sentences(section) }
    guard isExplained else {
      return (lines + [""] + paragraph(background.summary, .faint)).joined(separator: "\n") + "\n"
    }
    if !tables.isEmpty {
      lines += [""] + entries("How to read it", background.legend + curveLegend(wording))
    }
    lines += [""] + entries("How it was made", background.provenance)
    return lines.joined(separator: "\n") + "\n"
  }

  /// Columns of running text, however wide the table: longer lines are hard to follow.
  private static let widestText = 100
  /// Sentences that a section shows before it points to the file that has them all.
  private static let longestSection = 12

  private func sentences(_ section: Findings.Section) -> [String] {
    var lines = paragraph(section.title, .strong)
    for sentence in section.sentences.prefix(Self.longestSection) {
      lines += wrapped(sentence + ".", indent: 2, hanging: 4, .plain)
    }
    let rest = section.sentences.count - Self.longestSection
    if rest > 0 {
      lines += wrapped("and \(rest) more, in scores.md", indent: 2, hanging: 4, .faint)
    }
    return lines
  }

  private func entries(_ title: String, _ entries: [Background.Entry]) -> [String] {
    let names = entries.map { style.shown($0.name) }
    let indent = 4 + (names.map(DisplayText.width).max() ?? 0)
    var lines = paragraph(title, .strong)
    for (name, entry) in zip(names, entries) {
      var text = wrapped(entry.text, indent: indent, hanging: indent, .faint, pad: false)
      guard !text.isEmpty else { continue }
      let padding = String(repeating: " ", count: indent - 2 - DisplayText.width(name))
      text[0] = "  " + name + padding + text[0]
      for line in text.indices.dropFirst() {
        text[line] = String(repeating: " ", count: indent) + text[line]
      }
      lines += text
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

  private func paragraph(
    _ text: String, _ emphasis: TerminalStyle.Emphasis = .plain
  ) -> [String] {
    wrapped(text, indent: 0, hanging: 0, emphasis)
  }

  /// Text in lines; all but the first are indented by `hanging`.
  private func wrapped(
    _ text: String, indent: Int, hanging: Int, _ emphasis: TerminalStyle.Emphasis,
    pad: Bool = true
  ) -> [String] {
    // Words are wrapped before no-break spaces become plain ones, or numbers would fall apart; a
    // word's width is then that of its substitutes.
    let words = text.split(separator: " ").map { style.shown(String($0)) }
    let lines = DisplayText.wrapped(words, to: min(width, Self.widestText) - max(indent, hanging))
    return lines.enumerated().map { number, line in
      let spaces = pad ? String(repeating: " ", count: number == 0 ? indent : hanging) : ""
      return spaces + style.emphasized(line, emphasis)
    }
  }
}
