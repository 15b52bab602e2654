/// Measures of how well one order agrees with another.
public enum RankCorrelation {
  /// Returns Spearman's ρ (American Journal of Psychology 15, 1904), −1 to 1; ties share their mean rank.
  ///
  /// - Returns: `nil` for fewer than two pairs, and if all values of a side are equal.
  public static func spearman(_ x: [Double], _ y: [Double]) -> Double? {
    precondition(x.count == y.count, "values come in pairs")
    let (a, b) = (ranks(x), ranks(y))
    let mean = Double(x.count + 1) / 2
    var (ab, aa, bb) = (0.0, 0.0, 0.0)
    for (a, b) in zip(a, b) {
      ab += (a - mean) * (b - mean)
      aa += (a - mean) * (a - mean)
      bb += (b - mean) * (b - mean)
    }
    return aa > 0 && bb > 0 ? ab / (aa * bb).squareRoot() : nil
  }

  /// Returns the chance that a success has a higher forecast than a failure, ties counting half.
  ///
  /// The area under the receiver operating characteristic (Hanley and McNeil, Radiology 143, 1982).
  ///
  /// - Returns: `nil` unless there are successes and failures.
  public static func areaUnderCurve(_ forecasts: [Double], outcomes: [Bool]) -> Double? {
    precondition(forecasts.count == outcomes.count, "an outcome for each forecast")
    let successes = outcomes.count { $0 }
    let failures = outcomes.count - successes
    guard successes > 0, failures > 0 else { return nil }
    let sum = zip(ranks(forecasts), outcomes).reduce(0) { $0 + ($1.1 ? $1.0 : 0) }
    let least = Double(successes) * Double(successes + 1) / 2
    return (sum - least) / (Double(successes) * Double(failures))
  }

  /// The ranks from 1, equal values sharing their mean.
  static func ranks(_ values: [Double]) -> [Double] {
    let order = values.indices.sorted { values[$0] < values[$1] }
    var ranks = [Double](repeating: 0, count: values.count)
    var start = 0
    while start < order.count {
      var end = start
      while end + 1 < order.count, values[order[end + 1]] == values[order[start]] { end += 1 }
      for place in start...end { ranks[order[place]] = Double(start + end) / 2 + 1 }
      start = end + 1
    }
    return ranks
  }
}
