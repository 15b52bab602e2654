import Foundation

/// A sequential test that certifies one level's decode rate and stops as soon as it is decided.
///
/// It is Wald's sequential probability ratio (Annals of Mathematical Statistics 16, 1945) of "the
/// rate is `good`" against "it is `target`". It certifies at ln(1/α), which is valid under any
/// stopping rule (Ville's inequality, 1939), and not at Wald's ln((1 − β)/α).
public struct SequentialTest: Hashable, Sendable {
  /// The state of a test.
  public enum State: Hashable, Sendable {
    /// More trials are needed.
    case undecided
    /// The rate is at least the target.
    case certified
    /// The evidence is against a good rate: stop here.
    case refused
    /// The trials ran out first.
    case exhausted
  }

  /// The natural logarithm of the probability ratio so far.
  public private(set) var evidence = 0.0
  /// The number of trials so far.
  public private(set) var trials = 0
  /// The state of the test. It does not change any more once it is decided.
  public private(set) var state = State.undecided

  private let read: Double
  private let miss: Double
  private let upper: Double
  private let lower: Double
  private let maximumTrials: Int

  /// Makes a test.
  ///
  /// - Parameters:
  ///   - target: The rate to certify.
  ///   - good: A rate well above the target, which should be certified quickly.
  ///   - alpha: The largest probability of certifying a rate below the target.
  ///   - beta: The intended probability of refusing a good rate.
  ///   - maximumTrials: The number of trials at which to give up.
  /// - Precondition: 0 < target < good < 1, 0 < alpha < 1, 0 < beta < 1 − alpha.
  public init(
    target: Double = 0.95, good: Double = 0.99, alpha: Double = 0.025, beta: Double = 0.10,
    maximumTrials: Int = 400
  ) {
    [target, good, alpha, beta].forEach(Quantiles.requireProbability)
    precondition(target < good && beta < 1 - alpha, "the two hypotheses must be apart")
    read = log(good / target)
    miss = log((1 - good) / (1 - target))
    upper = log(1 / alpha)
    lower = log(beta / (1 - alpha))
    self.maximumTrials = maximumTrials
  }

  /// The number of further trials, all reads, that certify the rate; 0 once the test is decided.
  public var trialsToCertify: Int {
    state == .undecided ? max(Int(((upper - evidence) / read).rounded(.up)), 1) : 0
  }

  /// Records one more trial; ignored once the test is decided.
  public mutating func record(isRead: Bool) {
    record(reads: isRead ? 1 : 0, trials: 1)
  }

  /// Records a batch and evaluates the test at its end only; ignored once the test is decided.
  ///
  /// Evaluating it less often never raises the probability of a wrong certification: the bound
  /// holds at every trial.
  ///
  /// - Parameters:
  ///   - reads: The reads in the batch, clamped to 0…trials.
  ///   - count: The trials in the batch; 0 or less changes nothing.
  public mutating func record(reads: Int, trials count: Int) {
    guard state == .undecided, count > 0 else { return }
    let reads = min(max(reads, 0), count)
    trials += count
    evidence += Double(reads) * read + Double(count - reads) * miss
    if evidence >= upper {
      state = .certified
    } else if evidence <= lower {
      state = .refused
    } else if trials >= maximumTrials {
      state = .exhausted
    }
  }
}
