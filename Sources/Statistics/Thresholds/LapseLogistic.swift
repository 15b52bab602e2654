#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The model curve: a logistic with a lapse rate, ψ(x) = (1 − λ) logistic((x − m)/s).
///
/// λ is estimated within 0…0.2 (Wichmann and Hill, Perception & Psychophysics 63, 2001: never fix
/// it), the guess rate is 0 and s lies within 0.001…2 of the tested range. Maximum likelihood.
/// What comes of it is labelled "model", and hidden unless ``admissibility(islands:)`` says otherwise.
public struct LapseLogistic: Hashable, Sendable {
  /// Whether the model may be shown.
  public enum Admissibility: Hashable, Sendable {
    /// It fits: show it, labelled as a model.
    case shown
    /// Some easier level is worse than a harder one: no rising curve can be true.
    case hiddenByIslands
    /// The deviance test rejects it; the test's p-value.
    case hiddenByMisfit(p: Double)
  }

  /// m: where the curve reaches half its asymptote.
  public let midpoint: Double
  /// s: the width, in the sweep's unit.
  public let scale: Double
  /// λ: what fails however easy the level, 0…0.2.
  public let lapse: Double
  /// Log-likelihood without the binomial coefficients.
  public let logLikelihood: Double
  /// Twice the log-likelihood that a curve through every rate would gain.
  public let deviance: Double
  /// Levels that can disagree with the curve (over half a read and half a failure expected), less 2;
  /// at least 1.
  public let degreesOfFreedom: Int
  /// P(χ² ≥ deviance): small where the model does not fit.
  public let fitProbability: Double
  /// Whether every level reads nothing or everything, and nothing only below everything.
  public let isSeparated: Bool
  /// What was fitted: usable and ascending, at least two.
  let levels: [LevelCount]

  /// The largest lapse rate that the model allows.
  static let largestLapse = 0.2
  /// p-values of the deviance test below this hide the model.
  static let smallestFitProbability = 0.20

  /// Fits the curve.
  ///
  /// - Parameter levels: In any order; see ``LevelCount/usable(_:)``.
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

  /// Whether the model may be shown beside these islands.
  public func admissibility(islands: [Island]) -> Admissibility {
    if !islands.isEmpty { return .hiddenByIslands }
    return fitProbability < Self.smallestFitProbability
      ? .hiddenByMisfit(p: fitProbability) : .shown
  }

  /// ψ(x).
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

  /// Where the curve passes a rate; infinite when it levels off at or below it.
  func crossing(_ rate: Double) -> Double {
    1 - lapse <= rate ? .infinity : midpoint + scale * Logistic.logit(rate / (1 - lapse))
  }
}
