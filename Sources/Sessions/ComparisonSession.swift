import Analysis
import Base
import Evaluation
import PluginHost
import ResultStore
import Results

/// One comparison, from its row in the store to its score table.
package struct ComparisonSession {
  private let plan: ComparisonPlan
  /// The store that holds the run.
  package let store: SQLiteStore
  private let record: RunRecord
  private let isFresh: Bool

  /// Opens the store and describes the run.
  ///
  /// - Parameters:
  ///   - plan: The comparison.
  ///   - folder: The folder of the store; it is made if need be.
  ///   - settings: The settings that the plan was made with.
  ///   - provenance: The place and time of the run.
  ///   - isFresh: True to decode everything, whatever the store holds.
  /// - Throws: `StoreError` for a store that cannot be opened.
  package init(
    plan: ComparisonPlan, folder: String, settings: RunSettings, provenance: Provenance,
    isFresh: Bool = false
  ) throws {
    self.plan = plan
    self.isFresh = isFresh
    store = try SQLiteStore(path: folder + "/" + StoreLocation.fileName)
    record = RunRecord(
      plan.corpus, plan.decoders, unavailable: plan.unavailable, settings: settings,
      shard: plan.shard, again: plan.reproduceOptions, provenance: provenance)
  }

  /// The start of a run, for a display on another thread.
  package struct Start {
    /// The decodes found in the store.
    package let resumption: Resumption
    /// The trials behind them.
    package let observed: ObservedTrials
    /// The counters that the run keeps up to date.
    package let progress: RunProgress
  }

  /// Runs, and computes the scores from the store's observations.
  ///
  /// - Parameters:
  ///   - stop: Ends the run early; what was observed until then is kept.
  ///   - start: Called once before the first sample.
  /// - Returns: The run's number in the store, and its scores.
  package func run(
    stop: StopSignal = StopSignal(), start: (Start) -> Void = { _ in }
  ) throws -> (number: Int, table: ScoreTable) {
    let number = try decode(stop: stop, start: start)
    return (number, try scores(ofRun: number))
  }

  /// Watches the streams once more in real time, if the run's rules ask for it.
  private func watch(_ number: Int, stop: StopSignal) throws {
    guard let rules = record.settings.stream, rules.clock == .real,
      var outcome = try store.record(ofRun: number).1
    else { return }
    outcome.streams = try LiveStreams(plan: plan, rules: rules, stop: stop).watch()
    if stop.isRequested { outcome.wasStopped = true }
    try store.finish(run: number, outcome: outcome)
  }

  /// Lets the informed reader read the samples, if the run asks for it.
  private func readInformed(_ number: Int, stop: StopSignal) throws {
    guard record.settings.informed == true, var outcome = try store.record(ofRun: number).1 else {
      return
    }
    outcome.informed = try InformedRun(plan: plan).run(stop: stop)
    if stop.isRequested { outcome.wasStopped = true }
    try store.finish(run: number, outcome: outcome)
  }

  /// Computes the scores of one of the store's runs.
  package func scores(ofRun number: Int) throws -> ScoreTable {
    try Scorer.scores(ofRun: number, in: store).withReproducers(in: plan.reportFolder)
  }

  /// Decodes the samples that the plan asks for and that the store does not hold yet.
  ///
  /// - Returns: The run's number in the store.
  package func decode(
    stop: StopSignal = StopSignal(), start: (Start) -> Void = { _ in }
  ) throws -> Int {
    let run = try store.begin(record, anew: isFresh)
    let (observed, withoutReadings) = try observed(run)
    let progress = RunProgress(
      decoders: plan.decoders.count,
      total: plan.aim == nil ? plan.sampleCounts.reduce(0, +) : 0)
    start(
      Start(
        resumption: Resumption(
          run: run,
          observed: observed.total, planned: plan.aim == nil ? record.planned : nil,
          withoutReadings: withoutReadings), observed: observed, progress: progress))
    try ComparisonRunner(plan: plan, store: store).run(
      run.number, observed: observed, progress: progress, stop: stop)
    if !stop.isRequested { try watch(run.number, stop: stop) }
    if !stop.isRequested { try readInformed(run.number, stop: stop) }
    return run.number
  }

  /// The trials that need not be decoded again, and the number of those that must be for the sake of
  /// their readings.
  private func observed(_ run: OpenedRun) throws -> (ObservedTrials, withoutReadings: Int) {
    guard !isFresh else {
      return (ObservedTrials(plan.numbering, decoders: plan.decoders.count), 0)
    }
    let observed = try store.observedTrials(ofRun: run.number)
    guard plan.keptReadings == .all else { return (observed, 0) }
    let whole = try store.observedTrials(ofRun: run.number, withReadings: true)
    return (whole, observed.total - whole.total)
  }

  /// The outcomes of a run, sample by sample.
  package func baseline(ofRun number: Int) throws -> Baseline {
    try Baseline(ofRun: number, in: store)
  }
}
