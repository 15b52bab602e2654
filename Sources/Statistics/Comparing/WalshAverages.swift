/// The n (n + 1)/2 averages (d_i + d_j)/2, i ≤ j, of a sample, which are never all stored.
struct WalshAverages {
  private let sorted: [Double]

  /// - Precondition: The values are finite, ascending and not empty.
  init(_ sorted: [Double]) {
    self.sorted = sorted
  }

  /// The number of averages.
  var count: Int { sorted.count * (sorted.count + 1) / 2 }

  /// The exact median of the averages.
  var median: Double {
    count % 2 == 1
      ? smallest(count / 2 + 1) : (smallest(count / 2) + smallest(count / 2 + 1)) / 2
  }

  /// The k-th smallest average, k from 1, by bisection over all ordered doubles in 64 counts.
  private func smallest(_ k: Int) -> Double {
    var below = Self.order(sorted[0]) - 1
    var atMost = Self.order(sorted[sorted.count - 1])
    while atMost > below + 1 {
      // Each half is added separately, because the sum of two orders can overflow.
      let middle = (below >> 1) + (atMost >> 1) + (below & atMost & 1)
      if count(atMost: Self.value(middle)) >= k { atMost = middle } else { below = middle }
    }
    return Self.value(atMost)
  }

  /// The number of averages that are at most a value, found in one pass with two indices.
  private func count(atMost value: Double) -> Int {
    var count = 0
    var j = sorted.count - 1
    for i in sorted.indices {
      while j >= i, (sorted[i] + sorted[j]) / 2 > value { j -= 1 }
      if j < i { break }
      count += j - i + 1
    }
    return count
  }

  /// The rank of a double among all doubles, as an integer; neighbouring doubles differ by 1.
  private static func order(_ value: Double) -> Int64 {
    let bits = Int64(bitPattern: value.bitPattern)
    return bits >= 0 ? bits : Int64.min - bits
  }

  private static func value(_ order: Int64) -> Double {
    Double(bitPattern: UInt64(bitPattern: order >= 0 ? order : Int64.min - order))
  }
}
