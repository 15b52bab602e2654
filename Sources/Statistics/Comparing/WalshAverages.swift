/// The averages (d_i + d_j)/2, i ≤ j, of a sample: n (n + 1)/2 of them, never written out.
struct WalshAverages {
  private let sorted: [Double]

  /// - Precondition: Finite, ascending and not empty.
  init(_ sorted: [Double]) {
    self.sorted = sorted
  }

  /// How many there are.
  var count: Int { sorted.count * (sorted.count + 1) / 2 }

  /// Their median, exactly.
  var median: Double {
    count % 2 == 1
      ? smallest(count / 2 + 1) : (smallest(count / 2) + smallest(count / 2 + 1)) / 2
  }

  /// The k-th smallest, k from 1: halves the ordered set of all doubles, which takes 64 counts.
  private func smallest(_ k: Int) -> Double {
    var below = Self.order(sorted[0]) - 1
    var atMost = Self.order(sorted[sorted.count - 1])
    while atMost > below + 1 {
      // Halves added apart: the sum of two orders can overflow.
      let middle = (below >> 1) + (atMost >> 1) + (below & atMost & 1)
      if count(atMost: Self.value(middle)) >= k { atMost = middle } else { below = middle }
    }
    return Self.value(atMost)
  }

  /// How many averages are at most a value: one pass with two ends.
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

  /// Doubles in the order of their values, as integers next to each other.
  private static func order(_ value: Double) -> Int64 {
    let bits = Int64(bitPattern: value.bitPattern)
    return bits >= 0 ? bits : Int64.min - bits
  }

  private static func value(_ order: Int64) -> Double {
    Double(bitPattern: UInt64(bitPattern: order >= 0 ? order : Int64.min - order))
  }
}
