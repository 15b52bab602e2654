import Base
import Foundation
import Reporting

/// The parts of a bundle that reports write: its first file, its outcomes, its log.
enum SubmissionFiles {
  /// Renders the first file.
  static func text(_ submission: Submission) throws -> String {
    try VersionedJSON.text(submission, version: submission.schemaVersion)
  }

  /// Renders outcomes or a log: a JSON object in a line.
  static func text(_ lines: [some Encodable]) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var text = ""
    for line in lines {
      text += SafeText.json(String(decoding: try encoder.encode(line), as: UTF8.self)) + "\n"
    }
    return text
  }
}
