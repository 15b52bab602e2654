/// One decoder's choice among the symbols of a group's images.
public struct SelectionScore: Hashable, Sendable, Codable {
  /// The outcomes at one level, each with its share of the images tried.
  public struct Level: Hashable, Sendable, Codable {
    /// The level as the corpus writes it.
    public var level: String
    /// Images tried.
    public var tried: Int
    /// The symbol that was aimed at, alone.
    public var target: Share
    /// One other symbol alone.
    public var wrongCode: Share
    /// Several symbols.
    public var several: Share
    /// Nothing.
    public var none: Share
    /// Readings without a place, among which nothing can be selected.
    public var cannotSelect: Share
    /// Misreads and errors.
    public var other: Share

    package init(
      level: String, tried: Int, target: Share, wrongCode: Share, several: Share, none: Share,
      cannotSelect: Share, other: Share
    ) {
      (self.level, self.tried, self.target, self.wrongCode) = (level, tried, target, wrongCode)
      (self.several, self.none, self.cannotSelect) = (several, none, cannotSelect)
      self.other = other
    }
  }

  /// A number of images with its share of those tried.
  public struct Share: Hashable, Sendable, Codable {
    /// The number of images.
    public var count: Int
    /// The share with its exact 95 % interval (Clopper–Pearson); `nil` where none was tried.
    public var rate: Estimate?

    package init(count: Int, rate: Estimate?) { (self.count, self.rate) = (count, rate) }
  }

  /// The radii to choose, for a sweep over them.
  public struct Recommendation: Hashable, Sendable, Codable {
    /// True if the target alone is shown to be selected more often than not at the best radius.
    public var isFound: Bool
    /// The radius with the largest share of targets, the smallest of several.
    public var best: String
    /// The smallest of the radii around the best one with a share that is not significantly below its.
    public var from: String
    /// The largest of them.
    public var to: String

    package init(isFound: Bool, best: String, from: String, to: String) {
      (self.isFound, self.best, self.from, self.to) = (isFound, best, from, to)
    }
  }

  /// True if nothing was ever selected, because no symbol that was read had a place.
  public var isBlind: Bool
  /// All levels together.
  public var total: Level
  /// Each level, in the order of the group's levels.
  public var levels: [Level]
  /// The radii to choose; `nil` where the sweep is over something else, and where the trials are too
  /// few to tell radii apart.
  public var recommendation: Recommendation?

  package init(
    isBlind: Bool, total: Level, levels: [Level], recommendation: Recommendation? = nil
  ) {
    (self.isBlind, self.total, self.levels) = (isBlind, total, levels)
    self.recommendation = recommendation
  }
}
