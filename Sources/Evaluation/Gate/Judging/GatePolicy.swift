import Statistics

/// What a gate fails on, and from where on.
public struct GatePolicy: Hashable, Sendable {
  /// The respects in which getting worse is a failure; what else got worse is only told.
  public var failOn: Set<GateClass>
  /// The rule for reads, whose α holds for misreads and crashes too.
  public var rule: RegressionGate
  /// How many times as long reads must take, certainly, to count as slower.
  public var latencyRatio: Double
  /// The day on which acknowledgements must be in force.
  public var today: CalendarDay
  /// Whether only some of the baseline's decoders were asked for, so that the others are not missed.
  public var isSelection: Bool

  /// What `--fail-on` means when it is not given. Latency depends on the machine, so it is asked for.
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
