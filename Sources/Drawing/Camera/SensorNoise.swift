import Base

/// The random noise of a sensor: shot noise, because electrons arrive one by one, and read noise.
///
/// A pixel that should collect n electrons collects a Poisson-distributed number of them. From 32
/// electrons on, this is approximated by a normal distribution of variance n (the neglected
/// skewness is below 0.18). Below 32, where a normal distribution could give negative counts, the
/// count is drawn exactly.
struct SensorNoise: Sendable {
  /// Grey levels per electron; 0 if the number of electrons is infinite.
  private let levelsPerElectron: Float
  /// The read noise's variance, in square grey levels.
  private let readVariance: Float
  /// The lowest grey level at which the normal distribution is used.
  private let firstNormalLevel: Float
  private let readDeviation: Float

  /// Makes the noise for the settings; `nil` if there is none.
  init?(_ settings: CameraSettings) {
    guard settings.isNoisy else { return nil }
    levelsPerElectron = Float(255 / settings[.photons])
    readDeviation = Float(settings[.readNoise])
    readVariance = readDeviation * readDeviation
    firstNormalLevel = levelsPerElectron * PoissonTable.largestMean
  }

  /// Adds noise to a row of signals, none of which is below 0.
  ///
  /// - Parameter deviates: Scratch of the row's length.
  func apply(
    to row: inout MutableSpan<Float>, deviates: inout MutableSpan<Float>,
    from generator: inout Xoshiro256
  ) {
    precondition(deviates.count == row.count, "one deviate per pixel")
    NormalTable.shared.fill(&deviates, from: &generator)
    if levelsPerElectron == 0 {
      for x in 0..<row.count { row[x] += readDeviation * deviates[x] }
      return
    }
    for x in 0..<row.count {
      let shotVariance = row[x] < firstNormalLevel ? 0 : row[x] * levelsPerElectron
      deviates[x] *= (shotVariance + readVariance).squareRoot()
    }
    countFew(&row, from: &generator)
    for x in 0..<row.count { row[x] += deviates[x] }
  }

  /// Replaces the signals of few electrons by drawn counts.
  private func countFew(_ row: inout MutableSpan<Float>, from generator: inout Xoshiro256) {
    let table = PoissonTable.shared
    // A local copy stays in registers; the caller's generator might overlap the row that is
    // written.
    var stream = generator
    defer { generator = stream }
    let electronsPerLevel = 1 / levelsPerElectron
    for x in 0..<row.count {
      // Both conditions in one test: the processor cannot predict, module by module, which pixels
      // are black.
      guard min(row[x], firstNormalLevel - row[x]) > 0 else { continue }
      let mean = min(row[x] * electronsPerLevel, PoissonTable.largestMean)
      row[x] = Float(table.draw(mean: mean, from: &stream)) * levelsPerElectron
    }
  }
}

/// Random numbers with the standard normal distribution, from table look-ups alone.
///
/// A draw is 0.6 a + 0.8 b with a and b from a table of 2 × 1024 quantiles. Its variance is exactly
/// 1 (0.36 + 0.64), its steps are far finer than the table's, and it reaches 4.9, whereas one
/// look-up ends at 3.5. Its distribution function is off by less than 2 × 10⁻⁴ everywhere. No sine,
/// logarithm or square root of the C library is used, because their last bits differ between
/// machines.
package struct NormalTable: Sendable {
  /// Quantiles above 0, at the middles of 1024 equally likely steps.
  private let quantiles: [Float]

  /// The one table; made at first use, in about a millisecond.
  package static let shared = NormalTable()

  private static let count = 1024

  private init() {
    // The middles of the steps leave out the width of the last tail. They are scaled so that their
    // mean square is 1.
    let raw = Self.rawQuantiles()
    let scale = (Double(Self.count) / raw.reduce(0) { $0 + $1 * $1 }).squareRoot()
    quantiles = raw.map { Float($0 * scale) }
  }

  /// Draws one number for each value of a row.
  func fill(_ row: inout MutableSpan<Float>, from generator: inout Xoshiro256) {
    let quantiles = self.quantiles.span
    // A local copy stays in registers; the caller's generator might overlap the row that is
    // written.
    var stream = generator
    defer { generator = stream }
    var bits: UInt64 = 0
    for x in 0..<row.count {
      // Each draw needs 22 bits, and each of the generator's numbers has two halves.
      bits = x & 1 == 0 ? stream.next() : bits >> 32
      row[x] = Self.value(bits, quantiles)
    }
  }

  /// The number for the low 22 bits of a word.
  package func value(_ bits: UInt64) -> Float { Self.value(bits, quantiles.span) }

  @inline(__always)
  private static func value(_ bits: UInt64, _ quantiles: Span<Float>) -> Float {
    0.6 * signed(bits, quantiles) + 0.8 * signed(bits >> 11, quantiles)
  }

  /// Ten bits choose a quantile; the eleventh bit chooses its sign.
  @inline(__always)
  private static func signed(_ bits: UInt64, _ quantiles: Span<Float>) -> Float {
    let sign = UInt32(truncatingIfNeeded: bits << 21) & 0x8000_0000
    return Float(bitPattern: quantiles[unchecked: Int(bits & 1023)].bitPattern | sign)
  }

  /// Solves Φ(z) = ½ + (k + ½) / 2048 for each k by Newton's method, starting from the last
  /// solution.
  private static func rawQuantiles() -> [Double] {
    var z = 0.0
    return (0..<count).map { k in
      let target = (Double(k) + 0.5) / Double(2 * count)
      for _ in 0..<6 {
        let (density, area) = densityAndArea(z)
        z -= (area - target) / density
      }
      return z
    }
  }

  /// The normal density at z, and the area under it from 0 to z, for z up to about 4.
  ///
  /// Both are power series of e^(−z²/2) with alternating signs; at 3.5 cancellation leaves 13
  /// digits.
  private static func densityAndArea(_ z: Double) -> (density: Double, area: Double) {
    let half = -z * z / 2
    var term = 1.0
    var density = 0.0
    var area = 0.0
    for n in 0..<60 {
      density += term
      area += term * z / Double(2 * n + 1)
      term *= half / Double(n + 1)
    }
    let scale = 1 / (2 * Double.pi).squareRoot()
    return (density * scale, area * scale)
  }
}

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
