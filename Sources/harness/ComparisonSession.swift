import Evaluation
import Foundation
import PluginHost
import ResultStore

/// One run from its first line in the store to its score table.
struct ComparisonSession {
  private let plan: ComparisonPlan
  private let store: SQLiteStore
  private let record: RunRecord

  init(plan: ComparisonPlan, folder: String, settings: RunSettings) throws {
    self.plan = plan
    store = try SQLiteStore(path: folder + "/observations.sqlite")
    record = RunRecord(
      corpus: CorpusRecord(plan.corpus),
      contestants: plan.contestants.map { ContestantRecord($0, corpus: plan.corpus) },
      absentees: plan.absentees, settings: settings, provenance: .current())
  }

  /// Runs, shows progress meanwhile, and computes the scores from what the store holds.
  func run(display: ProgressDisplay?, stop: StopSignal) throws -> ScoreTable {
    let run = try store.begin(record)
    let progress = RunProgress(
      contestants: plan.contestants.count, total: plan.schedule.count)
    display?.start(progress)
    defer { display?.end() }
    try ComparisonRunner(plan: plan, store: store).run(run, progress: progress, stop: stop)
    return try Scorer.scores(ofRun: run, in: store)
  }
}
