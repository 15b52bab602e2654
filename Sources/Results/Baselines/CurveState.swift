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

  package init(
    tried: Int, reads: Int, misreads: Int, crashes: Int, meanThreshold: Estimate? = nil,
    threshold: ThresholdScore
  ) {
    self.tried = tried
    self.reads = reads
    self.misreads = misreads
    self.crashes = crashes
    self.meanThreshold = meanThreshold
    self.threshold = threshold
  }
}

/// Read times in the baseline and in the current run.
public struct LatencyShift: Hashable, Sendable, Codable {
  /// The baseline's time.
  public var before: TypicalLatency
  /// The current run's time.
  public var after: TypicalLatency

  package init(before: TypicalLatency, after: TypicalLatency) {
    self.before = before
    self.after = after
  }

  /// The current median divided by the baseline's.
  public var ratio: Double { after.median / before.median }

  /// True if reads take more than `ratio` times as long beyond uncertainty. The whole current
  /// interval must lie above the baseline's interval multiplied by `ratio`.
  public func isSlower(than ratio: Double) -> Bool { after.lower > ratio * before.upper }
}
