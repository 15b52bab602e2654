import Base
import Results

/// `badge.json`: the content of shields.io's endpoint badge for the comparison.
///
/// Layout: https://shields.io/badges/endpoint-badge, schema version 1. With a gate the badge says
/// if it passed; without one, it names the first decoder and its mean threshold or, without an order,
/// its decode rate over shared work.
public struct BadgeReport: ReportWriter {
  private let gate: GateReport?

  /// Makes the writer.
  ///
  /// - Parameter gate: The gate's findings; `nil` if no gate was requested.
  package init(gate: GateReport? = nil) {
    self.gate = gate
  }

  /// `badge.json`.
  public var fileName: String { "badge.json" }

  private struct Badge: Encodable {
    var schemaVersion = 1
    var label: String
    var message: String
    var color: String
    var isError: Bool?
  }

  /// Renders the badge as JSON.
  public func render(_ table: ScoreTable) throws -> String {
    let (message, color) = gate.map(Self.verdict) ?? Self.leader(table)
    return try VersionedJSON.text(
      Badge(
        label: DisplayText.printable(table.corpus.name),
        message: DisplayText.printable(message), color: color, isError: color == "red" ? true : nil),
      version: 1)
  }

  private static func verdict(_ gate: GateReport) -> (String, String) {
    switch gate.conclusion {
    case .passed where !gate.excusedCells.isEmpty:
      return ("\(gate.excusedCells.count) worse, excused", "yellowgreen")
    case .passed:
      let improved = gate.cells.count { $0.verdict == .improved }
      return improved > 0
        ? ("\(improved) improved, none worse", "brightgreen") : ("none worse", "brightgreen")
    case .regressed: return ("\(gate.failedCells.count) worse", "red")
    case .cannotJudge: return ("cannot judge", "lightgrey")
    }
  }

  private static func leader(_ table: ScoreTable) -> (String, String) {
    let wording = ScoreWording(table)
    if table.outcome.wasStopped { return ("stopped", "lightgrey") }
    guard let first = table.decoders.first, first.rank == 1, wording.hasRankedGroups,
      let result = result(first, wording)
    else {
      let tried = table.decoders.reduce(0) { $0 + $1.total.tried }
      return ("\(Numerals.count(tried)) decodes", "blue")
    }
    let others = table.decoders.count { $0.rank == 1 } - 1
    let names = others > 0 ? "\(first.label) and \(others) more" : first.label
    return ("\(names) \(result)", "blue")
  }

  private static func result(_ decoder: DecoderScore, _ wording: ScoreWording) -> String? {
    guard wording.ranksByRate else {
      return decoder.meanThreshold.map { "\(wording.estimate($0)) \(wording.unit)" }
    }
    return decoder.sharedRate.map {
      Numerals.percentage($0.value)
    }
  }
}

/// A gate's findings as workflow commands, which GitHub shows beside the job and the files.
///
/// Layout: "Workflow commands for GitHub Actions". Errors are cells that got worse, warnings are
/// cells that could not be judged, notices are cells that improved.
public enum Annotations {
  /// One line for each finding; empty without findings.
  public static func lines(_ report: GateReport) -> [String] {
    let wording = GateWording(report)
    let errors = report.failedCells.map { cell in
      command(
        "error", title: "\(cell.name) got worse", file: report.baselineFile,
        (wording.failures(cell) + cell.samples.map { wording.command($0, cell) })
          .joined(separator: "\n"))
    }
    let warnings = report.obstacles.map {
      command("warning", title: "Not judged", file: report.baselineFile, GateWording.sentence($0))
    }
    let notices = report.cells.filter { $0.verdict == .improved }.map {
      command(
        "notice", title: "\($0.name) improved", file: report.baselineFile,
        wording.sentence(.threshold, $0))
    }
    return errors + warnings + notices
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
