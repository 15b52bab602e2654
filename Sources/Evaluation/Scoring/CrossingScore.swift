/// Where a decode-rate curve crosses a rate.
///
/// Two answers side by side: an interval that assumes no more than a rising curve, always there, and
/// the model's, where the model may be shown.
public struct CrossingScore: Hashable, Sendable, Codable {
  /// The rate, an absolute probability: 0.5, 0.9 or 0.95.
  public var rate: Double
  /// The 95 % likelihood-ratio interval of a curve that never falls as levels get easier. Its end
  /// towards the harder levels; `nil` where nothing bounds it.
  public var hard: Double?
  /// Its end towards the easier levels; `nil` where nothing bounds it.
  public var easy: Double?
  /// The logistic model's crossing.
  public var model: ModelCrossing
}

/// Where the logistic curve with a lapse rate crosses a rate, or why that is not shown.
public struct ModelCrossing: Hashable, Sendable, Codable {
  /// What could be said.
  public enum Kind: String, Hashable, Sendable, Codable {
    /// It crosses at `value`.
    case at
    /// It is above the rate at the hardest level already, which `value` names.
    case beyondHardest = "beyond-hardest"
    /// It is below the rate at the easiest level still, which `value` names.
    case beyondEasiest = "beyond-easiest"
    /// It levels off at or below the rate: `asymptote` says where.
    case levelsOff = "levels-off"
    /// There is nothing to show; `reason` says why.
    case hidden
  }

  /// What could be said.
  public var kind: Kind
  /// The crossing, or the level beyond which it lies.
  public var value: Double?
  /// End of the 95 % interval towards the harder levels; `nil` where nothing bounds it.
  public var hard: Double?
  /// End of the 95 % interval towards the easier levels; `nil` where nothing bounds it.
  public var easy: Double?
  /// The rate at which the curve levels off, if it does so too early.
  public var asymptote: Double?
  /// Why there is nothing to show, in words.
  public var reason: String?
}
