import Statistics

/// A rate with a bound on either side, as files hold it.
public struct RateRecord: Hashable, Sendable, Codable {
  /// The estimate, 0 to 1; absent where nothing was observed that it could stand on.
  public var estimate: Double?
  /// The lower bound, 0 to 1.
  public var atLeast: Double
  /// The upper bound, 0 to 1.
  public var atMost: Double

  package init(_ rate: BoundedRate) {
    (estimate, atLeast, atMost) = (rate.estimate, rate.lower, rate.upper)
  }

  /// The answer to a limit, 0 to 1: true if the rate is shown to be at or below it, false if it is shown to
  /// be above it; `nil` if neither.
  package func isAtMost(_ limit: Double) -> Bool? {
    atMost <= limit ? true : atLeast > limit ? false : nil
  }
}
