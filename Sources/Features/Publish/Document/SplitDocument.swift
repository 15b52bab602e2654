import Base
import Reporting

extension DocumentText {
  /// Renders a hidden split beside the public one.
  func render(_ report: SplitReport) -> String {
    SplitWording(report).document.text(style)
  }
}

extension SplitWording {
  /// What is said of the two splits.
  var document: Document {
    var table = DataTable(
      "Public and hidden split", keys: [.init("decoder")],
      ["public, \(unit)", "hidden, \(unit)", "worse by, \(unit)", "p, adjusted"].map {
        .init($0, isNumber: true)
      })
    for row in rows { table.add(row.map { .init($0) }) }
    return Document(
      "Public and hidden split", answer: sentences, [Section("split", title, [.table(table)])])
  }
}

/// A hidden split's report as files that can be published: nothing in them tells the seed.
enum SplitFiles {
  /// The names and texts of the files.
  static func texts(_ report: SplitReport) throws -> [(name: String, text: String)] {
    [("split.json", try json(report)), ("split.md", markdown(report))]
  }

  /// The report field by field.
  static func json(_ report: SplitReport) throws -> String {
    try VersionedJSON.text(report, version: report.schemaVersion)
  }

  private static func markdown(_ report: SplitReport) -> String {
    SplitWording(report).document.markdown()
  }
}
