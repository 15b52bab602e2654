/// Random counts with a Poisson distribution of small mean, from table look-ups alone.
///
/// There is one table for each eighth of an electron. The rest of a mean gets a count of its own:
/// the sum of the two counts is distributed as one count of the sum of the means.
package struct PoissonTable: Sendable {
  /// The largest mean; above it, a normal distribution is used.
  package static let largestMean: Float = 32

  /// The one table; made at first use.
  package static let shared = PoissonTable()

  private static let perElectron = 8
  /// Number of counts in a table; a count with a mean of 32 exceeds 95 once in 10¹⁸.
  private static let counts = 96

  /// For each mean, the cumulative probability of each count, times 2³².
  private let thresholds: [UInt32]
  /// For each mean and each 64th of the probabilities, the count at which the search begins.
  private let guides: [UInt8]

  private static let guidesPerMean = 64

  private init() {
    let means = 0...Int(Self.largestMean) * Self.perElectron
    // e^(−1/8); each row begins with a power of it.
    let decay = 0.882_496_902_584_595_4
    var none = 1.0
    var thresholds: [UInt32] = []
    thresholds.reserveCapacity(means.count * Self.counts)
    for step in means {
      let mean = Double(step) / Double(Self.perElectron)
      var probability = none
      var sum = 0.0
      for count in 0..<Self.counts {
        sum += probability
        thresholds.append(UInt32(min(sum * 0x1p32, 0x1p32 - 1)))
        probability *= mean / Double(count + 1)
      }
      // Every search ends here: no place is larger.
      thresholds[thresholds.count - 1] = .max
      none *= decay
    }
    self.thresholds = thresholds
    guides = means.flatMap { step in
      let row = thresholds[step * Self.counts..<(step + 1) * Self.counts]
      return (0..<Self.guidesPerMean).map { part in
        let place = UInt32(part) << 26
        return UInt8(row.prefix { $0 <= place }.count)
      }
    }
  }

  /// Draws a count.
  ///
  /// - Precondition: `mean` is 0 to ``largestMean``.
  @inline(__always)
  package func draw(mean: Float, from generator: inout Xoshiro256) -> Int {
    let bits = generator.next()
    let step = Int(mean * Float(Self.perElectron))
    let rest = mean - Float(step) / Float(Self.perElectron)
    // The low half of the word is used for the table, its high end for the rest.
    let place = min(UInt32(truncatingIfNeeded: bits), .max - 1)
    return counted(step, at: place) + Self.few(mean: rest, at: Float(bits >> 40) * 0x1p-24)
  }

  /// The count of a table for a place in [0, 2³²).
  @inline(__always)
  private func counted(_ step: Int, at place: UInt32) -> Int {
    let row = step * Self.counts
    return thresholds.withUnsafeBufferPointer { thresholds in
      var count = Int(guides[step * Self.guidesPerMean + Int(place >> 26)])
      // Two unconditional steps are cheaper than a mispredicted branch.
      count += place >= thresholds[row + count] ? 1 : 0
      count += place >= thresholds[row + count] ? 1 : 0
      while place >= thresholds[row + count] { count += 1 }
      return count
    }
  }

  /// The count for a mean below an eighth at a place in [0, 1). More than 3 occurs once in 10⁵ at
  /// most.
  @inline(__always)
  private static func few(mean: Float, at place: Float) -> Int {
    // e^(−mean), accurate to the last of the 24 bits of the place.
    let fourth = 1 - mean / 4 * (1 - mean / 5)
    let none = 1 - mean * (1 - mean / 2 * (1 - mean / 3 * fourth))
    if place < none { return 0 }
    let one = none * (1 + mean)
    if place < one { return 1 }
    return place < one + none * mean * mean / 2 ? 2 : 3
  }
}
