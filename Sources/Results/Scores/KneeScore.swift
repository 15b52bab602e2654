/// The knee of a sweep over resolutions: where more pixels bring no more reads.
public struct KneeScore: Hashable, Sendable, Codable {
  /// One resolution.
  public struct Step: Hashable, Sendable, Codable {
    /// The resolution as the corpus writes it, in megapixels.
    public var level: String
    /// The decode rate there, 0 to 1; `nil` where nothing was tried.
    public var rate: Double?
    /// The median of the times of all answers there, in milliseconds; `nil` without an answer.
    public var median: Double?
    /// The time there as a multiple of the time at the knee: the median ratio over scenes that were
    /// answered at both; `nil` for fewer than 6.
    public var timeRatio: Estimate?

    package init(level: String, rate: Double?, median: Double?, timeRatio: Estimate? = nil) {
      (self.level, self.rate, self.median, self.timeRatio) = (level, rate, median, timeRatio)
    }
  }

  /// The smallest resolution whose decode rate is not significantly below that of ``best``.
  public var level: String
  /// The resolution with the highest decode rate, the smallest of several.
  public var best: String
  /// Every resolution, the smallest first.
  public var steps: [Step]

  package init(level: String, best: String, steps: [Step]) {
    (self.level, self.best, self.steps) = (level, best, steps)
  }
}
