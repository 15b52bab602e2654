import Evaluation

/// The latest score tables of all corpora as one Markdown page, for a repository's own pages.
public struct ScoreOverview: Sendable {
  private let corpora: [SiteCorpus]

  /// Makes the page.
  public init(_ corpora: [SiteCorpus]) {
    self.corpora = corpora
  }

  /// The whole page under a heading of level 2 for each corpus.
  public func render() -> String {
    corpora.map { block($0.latest) }.joined(separator: "\n\n") + "\n"
  }

  private func block(_ table: ScoreTable) -> String {
    let wording = ScoreWording(table)
    let unit = wording.unit.isEmpty ? "" : ", \(wording.unit)"
    var grid = Markdown.Table(
      titles: [
        "rank", "decoder", "version", "mean threshold" + unit, "read %", "misread", "broken",
      ], rightAligned: [4, 5, 6])
    for decoder in wording.tried {
      grid.add([
        wording.rank(decoder), decoder.label, "\(decoder.library) \(decoder.version)",
        wording.estimate(decoder.meanThreshold), wording.readPercent(decoder.total),
        wording.misreads(decoder.total), wording.broken(decoder.total),
      ])
    }
    let day = table.provenance.startedAt.prefix(10)
    return [
      "## \(Markdown.text(table.corpus.name))", Markdown.text(table.corpus.question),
      Markdown.text("\(Background(wording).subtitle) · \(day)"), grid.text,
    ].joined(separator: "\n\n")
  }
}
