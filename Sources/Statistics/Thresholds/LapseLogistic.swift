#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The model curve: a logistic with a lapse rate, ψ(x) = (1 − λ) logistic((x − m)/s).
///
/// It is fitted by maximum likelihood. λ is estimated within 0…0.2 (Wichmann and Hill, Perception &
/// Psychophysics 63, 2001: never fix it), the guess rate is 0, and s lies within 0.001…2 of the
/// tested range. Results are labelled "model", and hidden unless ``admissibility(islands:)`` allows
/// them.
public struct LapseLogistic: Hashable, Sendable {
  /// The decision to show or hide the model.
  public enum Admissibility: Hashable, Sendable {
    /// The model fits: show it, labelled as a model.
    case shown
    /// Some easier level reads worse than a harder one: no rising curve can be true.
    case hiddenByIslands
    /// The deviance test rejects the model; `p` is the test's p-value.
    case hiddenByMisfit(p: Double)
  }

  /// m: the sweep value at which the curve reaches half its asymptote.
  public let midpoint: Double
  /// s: the width, in the sweep's unit.
  public let scale: Double
  /// λ: the rate of failures that remains however easy the level, 0…0.2.
  public let lapse: Double
  /// The log-likelihood without the binomial coefficients.
  public let logLikelihood: Double
  /// Twice the log-likelihood by which a curve through every observed rate exceeds this one.
  public let deviance: Double
  /// The number of levels that can disagree with the curve, less 2; at least 1.
  ///
  /// A level can disagree if over half a read and over half a failure are expected.
  public let degreesOfFreedom: Int
  /// The p-value of the deviance test, P(χ² ≥ deviance): small if the model does not fit.
  public let fitProbability: Double
  /// True if every level reads nothing or everything, and nothing only below everything.
  public let isSeparated: Bool
  /// The levels that were fitted: usable and ascending, at least two.
  let levels: [LevelCount]

  /// The largest lapse rate that the model allows.
  static let largestLapse = 0.2
  /// The smallest p-value of the deviance test at which the model is shown.
  static let smallestFitProbability = 0.20

  /// Fits the curve.
  ///
  /// - Parameter levels: Levels in any order; see ``LevelCount/usable(_:)``.
  /// - Returns: `nil` for fewer than two levels with trials, and for levels less than 1e-100 apart.
  public static func fit(_ levels: [LevelCount]) -> LapseLogistic? {
    let levels = LevelCount.usable(levels)
    guard let first = levels.first, let last = levels.last, last.x - first.x >= 1e-100 else {
      return nil
    }
    let likelihood = LapseLikelihood(levels)
    let (curve, best) = likelihood.maximum(lapses: 0...largestLapse)
    let full = levels.reduce(0) { $0 + Binomial.logLikelihood($1, rate: $1.rate) }
    let deviance = max(0, 2 * (full - best))
    let informative = levels.count { level in
      let expected = Double(level.trials) * curve.rate(at: level.x)
      return expected > 0.5 && Double(level.trials) - expected > 0.5
    }
    let degrees = max(informative - 2, 1)
    return LapseLogistic(
      midpoint: curve.midpoint, scale: curve.scale, lapse: curve.lapse, logLikelihood: best,
      deviance: deviance, degreesOfFreedom: degrees,
      fitProbability: Quantiles.chiSquareUpperTail(deviance, degreesOfFreedom: degrees),
      isSeparated: isSeparated(levels), levels: levels)
  }

  /// Decides if the model may be shown, given the islands of the same levels.
  public func admissibility(islands: [Island]) -> Admissibility {
    if !islands.isEmpty { return .hiddenByIslands }
    return fitProbability < Self.smallestFitProbability
      ? .hiddenByMisfit(p: fitProbability) : .shown
  }

  /// The model's rate at a sweep value, ψ(x).
  public func rate(at x: Double) -> Double {
    LapseCurve(midpoint: midpoint, scale: scale, lapse: lapse).rate(at: x)
  }

  private static func isSeparated(_ levels: [LevelCount]) -> Bool {
    let firstRead = levels.firstIndex { $0.reads > 0 } ?? levels.count
    return levels[firstRead...].allSatisfy { $0.failures == 0 }
  }
}

/// One curve of the model.
struct LapseCurve: Hashable, Sendable {
  var midpoint: Double
  var scale: Double
  var lapse: Double

  func rate(at x: Double) -> Double { (1 - lapse) * Logistic.value((x - midpoint) / scale) }

  /// The sweep value at which the curve passes a rate; infinite if it levels off at or below it.
  func crossing(_ rate: Double) -> Double {
    1 - lapse <= rate ? .infinity : midpoint + scale * Logistic.logit(rate / (1 - lapse))
  }
}
