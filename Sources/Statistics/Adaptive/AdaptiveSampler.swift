/// Decides at which levels one decoder's next trials in one group are made.
///
/// It takes counts and returns requests. SWEEP visits every level, and those again that may belong to
/// an island or, for a crossing, to the rise; DENSIFY adds levels around
/// islands; REFINE puts trials where they narrow the target's interval most; CERTIFY walks down
/// from the largest level. It is a pure value: the same events give the same requests, so an
/// interrupted run reaches the same state when its counts are replayed.
public struct AdaptiveSampler: Sendable {
  /// The plan that it follows.
  public let plan: AdaptivePlan
  /// The next step: trials to run, or `finished`.
  public private(set) var step = AdaptiveStep.sample([])
  /// The current phase.
  public private(set) var phase = AdaptiveOutcome.Phase.sweep

  private var counts: [LevelCount]
  private var outstanding: [Int: Int] = [:]
  private var refinement: Refinement?
  /// True if the levels on the rise have enough trials for the goodness-of-fit test.
  private var isRiseChecked = false
  /// True if the walk from the largest level down has ended.
  private var isCertified = false
  /// The reason refining ended; `nil` before that.
  private var reason: AdaptiveOutcome.Reason?

  /// The most trials that certification requests at once.
  private static let certifyBatch = 30

  /// Starts a run of a plan.
  public init(_ plan: AdaptivePlan) {
    self.plan = plan
    counts = plan.candidates.map { LevelCount(x: $0, reads: 0, trials: 0) }
    ask(plan.sweep.map { ($0, plan.sweepTrials) })
    if outstanding.isEmpty { settle(.tooFewLevels, phase: .sweep) }
  }

  /// Processes an event. Counts that were not requested are added all the same.
  public mutating func receive(_ event: AdaptiveEvent) {
    guard step != .finished else { return }
    switch event {
    case .counted(let level, let reads, let trials):
      guard counts.indices.contains(level), trials > 0 else { return }
      counts[level].trials += trials
      counts[level].reads += min(max(reads, 0), trials)
      outstanding[level] = outstanding[level].flatMap { $0 > trials ? $0 - trials : nil }
      if outstanding.isEmpty { advance() }
    case .stopped(let cause):
      // If the precision was reached earlier, that stays the reason; the phase tells the rest.
      settle(reason ?? .init(cause), phase: phase)
    }
  }

  /// The results so far; final once the step is `finished`.
  public var outcome: AdaptiveOutcome {
    let sweepCounts = plan.sweep.map { counts[$0] }
    let islands = Islands.find(counts)
    let reason = reason ?? .interrupted
    return AdaptiveOutcome(
      reason: reason, phase: phase, counts: counts, sweepCounts: sweepCounts,
      meanThreshold: MeanThreshold.estimate(sweepCounts), crossing: crossing(reason),
      islands: islands,
      certification: Certification.estimate(
        counts, mostTrialsPerLevel: plan.mostTrialsPerLevel))
  }

  private func crossing(_ reason: AdaptiveOutcome.Reason) -> CrossingEstimate? {
    guard case .crossing(let rate) = plan.target else { return nil }
    if case .misfit(let p) = reason { return .none(.misfit(p: p), rate: rate) }
    guard let refinement, Islands.find(counts).isEmpty else {
      return counts.contains { $0.trials > 0 } && !Islands.find(counts).isEmpty
        ? .none(.islands, rate: rate) : nil
    }
    return refinement.crossing
  }

  private mutating func settle(
    _ reason: AdaptiveOutcome.Reason, phase: AdaptiveOutcome.Phase
  ) {
    if phase == .refine { updateRefinement() }
    (self.reason, self.phase) = (reason, phase)
    step = .finished
  }

  private mutating func ask(_ wanted: [(level: Int, trials: Int)]) {
    let wanted = wanted.filter { $0.trials > 0 }
    outstanding = Dictionary(wanted.map { ($0.level, $0.trials) }) { $0 + $1 }
    step = .sample(
      wanted.map {
        let first = counts[$0.level].trials
        return AdaptiveRequest(level: $0.level, trials: first..<first + $0.trials)
      })
  }
}

// MARK: - From phase to phase

extension AdaptiveSampler {
  /// Continues once every requested trial is counted.
  private mutating func advance() {
    switch phase {
    case .sweep:
      if !checkSweep() && !densify() { leaveSweep() }
    case .densify: leaveSweep()
    case .refine: refine()
    case .certify: certify()
    case .done: break
    }
  }

  /// Requests the trials that the first pass was too thin for; false if none.
  private mutating func checkSweep() -> Bool {
    let levels = plan.sweep.map { counts[$0] }
    var wanted = SweepCheck.suspects(levels).map {
      (level: $0, trials: SweepCheck.fullTrials - levels[$0].trials)
    }
    if wanted.isEmpty, case .crossing = plan.target, !isRiseChecked {
      isRiseChecked = true
      wanted = SweepCheck.rise(levels)
    }
    guard !wanted.isEmpty else { return false }
    ask(wanted.map { (plan.sweep[$0.level], $0.trials) })
    return true
  }

