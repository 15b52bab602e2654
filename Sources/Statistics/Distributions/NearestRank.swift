/// Quantiles by nearest rank: the smallest value that at least a share of the values do not exceed.
///
/// Definition 1 of Hyndman and Fan, The American Statistician 50 (1996).
package enum NearestRank {
  /// Returns the index of the quantile among sorted values.
  ///
  /// - Precondition: 0 < share ≤ 1, and there is at least one value.
  package static func index(of share: Double, in count: Int) -> Int {
    Int((Double(count) * share).rounded(.up)) - 1
  }

  /// Returns the quantile of unsorted values.
  ///
  /// Hoare's selection (Communications of the ACM 4, 1961), which reorders the values. O(n) on average; the pivot is a median of three,
  /// so that sorted values are not a bad case.
  ///
  /// - Precondition: 0 < share ≤ 1. Not NaN.
  /// - Returns: `nil` without values.
  package static func quantile(_ share: Double, of values: inout [Float]) -> Float? {
    guard !values.isEmpty else { return nil }
    let rank = index(of: share, in: values.count)
    return values.withUnsafeMutableBufferPointer { select(rank, $0) }
  }

  private static func select(_ rank: Int, _ values: UnsafeMutableBufferPointer<Float>) -> Float {
    var low = 0
    var high = values.count - 1
    while low < high {
      let middle = values[low + (high - low) / 2]
      let pivot = max(
        min(values[low], middle), min(max(values[low], middle), values[high]))
      var i = low
      var j = high
      while i <= j {
        while values[i] < pivot { i += 1 }
        while values[j] > pivot { j -= 1 }
        if i <= j {
          values.swapAt(i, j)
          i += 1
          j -= 1
        }
      }
      if rank <= j {
        high = j
      } else if rank >= i {
        low = i
      } else {
        return values[rank]
      }
    }
    return values[rank]
  }
}
