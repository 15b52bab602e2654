import Corpora

/// The outcomes of a run, sample by sample: enough to compare a later run with it, pair by pair.
///
/// A baseline's file has exactly these fields. Two baselines, the accepted one and that of the
/// current run, are all the input of a ``Gate``.
public struct Baseline: Hashable, Sendable, Codable {
  /// The version of this layout. A published version keeps its meaning; fields may be added.
  public static let currentSchemaVersion = 1

  /// The version of the layout; the first field, so that a reader can reject unknown versions.
  public var schemaVersion: Int
  /// The corpus that was drawn.
  public var corpus: DrawnCorpus
  /// The decoders that took part.
  public var decoders: [Entry]
  /// Known changes for the worse that do not make the gate fail for a while.
  public var acknowledged: [Acknowledgement]
  /// The machine, system and time of the run.
  public var provenance: Provenance

  /// The part of a corpus that decides if two runs saw the same samples.
  public struct DrawnCorpus: Hashable, Sendable, Codable {
    /// One recipe under one condition.
    public struct Group: Hashable, Sendable, Codable {
      /// `recipe/condition`.
      public var id: String
      /// Trials at each level.
      public var trials: Int
      /// The cell hash of each level, in the order of levels; see
      /// ``Corpus/cellHash(group:level:)``.
      public var cellHashes: [String]
    }

    /// The corpus's name.
    public var name: String
    /// The corpus's version; runs of different versions do not compare.
    public var version: Int
    /// SHA-256 of the corpus file.
    public var sha256: String
    /// The seed from which all randomness is derived.
    public var seed: UInt64
    /// The sweep's axis, such as `module-size`.
    public var axis: String
    /// The unit of the levels, such as `px`.
    public var unit: String
    /// The direction in which the sweep gets harder.
    public var harder: Sweep.Direction
    /// The levels as written, the smallest first.
    public var levels: [Level]
    /// The groups in order.
    public var groups: [Group]
  }

  /// One decoder's part.
  public struct Entry: Hashable, Sendable, Codable {
    /// The name in tables.
    public var label: String
    /// The decoder's name.
    public var name: String
    /// The decoding library.
    public var library: String
    /// The library's version.
    public var version: String
    /// Every option with its value.
    public var options: [String: String]
    /// The identity across runs: ``DecoderFingerprint/sha256``.
    public var fingerprint: String
    /// True if the decoder was given up for too many fatal images in a row.
    public var isGivenUp: Bool
    /// Each group that it supports, in the corpus's order.
    public var groups: [Curve]
  }

  /// One decoder in one group.
  public struct Curve: Hashable, Sendable, Codable {
    /// `recipe/condition`.
    public var group: String
    /// The mean threshold, for people who read the file; the gate computes from the outcomes.
    public var meanThreshold: Estimate?
    /// The failure threshold, likewise.
    public var threshold: ThresholdScore
    /// The typical read time; `nil` without enough times.
    public var readLatency: TypicalLatency?
    /// Each level's outcomes, the smallest value first.
    public var levels: [LevelOutcomes]
  }

  /// Looks up a decoder by its name in tables.
  public func entry(_ label: String) -> Entry? { decoders.first { $0.label == label } }

  /// Every decoder in every group that it supports.
  public var cells: [CellName] {
    decoders.flatMap { entry in
      entry.groups.map { CellName(decoder: entry.label, group: $0.group) }
    }
  }
}

extension Baseline.Entry {
  /// Looks up one of its curves by group.
  public func curve(_ group: String) -> Baseline.Curve? { groups.first { $0.group == group } }
}

/// One decoder in one group, by their names: the unit that a gate judges.
public struct CellName: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The decoder's name in tables.
  public var decoder: String
  /// `recipe/condition`.
  public var group: String

  /// Makes a name.
  public init(decoder: String, group: String) {
    self.decoder = decoder
    self.group = group
  }

  /// `zbar@v2-m/upright`, as `harness baseline acknowledge` takes it.
  public var description: String { "\(decoder)@\(group)" }
}
