extension LapseLogistic {
  /// The sweep value at which the model crosses a rate, never extrapolated beyond the tested range.
  public struct Crossing: Hashable, Sendable {
    /// The rate, an absolute probability.
    public let rate: Double
    /// The crossing; `-.infinity` means "≤ the hardest level", `.infinity` means "> the easiest
    /// level" or "never, the curve levels off".
    public let estimate: Double
    /// The profile-likelihood interval.
    ///
    /// Ends beyond the tested range are infinite. If the whole interval lies beyond the tested
    /// range, the near end is the range's.
    public let interval: Interval
  }

  /// Estimates the model's crossing of a rate, with the profile-likelihood interval (Wilks, 1938).
  ///
  /// The interval holds every t for which some curve through (t, rate) has 2 (max − its
  /// log-likelihood) ≤ χ². Its upper end is infinite if some curve that never reaches the rate
  /// meets that too. With perfectly separated data the estimate is the middle of the gap.
  ///
  /// - Precondition: 0 < rate < 1, 0 < confidence < 1.
  public func crossing(_ rate: Double, confidence: Double = 0.95) -> Crossing {
    Quantiles.requireProbability(rate)
    let cut = Quantiles.chiSquareOne(confidence)
    let low = levels[0].x
    let high = levels[levels.count - 1].x
    let profile = CrossingProfile(
      levels: levels, rate: rate, fitted: curve, threshold: logLikelihood - cut / 2)
    let accepted = profile.acceptedRange()
    let t = estimate(rate)
    return Crossing(
      rate: rate, estimate: t < low ? -.infinity : t > high ? .infinity : t,
      interval: Interval(
        lower: accepted.lower < low ? -.infinity : min(accepted.lower, high),
        upper: accepted.upper > high ? .infinity : max(accepted.upper, low)))
  }

  private var curve: LapseCurve { LapseCurve(midpoint: midpoint, scale: scale, lapse: lapse) }

  private func estimate(_ rate: Double) -> Double {
    guard isSeparated else { return curve.crossing(rate) }
    let below = levels.last { $0.reads == 0 }?.x ?? -.infinity
    let above = levels.first { $0.reads > 0 }?.x ?? .infinity
    return below.isFinite && above.isFinite ? (below + above) / 2 : below + above
  }
}
