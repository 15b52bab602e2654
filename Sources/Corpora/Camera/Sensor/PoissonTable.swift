/// Random counts with a Poisson distribution of small mean, from table look-ups alone.
///
/// There is a table for each eighth of an electron. What is left of a mean has a count of its own,
/// the two counts' sum being distributed as one count of the sum of their means.
package struct PoissonTable: Sendable {
  /// The largest mean: above it a normal distribution does.
  package static let largestMean: Float = 32

  /// The one table; made at first use.
  package static let shared = PoissonTable()

  private static let perElectron = 8
  /// Counts that a table distinguishes; a mean of 32 passes 95 once in 10¹⁸.
  private static let counts = 96

  /// For each mean, the probability of each count or a smaller one, times 2³².
  private let thresholds: [UInt32]
  /// For each mean and each 64th of the probabilities, the count at which the search begins.
  private let guides: [UInt8]

  private static let guidesPerMean = 64

  private init() {
    let means = 0...Int(Self.largestMean) * Self.perElectron
    // e^(−1/8): its powers begin the rows.
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
      // Where every search ends: no place is this far out.
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
    // The word's low half is for the table, its high end for the rest.
    let place = min(UInt32(truncatingIfNeeded: bits), .max - 1)
    return counted(step, at: place) + Self.few(mean: rest, at: Float(bits >> 40) * 0x1p-24)
  }

  /// The count of a table at a place among 2³².
  @inline(__always)
  private func counted(_ step: Int, at place: UInt32) -> Int {
    let row = step * Self.counts
    return thresholds.withUnsafeBufferPointer { thresholds in
      var count = Int(guides[step * Self.guidesPerMean + Int(place >> 26)])
      // Two steps, taken or not, are cheaper than a processor's wrong guess at how many there are.
      count += place >= thresholds[row + count] ? 1 : 0
      count += place >= thresholds[row + count] ? 1 : 0
      while place >= thresholds[row + count] { count += 1 }
      return count
    }
  }

  /// The count of a mean below an eighth at a place in [0, 1); more than 3 come once in 10⁵ at
  /// most.
  @inline(__always)
  private static func few(mean: Float, at place: Float) -> Int {
    // e^(−mean), to the last of the place's 24 bits.
    let fourth = 1 - mean / 4 * (1 - mean / 5)
    let none = 1 - mean * (1 - mean / 2 * (1 - mean / 3 * fourth))
    if place < none { return 0 }
    let one = none * (1 + mean)
    if place < one { return 1 }
    return place < one + none * mean * mean / 2 ? 2 : 3
  }
}
