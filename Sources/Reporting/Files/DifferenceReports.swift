import Base
import Results

/// The differences between two runs in GitHub-flavoured Markdown.
public enum DifferenceMarkdown {
  /// Renders the whole page, with every cell.
  public static func render(_ difference: RunDifference) -> String {
    let wording = DifferenceWording(difference)
    let head = ["# " + Markdown.text(wording.title), Markdown.text(wording.basis + ".")]
    return (head + wording.sections.flatMap(SectionMarkdown.blocks)).joined(separator: "\n\n")
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
