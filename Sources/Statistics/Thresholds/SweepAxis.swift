#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The scale on which a sweep is averaged and interpolated.
///
/// Estimates work on positions: u = x or u = ln x. Map levels with ``positions(of:)`` before an
/// estimate and its results back with ``value(at:)``.
public enum SweepAxis: String, Hashable, Sendable, Codable {
  /// Positions are the values themselves.
  case linear
  /// Positions are natural logarithms, for levels spaced by ratio.
  case logarithmic = "log"

  /// The position of a value; `-.infinity` for values of 0 and less on a logarithmic axis.
  public func position(of x: Double) -> Double {
    switch self {
    case .linear: x
    case .logarithmic: x > 0 ? log(x) : -.infinity
    }
  }

  /// The value at a position. Infinite positions mean "beyond the range" and stay infinite.
  public func value(at position: Double) -> Double {
    guard position.isFinite else { return position }
    return self == .linear ? position : exp(position)
  }

  /// Converts an interval's ends from positions to values.
  public func values(of interval: Interval) -> Interval {
    Interval(lower: value(at: interval.lower), upper: value(at: interval.upper))
  }

  /// Returns the levels with positions in place of values.
  public func positions(of levels: [LevelCount]) -> [LevelCount] {
    levels.map { LevelCount(x: position(of: $0.x), reads: $0.reads, trials: $0.trials) }
  }
}
