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
    blocks += report.failedDecoders.flatMap { failure($0, wording) }
    if !report.obstacles.isEmpty {
      blocks.append("## Not judged")
      blocks.append(Markdown.list(wording.obstacles.map { Markdown.text($0) }))
    }
    if !wording.changes.isEmpty {
      blocks.append("## Changes that do not fail the gate")
      blocks.append(Markdown.list(wording.changes.map { Markdown.text($0) + "." }))
    }
    if !report.cells.isEmpty {
      // From here on the comment on a pull request folds the page of a pass.
      blocks.append("## Every cell")
      blocks.append(cells(wording))
    }
    let notes = wording.closing(isPage: true)
    if !notes.isEmpty {
      blocks.append("## Notes")
      blocks.append(Markdown.list(notes.map { Markdown.text($0) + "." }))
    }
    return blocks.joined(separator: "\n\n") + "\n"
  }

  private func failure(_ cell: GateCell, _ wording: GateWording) -> [String] {
    failure(
      "\(cell.name) \(cell.isSilent ? "was stopped" : "got worse")",
      wording.failures(cell) + wording.remarks(cell),
      cell.samples.map { ($0, cell) }, [wording.acknowledgeCommand(cell)].compactMap(\.self),
      wording)
  }

  private func failure(_ decoder: DecoderTotal, _ wording: GateWording) -> [String] {
    failure(
      "\(decoder.decoder) got worse over all groups",
      [wording.sentence(decoder), wording.statistics(decoder)], wording.samples(decoder),
      wording.acknowledgeCommands(decoder), wording)
  }

  private func failure(
    _ title: String, _ sentences: [String], _ samples: [(sample: FlippedSample, cell: GateCell)],
    _ acknowledging: [String], _ wording: GateWording
  ) -> [String] {
    var blocks = ["## " + Markdown.text(title), Markdown.list(sentences.map { Markdown.text($0) })]
    if !samples.isEmpty {
      blocks.append("Samples with another result:")
      blocks.append(
        Self.code(
          samples.map { "\(wording.command($0, $1))   # \(GateWording.change($0))" }))
    }
    if !acknowledging.isEmpty {
      blocks.append("If this change is known and accepted:")
      blocks.append(Self.code(acknowledging))
    }
    return blocks
  }

  private func cells(_ wording: GateWording) -> String {
    let hasTimeouts = report.cells.contains { $0.exclusions.appeared > 0 }
    var grid = Markdown.Table(
      titles: [
        "decoder", "group", "reads", "mean threshold", "shift", "lost", "gained", "pairs",
        "misreads", hasTimeouts ? "crashes, new timeouts" : "crashes", "fails on",
      ],
      rightAligned: [5, 6, 7])
    for cell in report.cells {
      grid.add(
        [
          cell.name.decoder, cell.name.group, GateWording.word(cell),
          wording.thresholds(cell), wording.shift(cell), Numerals.count(cell.losses),
          Numerals.count(cell.gains), Numerals.count(cell.pairs),
          "\(Numerals.count(cell.before.misreads)) → \(Numerals.count(cell.after.misreads))",
          "\(Numerals.count(cell.before.crashes)) → \(Numerals.count(cell.after.crashes))"
            + (hasTimeouts ? ", \(Numerals.count(cell.exclusions.appeared))" : ""),
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
