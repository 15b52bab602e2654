import Statistics

/// The outcomes of a run, sample by sample: enough to compare a later run with it, pair by pair.
///
/// A baseline's file has exactly these fields. Two baselines, the accepted one and that of the
/// current run, are all the input of a gate.
public struct Baseline: Hashable, Sendable, Codable {
  /// The version of this layout. A published version keeps its meaning; fields may be added.
  public static let currentSchemaVersion = 1

  /// The version of the layout; the first field, so that a reader can reject unknown versions.
  public var schemaVersion: Int
  /// The corpus that was drawn.
  public var corpus: DrawnCorpus
  /// The decoders that took part.
  public var decoders: [DecoderCurves]
  /// Known changes for the worse that do not make the gate fail for a while.
  public var acknowledged: [Acknowledgement]
  /// The machine, system and time of the run.
  public var provenance: Provenance

  package init(
    schemaVersion: Int, corpus: DrawnCorpus, decoders: [DecoderCurves],
    acknowledged: [Acknowledgement], provenance: Provenance
  ) {
    self.schemaVersion = schemaVersion
    self.corpus = corpus
    self.decoders = decoders
    self.acknowledged = acknowledged
    self.provenance = provenance
  }

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
      /// By trial: the photo's file name; `nil` for drawn images, and in older baselines.
      public var photoNames: [String]?

      package init(
        id: String, trials: Int, cellHashes: [String], photoNames: [String]? = nil
      ) {
        self.photoNames = photoNames
        self.id = id
        self.trials = trials
        self.cellHashes = cellHashes
      }
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
    public var harder: SweepDirection
    /// The levels as written, the smallest first.
    public var levels: [Level]
    /// The groups in order.
    public var groups: [Group]

    package init(
      name: String, version: Int, sha256: String, seed: UInt64, axis: String, unit: String,
      harder: SweepDirection, levels: [Level], groups: [Group]
    ) {
      self.name = name
      self.version = version
      self.sha256 = sha256
      self.seed = seed
      self.axis = axis
      self.unit = unit
      self.harder = harder
      self.levels = levels
      self.groups = groups
    }

    /// The key of a sample, with a photo's file name at its end.
    func key(ofGroup id: String, level: Level, trial: Int) -> String {
      let names = groups.first { $0.id == id }?.photoNames ?? []
      let end = names.indices.contains(trial) ? names[trial] : "\(trial)"
      return "\(name)/\(id)/\(level.text)/\(end)"
    }
  }

  /// One decoder's part.
  public struct DecoderCurves: Hashable, Sendable, Codable {
    /// The name in tables.
    public var label: String
    /// The decoder as it was asked for, if its label does not say so: `zxing:try-harder=false`.
    public var reference: String?
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

    package init(
      label: String, reference: String? = nil, name: String, library: String, version: String,
      options: [String: String], fingerprint: String, isGivenUp: Bool, groups: [Curve]
    ) {
      self.label = label
      self.reference = reference
      self.name = name
      self.library = library
      self.version = version
      self.options = options
      self.fingerprint = fingerprint
      self.isGivenUp = isGivenUp
      self.groups = groups
    }
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
    /// By level: the trials in which something was read that is not in the image, beside what their outcome is about;
    /// `nil` in baselines from before these were kept.
    public var phantoms: [String: [Int]]?

    package init(
      group: String, meanThreshold: Estimate? = nil, threshold: ThresholdScore,
      readLatency: TypicalLatency? = nil, levels: [LevelOutcomes], phantoms: [String: [Int]]? = nil
    ) {
      self.group = group
      self.meanThreshold = meanThreshold
      self.threshold = threshold
      self.readLatency = readLatency
      self.levels = levels
      self.phantoms = phantoms
    }
  }

  /// Looks up a decoder by its name in tables.
  public func entry(_ label: String) -> DecoderCurves? { decoders.first { $0.label == label } }

  /// Every decoder in every group that it supports.
  public var cells: [CellName] {
    decoders.flatMap { entry in
      entry.groups.map { CellName(decoder: entry.label, group: $0.group) }
    }
  }
}

extension Baseline.DecoderCurves {
  /// Looks up one of its curves by group.
  public func curve(_ group: String) -> Baseline.Curve? { groups.first { $0.group == group } }
}

