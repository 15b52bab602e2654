import Foundation

/// The shares of trials that strata get in the next round, and the stakes that are put on it.
struct MisreadAllocation: Hashable, Sendable {
  /// Trials per weight of each stratum, relative to the stratum that has fewest: 1 or more.
  let intensities: [Double]
  /// The largest bet of the upper bound's stake on a trial.
  let upperBet: Double
  /// The largest bet of the lower bound's stake on a trial, as a positive number.
  let lowerBet: Double

  private static let upperBets = grid(from: idleBet, to: 0.99, count: 40)
  private static let lowerBets = grid(from: idleBet, to: 300, count: 40)
  /// Rounds are planned for this many times the trials made so far.
  private static let foresight = 2.0

  /// A bet on which next to nothing is lost.
  private static let idleBet = 0.003

  /// The first round: all strata alike, half lost on a misread, and nothing yet on the lower bound.
  init(strata: Int) {
    intensities = Array(repeating: 1, count: strata)
    (upperBet, lowerBet) = (0.5, Self.idleBet)
  }

  /// The allocation after which the upper bound is expected to be lowest.
  ///
  /// With a rate of p, the variance of a stratified estimate is smallest with trials in
  /// proportion to w √p (J. Neyman, Journal of the Royal Statistical Society 97, 1934). A bound
  /// also needs trials where no misread was found, since all might be there. So trials are in
  /// proportion to w max(1, √(p/κ)), and κ is chosen with the bet.
  ///
  /// - Parameter threshold: ln(1/α).
  init(_ counts: [OutcomeCount], weights: [Double], threshold: Double) {
    let rates = MisreadRates.guesses(counts, weights: weights)
    let trials = Self.foresight * counts.reduce(0.0) { $0 + Double($1.trials) }
    let weighted = weights.indices.filter { weights[$0] > 0 }
    let known = weighted.map { rates[$0] }
    let (least, most) = (known.min() ?? 1, known.max() ?? 1)
    var best = (bound: Double.infinity, bet: 0.5, floor: most)
    for floor in Self.grid(from: least, to: most, count: 16) {
      let forecast = Forecast(
        weights: weighted.map { weights[$0] }, rates: known, floor: floor, trials: trials)
      for bet in Self.upperBets {
        let bound = forecast.upperBound(bet: bet, threshold: threshold)
        if bound < best.bound { best = (bound, bet, floor) }
      }
    }
    let forecast = Forecast(
      weights: weighted.map { weights[$0] }, rates: known, floor: best.floor, trials: trials)
    intensities = rates.map { Forecast.intensity($0, floor: best.floor) }
    upperBet = best.bet
    var highest = (bound: 0.0, bet: Self.idleBet)
    for bet in Self.lowerBets {
      let bound = forecast.lowerBound(bet: bet, threshold: threshold)
      if bound > highest.bound { highest = (bound, bet) }
    }
    // Without a bound in sight a large bet would lose on every read.
    lowerBet = highest.bet
  }

  private static func grid(from lower: Double, to upper: Double, count: Int) -> [Double] {
    guard upper > lower else { return [upper] }
    let ratio = pow(upper / lower, 1 / Double(count - 1))
    return (0..<count).map { lower * pow(ratio, Double($0)) }
  }
}

/// The bounds to expect after some trials, if the guessed rates were true.
private struct Forecast {
  private let weights: [Double]
  private let rates: [Double]
  private let intensities: [Double]
  /// The mean intensity.
  private let spread: Double
  private let trials: Double

  init(weights: [Double], rates: [Double], floor: Double, trials: Double) {
    (self.weights, self.rates, self.trials) = (weights, rates, trials)
    intensities = rates.map { Self.intensity($0, floor: floor) }
    spread = zip(weights, intensities).reduce(0) { $0 + $1.0 * $1.1 }
  }

  static func intensity(_ rate: Double, floor: Double) -> Double {
    max(1, (rate / floor).squareRoot())
  }

  func upperBound(bet: Double, threshold: Double) -> Double {
    (threshold * spread / trials - misreadLog(bet: bet)) / bet
  }

  func lowerBound(bet: Double, threshold: Double) -> Double {
    (misreadLog(bet: -bet) - threshold * spread / trials) / bet
  }

  /// The logarithm of the wealth's factor by misreads, per trial and spread.
  private func misreadLog(bet: Double) -> Double {
    var sum = 0.0
    for index in weights.indices {
      let intensity = intensities[index]
      sum += weights[index] * rates[index] * intensity * log1p(-bet / intensity)
    }
    return sum
  }
}
