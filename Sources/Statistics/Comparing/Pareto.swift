/// Which decoders are worth having when both threshold and latency matter.
public enum Pareto {
  /// One decoder's two costs; smaller is better in both.
  public struct Point: Hashable, Sendable {
    /// Its threshold; infinite when it has none.
    public var threshold: Double
    /// Its latency, in any unit.
    public var latency: Double

    /// Makes a point; NaN becomes infinite, the worst that can be.
    public init(threshold: Double, latency: Double) {
      self.threshold = threshold.isNaN ? .infinity : threshold
      self.latency = latency.isNaN ? .infinity : latency
    }
  }

  /// Whether each point is on the front: no other one is better in both.
  ///
  /// A tie in one of the two is not worse, so equal points are on the front together.
  public static func front(_ points: [Point]) -> [Bool] {
    points.map { point in
      !points.contains { $0.threshold < point.threshold && $0.latency < point.latency }
    }
  }
}
