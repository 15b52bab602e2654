import Corpora
import DecoderKit

/// A corpus that would measure a symbology.
package struct SuitedCorpus: Hashable, Sendable {
  package let name: String
  /// The harms to its symbols of that symbology, each once; empty if all are clean.
  package let harms: [String]

  package init(name: String, harms: [String] = []) {
    (self.name, self.harms) = (name, harms)
  }
}

extension [SuitedCorpus] {
  /// The command that runs them, one of which is enough; harms to some symbols stand behind it, two at most.
  ///
  /// - Parameter decoders: The decoders that are worth a run, as they are asked for; empty for all.
  package func command(decoders: [String] = []) -> String {
    let options = decoders.map { " --decoder \($0)" }.joined()
    let choices = enumerated().map { place, corpus in
      let named = corpus.harms.prefix(2).joined(separator: ", ")
      let more = corpus.harms.count > 2 ? " and more" : ""
      return corpus.name + (place == 0 ? options : "")
        + (corpus.harms.isEmpty ? "" : " (some of its symbols have \(named)\(more))")
    }
    return "harness compare --corpus " + choices.joined(separator: ", or ")
  }
}

extension ThresholdSource {
  /// The fewest trials, all of them read, that certify 95 % with 95 % confidence: 0.95 to this power is below 0.05.
  private static let certifyingTrials = 59

  /// The corpora that would measure a symbology along the parameter, at most two: those of clean symbols first, those
  /// that test claims or bands of sizes last; then those with the fewest other symbologies and the most trials.
  ///
  /// - Parameter isSuited: False for a corpus that would not do.
  package func corpora(
    with symbology: Symbology, where isSuited: (Corpus) -> Bool = { _ in true }
  ) -> [SuitedCorpus] {
    let swept = catalog.corpora(sweeping: axis)
    let suited = swept.compactMap { name, corpus -> (corpus: SuitedCorpus, rank: [Int])? in
      guard corpus.sweep.harder == axis.facts.harder,
        corpus.sweep.levels.count > 1, corpus.trials >= Self.certifyingTrials,
        case let harms = corpus.harms(of: symbology).map({ $0 ?? [] }), !harms.isEmpty,
        isSuited(corpus)
      else { return nil }
      let others = Set(corpus.groups.flatMap(\.symbologies)).count
      return (
        SuitedCorpus(name: name, harms: harms.flatMap(\.self).uniqued()),
        [
          harms.count { !$0.isEmpty } * 100 / harms.count,
          corpus.claims.isEmpty && corpus.bands == nil ? 0 : 1, others, -corpus.trials,
        ]
      )
    }
    let sorted = suited.sorted {
      $0.rank == $1.rank
        ? $0.corpus.name < $1.corpus.name : $0.rank.lexicographicallyPrecedes($1.rank)
    }
    return sorted.prefix(2).map(\.corpus)
  }
}

extension Corpus {
  /// The harms to each group of a symbology alone; `nil` for a group of which they are not known.
  func harms(of symbology: Symbology) -> [[String]?] {
    groups.filter { $0.symbologies.map(\.carrier) == [symbology.carrier] }
      .map { harms(ofGroup: $0.id) }
  }
}
