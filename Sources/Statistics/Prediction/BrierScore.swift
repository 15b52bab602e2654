/// The mean squared error of chances that were forecast, and the parts that it is made of.
///
/// Brier (Monthly Weather Review 78, 1950); the parts are Murphy's (Journal of Applied Meteorology 12,
/// 1973). Forecasts that differ within a bin add one more part (Stephenson, Coelho and Jolliffe, Weather
/// and Forecasting 23, 2008), so that `score = reliability − resolution + uncertainty + withinBins`
/// holds exactly.
public struct BrierScore: Hashable, Sendable {
  /// The number of forecasts.
  public let count: Int
  /// The mean of (forecast − outcome)², 0 to 1; 0 is perfect.
  public let score: Double
  /// The mean squared distance of the bins' mean forecasts from their rates; 0 is perfect.
  public let reliability: Double
  /// The mean squared distance of the bins' rates from the rate of all; the larger the better.
  public let resolution: Double
  /// The variance of the outcomes: the score of always forecasting the rate of all.
  public let uncertainty: Double
  /// The part of the differences among forecasts of one bin.
  public let withinBins: Double
  /// The share of successes, 0 to 1.
  public let baseRate: Double

  /// The share of the uncertainty that the forecasts take away: 1 is perfect, 0 no better than the rate
  /// of all; `nil` if all outcomes are alike.
  public var skill: Double? { uncertainty > 0 ? 1 - score / uncertainty : nil }

  /// The skill that forecasts have in the mean if each of them is the true chance: no more can be asked
  /// of forecasts that differ as little as these.
  ///
  /// Its uncertainty is that of the mean forecast.
  ///
  /// - Returns: `nil` without forecasts, or if their mean leaves nothing open.
  public static func skillIfRight(_ forecasts: [Double]) -> Double? {
    let mean = forecasts.reduce(0, +) / Double(max(forecasts.count, 1))
    guard mean > 0, mean < 1 else { return nil }
    let score = forecasts.reduce(0) { $0 + $1 * (1 - $1) } / Double(forecasts.count)
    return 1 - score / (mean * (1 - mean))
  }

  /// Computes the score.
  ///
  /// - Parameters:
  ///   - forecasts: The chances, 0 to 1.
  ///   - outcomes: True for each success.
  ///   - bins: The number of equally wide bins of forecasts; 10 are deciles of chance.
  /// - Returns: `nil` without forecasts.
  public init?(_ forecasts: [Double], outcomes: [Bool], bins: Int = 10) {
    precondition(forecasts.count == outcomes.count && bins >= 1, "an outcome for each forecast")
    guard !forecasts.isEmpty else { return nil }
    let total = Double(forecasts.count)
    let rate = Double(outcomes.count { $0 }) / total
    var (score, reliability, resolution, within) = (0.0, 0.0, 0.0, 0.0)
    for bin in ReliabilityBin.members(forecasts, bins: bins) where !bin.isEmpty {
      let size = Double(bin.count)
      let mean = bin.reduce(0) { $0 + forecasts[$1] } / size
      let share = Double(bin.count { outcomes[$0] }) / size
      reliability += size * (mean - share) * (mean - share)
      resolution += size * (share - rate) * (share - rate)
      for index in bin {
        let outcome = outcomes[index] ? 1.0 : 0
        let (spread, residual) = (forecasts[index] - mean, outcome - share)
        within += spread * spread - 2 * spread * residual
        score += (forecasts[index] - outcome) * (forecasts[index] - outcome)
      }
    }
    count = forecasts.count
    self.score = score / total
    self.reliability = reliability / total
    self.resolution = resolution / total
    withinBins = within / total
    uncertainty = rate * (1 - rate)
    baseRate = rate
  }

  /// Returns the interval of the skill over resampled pairs of forecast and outcome.
  ///
  /// The percentile bootstrap (Efron, Annals of Statistics 7, 1979) with a fixed seed. Draws whose
  /// outcomes are all alike have no skill and are left out.
  ///
  /// - Returns: `nil` if fewer than half of the draws have a skill.
  public static func skillInterval(
    _ forecasts: [Double], outcomes: [Bool], draws: Int = 2000, confidence: Double = 0.95
  ) -> Interval? {
    Quantiles.requireProbability(confidence)
    guard !forecasts.isEmpty else { return nil }
    var generator = SplitMix64(state: 1979)
    let errors = zip(forecasts, outcomes).map { ($0 - ($1 ? 1 : 0)) * ($0 - ($1 ? 1 : 0)) }
    let count = Double(errors.count)
    var skills: [Double] = []
    for _ in 0..<draws {
      var (error, successes) = (0.0, 0.0)
      for _ in errors.indices {
        let index = Int.random(in: errors.indices, using: &generator)
        error += errors[index]
        successes += outcomes[index] ? 1 : 0
      }
      let rate = successes / count
      if rate > 0, rate < 1 { skills.append(1 - error / count / (rate * (1 - rate))) }
    }
    guard skills.count * 2 >= draws, !skills.isEmpty else { return nil }
    skills.sort()
    let tail = (1 - confidence) / 2
    func quantile(_ share: Double) -> Double {
      skills[min(Int(share * Double(skills.count)), skills.count - 1)]
    }
    return Interval(lower: quantile(tail), upper: quantile(1 - tail))
  }
}
