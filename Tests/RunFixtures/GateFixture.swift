import Analysis
import Results
import Statistics

/// Runs made by hand, in the form that a gate compares.
struct GateFixture {
  var levels = "1, 2, 3, 4"
  var trials = 100
  var groups = 1
  var decoders = ["a"]
  var harder = SweepDirection.smaller
  var givenUp: [String] = []
  var milliseconds = 1.0
  /// True for samples in which something is read that is not there, beside what the verdict is about.
  var hasPhantom: @Sendable (SamplePlace) -> Bool = { _ in false }

  /// A run with the verdicts of `verdict`; `nil` for not tried.
  func run(
    _ verdict: (_ decoder: Int, SamplePlace) -> Verdict?
  ) throws -> Baseline {
    let corpus = try Fixture.corpus(levels: levels, trials: trials, groups: groups)
    var record = Fixture.record(
      corpus,
      decoders: decoders.map {
        Fixture.configured($0, supports: Array(repeating: true, count: groups))
      })
    record.corpus.harder = harder
    let store = MemoryStore()
    let run = store.begin(record).number
    let schedule = record.corpus.numbering
    for decoder in decoders.indices {
      for place in (0..<schedule.count).compactMap(schedule.place) {
        guard let verdict = verdict(decoder, place) else { continue }
        var finding = Finding(verdict)
        if hasPhantom(place) { finding.extras.wrong = 2 }
        store.append(
          [
            Observation(
              decoder: decoder, place: place, finding: finding,
              wallNanoseconds: Int(milliseconds * (1e6 + Double(place.trial % 7) * 1e4)))
          ], toRun: run)
      }
    }
    store.finish(run: run, outcome: Fixture.outcome(givenUp: givenUp))
    return try Baseline(ofRun: run, in: store)
  }

  /// A run in which every decoder reads from the third level on.
  func step() throws -> Baseline { try run { $1.level >= 2 ? .read : .noRead } }

  /// The same run, except for the samples to which `other` gives a verdict.
  func step(
    but other: @escaping (_ decoder: Int, SamplePlace) -> Verdict?
  ) throws -> Baseline {
    try run { other($0, $1) ?? ($1.level >= 2 ? .read : .noRead) }
  }
}
