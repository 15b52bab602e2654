#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Certifying one level's rate trial by trial, stopping as soon as the answer is clear.
///
/// Wald's probability ratio (Annals of Mathematical Statistics 16, 1945) of "the rate is `good`"
/// against "it is `target`". It certifies at ln(1/α), which holds under any stopping rule (Ville's
/// inequality), and not at Wald's ln((1 − β)/α).
public struct SequentialTest: Hashable, Sendable {
  /// Where the test stands.
  public enum State: Hashable, Sendable {
    /// More trials are needed.
    case undecided
    /// The rate is at least the target.
    case certified
    /// The evidence is against it: stop here.
    case refused
    /// The trials ran out first.
    case exhausted
  }

  /// The log of the probability ratio so far.
  public private(set) var evidence = 0.0
  /// Trials so far.
  public private(set) var trials = 0
  /// Where the test stands. It does not change any more once it is decided.
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
  ///   - good: The rate that should be certified soon.
  ///   - alpha: The chance allowed of certifying a rate below the target.
  ///   - beta: The chance aimed at of refusing a good rate.
  ///   - maximumTrials: Where to give up.
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

  /// How many more trials certify the rate if all of them are reads; 0 once it is decided.
  public var trialsToCertify: Int {
    state == .undecided ? max(Int(((upper - evidence) / read).rounded(.up)), 1) : 0
  }

  /// Takes one more trial into account; ignored once the test is decided.
  public mutating func record(isRead: Bool) {
    record(reads: isRead ? 1 : 0, trials: 1)
  }

  /// Takes a batch into account and looks at its end only; ignored once the test is decided.
  ///
  /// Looking less often never certifies wrongly more often: the bound holds at every trial.
  ///
  /// - Parameters:
  ///   - reads: Held within 0…trials.
  ///   - trials: None or fewer change nothing.
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
