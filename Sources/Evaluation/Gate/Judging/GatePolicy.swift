import Statistics

/// The conditions on which a gate fails.
public struct GatePolicy: Hashable, Sendable {
  /// The respects in which getting worse is a failure; others that got worse are only reported.
  public var failOn: Set<GateClass>
  /// The rule for reads; its α holds for misreads and crashes too.
  public var rule: RegressionGate
  /// The ratio of read times, beyond its uncertainty, above which reads count as slower.
  public var latencyRatio: Double
  /// The day on which acknowledgements must be in force.
  public var today: CalendarDay
  /// True if only some of the baseline's decoders were asked for, so that the others are not
  /// missing.
  public var isSelection: Bool

  /// The default of `--fail-on`. Latency is not in it because it depends on the machine; it must be
  /// asked for.
  public static let usualClasses: Set<GateClass> = [.threshold, .misreads, .crashes]

  /// Makes a policy.
  public init(
    failOn: Set<GateClass> = usualClasses, rule: RegressionGate = RegressionGate(),
    latencyRatio: Double = 1.25, today: CalendarDay, isSelection: Bool = false
  ) {
    self.failOn = failOn
    self.rule = rule
    self.latencyRatio = latencyRatio
    self.today = today
    self.isSelection = isSelection
  }
}
