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
      "Report folders or store files; default: those below reports/.", valueName: "folder"),
    completion: Completions.stores)
  var stores: [String] = []

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The folder for the pages.", valueName: "folder"))
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
      // Histories first, then pages, and files last: a fault ends the command before there are any.
      let histories = try histories()
      var corpora = histories.map {
        SiteCorpus(history: $0.stored.history, latest: $0.stored.latest, report: nil)
      }
      guard !markdown else { return try printData(ScoreOverview(corpora).render()) }
      var pages: [(name: String, text: String)] = []
      for (place, history) in histories.enumerated() {
        let page = try page(of: history.stored, store: history.file)
        pages.append((page.fileName, page.render(corpora[place].latest)))
        corpora[place].report = page.fileName
      }
      try ReportFolder.write(
        pages + corpora.map { ($0.trendFile, TrendPage($0).render()) }
          + [(SiteIndex.fileName, SiteIndex(corpora).render())], to: output)
      printMessage(
        "wrote \(output)/\(SiteIndex.fileName) and the pages of "
          + Quantities.counted(corpora.count, "corpus", "corpora"))
    }
  }

  /// Reads the history of every corpus, sorted by the corpus's name.
  private func histories() throws -> [(file: String, stored: StoredHistory)] {
    var found: [(file: String, stored: StoredHistory)] = []
    for file in try StoreLocation.files(stores) {
      for stored in try StoredHistory.read(from: SQLiteStore(path: file, isNew: false)) {
        let corpus = stored.history.corpus
        if let other = found.first(where: { $0.stored.history.corpus == corpus }) {
          throw RequestError(
            "corpus \(corpus) is in two stores, \(other.file) and \(file); join them with "
              + "harness merge, or name one of them. Nothing was written")
        }
        found.append((file, stored))
      }
    }
    guard !found.isEmpty else { throw RequestError("the stores hold no finished runs") }
    return found.sorted { $0.stored.history.corpus < $1.stored.history.corpus }
  }

  /// Makes the page of a corpus's latest run.
  private func page(of stored: StoredHistory, store: String) throws -> PageReport {
    let source = try ReportSource(
      number: stored.latestRun, corpus: nil, store: store, catalog: Installation.corpora)
    let evidence = try ReportEvidence(
      source: source, search: plugins.search, plugins: plugins.absolutePaths,
      startsDecoders: !noDecoders
    ).gather(stored.latest)
    return PageReport(evidence: evidence, fileName: stored.history.corpus + ".html")
  }
}
