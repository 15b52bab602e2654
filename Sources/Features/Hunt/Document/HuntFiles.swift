import Base
import Reporting

/// The files of a hunt: `hunt.json` and `hunt.md`, and an issue text for each finding.
enum HuntFiles {
  /// Writes them into a folder, where the images are.
  ///
  /// - Parameter command: Returns the command that decodes a finding's image again, for those who are in the folder.
  /// - Throws: ``ReportError`` that names a file.
  static func write(
    _ report: HuntReport, to folder: String, command: (HuntFinding) -> String
  ) throws {
    let issues = report.findings.map { finding in
      (
        name: finding.example.issue,
        text: finding.issue(in: report, command: command(finding)).markdown()
      )
    }
    try ReportFolder.write(
      [("hunt.json", try jsonText(report)), ("hunt.md", report.document.markdown())] + issues,
      to: folder)
  }

  /// Renders everything as JSON, in the layout of `hunt.schema.json`.
  static func jsonText(_ report: HuntReport) throws -> String {
    try VersionedJSON.text(report, version: report.schemaVersion)
  }
}
