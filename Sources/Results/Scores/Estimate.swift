/// A number with its 95 % interval.
public struct Estimate: Hashable, Sendable, Codable {
  /// The number.
  public var value: Double
  /// Lower end of the interval.
  public var lower: Double
  /// Upper end of the interval.
  public var upper: Double
  /// True for a mean threshold where nothing was read: the true one lies beyond the value, which is the
  /// easiest level; `nil` for no.
  public var isBeyond: Bool?

  package init(value: Double, lower: Double, upper: Double, isBeyond: Bool? = nil) {
    (self.value, self.lower, self.upper) = (value, lower, upper)
    self.isBeyond = isBeyond
  }
}

extension Estimate {
  /// Returns the equal-weight mean of estimates from independent samples.
  ///
  /// - Precondition: There is at least one.
  package static func mean(of parts: [Estimate]) -> Estimate {
    let count = Double(parts.count)
    let value = parts.reduce(0) { $0 + $1.value } / count
    let squares = parts.reduce(0) { sum, part in
      let half = (part.upper - part.lower) / 2
      return sum + half * half
    }
    let halfWidth = squares.squareRoot() / count
    return Estimate(
      value: value, lower: value - halfWidth, upper: value + halfWidth,
      isBeyond: parts.allSatisfy { $0.isBeyond == true } ? true : nil)
  }
}

/// The two ends of an interval.
public struct Bounds: Hashable, Sendable, Codable {
  /// Lower end.
  public var lower: Double
  /// Upper end.
  public var upper: Double

  package init(lower: Double, upper: Double) {
    self.lower = lower
    self.upper = upper
  }
}
