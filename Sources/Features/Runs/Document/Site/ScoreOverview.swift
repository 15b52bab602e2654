import Reporting

/// The score tables of all corpora as one Markdown page, for a repository's own pages.
struct ScoreOverview: Sendable {
  private let corpora: [SiteCorpus]

  init(_ corpora: [SiteCorpus]) {
    self.corpora = corpora
  }

  /// Renders the whole page, with a heading of level 2 for each corpus.
  func render() -> String {
    corpora.map { block($0) }.joined(separator: "\n\n") + "\n"
  }

  private func block(_ corpus: SiteCorpus) -> String {
    let table = corpus.scores
    let wording = ScoreWording(table.shown)
    var heading = [
      "## \(Markdown.text(table.corpus.name))", Markdown.text(table.corpus.question),
      Markdown.text("\(Background(wording).subtitle) · \(corpus.runText)"),
    ]
    heading += Statements(wording).warning.map { [Markdown.text($0)] } ?? []
    let tables = table.hasRanks ? [ranks(wording)] : [symbologies(wording), faults(wording)]
    return (heading + tables).joined(separator: "\n\n")
  }

  private func ranks(_ wording: ScoreWording) -> String {
    var grid = Markdown.Table(
      titles: [
        "rank", "decoder", "version",
        wording.ranksByRate
          ? "decode rate over shared work, %" : "mean threshold" + wording.unitAfterComma,
        "supports", "decode rate, %", "misread", "errors",
      ], rightAligned: [4, 5, 6, 7])
    for decoder in wording.tried {
      grid.add([
        wording.rank(decoder), decoder.label, "\(decoder.library) \(decoder.version)",
        wording.ranksByRate
          ? wording.sharedRate(decoder) : wording.estimate(decoder.meanThreshold),
        wording.coverage(decoder), wording.decodeRate(decoder.total),
        wording.misreads(decoder.total), wording.errors(decoder.total),
      ])
    }
    return grid.text
  }

  /// The table for a corpus without ranks: each decoder's result on each symbology.
  private func symbologies(_ wording: ScoreWording) -> String {
    let scores = SubjectScores(wording)
    let measure =
      wording.isOrdered
      ? "mean threshold\(wording.unitAfterComma) (decode rate, %)" : "decode rate, %"
    var grid = Markdown.Table(
      titles: [measure] + wording.tried.map(\.label),
      rightAligned: Set(1..<wording.tried.count + 1))
    for subject in scores.symbologies {
      grid.add(
        subject.name
          + wording.tried.map { decoder in
            switch scores.finding(decoder, subject.groups) {
            case .absent(let reason): reason
            case .measured(_, let text, let percent): text + (percent.map { " (\($0))" } ?? "")
            }
          })
    }
    return grid.text
  }

  private func faults(_ wording: ScoreWording) -> String {
    var grid = Markdown.Table(
      titles: ["decoder", "version", "misread", "errors"], rightAligned: [2, 3])
    for decoder in wording.tried {
      grid.add([
        decoder.label, "\(decoder.library) \(decoder.version)", wording.misreads(decoder.total),
        wording.errors(decoder.total),
      ])
    }
    return grid.text
  }
}
