import Foundation

/// The ordinary logistic curve, π(x) = logistic((x − m)/s), without a lapse rate.
///
/// Only for comparison with other tools. A lapse rate of 2 % makes its intervals useless, so
/// thresholds come from ``LapseLogistic``.
public struct LogisticRegression: Hashable, Sendable {
  /// m: the sweep value at which the curve passes ½.
  public let midpoint: Double
  /// s: the width, in the sweep's unit; positive.
  public let scale: Double
  /// The log-likelihood without the binomial coefficients.
  public let logLikelihood: Double
  /// The covariance matrix of intercept and slope: b0's variance, their covariance, b1's variance.
  private let covariance: [Double]

  /// b0 = −m/s, the intercept on the logit scale.
  public var intercept: Double { -midpoint / scale }
  /// b1 = 1/s, the slope on the logit scale.
  public var slope: Double { 1 / scale }

  /// Fits by maximum likelihood: Newton's method with halved steps.
  ///
  /// - Parameter levels: Levels in any order; see ``LevelCount/usable(_:)``.
  /// - Returns: `nil` if no estimate exists, that is, if no level with failures lies above a level
  ///   with reads (Albert and Anderson, Biometrika 71, 1984), and if the fitted curve falls.
  public static func fit(_ levels: [LevelCount]) -> LogisticRegression? {
    let levels = LevelCount.usable(levels)
    guard let firstRead = levels.first(where: { $0.reads > 0 }),
      let lastFailure = levels.last(where: { $0.failures > 0 }), lastFailure.x > firstRead.x
    else { return nil }
    // After centring and scaling, both parameters are of order 1 to 1000 whatever the unit.
    let low = levels[0].x
    let range = levels[levels.count - 1].x - low
    let scaled = levels.map {
      LevelCount(x: ($0.x - low) / range - 0.5, reads: $0.reads, trials: $0.trials)
    }
    let (a, b) = newton(scaled)
    guard b > 1e-9 else { return nil }
    let (caa, cab, cbb) = inverse(information(scaled, a, b))
    let origin = low / range + 0.5
    return LogisticRegression(
      midpoint: low + range * (0.5 - a / b), scale: range / b,
      logLikelihood: logLikelihood(scaled, a, b),
      covariance: [
        caa - 2 * origin * cab + origin * origin * cbb, (cab - origin * cbb) / range,
        cbb / (range * range),
      ])
  }

  /// The sweep value at which the curve passes a rate, with the delta method's standard error.
  ///
  /// - Precondition: 0 < rate < 1.
  public func crossing(_ rate: Double) -> (estimate: Double, standardError: Double) {
    Quantiles.requireProbability(rate)
    let t = midpoint + scale * log(rate / (1 - rate))
    // t = (logit p − b0)/b1, so dt/db0 = −1/b1 and dt/db1 = −t/b1.
    let variance = covariance[0] + 2 * t * covariance[1] + t * t * covariance[2]
    return (t, scale * max(variance, 0).squareRoot())
  }

  /// Twice the log-likelihood by which a curve through every observed rate exceeds this one.
  public func deviance(of levels: [LevelCount]) -> Double {
    let full = LevelCount.usable(levels).reduce(0) {
      $0 + Binomial.logLikelihood($1, rate: $1.rate)
    }
    return max(0, 2 * (full - logLikelihood))
  }

  private static func newton(_ levels: [LevelCount]) -> (Double, Double) {
    var (a, b) = (0.0, 0.0)
    var best = logLikelihood(levels, a, b)
    for _ in 0..<200 {
      let (ga, gb) = gradient(levels, a, b)
      let (caa, cab, cbb) = inverse(information(levels, a, b))
      let (da, db) = (caa * ga + cab * gb, cab * ga + cbb * gb)
      var step = 1.0
      var next = logLikelihood(levels, a + da, b + db)
      while !(next >= best) && step > 1e-12 {
        step /= 2
        next = logLikelihood(levels, a + step * da, b + step * db)
      }
      if !(next >= best) { break }
      a += step * da
      b += step * db
      best = next
      if abs(step * da) < 1e-12 * (1 + abs(a)), abs(step * db) < 1e-12 * (1 + abs(b)) { break }
    }
    return (a, b)
  }

  private static func logLikelihood(_ levels: [LevelCount], _ a: Double, _ b: Double) -> Double {
    levels.reduce(0) { sum, level in
      let z = a + b * level.x
      return sum - Double(level.reads) * Logistic.softplus(-z)
        - Double(level.failures) * Logistic.softplus(z)
    }
  }

  private static func gradient(
    _ levels: [LevelCount], _ a: Double, _ b: Double
  ) -> (Double, Double) {
    levels.reduce((0, 0)) { sum, level in
      let residual =
        Double(level.reads) - Double(level.trials) * Logistic.value(a + b * level.x)
      return (sum.0 + residual, sum.1 + residual * level.x)
    }
  }

  private static func information(
    _ levels: [LevelCount], _ a: Double, _ b: Double
  ) -> (Double, Double, Double) {
    levels.reduce((0, 0, 0)) { sum, level in
      let z = a + b * level.x
      let weight = Double(level.trials) * Logistic.value(z) * Logistic.value(-z)
      return (sum.0 + weight, sum.1 + weight * level.x, sum.2 + weight * level.x * level.x)
    }
  }

  /// The inverse of a symmetric 2 × 2 matrix, kept finite if it is nearly singular.
  private static func inverse(
    _ m: (Double, Double, Double)
  ) -> (Double, Double, Double) {
    let determinant = max(m.0 * m.2 - m.1 * m.1, 1e-250)
    return (m.2 / determinant, -m.1 / determinant, m.0 / determinant)
  }
}
