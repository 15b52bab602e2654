import Base
import Results

/// A hidden split's report as files that can be published: nothing in them tells the seed.
public enum SplitFiles {
  /// The names and texts of the files.
  public static func texts(_ report: SplitReport) throws -> [(name: String, text: String)] {
    [("split.json", try json(report)), ("split.md", markdown(report))]
  }

  /// The report field by field.
  static func json(_ report: SplitReport) throws -> String {
    try VersionedJSON.text(report, version: report.schemaVersion)
  }

  private static func markdown(_ report: SplitReport) -> String {
    let wording = SplitWording(report)
    let titles = SplitWording.columns.map(wording.heading)
    var table = Markdown.Table(titles: titles, rightAligned: Set(1..<titles.count))
    for row in wording.rows { table.add(row) }
    return
      ([
        "# " + Markdown.text(wording.title), table.text,
      ] + wording.sentences.map(Markdown.text)).joined(separator: "\n\n") + "\n"
  }
}
