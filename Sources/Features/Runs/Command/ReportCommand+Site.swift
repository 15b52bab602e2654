import ArgumentParser
import Console
import Foundation
import Reporting
import Sessions

/// The options of static pages over several runs.
struct SiteOptionGroup: ParsableArguments {
  @Flag(
    help: """
      Writes static pages over all runs that were kept, for any static host: corpora × decoders, the \
      report of each corpus's most informative run, and trends.
      """)
  var site = false

  @Flag(help: "With --site: prints the score tables as Markdown instead of writing pages.")
  var markdown = false
}

extension ReportCommand {
  /// Writes the pages of all runs in the stores.
  func writeSite() throws {
    let folder = output ?? "reports/site"
    if !site.markdown { try ReportFolder.prepare(folder) }
    let files = try StoreLocation.files(subjects)
    let histories = try StoredHistory.read(from: files)
      .sorted { $0.history.corpus < $1.history.corpus }
    guard !histories.isEmpty else { throw RequestError("the stores hold no finished runs") }
    var corpora = histories.map {
      SiteCorpus(
        history: $0.history, scores: $0.scores, run: $0.run.name, isLatest: $0.isLatest, report: nil
      )
    }
    guard !site.markdown else { return try printData(ScoreOverview(corpora).render()) }
    // All pages are made before the first one is written: a site is never half new.
    var pages: [(name: String, text: String)] = []
    for (index, stored) in histories.enumerated() {
      let page = try page(stored)
      corpora[index].report = page.fileName
      pages.append((page.fileName, page.render(stored.scores)))
    }
    pages += corpora.map { ($0.trendFile, TrendPage($0).render()) }
    let calibrations = try Self.calibrations(beside: files)
    pages += calibrations
    pages.append(
      (SiteIndex.fileName, SiteIndex(corpora, calibrations: calibrations.map(\.name)).render()))
    try ReportFolder.write(pages, to: folder)
    printMessage(
      "wrote \(folder)/\(SiteIndex.fileName) and the pages of "
        + Quantities.counted(corpora.count, "corpus", "corpora"))
  }

  /// The pages of the calibrations whose stores are among the site's: their folders hold the stores'.
  private static func calibrations(
    beside stores: [String]
  ) throws -> [(name: String, text: String)] {
    let folders = Set(stores.map { URL(filePath: $0).deletingLastPathComponent() })
    let pages = Set(folders.map { $0.deletingLastPathComponent() })
      .map { $0.appending(path: ReportFolder.realismPage) }.sorted { $0.path < $1.path }
      .filter { FileManager.default.fileExists(atPath: $0.path) }
    return try pages.enumerated().map { index, page in
      let name = index == 0 ? ReportFolder.realismPage : "calibration-\(index + 1).html"
      return (name, try String(contentsOf: page, encoding: .utf8))
    }
  }

  /// The page of the run that says most of a corpus.
  private func page(_ stored: StoredHistory) throws -> PageReport {
    let evidence = try ReportEvidence(
      source: ReportSource(stored.run, catalog: Installation.corpora), search: plugins.search,
      plugins: plugins.absolutePaths,
      startsDecoders: !noDecoders
    ).gather(stored.scores)
    return PageReport(evidence: evidence, fileName: stored.history.corpus + ".html")
  }
}
