import ArgumentParser
import Evaluation
import Foundation
import Reporting
import ResultStore

/// `harness site`: static pages over all runs that were kept, for any static host.
struct Site: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "site",
    abstract: "Writes static pages: corpora × decoders, each corpus's latest report, and trends.")

  @Argument(
    help: ArgumentHelp(
      "Report folders or store files; without any, those below reports/.", valueName: "folder"))
  var stores: [String] = []

  @Option(help: ArgumentHelp("Where the pages go.", valueName: "folder"))
  var output = "reports/site"

  @Option(
    name: .customLong("plugin"),
    help: ArgumentHelp("A decoder plugin; may be repeated.", valueName: "path"))
  var plugins: [String] = []

  @Flag(help: "Starts no decoder: the galleries' images have no outlines.")
  var noDecoders = false

  @Flag(help: "Prints the latest score tables as Markdown instead of writing pages.")
  var markdown = false

  func validate() throws {
    if output == "" { throw ValidationError("--output names a folder") }
  }

  func run() throws {
    try reportingFailures {
      if !markdown { try ReportFolder.prepare(output) }
      var corpora: [SiteCorpus] = []
      for file in try StoreLocation.files(stores) {
        for corpus in try pages(ofStore: file) {
          guard !corpora.contains(where: { $0.history.corpus == corpus.history.corpus }) else {
            throw UsageError(
              "\(file): corpus \(corpus.history.corpus) is in another store, too; join them with "
                + "harness merge")
          }
          corpora.append(corpus)
        }
      }
      guard !corpora.isEmpty else { throw UsageError("the stores hold no finished runs") }
      corpora.sort { $0.history.corpus < $1.history.corpus }
      guard !markdown else { return try show(ScoreOverview(corpora).render()) }
      try ReportFolder.write(
        corpora.map { ($0.trendFile, TrendPage($0).render()) }
          + [(SiteIndex.fileName, SiteIndex(corpora).render())], to: output)
      complain(
        "wrote \(output)/\(SiteIndex.fileName) and the pages of "
          + Quantities.counted(corpora.count, "corpus", "corpora"))
    }
  }

  /// Writes the page of each corpus's latest run.
  private func pages(ofStore file: String) throws -> [SiteCorpus] {
    try RunHistories.read(from: SQLiteStore(path: file, isNew: false)).compactMap { history in
      guard let latest = history.series.flatMap(\.points).map(\.run).max() else { return nil }
      let source = try ReportSource(number: latest, corpus: nil, store: file)
      let table = try Scorer.scores(ofRun: latest, in: source.store)
      guard !markdown else {
        return SiteCorpus(history: history, latest: table, report: nil)
      }
      let evidence = try ReportEvidence(
        source: source, plugins: plugins, startsDecoders: !noDecoders
      ).gather(table)
      let page = PageReport(evidence: evidence, fileName: history.corpus + ".html")
      try ReportFolder.write(table, to: output, writers: [page])
      return SiteCorpus(history: history, latest: table, report: page.fileName)
    }
  }
}
