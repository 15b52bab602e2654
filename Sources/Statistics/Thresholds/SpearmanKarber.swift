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
