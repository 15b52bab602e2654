import Statistics

/// The verdicts on all documented minima of a corpus.
public struct ClaimTable: Hashable, Sendable, Codable {
  /// The probability that any verdict of the table is wrong, such as 0.05.
  public var alpha: Double
  /// The number of curves that claims are about: one for each decoder and group.
  public var curves: Int
  /// The trials that a level needs for a certificate at this number of curves, if all are read.
  public var trialsNeeded: Int
  /// The claims, in the corpus's order.
  public var claims: [ClaimScore]

  package init(alpha: Double, curves: Int, trialsNeeded: Int, claims: [ClaimScore]) {
    (self.alpha, self.curves) = (alpha, curves)
    (self.trialsNeeded, self.claims) = (trialsNeeded, claims)
  }
}

/// The verdicts on one claim.
public struct ClaimScore: Hashable, Sendable, Codable {
  /// The claim's name; see ``CorpusRecord/claims``.
  public var name: String
  /// The verdict for each decoder that reads some of the symbols, in the table's order.
  public var decoders: [DecoderClaim]

  package init(name: String, decoders: [DecoderClaim]) {
    (self.name, self.decoders) = (name, decoders)
  }
}

/// The verdict on a claim for one decoder.
public struct DecoderClaim: Hashable, Sendable, Codable {
  /// The decoder's name in tables.
  public var decoder: String
  /// The verdict over all its groups: the worst that is certain; see ``ClaimVerdict/joint(_:)``.
  public var verdict: ClaimVerdict
  /// Each group that the decoder supports.
  public var groups: [GroupClaim]

  package init(decoder: String, groups: [GroupClaim]) {
    (self.decoder, self.groups) = (decoder, groups)
    verdict = ClaimVerdict.joint(groups.map(\.verdict))
  }
}

/// The verdict on a claim for one decoder in one group.
public struct GroupClaim: Hashable, Sendable, Codable {
  /// `recipe/condition`.
  public var group: String
  /// The level that the claim was tested at.
  public var level: Level
  public var verdict: ClaimVerdict
  /// The largest level shown to fail; `nil` if none was.
  public var fails: Double?
  /// The level from which on the decoder is reliable; `nil` if none is certified.
  public var holds: Double?
  /// The decode rate at the level, with its exact 95 % interval; `nil` if nothing was tried.
  public var rate: Estimate?
  /// The evidence against the claim where it is too optimistic.
  public var counterexample: Counterexample?

  package init(
    group: String, level: Level, verdict: ClaimVerdict, fails: Double?, holds: Double?,
    rate: Estimate?, counterexample: Counterexample?
  ) {
    (self.group, self.level, self.verdict) = (group, level, verdict)
    (self.fails, self.holds) = (fails, holds)
    (self.rate, self.counterexample) = (rate, counterexample)
  }
}

/// The verdict on a documented minimum.
public enum ClaimVerdict: String, CaseIterable, Hashable, Sendable, Codable {
  /// The decoder keeps the promise from the claimed size on.
  case holds
  /// The decoder fails at the claimed size or at a larger one.
  case tooOptimistic = "too-optimistic"
  /// The decoder is reliable well below the claimed minimum.
  case tooStrict = "too-strict"
  /// The trials do not tell.
  case undecided

  /// Joins the verdicts of several groups into one on all of them.
  ///
  /// One group in which a claim fails refutes it. It is too strict only if it is so in every group.
  package static func joint(_ verdicts: [ClaimVerdict]) -> ClaimVerdict {
    if verdicts.contains(.tooOptimistic) { return .tooOptimistic }
    if verdicts.isEmpty || verdicts.contains(.undecided) { return .undecided }
    return verdicts.allSatisfy { $0 == .tooStrict } ? .tooStrict : .holds
  }
}

/// Levels at which a decoder breaks a promise, with what happened at the worst of them.
public struct Counterexample: Hashable, Sendable, Codable {
  /// The levels that break the promise, the smallest first; never empty.
  public var levels: [Level]
  /// The level of the lowest decode rate among them.
  public var worst: Level
  /// The counts of verdicts at the worst level.
  public var counts: Counts
  /// True if one of the levels is in an island, where harder levels are read better.
  public var isIsland: Bool
  /// The cause of the decoder's errors at these levels, where it had one alone.
  public var cause: String?

  package init(
    levels: [Level], worst: Level, counts: Counts, isIsland: Bool, cause: String?
  ) {
    (self.levels, self.worst, self.counts) = (levels, worst, counts)
    (self.isIsland, self.cause) = (isIsland, cause)
  }
}
