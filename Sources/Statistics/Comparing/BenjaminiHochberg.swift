/// The false-discovery-rate adjustment, for lists that are explored rather than decided on.
public enum BenjaminiHochberg {
  /// Benjamini and Hochberg's step-up adjustment (JRSS B 57, 1995), in input order.
  ///
  /// Values outside 0…1 are treated as by ``Holm/adjust(_:)``.
  public static func adjust(_ pValues: [Double]) -> [Double] {
    let p = pValues.map(Holm.sane)
    var adjusted = p
    var smallest = 1.0
    for (rank, index) in p.indices.sorted(by: { p[$0] < p[$1] }).enumerated().reversed() {
      smallest = min(smallest, Double(p.count) / Double(rank + 1) * p[index])
      adjusted[index] = smallest
    }
    return adjusted
  }
}
