/// T̄, the mean threshold: the scalar by which decoders are ranked and tracked.
///
/// T̄ = x_K − Σ w_i k_i / n_i is a Spearman-Kärber mean (Spearman, 1908; Kärber, 1931): if the
/// curve rises, it is the mean of the threshold's distribution. It is not a model: islands and
/// lapses cost exactly their area. It depends on the tested range, so compare it on the same levels
/// only.
public struct MeanThreshold: Hashable, Sendable {
  /// The cases of a mean threshold that a table can print.
  public enum Kind: Hashable, Sendable {
    /// Some trials were read and some were not, so that T̄ is an average over a rising curve.
    case averaged
    /// Every trial was read: the true mean lies at or below the hardest level; print "≤ level".
    case atMost(Double)
    /// No trial was read: the true mean lies above the easiest level; print "> level".
    case above(Double)
  }

  /// T̄, in the sweep's unit.
  public let estimate: Double
  /// Its standard error, with each rate taken as (k + ½)/(n + 1) so that 0/n and n/n keep a
  /// variance.
  public let standardError: Double
  /// The standard error from the plain rates, n − 1 in place of n: too small if rates are 0 or 1.
  public let plugInStandardError: Double
  /// The interval, `estimate ± z × standardError`; it may reach a little beyond the tested range.
  public let interval: Interval
  /// The case for a table to print. Ranking uses the estimate in every case: it is a number for the
  /// levels tested.
  public let kind: Kind
  /// The tested range; T̄ says nothing beyond it.
  public let testedRange: ClosedRange<Double>

  /// Estimates T̄ from a sweep's levels.
  ///
  /// - Parameters:
  ///   - levels: Levels in any order; see ``LevelCount/usable(_:)``. A level without trials is
  ///     bridged by its neighbours' weights.
  ///   - confidence: The confidence of the interval.
  /// - Returns: `nil` for fewer than two levels with trials: there is no range to average over.
  /// - Precondition: 0 < confidence < 1.
  public static func estimate(
    _ levels: [LevelCount], confidence: Double = 0.95
  ) -> MeanThreshold? {
    let z = Quantiles.normalTwoSided(confidence)
    let levels = LevelCount.usable(levels)
    guard let first = levels.first, let last = levels.last, levels.count > 1 else { return nil }
    var estimate = last.x
    var variance = 0.0
    var plugInVariance = 0.0
    for (level, w) in zip(levels, weights(for: levels.map(\.x))) {
      let n = Double(level.trials)
      let q = smoothedRate(level)
      estimate -= w * level.rate
      variance += w * w * q * (1 - q) / n
      // A single trial has no variance of its own: it adds 0, not 0/0.
      plugInVariance += w * w * level.rate * (1 - level.rate) / max(n - 1, 1)
    }
    let standardError = variance.squareRoot()
    return MeanThreshold(
      estimate: estimate, standardError: standardError,
      plugInStandardError: plugInVariance.squareRoot(),
      interval: .around(estimate, halfWidth: z * standardError), kind: kind(levels),
      testedRange: first.x...last.x)
  }

  /// Estimates T̄ where a trial is an image with several symbols, and its value the share of them
  /// that was read.
  ///
  /// The variance of a level is the sample variance of its shares, and at least that of as many
  /// independent symbols with the smoothed rate.
  ///
  /// - Returns: `nil` for fewer than two levels with trials.
  public static func estimate(
    shares levels: [ShareLevel], confidence: Double = 0.95
  ) -> MeanThreshold? {
    let z = Quantiles.normalTwoSided(confidence)
    let levels = levels.filter { $0.trials > 0 }.sorted { $0.x < $1.x }
    guard let first = levels.first, let last = levels.last, levels.count > 1 else { return nil }
    var estimate = last.x
    var variance = 0.0
    for (level, w) in zip(levels, weights(for: levels.map(\.x))) {
      estimate -= w * level.mean
      variance += w * w * level.varianceOfMean
    }
    let standardError = variance.squareRoot()
    let counts = levels.map { LevelCount(x: $0.x, reads: $0.reads, trials: $0.symbols) }
    return MeanThreshold(
      estimate: estimate, standardError: standardError, plugInStandardError: standardError,
      interval: .around(estimate, halfWidth: z * standardError), kind: kind(counts),
      testedRange: first.x...last.x)
  }

