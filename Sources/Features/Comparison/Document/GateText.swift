import Reporting
import Results

/// A gate's findings for the terminal: failures first, with commands to look closer.
struct GateText: Sendable {
  private let style: TerminalStyle

  /// Makes the writer. Sentences are wrapped to the terminal; commands are never wrapped.
  init(_ style: TerminalStyle) { self.style = style }

  /// The conclusion alone, with a line feed at the end, to stand before a score table that cannot show it;
  /// `nil` if the gate passed.
  func alarm(_ report: GateReport) -> String? {
    guard report.conclusion != .passed else { return nil }
    return
      (wrapped(GateWording(report).headline, indent: 0)
      + wrapped("The verdict is below the ranking.", indent: 2)).joined(separator: "\n") + "\n"
  }

  /// Renders the whole text, without a line feed at the end.
  func render(_ report: GateReport) -> String {
    let wording = GateWording(report)
    var lines = wrapped(wording.headline, indent: 0)
    for cell in report.failedCells { lines += failure(cell, wording) }
    for decoder in report.failedDecoders { lines += failure(decoder, wording) }
    for obstacle in wording.obstacles { lines += wrapped("? " + obstacle, indent: 2) }
    for change in wording.changes { lines += wrapped(change + ".", indent: 2) }
    for sentence in wording.closing() { lines += wrapped(sentence + ".", indent: 2) }
    return lines.joined(separator: "\n")
  }

  private func failure(_ cell: GateCell, _ wording: GateWording) -> [String] {
    var lines: [String] = []
    for kind in cell.failures {
      let name = GateWording.name(cell.name)
      lines += wrapped("WORSE \(name): \(wording.sentence(kind, cell)).", indent: 2)
      if let sure = wording.statistics(kind, cell) { lines += wrapped(sure + ".", indent: 6) }
    }
    for remark in wording.remarks(cell) { lines += wrapped(remark + ".", indent: 6) }
    return lines + samples(cell.samples.map { ($0, cell) }, wording)
      + acknowledging([wording.acknowledgeCommand(cell)].compactMap(\.self))
  }

  private func failure(_ decoder: DecoderTotal, _ wording: GateWording) -> [String] {
    wrapped("WORSE \(wording.sentence(decoder)).", indent: 2)
      + wrapped(wording.statistics(decoder) + ".", indent: 6)
      + samples(wording.samples(decoder), wording)
      + acknowledging(wording.acknowledgeCommands(decoder))
  }

  private func samples(
    _ samples: [(sample: FlippedSample, cell: GateCell)], _ wording: GateWording
  ) -> [String] {
    var (lines, change): ([String], String) = ([], "")
    for (sample, cell) in samples {
      let next = GateWording.change(sample) + ":"
      if next != change { lines += wrapped(next, indent: 4) }
      change = next
      lines.append("      " + style.shown(wording.command(sample, cell)))
    }
    return lines
  }

  private func acknowledging(_ commands: [String]) -> [String] {
    commands.isEmpty
      ? []
      : wrapped("If this change is known and accepted:", indent: 4)
        + commands.map { "      " + style.shown($0) }
  }

  private func wrapped(_ sentence: String, indent: Int) -> [String] {
    style.paragraph(
      sentence, label: String(repeating: " ", count: indent), hanging: indent + 2)
  }
}
