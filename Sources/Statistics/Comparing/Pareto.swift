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

  /// Returns true for each point on the front: no other point is as good in both and better in one.
  ///
  /// Ties are no members: of points with one threshold the quickest stands, of points with one
  /// latency the best, and of equal points the first.
  public static func front(_ points: [Point]) -> [Bool] {
    points.enumerated().map { index, point in
      !points.enumerated().contains { otherIndex, other in
        other.threshold <= point.threshold && other.latency <= point.latency
          && (other != point || otherIndex < index)
      }
    }
  }
}
