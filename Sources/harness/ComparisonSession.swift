import Evaluation
import Foundation
import PluginHost
import ResultStore

/// One run, from its row in the store to its score table.
struct ComparisonSession {
  private let plan: ComparisonPlan
  private let store: SQLiteStore
  private let record: RunRecord
  private let isFresh: Bool

  init(
    plan: ComparisonPlan, folder: String, settings: RunSettings, plugins: [String], isFresh: Bool
  ) throws {
    self.plan = plan
    self.isFresh = isFresh
    store = try SQLiteStore(path: folder + "/" + StoreLocation.fileName)
    record = RunRecord(
      corpus: CorpusRecord(plan.corpus),
      contestants: plan.contestants.map { ContestantRecord($0, corpus: plan.corpus) },
      absentees: plan.absentees, settings: settings, shard: plan.shard,
      plugins: plugins.isEmpty ? nil : plugins, provenance: .current())
  }

  /// Runs, shows progress meanwhile, and computes the scores from what the store holds.
  ///
  /// - Parameters:
  ///   - display: The display of the progress; `nil` for none.
  ///   - say: Called once with a sentence about decodes that are there already, if any are.
  /// - Returns: The run's number in the store, and its scores.
  func run(
    display: ProgressDisplay?, stop: StopSignal, say: (String) -> Void
  ) throws -> (number: Int, table: ScoreTable) {
    let run = try store.begin(record, anew: isFresh)
    let observed =
      isFresh
      ? ObservedTrials(plan.schedule, decoders: plan.contestants.count)
      : try store.observedTrials(ofRun: run.number)
    if let sentence = sentence(about: observed, of: run) { say(sentence) }
    let progress = RunProgress(
      contestants: plan.contestants.count,
      total: plan.aim == nil ? plan.sampleCounts.reduce(0, +) : 0)
    display?.start(progress, observed: observed)
    defer { display?.end() }
    try ComparisonRunner(plan: plan, store: store).run(
      run.number, observed: observed, progress: progress, stop: stop)
    return (run.number, try Scorer.scores(ofRun: run.number, in: store))
  }

  /// The verdicts of a run, sample by sample, as a baseline.
  func baseline(ofRun number: Int) throws -> Baseline {
    try Baseline(ofRun: number, in: store)
  }

  private func sentence(about observed: ObservedTrials, of run: OpenedRun) -> String? {
    let there = plan.contestants.indices.reduce(0) { $0 + observed.count(decoder: $1) }
    guard there > 0 else { return nil }
    guard plan.aim == nil else {
      return "\(Self.beginning(of: run)): \(there) decodes of these samples are there already, "
        + "and those it asks for are not made again" + Self.advice(for: run)
    }
    let counts = plan.sampleCounts
    let all = plan.contestants.reduce(0) { sum, contestant in
      sum
        + zip(plan.corpus.groups, counts).reduce(0) { $0 + (contestant.supports($1.0) ? $1.1 : 0) }
    }
    return "\(Self.beginning(of: run)): \(there) of \(all) decodes are there already"
      + Self.advice(for: run)
  }

  private static func beginning(of run: OpenedRun) -> String {
    run.isContinued ? "carrying on run \(run.number)" : "run \(run.number)"
  }

  private static func advice(for run: OpenedRun) -> String {
    run.isContinued ? "" : " (--fresh decodes all anew)"
  }
}
