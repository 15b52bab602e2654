/// The sweep value at which a decode-rate curve crosses a rate.
///
/// There are two answers. An interval that assumes no more than a rising curve is always there; the
/// model's crossing is there only where the model may be shown.
public struct CrossingScore: Hashable, Sendable, Codable {
  /// The decode rate, an absolute probability: 0.5, 0.9 or 0.95.
  public var rate: Double
  /// The end of the 95 % likelihood-ratio interval towards the harder levels; `nil` where nothing
  /// bounds it. The interval assumes a curve that never falls as levels get easier.
  public var hard: Double?
  /// The end towards the easier levels of the same interval; `nil` where nothing bounds it.
  public var easy: Double?
  /// The logistic model's crossing.
  public var model: ModelCrossing
}

/// The sweep value at which the logistic curve with a lapse rate crosses a rate, or the reason it
/// is not shown.
public struct ModelCrossing: Hashable, Sendable, Codable {
  /// The kind of answer.
  public enum Kind: String, Hashable, Sendable, Codable {
    /// It crosses at `value`.
    case at
    /// It is already above the rate at the hardest level, which is `value`.
    case beyondHardest = "beyond-hardest"
    /// It is still below the rate at the easiest level, which is `value`.
    case beyondEasiest = "beyond-easiest"
    /// It levels off at or below the rate; `asymptote` is the rate at which it does.
    case levelsOff = "levels-off"
    /// There is nothing to show; `reason` gives the reason.
    case hidden
  }

  /// The kind of answer.
  public var kind: Kind
  /// The crossing, or the level beyond which it lies.
  public var value: Double?
  /// End of the 95 % interval towards the harder levels; `nil` where nothing bounds it.
  public var hard: Double?
  /// End of the 95 % interval towards the easier levels; `nil` where nothing bounds it.
  public var easy: Double?
  /// The rate at which the curve levels off, if it does so too early.
  public var asymptote: Double?
  /// The reason there is nothing to show, in words.
  public var reason: String?
}
