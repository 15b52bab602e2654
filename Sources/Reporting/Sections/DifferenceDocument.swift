import Base
import Results

extension DocumentText {
  /// Renders the differences between two runs.
  public func render(_ difference: RunDifference) -> String {
    render(DifferenceWording(difference).document)
  }
}

extension DifferenceWording {
  /// What is said of the differences between two runs.
  var document: Document {
    Document(answer: answer, basis: [title, basis + "."], sections: sections)
  }
}

/// The differences between two runs in GitHub-flavoured Markdown.
public enum DifferenceMarkdown {
  /// Renders the whole page, with every cell.
  public static func render(_ difference: RunDifference) -> String {
    DocumentMarkdown.render(
      DifferenceWording(difference).document, title: "Differences between two runs")
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
