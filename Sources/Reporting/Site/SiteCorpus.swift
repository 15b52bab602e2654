import Evaluation

/// What the site shows of one corpus.
public struct SiteCorpus: Sendable {
  /// Its runs over time.
  public var history: RunHistory
  /// The scores of its latest run.
  public var latest: ScoreTable
  /// Where the latest run's page is, from the site's root; `nil` if there is none.
  public var report: String?

  /// Makes an entry.
  public init(history: RunHistory, latest: ScoreTable, report: String?) {
    self.history = history
    self.latest = latest
    self.report = report
  }

  /// Where the page about its runs over time is, from the site's root.
  public var trendFile: String { "\(latest.corpus.name).trend.html" }
}