  /// Requests the levels between an island and its neighbours in the first pass; false if none.
  private mutating func densify() -> Bool {
    let islands = Islands.find(plan.sweep.map { counts[$0] })
    let levels = plan.candidates.indices.filter { level in
      counts[level].trials == 0
        && islands.contains { surroundings($0).contains(plan.candidates[level]) }
    }
    guard !levels.isEmpty else { return false }
    phase = .densify
    ask(levels.map { ($0, SweepCheck.fullTrials) })
    return true
  }

  /// The range from the first pass's level below an island to the one above it.
  private func surroundings(_ island: Island) -> ClosedRange<Double> {
    let xs = plan.sweep.map { plan.candidates[$0] }
    let below = xs.last { $0 < island.lower } ?? island.lower
    let above = xs.first { $0 > island.upper } ?? island.upper
    return below...above
  }

  /// Starts CERTIFY first if the precision is 0, because then only a budget or the time ends
  /// REFINE.
  private mutating func leaveSweep() {
    if plan.precision > 0 { startRefining() } else { startCertifying() }
  }

  private mutating func startRefining() {
    phase = .refine
    if plan.sweep.count < 2 {
      reason = .tooFewLevels
    } else if case .crossing(let rate) = plan.target {
      reason = inadmissibility()
      if reason == nil {
        // A half-width of 0 is never reached: refining goes on until it is stopped.
        refinement = Refinement(
          candidates: plan.candidates, rate: rate,
          precision: plan.precision > 0 ? plan.precision : .leastNormalMagnitude)
      }
    }
    refine()
  }

  /// The p-value of the goodness-of-fit test below which the model is given up. Much smaller than
  /// that of a table, because an aim that is given up is lost for good.
  private static let smallestFitProbability = 0.02

  /// The reason no curve of the model may be shown; `nil` if one may.
  ///
  /// Judged by the sweep and the levels added around islands. The goodness-of-fit test needs levels
  /// with many trials, and numbers of trials that hardly depend on the outcomes; REFINE offers
  /// neither.
  private func inadmissibility() -> AdaptiveOutcome.Reason? {
    guard let fit = LapseLogistic.fit(counts) else { return .tooFewLevels }
    switch fit.admissibility(islands: Islands.find(counts), limit: Self.smallestFitProbability) {
    case .shown: return nil
    case .hiddenByIslands: return .islands
    case .hiddenByMisfit(let p): return .misfit(p: p)
    }
  }

  private mutating func refine() {
    if reason == nil {
      switch plan.target {
      case .meanThreshold: refineMean()
      case .crossing: refineCrossing()
      }
    }
    if reason != nil { isCertified ? finish() : startCertifying() }
  }

  private mutating func refineMean() {
    let sweepCounts = plan.sweep.map { counts[$0] }
    guard let mean = MeanThreshold.estimate(sweepCounts) else {
      reason = .tooFewLevels
      return
    }
    if plan.precision > 0, mean.interval.width <= 2 * plan.precision {
      if !checkSweep() { reason = .precisionReached }
      return
    }
    let wanted = MeanAllocation.next(sweepCounts, precision: plan.precision)
    ask(wanted.map { (plan.sweep[$0.level], $0.trials) })
  }

  /// Updates the posterior with the trials counted since: once per step, even if counts come in
  /// parts.
  ///
  /// Not done while certifying: the interval that is reported is the one that was precise enough.
  private mutating func updateRefinement() {
    guard let known = refinement?.counts, known != counts else { return }
    refinement?.record(
      zip(counts, known).map {
        LevelCount(x: $0.x, reads: $0.reads - $1.reads, trials: $0.trials - $1.trials)
      })
  }

  private mutating func refineCrossing() {
    updateRefinement()
    guard let refinement else { return }
    switch refinement.state {
    case .open:
      let next = refinement.next()
      ask([(next.level, next.trials)])
    case .notReached: reason = .notReached(probability: refinement.neverReached)
    case .beyondRange: reason = .beyondRange
    case .precise: reason = Islands.find(counts).isEmpty ? .precisionReached : .islands
    }
  }

  private mutating func startCertifying() {
    phase = .certify
    certify()
  }

  private mutating func certify() {
    if plan.certifies, let request = nextToCertify() {
      ask([request])
    } else {
      isCertified = true
      plan.precision > 0 ? finish() : startRefining()
    }
  }

  private mutating func finish() {
    settle(reason ?? .precisionReached, phase: .done)
  }

  /// The first level from the top whose test needs more trials; `nil` once the walk has ended.
  private func nextToCertify() -> (level: Int, trials: Int)? {
    for level in counts.indices.reversed() where counts[level].trials > 0 {
      let test = Certification.test(counts[level], mostTrialsPerLevel: plan.mostTrialsPerLevel)
      switch test.state {
      case .certified: continue
      case .refused, .exhausted: return nil
      case .undecided:
        let left = plan.mostTrialsPerLevel - test.trials
        return (level, min(test.trialsToCertify, Self.certifyBatch, left))
      }
    }
    return nil
  }
}

extension AdaptiveOutcome.Reason {
  fileprivate init(_ cause: AdaptiveEvent.Cause) {
    switch cause {
    case .budget: self = .budgetSpent
    case .time: self = .timeSpent
    case .interrupted: self = .interrupted
    }
  }
}
