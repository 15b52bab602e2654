/// The Pareto front of decoders by threshold and latency (Pareto, Manuale di economia politica, 1906).
public enum Pareto {
  /// One decoder's two costs; smaller is better in both.
  public struct Point: Hashable, Sendable {
    /// Its threshold; infinite if it has none.
    public var threshold: Double
    /// Its latency, in any unit.
    public var latency: Double

    /// Makes a point; NaN becomes infinity, the worst value.
    public init(threshold: Double, latency: Double) {
      self.threshold = threshold.isNaN ? .infinity : threshold
      self.latency = latency.isNaN ? .infinity : latency
    }
  }

  /// Returns true for each point on the front: no other point is better in both.
  ///
  /// A point that ties in one of the two is not dominated, so equal points are on the front
  /// together.
  public static func front(_ points: [Point]) -> [Bool] {
    points.map { point in
      !points.contains { $0.threshold < point.threshold && $0.latency < point.latency }
    }
  }
}
