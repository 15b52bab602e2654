import Foundation

/// Guesses of every stratum's misread rate, from which the next round is planned.
///
/// Bounds do not depend on them: a bad guess costs trials, never validity.
enum MisreadRates {
  /// Misreads that are expected beyond those found, in all strata together.
  static let unseen = 0.2
  /// Shapes of the gamma distribution of rates that are tried, the most concentrated first.
  private static let shapes = [0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 20, 100]

  /// Returns the posterior mean of each stratum's rate.
  ///
  /// Rates are taken to vary from stratum to stratum as a gamma distribution does, whose shape and
  /// mean the counts decide (empirical Bayes: H. Robbins, Proceedings of the Third Berkeley
  /// Symposium, 1956). Strata in which some trials are read and others not count as likelier places.
  ///
  /// - Precondition: Strata with a weight have trials.
  static func guesses(_ counts: [OutcomeCount], weights: [Double]) -> [Double] {
    let prior = likeliness(counts, weights: weights)
    let trials = counts.reduce(0.0) { $0 + Double($1.trials) }
    guard counts.contains(where: { $0.misreads > 0 }) else {
      return prior.map { unseen * $0 / trials }
    }
    var best = (likelihood: -Double.infinity, rates: [Double]())
    for shape in shapes {
      let fit = fit(counts, weights: weights, prior: prior, shape: shape)
      if fit.likelihood > best.likelihood { best = fit }
    }
    return best.rates
  }

  /// Weights of strata by how undecided they are, with a mean of 1.
  private static func likeliness(_ counts: [OutcomeCount], weights: [Double]) -> [Double] {
    let variances = counts.map { count in
      let rate = (Double(count.reads) + 0.5) / (Double(count.trials) + 1)
      return rate * (1 - rate)
    }
    let mean = zip(weights, variances).reduce(0) { $0 + $1.0 * $1.1 }
    return variances.map { 0.5 + 0.5 * $0 / mean }
  }

  /// Fits the mean for one shape by fixed-point steps, and the likelihood of the counts.
  private static func fit(
    _ counts: [OutcomeCount], weights: [Double], prior: [Double], shape: Double
  ) -> (likelihood: Double, rates: [Double]) {
    let strata = counts.indices.filter { weights[$0] > 0 }
    let found = strata.map { Double(counts[$0].misreads) }
    let trials = strata.map { Double(counts[$0].trials) }
    let scales = strata.map { prior[$0] }
    let all = found.reduce(unseen, +)
    var mean = all / zip(trials, scales).reduce(0) { $0 + $1.0 * $1.1 }
    func rate(_ index: Int) -> Double {
      (found[index] + shape) / (trials[index] + shape / (mean * scales[index]))
    }
    for _ in 0..<12 {
      mean = strata.indices.reduce(0) { $0 + weights[strata[$1]] * rate($1) / scales[$1] }
    }
    var likelihood = 0.0
    for index in strata.indices {
      let expected = trials[index] * scales[index] * mean
      likelihood +=
        SpecialFunctions.logGamma(found[index] + shape) - SpecialFunctions.logGamma(shape)
        + shape * log(shape / (shape + expected))
        + SpecialFunctions.xLogY(found[index], expected / (shape + expected))
    }
    var rates = counts.map { _ in 0.0 }
    for index in strata.indices { rates[strata[index]] = rate(index) }
    return (likelihood, rates)
  }
}
