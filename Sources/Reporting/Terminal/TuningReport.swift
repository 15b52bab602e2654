import Evaluation

/// The settings of one decoder, with the front of threshold against time.
public struct TuningReport: Sendable {
  private let style: TerminalStyle

  /// Makes a report; fewer than 80 columns are taken as 80 for its table.
  public init(_ style: TerminalStyle) { self.style = style }

  /// The whole report, its last line ended.
  ///
  /// - Parameters:
  ///   - table: The scores of all settings, each a decoder of its own.
  ///   - sweep: What was varied.
  public func render(_ table: ScoreTable, of sweep: OptionSweep) -> String {
    let front = TuningFront(table, of: sweep)
    var lines = style.paragraph(
      "\(Numerals.counted(front.settings.count, "setting", "settings")) of \(front.base): time against "
        + (table.hasRanks ? "threshold" : "share read"), .strong)
    lines += style.paragraph(Background(front.wording).subtitle, .faint) + [""]
    lines += TuningGrid(front, style: style).grid(width: max(style.width, 80)).lines(style)
    lines.append("")
    for sentence in front.sentences {
      lines += style.paragraph(sentence + ".", hanging: 2)
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
