import Base
import Results

extension DocumentText {
  /// Renders the differences between two runs.
  public func render(_ difference: RunDifference) -> String {
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
public enum DifferenceMarkdown {
  /// Renders the whole page, with every cell.
  public static func render(_ difference: RunDifference) -> String {
    String(DifferenceWording(difference).document.markdown().dropLast())
  }
}

/// The differences between two runs field by field, for programs.
public enum DifferenceJSON {
  /// Renders the differences as JSON, the version of their layout first.
  ///
  /// - Throws: `EncodingError` for a number that is not finite, which JSON cannot express.
  public static func render(_ difference: RunDifference) throws -> String {
    String(
      try VersionedJSON.text(difference, version: difference.schemaVersion).dropLast())
  }
}
