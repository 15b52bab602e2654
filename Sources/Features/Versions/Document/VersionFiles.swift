import Base
import Reporting

/// The files of a comparison of releases.
enum VersionFiles {
  /// The name of the page with plots.
  static let page = "releases.html"
  private static let markdown = "releases.md"
  private static let json = "releases.json"

  /// Renders all files: the page, Markdown with a picture for each corpus, and JSON.
  ///
  /// - Throws: `EncodingError` for a number that is not finite, which JSON cannot express.
  static func texts(_ history: VersionHistory) throws -> [(name: String, text: String)] {
    [
      (page, VersionPage(history).render()), (markdown, VersionMarkdown.render(history)),
      (json, try jsonText(history)),
    ] + history.corpora.map { (picture(of: $0), VersionPlot($0).file) }
  }

  /// Renders everything as JSON, with the version of its layout first.
  static func jsonText(_ history: VersionHistory) throws -> String {
    try VersionedJSON.text(history, version: history.schemaVersion)
  }

  /// The name of the picture of a corpus.
  static func picture(of corpus: CorpusReleases) -> String { "releases-\(corpus.corpus).svg" }
}

/// The builds that changed the answer to a sample or the rate of a cell, for programs.
enum BisectionJSON {
  /// Renders everything as JSON, with the version of its layout first.
  static func text(_ found: SampleBisection) throws -> String {
    try VersionedJSON.text(found, version: found.schemaVersion)
  }

  /// Renders everything as JSON, with the version of its layout first.
  static func text(_ found: CellBisection) throws -> String {
    try VersionedJSON.text(found, version: found.schemaVersion)
  }
}

/// The releases of a decoder in GitHub-flavoured Markdown, with a picture for each corpus.
enum VersionMarkdown {
  static func render(_ history: VersionHistory) -> String {
    let head = [
      "# " + Markdown.text(history.title), "Made with " + Markdown.code(history.command) + ".",
      Markdown.text(VersionWording.method),
    ]
    return (head + history.sections.flatMap(SectionMarkdown.blocks)).joined(separator: "\n\n")
      + "\n"
  }
}
