import Foundation

/// A time that was waited for something, and if it came.
public struct SurvivalTime: Hashable, Sendable {
  /// The time until it came, or until nobody watched any more; 0 or more.
  public let time: Double
  /// True if it came; false for a censored time: it had not come by then.
  public let isEvent: Bool

  package init(_ time: Double, isEvent: Bool) {
    (self.time, self.isEvent) = (time, isEvent)
  }
}

/// The share that still waits, as a function of time: the product-limit estimate of Kaplan and Meier
/// (Journal of the American Statistical Association 53, 1958).
///
/// A time that was censored counts as waiting up to and including that time. The variance is Greenwood's
/// (1926).
public struct KaplanMeier: Hashable, Sendable {
  /// A time at which something came.
  public struct Step: Hashable, Sendable {
    public let time: Double
    /// The number that waited just before.
    public let atRisk: Int
    /// For how many it came.
    public let events: Int
    /// The share that waits on.
    public let survival: Double
    /// Greenwood's sum Σ d / (n (n − d)), whose product with the squared share is its variance; infinite
    /// where nobody waits on.
    public let greenwood: Double
  }

  /// The times at which something came, ascending.
  public let steps: [Step]

  /// Computes the estimate.
  public init(_ times: [SurvivalTime]) {
    let sorted = times.sorted { $0.time < $1.time }
    var steps: [Step] = []
    var (survival, greenwood) = (1.0, 0.0)
    var first = 0
    while first < sorted.count {
      let tied = sorted[first...].prefix { $0.time == sorted[first].time }
      let (atRisk, events) = (sorted.count - first, tied.count(where: \.isEvent))
      first = tied.endIndex
      guard events > 0 else { continue }
      survival *= Double(atRisk - events) / Double(atRisk)
      greenwood += Double(events) / (Double(atRisk) * Double(atRisk - events))
      steps.append(
        Step(
          time: tied[tied.startIndex].time, atRisk: atRisk, events: events, survival: survival,
          greenwood: greenwood))
    }
    self.steps = steps
  }

  /// A time with its interval; an end is `nil` where the data do not reach it.
  public struct Quantile: Hashable, Sendable {
    /// The first time by which it came for the share.
    public let time: Double?
    /// The lower end of the interval.
    public let lower: Double?
    /// The upper end of the interval.
    public let upper: Double?

    package init(_ time: Double?, _ lower: Double?, _ upper: Double?) {
      (self.time, self.lower, self.upper) = (time, lower, upper)
    }
  }

  /// Computes the time by which it came for a share of all, with its interval.
  ///
  /// The interval holds the times at which the share's complement lies inside the pointwise band of the
  /// curve (Brookmeyer and Crowley, Biometrics 38, 1982), here the band on the scale of log(−log S), which
  /// stays within 0 and 1 (Kalbfleisch and Prentice, The Statistical Analysis of Failure Time Data, 1980).
  ///
  /// - Parameters:
  ///   - share: Strictly between 0 and 1: 0.5 is the median.
  ///   - confidence: Such as 0.95.
  public func quantile(_ share: Double, confidence: Double = 0.95) -> Quantile {
    Quantiles.requireProbability(share)
    let z = Quantiles.normalTwoSided(confidence)
    // Shares are products of fractions: 0.5 may come out as 0.49999….
    let left = 1 - share + 1e-12
    func first(_ curve: (Step) -> Double) -> Double? {
      steps.first { curve($0) <= left }?.time
    }
    return Quantile(
      first(\.survival), first { Self.bound($0, z) }, first { Self.bound($0, -z) })
  }

  /// An end of the band at a step: the lower one for a `z` above 0.
  ///
  /// The lower end is 0 where nobody waits on, and there is no upper one below 1.
  private static func bound(_ step: Step, _ z: Double) -> Double {
    guard step.survival > 0 else { return z > 0 ? 0 : 1 }
    let logarithm = log(step.survival)
    return exp(logarithm * exp(z * step.greenwood.squareRoot() / -logarithm))
  }
}
