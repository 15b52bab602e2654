/// Measured values in order, with their quantiles.
struct Spread: Hashable, Sendable, Codable {
  /// The values, sorted; at least one.
  let values: [Double]

  /// Makes a spread; `nil` without values.
  init?(_ values: [Double]) {
    guard !values.isEmpty else { return nil }
    self.values = values.sorted()
  }

  /// The smallest value.
  var least: Double { values[0] }
  /// The largest value.
  var most: Double { values[values.count - 1] }
  /// The middle value.
  var median: Double { quantile(0.5) }

  /// The value below which a share of them lies, between neighbours in proportion (Hyndman and Fan's
  /// type 7).
  ///
  /// - Parameter share: From 0 to 1; clamped to it.
  func quantile(_ share: Double) -> Double {
    let place = min(max(share, 0), 1) * Double(values.count - 1)
    let lower = Int(place)
    guard lower + 1 < values.count else { return values[values.count - 1] }
    return values[lower] + (place - Double(lower)) * (values[lower + 1] - values[lower])
  }
}
