import DecoderKit

/// The samples that one decoder reads and another decoder tried and does not read.
public enum SampleWins {
  /// Returns the keys of these samples, group by group, level by level, by trial.
  ///
  /// - Throws: ``SampleWinsError`` for a decoder that is not in the run, and errors from the store.
  public static func keys(
    of winner: String, over loser: String, inRun number: Int, of store: some ObservationStore
  ) throws -> [String] {
    let (run, _) = try store.record(ofRun: number)
    let (first, second) = (try index(of: winner, in: run), try index(of: loser, in: run))
    let schedule = run.corpus.schedule
    var read = BitSet(count: schedule.count)
    var missed = BitSet(count: schedule.count)
    try store.forEachObservation(ofRun: number, decoder: first) { observation in
      if observation.verdict.isSuccess { read.insert(schedule.number(of: observation.place)) }
    }
    try store.forEachObservation(ofRun: number, decoder: second) { observation in
      if !observation.verdict.isSuccess { missed.insert(schedule.number(of: observation.place)) }
    }
    var keys: [String] = []
    for group in run.corpus.groups.indices {
      for level in run.corpus.levels.indices {
        for trial in 0..<run.corpus.groups[group].trials {
          let place = SampleSchedule.Place(group: group, level: level, trial: trial)
          let sample = schedule.number(of: place)
          if read.contains(sample), missed.contains(sample) {
            keys.append(run.corpus.key(of: place))
          }
        }
      }
    }
    return keys
  }

  private static func index(of label: String, in run: RunRecord) throws(SampleWinsError) -> Int {
    let labels = run.contestants.map(\.label)
    guard let index = labels.firstIndex(of: label) else {
      throw SampleWinsError(label: label, known: labels)
    }
    return index
  }
}

/// The error for a decoder that is not in a run.
public struct SampleWinsError: Error, CustomStringConvertible {
  let label: String
  let known: [String]

  public var description: String {
    "no decoder \"\(label)\" in this run." + SpellingSuggestion.sentence(for: label, among: known)
      + " It has: \(known.joined(separator: ", "))."
  }
}
