import Base
import Reporting

/// The parts of a bundle that reports write: its first file, its outcomes, its log.
enum SubmissionFiles {
  /// Renders the first file.
  static func text(_ submission: Submission) throws -> String {
    try VersionedJSON.text(submission, version: submission.schemaVersion)
  }

  /// Renders outcomes or a log: a JSON object in a line.
  static func text(_ lines: [some Encodable]) throws -> String {
    try lines.map { try SafeText.json(SortedJSON.text($0)) + "\n" }.joined()
  }
}
