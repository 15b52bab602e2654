import Foundation

/// Bounds on the rate of an event in independent trials that hold after every trial at once.
///
/// The likelihood of what was seen, averaged over a distribution of rates, is divided by its likelihood at
/// one rate (H. Robbins, Annals of Mathematical Statistics 41, 1970). At the true rate that quotient
/// cannot be expected to grow, so that it ever reaches 1/α with a probability of at most α (J. Ville, 1939).
/// The rates at which it has reached 1/α are excluded. Sampling may therefore end for any reason, that the
/// bound is low enough included.
public enum AnytimeRate {
  /// The distribution of rates: most of it near 0, where a good decoder's failures are, the rest anywhere.
  ///
  /// It changes how wide an interval is, and never its coverage.
  private static let parts = [(share: 0.8, a: 0.1, b: 1000.0), (share: 0.2, a: 0.5, b: 0.5)]

  /// The bounds after some trials; both hold together with the confidence.
  ///
  /// No events in n trials leave at most about 3.5/n at 95 %. Events outside 0…trials are clamped; without
  /// trials nothing is known.
  ///
  /// - Precondition: 0 < confidence < 1.
  public static func bounds(
    events: Int, trials: Int, confidence: Double = 0.95
  ) -> BoundedRate {
    Quantiles.requireProbability(confidence)
    guard trials > 0 else { return .unknown }
    let (k, n) = (Double(min(max(events, 0), trials)), Double(trials))
    let terms = parts.map { part in
      log(part.share) + logBeta(part.a + k, part.b + n - k) - logBeta(part.a, part.b)
    }
    let largest = terms.max() ?? 0
    let average = largest + log(terms.reduce(0) { $0 + exp($1 - largest) })
    let threshold = -log(1 - confidence)
    func isPossible(_ rate: Double) -> Bool {
      average - SpecialFunctions.xLogY(k, rate) - SpecialFunctions.xLogY(n - k, 1 - rate)
        < threshold
    }
    let rate = k / n
    return BoundedRate(
      estimate: rate,
      lower: k == 0 ? 0 : Bisection.crossing(from: 0, to: rate) { !isPossible($0) },
      upper: k == n
        ? 1
        : Bisection.crossing(from: rate, to: end(above: rate, n, isPossible), isBelow: isPossible))
  }

  /// A rate above the bound, not far from it, so that the bound is found to many digits.
  private static func end(above rate: Double, _ n: Double, _ isPossible: (Double) -> Bool) -> Double
  {
    var step = 1 / n
    while rate + step < 1, isPossible(rate + step) { step *= 2 }
    return min(rate + step, 1)
  }

  private static func logBeta(_ a: Double, _ b: Double) -> Double {
    SpecialFunctions.logGamma(a) + SpecialFunctions.logGamma(b) - SpecialFunctions.logGamma(a + b)
  }
}
