import Results

/// Pairs of a run's decoders that are compared by themselves, apart from the ranks of its score table.
package struct ChosenPairs {
  /// Two decoders by index, and the group on which they are compared; `nil` for all shared work.
  package typealias Pair = (first: Int, second: Int, group: Int?)

  /// The run, with the trials that were made.
  package let run: RunRecord
  private let tally: Tally

  /// Reads a run's outcomes.
  ///
  /// - Throws: Errors from the store, or ``ScorerError`` for a run that is not finished.
  package init(ofRun number: Int, in store: some ObservationSource) throws {
    let (record, outcome) = try store.record(ofRun: number)
    guard let outcome else { throw ScorerError.runNotFinished(number) }
    run = Scorer.sampled(record, outcome)
    tally = try Tally(of: run, number: number, in: store)
  }

  /// The groups with work that two decoders share.
  package func groups(sharedBy first: Int, _ second: Int) -> [Int] {
    SharedWork(of: [first, second], in: run).groups
  }

  /// Scores pairs, without a correction for their number.
  package func scores(_ pairs: [Pair]) -> [PairScore] {
    PairComparer(run: run, tally: tally).uncorrected(
      pairs.map { pair in
        let work = SharedWork(of: [pair.first, pair.second], in: run)
        return .init(
          better: pair.first, worse: pair.second, work: pair.group.map(work.limited) ?? work)
      })
  }
}
