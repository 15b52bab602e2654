import Evaluation

/// One kind of report file: a pure function from the score table to the file's text.
///
/// Everything is in the table; a writer reads no clock, no file and no environment.
public protocol ReportWriter: Sendable {
  /// The file's name inside the report folder, such as `scores.csv`.
  var fileName: String { get }

  /// The file's whole text.
  ///
  /// - Throws: What keeps the table from being written in this format.
  func render(_ table: ScoreTable) throws -> String
}

/// The reports that every comparison writes.
public enum ReportSet {
  /// The writers, in the order in which they are named to the user.
  public static let writers: [any ReportWriter] = tables + [JUnitReport(), BadgeReport()]

  /// The writers of a comparison that a gate has judged.
  public static func writers(judgedBy gate: GateReport) -> [any ReportWriter] {
    tables + [
      JUnitReport(gate: gate), BadgeReport(gate: gate), GateJSON(gate), GateMarkdown(gate),
    ]
  }

  /// Files that only a gate writes: beside scores that none has judged they would mislead.
  public static let gateFiles = ["gate.json", "gate.md"]

  private static let tables: [any ReportWriter] = [JSONReport(), MarkdownReport(), CSVReport()]
}
