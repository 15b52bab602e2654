import Evaluation

/// The data that the site shows of one corpus.
public struct SiteCorpus: Sendable {
  /// The history of its runs.
  public var history: RunHistory
  /// The scores of its latest run.
  public var latest: ScoreTable
  /// The path of the latest run's page, relative to the site's root; `nil` if there is none.
  public var report: String?

  /// Makes an entry.
  public init(history: RunHistory, latest: ScoreTable, report: String?) {
    self.history = history
    self.latest = latest
    self.report = report
  }

  /// The path of the page about its runs over time, relative to the site's root.
  public var trendFile: String { "\(latest.corpus.name).trend.html" }
}
