import Base

/// The first file of a bundle that somebody submits: which run it is, made by what and where, and the digests
/// of the other files.
///
/// It holds no path of the machine that it comes from.
public struct Submission: Hashable, Sendable, Codable {
  /// The version of this layout. A published version keeps its meaning; fields may be added.
  public static let currentSchemaVersion = 1
  /// The name of its file in a bundle.
  public static let fileName = "submission.json"

  /// The files of a bundle beside ``fileName``.
  public enum Part: String, CaseIterable, Sendable {
    /// The outcome of every sample, as a ``Baseline``.
    case verdicts = "verdicts.json"
    /// The score table.
    case scores = "scores.json"
    /// The complaints of decoders and workers: errors and wrong answers.
    case log = "log.jsonl"
  }

  /// The version of the layout.
  public var schemaVersion = Submission.currentSchemaVersion
  /// The corpus's name.
  public var corpus: String
  /// The corpus's version.
  public var corpusVersion: Int
  /// SHA-256 of the corpus file.
  public var corpusSHA256: String
  /// The seed of the samples.
  public var seed: UInt64
  /// The decoders.
  public var decoders: [Decoder]
  /// The settings of the run; the release is among them.
  public var settings: RunSettings
  /// The machine, system and time of the run.
  public var provenance: Provenance
  /// Decoders that were asked for and could not take part, given up, or lost in mid-run.
  public var absent: [UnavailableDecoder]
  /// The other files.
  public var files: [File]

  /// A decoder with the code that it ran.
  public struct Decoder: Hashable, Sendable, Codable {
    /// The name in tables.
    public var label: String
    /// The decoder as `--decoder` takes it.
    public var argument: String
    /// The decoder's name.
    public var name: String
    /// The decoding library.
    public var library: String
    /// The library's version.
    public var version: String
    /// Every option with its value.
    public var options: [String: String]
    /// SHA-256 over the bytes of all files, whatever their names; `nil` unless all are known.
    public var code: String?
    /// The files that it ran from, by name, with their SHA-256 where they could be read.
    public var files: [DecoderFingerprint.File]

    /// Makes a decoder's entry.
    public init(_ record: DecoderRecord) {
      (label, argument, name) = (record.label, record.argument, record.name)
      (library, version, options) = (record.library, record.version, record.options)
      code = record.fingerprint.code
      files = record.fingerprint.files.map {
        .init(
          path: $0.path.split(separator: "/").last.map(String.init) ?? $0.path, sha256: $0.sha256)
      }
    }
  }

  /// A file of the bundle.
  public struct File: Hashable, Sendable, Codable {
    /// The file's name.
    public var name: String
    /// SHA-256 of its bytes.
    public var sha256: String

    /// Makes an entry.
    public init(name: String, sha256: String) { (self.name, self.sha256) = (name, sha256) }
  }

  /// Makes the first file of a finished run's bundle.
  ///
  /// - Parameter texts: The other files.
  public init(_ run: RunRecord, _ outcome: RunOutcome, texts: [(part: Part, text: String)]) {
    corpus = run.corpus.name
    corpusVersion = run.corpus.version
    corpusSHA256 = run.corpus.sha256
    seed = run.corpus.seed
    decoders = run.decoders.map(Decoder.init)
    settings = run.settings
    provenance = run.provenance
    absent =
      run.unavailable + (outcome.lost ?? [])
      + outcome.givenUp.map { UnavailableDecoder(label: $0, reason: "given-up") }
    files = texts.map {
      File(name: $0.part.rawValue, sha256: ContentHash.sha256(of: Array($0.text.utf8)))
    }
  }
}

/// The reason that a bundle's parts contradict each other.
public enum BundleFault: Error, Hashable, Sendable {
  /// A file is not there or cannot be read.
  case unreadable(file: String, reason: String)
  /// A file is not the one that was submitted.
  case digest(file: String)
  /// The verdicts are of another corpus, seed or decoders than the first file says.
  case otherRun(file: String)
  /// The scores are not those of the verdicts.
  case scores(decoder: String, group: String, level: String?)
  /// Samples are drawn otherwise here, so that nothing can be said about them.
  case otherSamples(corpus: String, group: String, level: String, isOtherFile: Bool)
}