  private static func kind(_ levels: [LevelCount]) -> Kind {
    if levels.allSatisfy({ $0.failures == 0 }) { return .atMost(levels[0].x) }
    if levels.allSatisfy({ $0.reads == 0 }) { return .above(levels[levels.count - 1].x) }
    return .averaged
  }

  /// The rate (k + ½)/(n + 1), shrunk so that 0/n and n/n do not count as certain.
  static func smoothedRate(_ level: LevelCount) -> Double {
    (Double(level.reads) + 0.5) / (Double(level.trials) + 1)
  }

  /// The trapezoid weights of levels: half the distance between the neighbours, half a gap at the
  /// ends.
  ///
  /// - Parameter xs: Sweep values, finite and ascending. Fewer than two have weight 0.
  public static func weights(for xs: [Double]) -> [Double] {
    xs.indices.map { i in
      (xs[min(i + 1, xs.count - 1)] - xs[max(i - 1, 0)]) / 2
    }
  }
}

/// One level of a sweep whose trials are images with several symbols each.
public struct ShareLevel: Hashable, Sendable {
  /// The level's value on the sweep; larger is easier.
  public var x: Double
  /// The number of images.
  public private(set) var trials = 0
  /// The number of symbols in them.
  public private(set) var symbols = 0
  /// The number of symbols that were read.
  public private(set) var reads = 0
  private var sum = 0.0
  private var squares = 0.0

  public init(x: Double) { self.x = x }

  /// Adds an image.
  public mutating func add(reads: Int, symbols: Int) {
    guard symbols > 0 else { return }
    let share = Double(reads) / Double(symbols)
    trials += 1
    self.symbols += symbols
    self.reads += reads
    sum += share
    squares += share * share
  }

  /// The mean share.
  var mean: Double { sum / Double(trials) }

  /// The variance of the mean share.
  var varianceOfMean: Double {
    let n = Double(trials)
    let spread = trials > 1 ? max(squares - n * mean * mean, 0) / (n - 1) : 0
    let q = (Double(reads) + 0.5) / (Double(symbols) + 1)
    return max(spread / n, q * (1 - q) / Double(symbols))
  }
}

/// The Spearman-Kärber mean of a curve that rises from 0 all the way to 1.
///
/// Spearman, British Journal of Psychology 2 (1908), and Kärber, Archiv für experimentelle
/// Pathologie 162 (1931), on the isotonic fit. Shown beside ``MeanThreshold``, which also works for
/// curves that do not rise all the way.
public struct SpearmanKarber: Hashable, Sendable {
  /// The mean, in the sweep's unit.
  public let mean: Double
  /// Its standard error from the plain rates of the inner levels.
  public let standardError: Double

  /// Estimates the mean.
  ///
  /// - Parameter levels: Levels in any order; see ``LevelCount/usable(_:)``.
  /// - Returns: `nil` unless the isotonic fit starts at 0 and ends at 1.
  public static func estimate(_ levels: [LevelCount]) -> SpearmanKarber? {
    let levels = LevelCount.usable(levels)
    let fitted = Isotonic.rates(levels)
    guard fitted.first == 0, fitted.last == 1 else { return nil }
    var mean = 0.0
    for i in 1..<levels.count {
      mean += (fitted[i] - fitted[i - 1]) * (levels[i - 1].x + levels[i].x) / 2
    }
    var variance = 0.0
    for i in levels.indices.dropFirst().dropLast() {
      let p = levels[i].rate
      let weight = (levels[i + 1].x - levels[i - 1].x) / 2
      variance += p * (1 - p) / Double(max(levels[i].trials - 1, 1)) * weight * weight
    }
    return SpearmanKarber(mean: mean, standardError: variance.squareRoot())
  }
}
