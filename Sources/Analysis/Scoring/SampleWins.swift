import DecoderKit
import Results

/// The samples that one decoder reads and another decoder tried and does not read.
package enum SampleWins {
  /// Returns the keys of these samples, group by group, level by level, by trial.
  ///
  /// - Throws: ``SampleWinsError`` for a decoder that is not in the run, and errors from the store.
  package static func keys(
    of winner: String, over loser: String, inRun number: Int, of store: some ObservationSource
  ) throws -> [String] {
    let matrix = try VerdictMatrix(ofRun: number, in: store)
    let run = matrix.run
    let (first, second) = (try index(of: winner, in: run), try index(of: loser, in: run))
    var keys: [String] = []
    for group in run.corpus.groups.indices {
      for level in run.corpus.levels.indices {
        for trial in 0..<run.corpus.groups[group].trials {
          let place = SamplePlace(group: group, level: level, trial: trial)
          guard matrix.verdict(first, place)?.isSuccess == true,
            matrix.verdict(second, place)?.isSuccess == false
          else { continue }
          keys.append(run.corpus.key(of: place))
        }
      }
    }
    return keys
  }

  private static func index(of label: String, in run: RunRecord) throws(SampleWinsError) -> Int {
    let labels = run.decoders.map(\.label)
    guard let index = labels.firstIndex(of: label) else {
      throw SampleWinsError(label: label, known: labels)
    }
    return index
  }
}

/// The error for a decoder that is not in a run.
package struct SampleWinsError: Error, CustomStringConvertible {
  let label: String
  let known: [String]

  package var description: String {
    "no decoder \"\(label)\" in this run." + SpellingSuggestion.sentence(for: label, among: known)
      + " It has: \(known.joined(separator: ", "))."
  }
}
