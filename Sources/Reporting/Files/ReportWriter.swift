import Results

/// One kind of report file: a pure function from the score table to the file's text.
///
/// Everything it needs is in the table; a writer reads no clock, no file and no environment.
package protocol ReportWriter: Sendable {
  /// The file's name inside the report folder, such as `scores.csv`.
  var fileName: String { get }

  /// Returns true if a table has what the file is about; a file without it is not written.
  func applies(to table: ScoreTable) -> Bool

  /// Renders the file's whole text.
  ///
  /// - Throws: An error if the table cannot be written in this format.
  func render(_ table: ScoreTable) throws -> String
}

extension ReportWriter {
  /// True for every table.
  package func applies(to table: ScoreTable) -> Bool { true }
}

/// The reports that every comparison writes.
package enum ReportSet {
  /// The writers, in the order in which the user sees their files listed.
  package static let writers: [any ReportWriter] = tables + [JUnitReport(), BadgeReport()]

  /// The files that only a gate writes; beside scores that no gate has judged they would mislead.
  package static let gateFiles = ["gate.json", "gate.md"]

  /// The writers of what no judgement changes.
  package static let tables: [any ReportWriter] = [
    JSONReport(), MarkdownReport(), CSVReport(), ClaimCSV(), BandCSV(), BoundaryCSV(),
    InformedCSV(),
  ]
}
