import Analysis
import Base
import Corpora
import DecoderKit
import Results

/// Small runs made by hand, whose scores can be worked out on paper.
enum Fixture {
  /// A corpus with one symbol, `groups` conditions and these levels, and further keys at its end.
  static func corpus(
    levels: String, trials: Int, groups: Int = 1, rest: String = ""
  ) throws -> Corpus {
    let conditions = (0..<groups).map { "  - name: c\($0)\n    rotation: \($0)" }
    return try Corpus(
      yaml: """
        format: 1
        name: tiny
        version: 1
        title: Tiny
        question: Does it add up?
        seed: 7
        symbols:
          - name: v1
            symbology: qr-code
            version: 1
            ecc: L
            payload: {kind: digits, length: 8}
        conditions:
        \(conditions.joined(separator: "\n"))
        sweep:
          axis: module-size
          harder: smaller
          levels: [\(levels)]
        trials: \(trials)
        \(rest)
        """, file: "tiny.yaml")
  }

  static func configured(
    _ label: String, supports: [Bool], symbologies: [Symbology]? = nil
  ) -> DecoderRecord {
    DecoderRecord(
      label: label, name: label, library: "lib\(label)", version: "1", options: [:],
      supportedGroups: supports, symbologies: symbologies,
      fingerprint: DecoderFingerprint(sha256: ContentHash.sha256(ofParts: [label]), files: []))
  }

  static func record(
    _ corpus: Corpus, decoders: [DecoderRecord]
  ) -> RunRecord {
    RunRecord(
      corpus: CorpusRecord(corpus), decoders: decoders, unavailable: [],
      settings: RunSettings(
        jobs: 1, timeoutSeconds: 5, memoryLimitBytes: nil, deathsBeforeGivingUp: 10),
      provenance: Provenance(
        harnessVersion: "test", commit: nil, startedAt: "2026-01-01T00:00:00Z", system: "test",
        processor: "test", cores: 1))
  }

  static func outcome(givenUp: [String] = []) -> RunOutcome {
    RunOutcome(wallSeconds: 1, cost: RunCost(), givenUp: givenUp, wasStopped: false)
  }

  /// The scores of a run with the verdicts of `verdict(decoder, place)`; `nil` for not tried.
  static func scores(
    of record: RunRecord, givenUp: [String] = [], informed: InformedOutcome? = nil,
    verdict: (Int, SamplePlace) -> Verdict?
  ) throws -> ScoreTable {
    try scores(ofFindings: record, givenUp: givenUp, informed: informed) {
      verdict($0, $1).map { Finding($0) }
    }
  }

  /// The score table of made-up findings; samples without one were not tried.
  static func scores(
    ofFindings record: RunRecord, givenUp: [String] = [], informed: InformedOutcome? = nil,
    finding: (Int, SamplePlace) -> Finding?
  ) throws -> ScoreTable {
    let store = MemoryStore()
    let run = store.begin(record).number
    let schedule = record.corpus.numbering
    for decoder in record.decoders.indices {
      for place in (0..<schedule.count).compactMap(schedule.place) {
        guard let finding = finding(decoder, place) else { continue }
        store.append(
          [
            Observation(
              decoder: decoder, place: place, finding: finding,
              wallNanoseconds: 1_000_000 * (decoder + 1))
          ], toRun: run)
      }
    }
    var outcome = outcome(givenUp: givenUp)
    outcome.informed = informed
    store.finish(run: run, outcome: outcome)
    return try Scorer.scores(ofRun: run, in: store)
  }
}

extension CalendarDay {
  static let someDay: CalendarDay = {
    guard let day = CalendarDay(parsing: "2026-06-15") else {
      preconditionFailure("2026-06-15 is a day")
    }
    return day
  }()
}
