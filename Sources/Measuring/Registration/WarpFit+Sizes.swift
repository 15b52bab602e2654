extension WarpFit {
  /// The part of the correction of a size that the bend's polynomial may miss, in the middle and at the ends.
  private static let missed = (middle: 0.1, ends: 0.25)

  /// The module sizes of the bent symbol.
  ///
  /// - Parameter rest: The standard errors of sizes along the axes that come of shifts which were not fitted.
  func moduleSize(_ rest: SIMD2<Double>) -> ModuleSize {
    let pattern = registration.pattern
    let (columns, rows) = (Double(pattern.columns), Double(pattern.rows))
    func value(
      _ missed: Double, _ rest: Double, _ figure: (Registration) -> Double
    ) -> MeasuredValue {
      var flat = registration
      flat.warp = nil
      let value = figure(registration)
      let correction = value - figure(flat)
      let statistical = standardError(of: figure)
      let (missed, rest) = (missed * correction, rest * value)
      return MeasuredValue(
        value,
        standardError: (statistical * statistical + missed * missed + rest * rest).squareRoot())
    }
    func sizes(_ registration: Registration) -> [Double] {
      (0...24).flatMap { index -> [Double] in
        let there = registration.derivatives(
          Double(index % 5) / 4 * columns, Double(index / 5) / 4 * rows)
        return [there.across, there.down]
      }
    }
    return ModuleSize(
      across: value(Self.missed.middle, rest.x) { $0.middleDerivatives.across },
      down: value(Self.missed.middle, rest.y) { $0.middleDerivatives.down },
      smallest: value(Self.missed.ends, 2 * rest.max()) { sizes($0).min() ?? 0 },
      largest: value(Self.missed.ends, 2 * rest.max()) { sizes($0).max() ?? 0 })
  }
}
