import Base
import Reporting

extension DocumentText {
  /// Renders the differences between two runs.
  func render(_ difference: RunDifference) -> String {
    DifferenceWording(difference).document.text(style)
  }
}

extension DifferenceWording {
  /// What is said of the differences between two runs.
  var document: Document {
    Document(
      "Differences between two runs", answer: answer, basis: [title, basis + "."], sections)
  }
}

/// The differences between two runs in GitHub-flavoured Markdown.
enum DifferenceMarkdown {
  /// Renders the whole page, with every cell.
  static func render(_ difference: RunDifference) -> String {
    DifferenceWording(difference).document.markdown()
  }
}

/// The differences between two runs field by field, for programs.
enum DifferenceJSON {
  /// Renders the differences as JSON, the version of their layout first.
  ///
  /// - Throws: `EncodingError` for a number that is not finite, which JSON cannot express.
  static func render(_ difference: RunDifference) throws -> String {
    try VersionedJSON.text(difference, version: difference.schemaVersion)
  }
}
