import Evaluation

/// The settings of one decoder, with their Pareto front of threshold and time.
public struct TuningReport: Sendable {
  private let style: TerminalStyle

  /// Makes a report; fewer than 80 columns are taken as 80 for its table.
  public init(_ style: TerminalStyle) { self.style = style }

  /// Renders the whole report, with a line feed at the end.
  ///
  /// - Parameters:
  ///   - table: The scores of all settings, each as a separate decoder.
  ///   - sweep: The options that were varied.
  public func render(_ table: ScoreTable, of sweep: OptionSweep) -> String {
    let front = TuningFront(table, of: sweep)
    var lines = style.paragraph(
      "\(Numerals.counted(front.settings.count, "setting", "settings")) of \(front.base): time against "
        + (table.hasRanks ? "threshold" : "share read"), .strong)
    lines += style.paragraph(Background(front.wording).subtitle, .faint) + [""]
    lines += TuningGrid(front, style: style).grid(width: style.tableWidth).lines(style)
    lines.append("")
    for sentence in front.sentences {
      lines += style.paragraph(sentence + ".", hanging: 2)
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
