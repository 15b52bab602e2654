/// A grid node: a midpoint and a scale with their prior.
package struct CurveNode: Hashable, Sendable {
  /// m, the midpoint in the sweep's unit.
  package var midpoint: Double
  /// s, the width in the sweep's unit; positive.
  package var scale: Double
  /// The logarithm of the prior weight, up to a constant.
  package var logPrior: Double

  /// Makes a node, by default with the same prior as every other one.
  package init(midpoint: Double, scale: Double, logPrior: Double = 0) {
    self.midpoint = midpoint
    self.scale = scale
    self.logPrior = logPrior
  }
}
