import Analysis
import Corpora
import ResultStore
import Results
import Sessions

/// One comparison of candidates, as evidence for the search.
struct SearchRun {
  let context: DecodingContext
  let corpus: Corpus
  /// The folder of its store.
  let folder: String

  /// Decodes, and adds all attempts to the evidence. Blocks the caller.
  ///
  /// - Parameter weight: The weight of an image of a group at a level, as it stands in keys.
  func add(
    _ candidates: [Candidate], to evidence: inout Evidence,
    weight: (CorpusGroup, String) -> Double
  ) throws {
    let (places, attempts) = try decode(candidates, weight: weight)
    evidence.add(places, attempts)
  }

  /// Decodes. Blocks the caller.
  ///
  /// - Returns: The images, and each candidate's attempts in their order.
  func decode(
    _ candidates: [Candidate], weight: (CorpusGroup, String) -> Double
  ) throws -> (places: [Evidence.Place], attempts: [Candidate: [Evidence.Attempt]]) {
    let decoders = try context.decoders(candidates.map(\.reference)).decoders
    let session = try ComparisonSession(
      plan: context.plan(corpus, decoders, folder: folder), folder: folder,
      settings: context.settings, provenance: context.provenance)
    let number = try session.decode(stop: context.stop)
    let store = try SQLiteStore(path: folder + "/" + StoreLocation.fileName)
    let (run, _) = try store.record(ofRun: number)
    let layout = SampleLayout(run.corpus)
    var attempts: [Candidate: [Evidence.Attempt]] = [:]
    for (index, decoder) in decoders.enumerated() {
      guard let candidate = candidates.first(where: { $0.argument == decoder.reference }) else {
        continue
      }
      // A decoder that was given up read none of the rest.
      var own = Array(
        repeating: Evidence.Attempt(isRead: false, isFalse: false, isBroken: true, nanoseconds: 0),
        count: layout.sampleCount)
      try store.forEachObservation(ofRun: number, decoder: index) { observation in
        own[layout.index(observation.place)] = Evidence.Attempt(observation)
      }
      attempts[candidate] = own
    }
    let groups = corpus.groups
    let places = layout.places.map { place in
      let level = run.corpus.levels[place.level]
      return Evidence.Place(
        name: corpus.recipes.isEmpty
          ? run.corpus.groups[place.group].trialName(place.trial) : run.corpus.key(of: place),
        isSample: corpus.recipes.isEmpty,
        weight: weight(groups[place.group], level.text),
        moduleSizePixels: corpus.recipes.isEmpty ? nil : level.value,
        isDimmed: TwinCorpus.isDimmed(groups[place.group].condition))
    }
    return (places, attempts)
  }
}

extension Evidence.Attempt {
  fileprivate init(_ observation: borrowing Observation) {
    self.init(
      isRead: observation.verdict.isSuccess,
      isFalse: observation.verdict.isFalse || observation.finding.extras.wrong > 0,
      isBroken: observation.verdict.isBreakage, nanoseconds: observation.wallNanoseconds)
  }
}
