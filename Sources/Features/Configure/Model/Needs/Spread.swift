/// Measured values in order, with their quantiles.
public struct Spread: Hashable, Sendable, Codable {
  /// The values, sorted; at least one.
  public let values: [Double]

  /// Makes a spread; `nil` without values.
  public init?(_ values: [Double]) {
    guard !values.isEmpty else { return nil }
    self.values = values.sorted()
  }

  /// The smallest value.
  public var least: Double { values[0] }
  /// The largest value.
  public var most: Double { values[values.count - 1] }
  /// The middle value.
  public var median: Double { quantile(0.5) }

  /// The value below which a share of them lies, between neighbours in proportion (Hyndman and Fan's
  /// type 7).
  ///
  /// - Parameter share: From 0 to 1; clamped to it.
  public func quantile(_ share: Double) -> Double {
    let place = min(max(share, 0), 1) * Double(values.count - 1)
    let lower = Int(place)
    guard lower + 1 < values.count else { return values[values.count - 1] }
    return values[lower] + (place - Double(lower)) * (values[lower + 1] - values[lower])
  }
}
