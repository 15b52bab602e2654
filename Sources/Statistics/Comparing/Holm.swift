/// The family-wise adjustment of p-values, for many hypotheses tested at once.
public enum Holm {
  /// Holm's step-down adjustment (Scandinavian Journal of Statistics 6, 1979), in input order.
  ///
  /// Rejecting the hypotheses whose result is ≤ α keeps the probability of any false rejection at
  /// or below α. An empty array is a valid input. A value outside 0…1 is clamped; NaN, which no
  /// test here returns, counts as 1.
  public static func adjust(_ pValues: [Double]) -> [Double] {
    let p = pValues.map(sane)
    var adjusted = p
    var largest = 0.0
    for (rank, index) in p.indices.sorted(by: { p[$0] < p[$1] }).enumerated() {
      largest = max(largest, min(1, Double(p.count - rank) * p[index]))
      adjusted[index] = largest
    }
    return adjusted
  }

  static func sane(_ p: Double) -> Double { p.isNaN ? 1 : min(max(p, 0), 1) }
}
