import Analysis
import Base
import Results

/// The files of a comparison of releases.
public enum VersionFiles {
  /// The name of the page with plots.
  public static let page = "releases.html"
  private static let markdown = "releases.md"
  private static let json = "releases.json"

  /// Renders all files: the page, Markdown with a picture for each corpus, and JSON.
  ///
  /// - Throws: `EncodingError` for a number that is not finite, which JSON cannot express.
  public static func texts(_ history: VersionHistory) throws -> [(name: String, text: String)] {
    [
      (page, VersionPage(history).render()), (markdown, VersionMarkdown.render(history)),
      (json, try jsonText(history)),
    ] + history.corpora.map { (picture(of: $0), VersionPlot($0).file) }
  }

  /// Renders everything as JSON, with the version of its layout first.
  public static func jsonText(_ history: VersionHistory) throws -> String {
    try VersionedJSON.text(history, version: history.schemaVersion)
  }

  /// The name of the picture of a corpus.
  static func picture(of corpus: CorpusReleases) -> String { "releases-\(corpus.corpus).svg" }
}

/// The releases that changed the answer to a sample, for programs.
public enum BisectionJSON {
  /// Renders everything as JSON, with the version of its layout first.
  public static func text(_ found: SampleBisection) throws -> String {
    try VersionedJSON.text(found, version: found.schemaVersion)
  }
}

/// The releases of a decoder in GitHub-flavoured Markdown, with a picture for each corpus.
enum VersionMarkdown {
  static func render(_ history: VersionHistory) -> String {
    var blocks = ["# " + Markdown.text(history.title)]
    blocks.append("Made with " + Markdown.code(history.command) + ".")
    blocks.append(Markdown.text(VersionWording.method))
    for corpus in history.corpora { blocks += section(corpus) }
    if !history.unavailable.isEmpty {
      blocks.append("## Left out")
      blocks.append(
        Markdown.list(
          history.unavailable.map { Markdown.text("\($0.label): \($0.reason)") }))
    }
    return blocks.joined(separator: "\n\n") + "\n"
  }

  private static func section(_ corpus: CorpusReleases) -> [String] {
    let wording = VersionWording(corpus)
    let changes = wording.changes.isEmpty ? [wording.noChange] : wording.changes
    let name = VersionFiles.picture(of: corpus)
    return [
      "## " + Markdown.text(corpus.corpus), Markdown.text(corpus.title),
      Markdown.text(wording.basis + "."),
      "![\(Markdown.text("\(wording.measureTitle) by release on \(corpus.corpus)"))](\(name))",
      releases(wording), "### Releases that changed something",
      Markdown.list(changes.map { Markdown.text($0) + "." }), "### Group by group",
      groups(wording),
    ]
  }

  private static func releases(_ wording: VersionWording) -> String {
    var grid = Markdown.Table(
      titles: [
        "release", wording.measureTitle, "samples read, %", "tried", "misread", "errors", "ms read",
        "against the one before",
      ], rightAligned: [2, 3, 4, 5, 6])
    for row in wording.corpus.rows {
      grid.add([
        row.release, wording.measure(row), Numerals.percent(row.successes, of: row.tried),
        Numerals.count(row.tried), Numerals.count(row.falseAnswers), Numerals.count(row.errors),
        Numerals.milliseconds(row.readMilliseconds), wording.against(row),
      ])
    }
    return grid.text
  }

  private static func groups(_ wording: VersionWording) -> String {
    let rows = wording.corpus.rows
    var grid = Markdown.Table(
      titles: ["group, \(wording.measureTitle)"] + rows.map(\.release),
      rightAligned: Set(1..<max(rows.count + 1, 2)))
    for name in wording.groups {
      grid.add(
        [name]
          + rows.map { row in
            guard let group = row.groups.first(where: { $0.group == name }) else {
              return Numerals.absent
            }
            return wording.measure(group) + mark(wording.step(to: row.release, group: name))
          })
    }
    return grid.text
      + "\n\n▲ significantly better than the release before, ▼ significantly worse."
  }

  /// The sign of a significant step.
  static func mark(_ step: VersionStep?) -> String {
    guard let step, step.isSignificant else { return "" }
    return step.isBetter ? " ▲" : " ▼"
  }
}
