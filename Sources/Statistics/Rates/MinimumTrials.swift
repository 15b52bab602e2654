/// The number of trials that a level needs before it can certify a rate at all.
public enum MinimumTrials {
  /// The smallest n for which n − `failures` reads show a rate of at least `rate`.
  ///
  /// That is P(Bin(n, rate) ≥ n − failures) ≤ alpha: 59, 93, 124, 153, 181 for 0…4 failures at 95 %
  /// and α = 0.05.
  ///
  /// - Precondition: 0 < rate < 1, 0 < alpha < 1, failures ≥ 0.
  public static func toCertify(
    rate: Double = 0.95, alpha: Double = 0.05, failures: Int = 0
  ) -> Int {
    Quantiles.requireProbability(rate)
    Quantiles.requireProbability(alpha)
    precondition(failures >= 0, "failures cannot be negative")
    func certifies(_ n: Int) -> Bool {
      Binomial.probabilityAtLeast(n - failures, trials: n, rate: rate) <= alpha
    }
    // The tail falls as n grows: double n until it is enough, then halve the gap.
    var tooFew = failures
    var enough = failures + 1
    while !certifies(enough) {
      tooFew = enough
      enough *= 2
    }
    while enough - tooFew > 1 {
      let middle = tooFew + (enough - tooFew) / 2
      if certifies(middle) { enough = middle } else { tooFew = middle }
    }
    return enough
  }
}
