import Results

/// Decoders on the public split of a corpus and on a hidden one: who was tuned to the public images.
struct SplitReport: Hashable, Sendable, Codable {
  /// The version of this layout. A published version keeps its meaning; fields may be added.
  static let currentSchemaVersion = 1
  /// The level of the test, over all decoders together.
  static let alpha = 0.05

  /// The version of the layout.
  var schemaVersion = SplitReport.currentSchemaVersion
  /// The corpus, without its seeds.
  var samples: SplitSamples
  /// The hash that the hidden split was committed to by.
  var commitment: String
  /// The day of the commitment.
  var committedOn: CalendarDay
  /// The number that is compared.
  var measure: Measure
  /// The unit of a mean threshold; empty for rates.
  var unit: String
  /// Trials at each level of the public split, in the group that has the most.
  var publicTrials: Int
  /// The same of the hidden split.
  var hiddenTrials: Int
  /// The decoders, as the run has them.
  var decoders: [Entry]
  /// The machine, system and time of the hidden run.
  var provenance: Provenance

  /// The numbers that splits are compared by.
  enum Measure: String, CaseIterable, Hashable, Sendable, Codable {
    /// The mean threshold, on sweeps with an order.
    case meanThreshold = "mean-threshold"
    /// The decode rate over all levels alike, on sweeps without one.
    case rate
  }

  /// One decoder.
  struct Entry: Hashable, Sendable, Codable {
    /// The name in tables.
    var label: String
    /// The decoding library.
    var library: String
    /// The library's version.
    var version: String
    /// The comparison; `nil` if there is none.
    var gap: Gap?
    /// The reason for which there is none.
    var obstacle: Obstacle?
  }

  /// The reasons for which a decoder is not compared.
  enum Obstacle: String, CaseIterable, Hashable, Sendable, Codable {
    /// It reads none of the corpus's symbologies.
    case unsupported
    /// It is missing from one of the two runs.
    case absent
    /// Its code, version or options differ between the two runs.
    case otherDecoder = "other-decoder"
    /// Not all samples were tried.
    case untried
  }

  /// The comparison of one decoder's results.
  struct Gap: Hashable, Sendable, Codable {
    /// The result on the public split.
    var known: Double
    /// The result on the hidden split.
    var hidden: Double
    /// The amount by which the hidden result is worse, with its interval; below 0 if it is better.
    var worseBy: Estimate
    /// The one-sided p-value of being worse.
    var p: Double
    /// The p-value, Holm-adjusted over all decoders.
    var adjustedP: Double

    /// True if the decoder does significantly worse on images that it cannot have been tuned to.
    var isOverfitted: Bool { adjustedP <= SplitReport.alpha }

    private enum CodingKeys: String, CodingKey {
      case known = "public"
      case hidden, worseBy, p, adjustedP
    }
  }

  init(
    samples: SplitSamples, commitment: SplitCommitment, measure: Measure, unit: String,
    publicTrials: Int, hiddenTrials: Int, decoders: [Entry], provenance: Provenance
  ) {
    (self.samples, self.measure, self.unit) = (samples, measure, unit)
    (self.commitment, self.committedOn) = (commitment.sha256, commitment.committedOn)
    (self.publicTrials, self.hiddenTrials) = (publicTrials, hiddenTrials)
    (self.decoders, self.provenance) = (decoders, provenance)
  }

  /// The decoders that do significantly worse on the hidden split.
  var overfitted: [Entry] { decoders.filter { $0.gap?.isOverfitted == true } }
}
