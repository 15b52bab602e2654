import Statistics

/// One decoder's thresholds and outcome counts in one group, on a set of trials.
public struct CurveState: Hashable, Sendable, Codable {
  /// Trials that were judged: neither untried nor excluded.
  public var tried: Int
  /// Successful trials; see ``Verdict/isSuccess``.
  public var reads: Int
  /// Trials that ended in a misread or a false positive.
  public var misreads: Int
  /// Trials that crashed its worker.
  public var crashes: Int
  /// The mean threshold; `nil` where the sweep has no order or fewer than two levels were tried.
  public var meanThreshold: Estimate?
  /// The failure threshold.
  public var threshold: ThresholdScore

  /// Computes the state from outcomes, level by level in the sweep's order. Outcomes that are not
  /// judged do not count.
  init(_ levels: [[SampleOutcome]], on axis: EasinessAxis) {
    let judged = levels.map { $0.filter(\.isJudged) }
    func count(_ outcome: SampleOutcome) -> Int {
      judged.reduce(0) { $0 + $1.count { $0 == outcome } }
    }
    let counts = judged.enumerated().map { level, trials in
      LevelCount(
        x: axis.position(of: level), reads: trials.count { $0 == .read }, trials: trials.count)
    }
    tried = judged.reduce(0) { $0 + $1.count }
    reads = count(.read)
    misreads = count(.misread)
    crashes = count(.crash)
    meanThreshold = axis.isOrdered ? MeanThreshold.estimate(counts).map(axis.estimate) : nil
    threshold = axis.isOrdered ? axis.threshold(counts) : .none
  }
}
