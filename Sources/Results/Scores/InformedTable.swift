import Statistics

/// The pixels' own threshold as far as the informed reader shows it, and each decoder's distance to it.
///
/// The reader knows everything but the data and is never ranked. It is a constructive bound: what it
/// reads can be read; what it does not read need not be impossible.
public struct InformedTable: Hashable, Sendable, Codable {
  /// The covered groups, in the corpus's order.
  public var groups: [InformedGroup]
  /// The groups that the reader has no model of.
  public var uncovered: [InformedGap]

  package init(groups: [InformedGroup], uncovered: [InformedGap]) {
    (self.groups, self.uncovered) = (groups, uncovered)
  }

  /// A group that is not covered.
  public struct InformedGap: Hashable, Sendable, Codable {
    /// `recipe/condition`.
    public var group: String
    /// The reason, as a code.
    public var reason: String

    package init(group: String, reason: String) { (self.group, self.reason) = (group, reason) }
  }
}

/// The informed reader in one group.
public struct InformedGroup: Hashable, Sendable, Codable {
  /// `recipe/condition`.
  public var group: String
  /// The levels from the smallest value up; those beyond the corpus's sweep are among them.
  public var levels: [InformedLevel]
  /// The mean threshold over these levels; `nil` for a sweep without an order.
  public var meanThreshold: Estimate?
  /// True if the hardest level is still read, so that the threshold lies beyond its estimate.
  public var isBeyond: Bool
  /// The failure threshold.
  public var threshold: ThresholdScore
  /// Mean CPU time for an image at the corpus's own levels, in milliseconds.
  public var milliseconds: Double
  /// Each decoder that reads the group, in the table's order.
  public var headrooms: [Headroom]

  package init(
    group: String, levels: [InformedLevel], meanThreshold: Estimate?, isBeyond: Bool,
    threshold: ThresholdScore, milliseconds: Double, headrooms: [Headroom]
  ) {
    (self.group, self.levels, self.meanThreshold) = (group, levels, meanThreshold)
    (self.isBeyond, self.threshold) = (isBeyond, threshold)
    (self.milliseconds, self.headrooms) = (milliseconds, headrooms)
  }
}

/// The informed reader at one level.
public struct InformedLevel: Hashable, Sendable, Codable {
  /// The level as it is written in samples' keys.
  public var level: String
  /// Images tried.
  public var tried: Int
  /// Images read.
  public var read: Int

  package init(level: String, tried: Int, read: Int) {
    (self.level, self.tried, self.read) = (level, tried, read)
  }

  /// The decode rate, 0 to 1, with its exact interval.
  public var rate: Estimate {
    let interval = Binomial.clopperPearson(reads: read, trials: tried)
    return Estimate(
      value: Double(read) / Double(max(tried, 1)), lower: interval.lower, upper: interval.upper)
  }
}

/// A decoder's distance to the informed reader, in one group.
public struct Headroom: Hashable, Sendable, Codable {
  /// The decoder's name in tables.
  public var decoder: String
  /// The ratio of the two mean thresholds, the harder to reach above: 1.8 means that the informed
  /// reader goes on to modules 1.8 times smaller, or to 1.8 times the noise; `nil` where a threshold is
  /// 0 or missing.
  public var ratio: Estimate?
  /// True if the ratio is larger: the informed reader still reads at the hardest level that could be drawn, or
  /// the decoder fails at the corpus's easiest.
  public var isAtLeast: Bool
  /// True if the ratio is smaller: the decoder still reads at the corpus's hardest level. If both are true,
  /// there is no ratio.
  public var isAtMost: Bool
  /// Images that both tried.
  public var pairs: Int
  /// Those of them that only the informed reader read.
  public var onlyInformed: Int
  /// Those of them that only the decoder read.
  public var onlyDecoder: Int
  /// Two-sided p-value of McNemar's exact test, after Holm's correction over all of the table's pairs.
  public var adjustedP: Double

  package init(
    decoder: String, ratio: Estimate?, isAtLeast: Bool, isAtMost: Bool, pairs: Int,
    onlyInformed: Int, onlyDecoder: Int, adjustedP: Double
  ) {
    (self.decoder, self.ratio) = (decoder, ratio)
    (self.isAtLeast, self.isAtMost) = (isAtLeast, isAtMost)
    (self.pairs, self.onlyInformed, self.onlyDecoder) = (pairs, onlyInformed, onlyDecoder)
    self.adjustedP = adjustedP
  }

  /// True if the decoder reads significantly more than the informed reader: the bound is then loose
  /// there.
  public var beatsTheBound: Bool { adjustedP <= 0.05 && onlyDecoder > onlyInformed }
}
