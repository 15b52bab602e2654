import Analysis
import DecoderKit
import Measuring

/// Decode rates by grade for the terminal.
public struct GradeRateText: Sendable {
  private let style: TerminalStyle

  /// Makes the writer.
  public init(_ style: TerminalStyle) {
    self.style = style
  }

  /// Renders the rates of a run, without a line feed at the end.
  public func render(_ table: GradeTable) -> String {
    let wording = GradeTableWording(table: table)
    var lines = style.paragraph(
      "Decode rate by print quality grade, \(table.run.corpus.name), run \(table.number)", .strong)
    lines += style.paragraph(wording.extent + ".", .faint)
    lines.append("")
    let rows = wording.rows
    if rows.isEmpty {
      lines += style.paragraph("No sample of the run was graded and tried.", .caution)
    } else {
      lines += grid(rows).lines(style)
      lines.append("")
    }
    for line in Self.reasons(table) { lines += style.paragraph(line, .caution) }
    lines += style.paragraph(GradeTableWording.intervals + " " + GradeWording.disclaimer, .faint)
    return lines.joined(separator: "\n")
  }

  /// Returns a sentence for each reason for which samples have no grade.
  public static func reasons(_ table: GradeTable) -> [String] {
    table.ungraded.map { reason, samples in
      "\(Numerals.counted(samples, "sample", "samples")) not graded: "
        + "\(GradeTableWording.reason(reason))."
    }
  }

  /// A row for each decoder and symbology; rates without intervals where they would not fit.
  private func grid(
    _ rows: [(decoder: String, symbology: Symbology?, rates: [GradeTable.GradeRate])]
  ) -> TextGrid {
    func column(_ title: String, _ cells: [String], _ isRight: Bool = true) -> TextGrid.Column {
      TextGrid.Column(
        title: [title], alignment: isRight ? .right : .left,
        cells: cells.map { TextGrid.Cell(text: style.shown($0)) })
    }
    func grid(_ cell: (GradeTable.GradeRate) -> String) -> TextGrid {
      TextGrid(
        columns: [
          column("decoder", rows.map(\.decoder), false),
          column("symbols", rows.map { $0.symbology?.description ?? "all" }, false),
        ]
          + GradeLetter.allCases.indices.map { index in
            column(
              "grade \(GradeLetter.allCases[index].rawValue)", rows.map { cell($0.rates[index]) })
          })
    }
    let whole = grid(GradeTableWording.rate)
    guard whole.width > style.tableWidth else { return whole }
    return grid { $0.rate.map(GradeTableWording.percent) ?? Numerals.absent }
  }
}
