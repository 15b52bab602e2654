import Base
import Results
import Statistics

/// The records of runs that nobody made but the bench.
extension RunRecord {
  /// A run over a sweep of module sizes of QR Codes.
  static func bench(
    corpus: String = "bench", levels: [Level], trials: Int, groups: [String], decoders: [String],
    shard: Shard = .whole
  ) -> RunRecord {
    var record = RunRecord(
      corpus: CorpusRecord(
        name: corpus, version: 1, title: "Bench", question: "How fast is the harness?", sha256: "",
        seed: 1, axis: "module-size", unit: "px", harder: .smaller, levels: levels,
        groups: groups.map { group in
          .init(
            id: group, symbologies: [.qrCode], trials: trials,
            cellHashes: levels.map { ContentHash.sha256(ofParts: [group, $0.text]) })
        }, usesSymbologyHints: false),
      decoders: decoders.map { label in
        DecoderRecord(
          label: label, name: label, library: "library of \(label)", version: "1", options: [:],
          supportedGroups: groups.map { _ in true }, symbologies: [.qrCode],
          fingerprint: DecoderFingerprint(
            sha256: ContentHash.sha256(ofParts: [label]), files: []))
      },
      unavailable: [], settings: .bench(), provenance: .bench())
    record.shard = shard
    return record
  }
}

extension RunSettings {
  /// The settings of a run of the bench.
  static func bench(jobs: Int = 1) -> RunSettings {
    RunSettings(jobs: jobs, timeoutSeconds: 5, memoryLimitBytes: nil, deathsBeforeGivingUp: 10)
  }
}

extension Provenance {
  /// The provenance of a run of the bench.
  static func bench(cores: Int = 1) -> Provenance {
    Provenance(
      harnessVersion: "bench", commit: nil, startedAt: "2026-01-01T00:00:00Z", system: "",
      processor: "", cores: cores)
  }
}

extension RunOutcome {
  /// The outcome of a run that was not timed.
  static var bench: RunOutcome {
    RunOutcome(wallSeconds: 1, cost: RunCost(), givenUp: [], wasStopped: false)
  }
}
