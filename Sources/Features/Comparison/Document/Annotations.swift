import Reporting

/// A gate's findings as workflow commands, which GitHub shows beside the job and the files.
///
/// Layout: "Workflow commands for GitHub Actions". Errors are cells that got worse, warnings are
/// cells that could not be judged, notices are cells that improved.
enum Annotations {
  /// One line for each finding; empty without findings.
  static func lines(_ report: GateReport) -> [String] {
    let wording = GateWording(report)
    let errors = report.failedCells.map { cell in
      command(
        "error", title: "\(cell.name) got worse", file: report.baselineFile,
        (wording.failures(cell) + cell.samples.map { wording.command($0, cell) })
          .joined(separator: "\n"))
    }
    let decoders = report.failedDecoders.map { decoder in
      command(
        "error", title: "\(decoder.decoder) got worse over all groups", file: report.baselineFile,
        ([wording.sentence(decoder), wording.statistics(decoder)]
          + wording.samples(decoder).map { wording.command($0, $1) }).joined(separator: "\n"))
    }
    let warnings = report.obstacles.map {
      command("warning", title: "Not judged", file: report.baselineFile, GateWording.sentence($0))
    }
    let notices = report.cells.filter { $0.verdict == .improved }.map {
      command(
        "notice", title: "\($0.name) improved", file: report.baselineFile,
        wording.sentence(.threshold, $0))
    }
    return errors + decoders + warnings + notices
  }

  private static func command(
    _ kind: String, title: String, file: String, _ message: String
  ) -> String {
    var properties = [("title", title)]
    if !file.isEmpty { properties.insert(("file", file), at: 0) }
    let list = properties.map { "\($0.0)=\(property($0.1))" }.joined(separator: ",")
    return "::\(kind) \(list)::\(data(message))"
  }

  /// Escapes text as the toolkit does (actions/toolkit, packages/core, command.ts).
  private static func data(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.map { DisplayText.printable(String($0)).replacing("%", with: "%25") }
      .joined(separator: "%0A")
  }

  private static func property(_ text: String) -> String {
    DisplayText.printable(text).replacing("%", with: "%25")
      .replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
