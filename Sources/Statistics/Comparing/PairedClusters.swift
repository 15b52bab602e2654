/// The outcomes of two decoders on the same samples, which may come in clusters that depend on each
/// other: the symbols of one image, the photos of one payload.
public struct PairedClusters: Sendable {
  /// Samples that only the first reads, outside clusters.
  private let losses: Int
  /// Samples that only the second reads, outside clusters.
  private let gains: Int
  private let singles: Int
  /// The number of clusters by their difference.
  private var differences: [Int: Int] = [:]
  private var clusters: [(difference: Int, pairs: Int)] = []

  /// Makes outcomes of independent samples; clusters are added.
  public init(losses: Int, gains: Int, pairs: Int) {
    (self.losses, self.gains, singles) = (losses, gains, pairs)
  }

  /// Adds a cluster: how many more of its samples the first reads than the second, and the number of
  /// its samples.
  public mutating func add(difference: Int, pairs: Int) {
    guard pairs > 0 else { return }
    differences[difference, default: 0] += 1
    clusters.append((difference, pairs))
  }

  /// The two-sided p-value of ``SignFlipTest``; without clusters, of ``McNemar``.
  public var p: Double {
    var all = differences
    all[1, default: 0] += losses
    all[-1, default: 0] += gains
    return SignFlipTest.exact(all)
  }

  /// Estimates the first one's rate less the second one's, −1 to 1.
  ///
  /// The interval is Tango's (1998). With clusters it is the wider of Tango's and that of the
  /// linearised ratio with Student's t (Cochran, Sampling Techniques, 1977, section 11.8).
  ///
  /// - Returns: `nil` without samples.
  /// - Precondition: 0 < confidence < 1.
  public func difference(
    confidence: Double = 0.95
  ) -> (value: Double, interval: Interval)? {
    let pairs = singles + clusters.reduce(0) { $0 + $1.pairs }
    let balance = losses - gains + clusters.reduce(0) { $0 + $1.difference }
    guard pairs > 0 else { return nil }
    let value = Double(balance) / Double(pairs)
    // Tango's interval is of the second one's rate less the first one's: the two change places.
    let first = losses + clusters.reduce(0) { $0 + max($1.difference, 0) }
    let second = gains + clusters.reduce(0) { $0 + max(-$1.difference, 0) }
    let tango = TangoInterval.difference(
      losses: second, gains: first, pairs: pairs, confidence: confidence)
    guard !clusters.isEmpty else { return (value, tango) }
    let half = halfWidth(value, pairs: pairs, confidence: confidence)
    return (
      value,
      Interval(
        lower: max(min(tango.lower, value - half), -1),
        upper: min(max(tango.upper, value + half), 1))
    )
  }

  private func halfWidth(_ value: Double, pairs: Int, confidence: Double) -> Double {
    let groups = Double(clusters.count + singles)
    guard groups > 1 else { return 2 }
    func square(_ x: Double) -> Double { x * x }
    var squares = Double(losses) * square(1 - value) + Double(gains) * square(1 + value)
    squares += Double(singles - losses - gains) * square(value)
    for cluster in clusters {
      squares += square(Double(cluster.difference) - value * Double(cluster.pairs))
    }
    let variance = squares * groups / (groups - 1) / square(Double(pairs))
    let t = Quantiles.studentTwoSided(confidence, degreesOfFreedom: clusters.count + singles - 1)
    return t * variance.squareRoot()
  }
}
