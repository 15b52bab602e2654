import Reporting
import Results

/// `gate.md`: a gate's findings in GitHub-flavoured Markdown, for job summaries and pull requests.
struct GateMarkdown: ReportWriter {
  private let report: GateReport

  /// Makes the writer for a gate's findings.
  init(_ report: GateReport) {
    self.report = report
  }

  /// `gate.md`.
  var fileName: String { "gate.md" }

  /// Renders the whole page; the score table has its own page.
  func render(_ table: ScoreTable) -> String { page }

  private var page: String {
    let wording = GateWording(report)
    var blocks = ["# " + Markdown.text(wording.headline)]
    blocks += report.failedCells.flatMap { failure($0, wording) }
    if !report.obstacles.isEmpty {
      blocks.append("## Not judged")
      blocks.append(Markdown.list(wording.obstacles.map { Markdown.text($0) }))
    }
    if !report.cells.isEmpty {
      blocks.append("## Every cell")
      blocks.append(cells(wording))
    }
    let notes =
      [wording.tally, wording.recheck].compactMap(\.self) + wording.omissions + wording.notes
    if !notes.isEmpty {
      blocks.append("## Notes")
      blocks.append(Markdown.list(notes.map { Markdown.text($0) + "." }))
    }
    return blocks.joined(separator: "\n\n") + "\n"
  }

  private func failure(_ cell: GateCell, _ wording: GateWording) -> [String] {
    var blocks = ["## \(Markdown.text(cell.name.description)) got worse"]
    let sentences = wording.failures(cell) + wording.remarks(cell)
    blocks.append(Markdown.list(sentences.map { Markdown.text($0) }))
    if !cell.samples.isEmpty {
      blocks.append("Samples with another result:")
      blocks.append(
        Self.code(
          cell.samples.map { "\(wording.command($0, cell))   # \(GateWording.change($0))" }))
    }
    if let command = wording.acknowledgeCommand(cell) {
      blocks.append("If this change is known and accepted:")
      blocks.append(Self.code([command]))
    }
    return blocks
  }

  private func cells(_ wording: GateWording) -> String {
    var grid = Markdown.Table(
      titles: [
        "decoder", "group", "reads", "mean threshold", "shift", "lost", "gained", "pairs",
        "misreads", "crashes", "fails on",
      ],
      rightAligned: [5, 6, 7])
    for cell in report.cells {
      grid.add(
        [
          cell.name.decoder, cell.name.group, GateWording.word(cell.verdict),
          wording.thresholds(cell), wording.shift(cell), Numerals.count(cell.losses),
          Numerals.count(cell.gains), Numerals.count(cell.pairs),
          "\(Numerals.count(cell.before.misreads)) → \(Numerals.count(cell.after.misreads))",
          "\(Numerals.count(cell.before.crashes)) → \(Numerals.count(cell.after.crashes))",
          (cell.failures.map(\.rawValue) + cell.acknowledged.map { "\($0.rawValue) (acknowledged)" })
            .joined(separator: ", "),
        ], isStrong: !cell.failures.isEmpty)
    }
    return grid.text
  }

  /// Formats lines as an indented code block, which no text can close.
  private static func code(_ lines: [String]) -> String {
    lines.map { "    " + DisplayText.printable($0) }.joined(separator: "\n")
  }
}