/// One decoder in one group, by their names: the unit that a gate judges.
public struct CellName: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The decoder's name in tables.
  public var decoder: String
  /// `recipe/condition`.
  public var group: String

  package init(decoder: String, group: String) {
    self.decoder = decoder
    self.group = group
  }

  /// `zbar@v2-m/upright`, as `harness gate acknowledge` takes it.
  public var description: String { "\(decoder)@\(group)" }
}

/// The reason a baseline is inconsistent: someone edited it, or two were merged.
public struct BaselineDamage: Error, Hashable, CustomStringConvertible {
  /// The problem and its place.
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}

extension Baseline {
  /// Checks that all parts are consistent, so that later code need not check again.
  ///
  /// - Throws: ``BaselineDamage`` for the first problem found.
  public func check() throws(BaselineDamage) {
    try Self.refuseTwice(corpus.groups.map(\.id), "group")
    try Self.refuseTwice(decoders.map(\.label), "decoder")
    for group in corpus.groups where group.cellHashes.count != corpus.levels.count {
      throw BaselineDamage(
        "group \(group.id) has \(group.cellHashes.count) hashes for \(corpus.levels.count) levels")
    }
    for entry in decoders {
      try Self.refuseTwice(entry.groups.map(\.group), "group of decoder \(entry.label)")
      for curve in entry.groups { try check(curve, of: entry.label) }
    }
    for acknowledgement in acknowledged where acknowledgement.classes.isEmpty {
      throw BaselineDamage("the acknowledgement of \(acknowledgement.cell) names no class")
    }
  }

  private func check(_ curve: Curve, of decoder: String) throws(BaselineDamage) {
    let place = "\(decoder)@\(curve.group)"
    guard let group = corpus.groups.first(where: { $0.id == curve.group }) else {
      throw BaselineDamage("\(place): the corpus has no group \(curve.group)")
    }
    guard curve.levels.map(\.level) == corpus.levels else {
      throw BaselineDamage("\(place): its levels are not those of the corpus")
    }
    for level in curve.levels where level.trials.count != group.trials {
      throw BaselineDamage(
        "\(place): \(level.trials.count) outcomes at \(level.level), and the group has "
          + "\(group.trials) trials")
    }
    for (level, trials) in curve.phantoms ?? [:] {
      guard corpus.levels.contains(where: { $0.text == level }),
        trials.allSatisfy((0..<group.trials).contains)
      else {
        throw BaselineDamage(
          "\(place): the corpus has no such level or trial as its phantoms at \(level)")
      }
    }
  }

  private static func refuseTwice(_ names: [String], _ noun: String) throws(BaselineDamage) {
    var seen: Set<String> = []
    for name in names where !seen.insert(name).inserted {
      throw BaselineDamage("the \(noun) \(name) is listed twice")
    }
  }
}

/// A median time with its 99 % interval, in milliseconds.
public struct TypicalLatency: Hashable, Sendable, Codable {
  /// The median (nearest rank, as in score tables).
  public var median: Double
  /// Lower end of its 99 % interval, an order statistic.
  public var lower: Double
  /// Upper end of its 99 % interval, an order statistic.
  public var upper: Double
  /// The number of decodes behind it.
  public var decodes: Int

  package init(median: Double, lower: Double, upper: Double, decodes: Int) {
    (self.median, self.lower, self.upper, self.decodes) = (median, lower, upper, decodes)
  }

  /// Computes the median of a sample of times.
  ///
  /// The interval is distribution-free; see ``PairedLatency/orderStatisticRank(_:confidence:)``.
  ///
  /// - Parameter nanoseconds: The times, in any order.
  /// - Returns: `nil` for fewer than 8 times, which cannot bound a median at 99 %.
  public init?(nanoseconds: [Float]) {
    let sorted = nanoseconds.sorted()
    let rank = PairedLatency.orderStatisticRank(sorted.count, confidence: 0.99)
    guard rank > 0 else { return nil }
    func milliseconds(_ index: Int) -> Double { Double(sorted[index]) / 1e6 }
    median = milliseconds(NearestRank.index(of: 0.5, in: sorted.count))
    lower = milliseconds(rank - 1)
    upper = milliseconds(sorted.count - rank)
    decodes = sorted.count
  }
}
