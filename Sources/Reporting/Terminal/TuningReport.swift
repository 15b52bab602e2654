import Evaluation

/// The settings of one decoder, with the front of threshold against time.
public struct TuningReport: Sendable {
  private let width: Int
  private let style: TerminalStyle

  /// Makes a report.
  ///
  /// - Parameters:
  ///   - width: Columns of the terminal; fewer than 80 are taken as 80.
  ///   - color: Whether to use colours; they say nothing that the text does not.
  ///   - ascii: Whether to keep to ASCII.
  public init(width: Int, color: Bool, ascii: Bool) {
    self.width = max(width, 80)
    style = TerminalStyle(color: color, ascii: ascii)
  }

  /// The whole report, its last line ended.
  ///
  /// - Parameters:
  ///   - table: The scores of all settings, each a decoder of its own.
  ///   - sweep: What was varied.
  public func render(_ table: ScoreTable, of sweep: OptionSweep) -> String {
    let front = TuningFront(table, of: sweep)
    var lines = paragraph(
      "\(Numerals.counted(front.settings.count, "setting", "settings")) of \(front.base): time against "
        + (table.hasRanks ? "threshold" : "share read"), .strong)
    lines += paragraph(Background(front.wording).subtitle, .faint) + [""]
    lines += TuningGrid(front, style: style).grid(width: width).lines(style)
    lines.append("")
    for sentence in front.sentences {
      let wrapped = paragraph(sentence + ".", indent: 2)
      lines += [String(wrapped[0].dropFirst(2))] + wrapped.dropFirst()
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func paragraph(
    _ text: String, _ emphasis: TerminalStyle.Emphasis = .plain, indent: Int = 0
  ) -> [String] {
    let words = text.split(separator: " ").map { style.shown(String($0)) }
    let space = String(repeating: " ", count: indent)
    return DisplayText.wrapped(words, to: width - indent)
      .map { space + style.emphasized($0, emphasis) }
  }
}
