import Base
import DecoderKit
import Results

/// The first file of a bundle that somebody submits: which run it is, made by what and where, and the digests
/// of the other files.
///
/// It holds no path of the machine that it comes from.
package struct Submission: Hashable, Sendable, Codable {
  /// The version of this layout. A published version keeps its meaning; fields may be added.
  package static let currentSchemaVersion = 1
  /// The name of its file in a bundle.
  package static let fileName = "submission.json"

  /// The files of a bundle beside ``fileName``.
  package enum Part: String, CaseIterable, Sendable {
    /// The outcome of every sample, as a ``Baseline``.
    case verdicts = "verdicts.json"
    /// The score table.
    case scores = "scores.json"
    /// The observations that verdicts and scores follow from, as an ``OutcomeLine`` for each decoder, group and
    /// level.
    case outcomes = "outcomes.jsonl"
    /// The complaints of decoders and workers: errors and wrong answers.
    case log = "log.jsonl"
  }

  /// The version of the layout.
  package var schemaVersion = Submission.currentSchemaVersion
  /// The corpus's name.
  package var corpus: String
  package var corpusVersion: Int
  /// SHA-256 of the corpus file.
  package var corpusSHA256: String
  /// The seed of the samples.
  package var seed: UInt64
  package var decoders: [Decoder]
  /// The settings of the run; the release is among them.
  package var settings: RunSettings
  /// The machine, system and time of the run.
  package var provenance: Provenance
  /// Decoders that were asked for and could not take part, given up, or lost in mid-run.
  package var absent: [UnavailableDecoder]
  /// The facts known at the run's end, without what only its machine can know; `nil` in bundles of older
  /// harnesses.
  package var outcome: RunOutcome?
  /// The other files.
  package var files: [File]

  /// A decoder with the code that it ran.
  package struct Decoder: Hashable, Sendable, Codable {
    /// The name in tables.
    package var label: String
    /// The decoder as `--decoder` takes it.
    package var argument: String
    /// The decoder's name.
    package var name: String
    /// The decoding library.
    package var library: String
    /// The library's version.
    package var version: String
    /// Every option with its value.
    package var options: [String: String]
    /// SHA-256 over the bytes of all files, whatever their names; `nil` unless all are known.
    package var code: String?
    /// The files that it ran from, by name, with their SHA-256 where they could be read.
    package var files: [DecoderFingerprint.File]
    /// The decoder as it was asked for, the hint and the way to select that it has of its own.
    package var reference, hints, selection: String?
    /// The corpus's symbologies that it reads.
    package var symbologies: [Symbology]?
    /// The identity across runs: ``DecoderFingerprint/sha256``.
    package var fingerprint: String?

    package init(_ record: DecoderRecord) {
      (label, argument, name) = (record.label, record.argument, record.name)
      (library, version, options) = (record.library, record.version, record.options)
      (reference, hints, selection) = (record.reference, record.hints, record.selection)
      (symbologies, fingerprint) = (record.symbologies, record.fingerprint.sha256)
      code = record.fingerprint.code
      files = record.fingerprint.files.map {
        .init(
          path: $0.path.split(separator: "/").last.map(String.init) ?? $0.path, sha256: $0.sha256)
      }
    }
  }

  /// A file of the bundle.
  package struct File: Hashable, Sendable, Codable {
    /// The file's name.
    package var name: String
    /// SHA-256 of its bytes.
    package var sha256: String

    package init(name: String, sha256: String) { (self.name, self.sha256) = (name, sha256) }
  }

  /// Makes the first file of a finished run's bundle.
  ///
  /// - Parameter texts: The other files.
  package init(_ run: RunRecord, _ outcome: RunOutcome, texts: [(part: Part, text: String)]) {
    corpus = run.corpus.name
    corpusVersion = run.corpus.version
    corpusSHA256 = run.corpus.sha256
    seed = run.corpus.seed
    decoders = run.decoders.map(Decoder.init)
    settings = run.settings
    // Nobody else can repeat them: the informed reader has no worker, and processes are of one machine.
    settings.informed = nil
    var outcome = outcome
    (outcome.informed, outcome.survivors) = (nil, nil)
    self.outcome = outcome
    provenance = run.provenance
    let unavailable = run.unavailable.map {
      UnavailableDecoder(
        label: Self.withoutControls($0.label), reason: Self.withoutControls($0.reason))
    }
    absent =
      unavailable + (outcome.lost ?? [])
      + outcome.givenUp.map { UnavailableDecoder(label: $0, reason: Self.givenUp) }
    files = texts.map {
      File(name: $0.part.rawValue, sha256: ContentHash.sha256(of: Array($0.text.utf8)))
    }
  }
}

extension Submission {
  /// The record of the run, with the corpus as it is where the bundle is read.
  ///
  /// - Parameter ownSeed: The corpus's own seed.
  /// - Returns: `nil` for a bundle of an older harness, which does not hold enough.
  package func record(of corpus: CorpusRecord, ownSeed: UInt64) -> (RunRecord, RunOutcome)? {
    guard let outcome else { return nil }
    let records = decoders.map { $0.record(corpus) }
    let givenUp = Set(outcome.givenUp)
    return (
      RunRecord(
        corpus: corpus, decoders: records,
        unavailable: absent.filter { $0.reason != Self.givenUp || !givenUp.contains($0.label) },
        settings: settings, givenSeed: seed == ownSeed ? nil : seed, provenance: provenance),
      outcome
    )
  }

  /// The reason by which decoders that were given up are listed.
  static let givenUp = "given-up"
}

extension Submission.Decoder {
  /// The decoder's record; it supports the groups of which it reads a symbology.
  fileprivate func record(_ corpus: CorpusRecord) -> DecoderRecord {
    DecoderRecord(
      label: label, reference: reference, hints: hints, selection: selection, name: name,
      library: library, version: version, options: options,
      supportedGroups: corpus.groups.map { group in
        group.symbologies.isEmpty
          || group.symbologies.contains { symbologies?.contains($0) ?? true }
      }, symbologies: symbologies,
      fingerprint: DecoderFingerprint(sha256: fingerprint ?? "", files: files))
  }
}
