/// The forecasts of one range of chances beside what came of them: a point of a reliability diagram.
///
/// Murphy and Winkler (Applied Statistics 26, 1977).
public struct ReliabilityBin: Hashable, Sendable {
  /// The range's lower end, included.
  public let lower: Double
  /// The range's upper end; included in the last bin alone.
  public let upper: Double
  /// The number of forecasts.
  public let count: Int
  /// The number of successes.
  public let successes: Int
  /// The mean forecast; the middle of the range if there is none.
  public let meanForecast: Double

  /// Successes over forecasts; `nil` without any.
  public var rate: Double? { count > 0 ? Double(successes) / Double(count) : nil }
  /// The exact interval of the rate.
  public var interval: Interval { Binomial.clopperPearson(reads: successes, trials: count) }
  /// The distance of the mean forecast from the rate, 0 to 1; `nil` without forecasts.
  public var error: Double? { rate.map { abs($0 - meanForecast) } }

  /// Sorts forecasts into equally wide bins, all of them, with empty ones.
  public static func bins(
    _ forecasts: [Double], outcomes: [Bool], count: Int = 10
  ) -> [ReliabilityBin] {
    precondition(forecasts.count == outcomes.count && count >= 1, "an outcome for each forecast")
    return members(forecasts, bins: count).enumerated().map { index, members in
      let lower = Double(index) / Double(count)
      let upper = Double(index + 1) / Double(count)
      let sum = members.reduce(0) { $0 + forecasts[$1] }
      return ReliabilityBin(
        lower: lower, upper: upper, count: members.count,
        successes: members.count { outcomes[$0] },
        meanForecast: members.isEmpty ? (lower + upper) / 2 : sum / Double(members.count))
    }
  }

  /// The indices of the forecasts in each bin.
  static func members(_ forecasts: [Double], bins: Int) -> [[Int]] {
    var members = Array(repeating: [Int](), count: bins)
    for (index, forecast) in forecasts.enumerated() {
      members[min(max(Int(forecast * Double(bins)), 0), bins - 1)].append(index)
    }
    return members
  }
}
