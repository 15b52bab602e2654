import ArgumentParser
import Foundation
import Reporting
import ResultStore
import Sessions

/// `harness site`: static pages over all runs that were kept, for any static host.
struct Site: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "site",
    abstract: "Writes static pages: corpora × decoders, each corpus's latest report, and trends.")

  @Argument(
    help: ArgumentHelp(
      "Report folders or store files; default: those below reports/.", valueName: "folder"))
  var stores: [String] = []

  @Option(help: ArgumentHelp("The folder for the pages.", valueName: "folder"))
  var output = "reports/site"

  @OptionGroup var plugins: PluginOptionGroup

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
            throw RequestError(
              "\(file): corpus \(corpus.history.corpus) is also in another store; join them with "
                + "harness merge")
          }
          corpora.append(corpus)
        }
      }
      guard !corpora.isEmpty else { throw RequestError("the stores hold no finished runs") }
      corpora.sort { $0.history.corpus < $1.history.corpus }
      guard !markdown else { return try printResult(ScoreOverview(corpora).render()) }
      try ReportFolder.write(
        corpora.map { ($0.trendFile, TrendPage($0).render()) }
          + [(SiteIndex.fileName, SiteIndex(corpora).render())], to: output)
      printMessage(
        "wrote \(output)/\(SiteIndex.fileName) and the pages of "
          + Quantities.counted(corpora.count, "corpus", "corpora"))
    }
  }

  /// Writes the page of each corpus's latest run, unless only Markdown is wanted.
  private func pages(ofStore file: String) throws -> [SiteCorpus] {
    try StoredHistory.read(from: SQLiteStore(path: file, isNew: false)).map { stored in
      let corpus = SiteCorpus(history: stored.history, latest: stored.latest, report: nil)
      return markdown ? corpus : try withPage(corpus, run: stored.latestRun, store: file)
    }
  }

  private func withPage(_ corpus: SiteCorpus, run: Int, store: String) throws -> SiteCorpus {
    let source = try ReportSource(
      number: run, corpus: nil, store: store, catalog: Installation.corpora)
    let evidence = try ReportEvidence(
      source: source, search: plugins.search, plugins: plugins.absolutePaths,
      startsDecoders: !noDecoders
    ).gather(corpus.latest)
    let page = PageReport(evidence: evidence, fileName: corpus.history.corpus + ".html")
    try ReportFolder.write(corpus.latest, to: output, writers: [page])
    var corpus = corpus
    corpus.report = page.fileName
    return corpus
  }
}
