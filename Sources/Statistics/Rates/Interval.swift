/// A confidence interval. An end may be infinite: then the data do not bound that side.
public struct Interval: Hashable, Sendable {
  /// The lower end; `-.infinity` when nothing bounds it from below.
  public var lower: Double
  /// The upper end; `.infinity` when nothing bounds it from above.
  public var upper: Double

  /// Makes an interval from its ends.
  public init(lower: Double, upper: Double) {
    self.lower = lower
    self.upper = upper
  }

  /// The distance between the ends; infinite when either end is, and 0 when both are the same
  /// infinity.
  public var width: Double { lower == upper ? 0 : upper - lower }

  /// Returns true if a value lies in the interval; the ends belong to it.
  public func contains(_ value: Double) -> Bool { lower <= value && value <= upper }

  /// `centre ± halfWidth`.
  static func around(_ centre: Double, halfWidth: Double) -> Interval {
    Interval(lower: centre - halfWidth, upper: centre + halfWidth)
  }
}
