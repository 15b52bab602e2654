/// A midpoint and a scale with their prior.
package struct CurveNode: Hashable, Sendable {
  /// m.
  package var midpoint: Double
  /// s; positive.
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
