import Analysis
import Base
import Results
import Statistics

/// Compares a run with a baseline, pair by pair, and reports what got worse. Pure: no side effects.
///
/// The rule for reads is ``RegressionGate``'s, for each cell and for each decoder over all of its cells. Misreads, phantoms and crashes are tested in the same way on
/// the samples where they appear or vanish. Where flipped samples were decoded once more, a single
/// crash or hang that occurs again is enough, because it is not due to chance.
struct Gate: Sendable {
  private let baseline: Baseline
  private let policy: GatePolicy
  /// The most flipped samples that a report shows of a cell.
  private static let shownSamples = 5
  /// The most samples that hang which a report shows of a cell.
  private static let shownTimeouts = 10
  /// The ratio of read times from which a pass tells it, however uncertain.
  private static let tellingRatio = 2.0
  /// The timeouts that may pass although they cannot be judged as hangs: so many, and this share of the images.
  private static let (mostUnjudged, mostUnjudgedShare) = (3, 0.01)

  init(baseline: Baseline, policy: GatePolicy) {
    self.baseline = baseline
    self.policy = policy
  }

  /// The flips of all cells that would fail; these are decoded once more before the gate fails.
  func suspects(in current: Baseline) -> [Flip] {
    labelled(like: current).suspicions(in: current)
  }

  /// The samples with an answer in the baseline that timed out or failed in the run, in any cell.
  func newTimeouts(in current: Baseline) -> [Flip] {
    GateMatching(baseline.labelled(like: current), current, policy).pairs(correcting: [:])
      .flatMap(\.newExclusions)
  }

  /// The gate with the run's labels: renaming a decoder makes no other one of it.
  private func labelled(like current: Baseline) -> Gate {
    Gate(baseline: baseline.labelled(like: current), policy: policy)
  }

  private func suspicions(in current: Baseline) -> [Flip] {
    let matching = GateMatching(baseline, current, policy)
    let pairs = matching.pairs(correcting: [:])
    let (cells, decoders) = judge(matching, pairs, .unneeded)
    let worse = decoders.filter { $0.lossP ?? 1 <= policy.rule.alpha }.map(\.decoder)
    return zip(pairs, cells).flatMap { pairs, cell in
      cell.failures.isEmpty && !worse.contains(cell.name.decoder) ? [] : pairs.flips
    }
  }

  /// Judges the current run.
  ///
  /// - Parameters:
  ///   - current: The current run, in the form of a baseline.
  ///   - recheck: The result of decoding ``suspects(in:)`` once more; `nil` when that was not
  ///     possible.
  func judge(_ current: Baseline, recheck: Recheck? = nil) -> GateReport {
    labelled(like: current).report(on: current, recheck: recheck)
  }

  private func report(on current: Baseline, recheck: Recheck?) -> GateReport {
    let matching = GateMatching(baseline, current, policy)
    let pairs = matching.pairs(correcting: recheck?.outcomes ?? [:])
    let (cells, decoders) = judge(matching, pairs, recheck)
    let unjudged = hangObstacles(cells, recheck)
    let obstacles =
      matching.obstacles + unjudged.map(\.obstacle)
      + zip(pairs, cells).flatMap { pairs, cell in
        // One sentence about a decoder's timeouts is enough.
        self.obstacles(matching, pairs, cell).filter { obstacle in
          obstacle.code != .excluded || !unjudged.contains { $0.decoder == cell.name.decoder }
        }
      }
      + latencyObstacles(matching, cells)
    var report = GateReport(
      failOn: GateClass.allCases.filter(policy.failOn.contains), corpus: current.corpus.name,
      corpusVersion: current.corpus.version, unit: current.corpus.unit,
      harder: current.corpus.harder, baselineStartedAt: baseline.provenance.startedAt,
      alpha: policy.rule.alpha, cells: cells, decoders: decoders, obstacles: obstacles,
      notes: matching.notes + phantomNotes(cells) + nondeterminism(matching, pairs)
        + notes(cells),
      recheck: recheck.map {
        RecheckCount(decoded: $0.decoded, withdrawn: $0.withdrawn)
      })
    // A failure says what matters; of a pass it must be known what it leaves out.
    if report.conclusion == .passed { report.notes += latencyNotes(matching, cells) }
    let references = current.decoders.compactMap { entry in
      entry.reference.map { (entry.label, $0) }
    }
    if !references.isEmpty { report.references = Dictionary(references) { first, _ in first } }
    return report
  }

  // MARK: Cells

  private func judge(
    _ matching: GateMatching, _ pairs: [CellPairs], _ recheck: Recheck?
  ) -> (cells: [GateCell], decoders: [DecoderTotal]) {
    let isRechecked = recheck != nil
    let pools = pools(pairs)
    let (decisions, pooled) = policy.rule.judge(pairs.map(\.gateCell), pools: pools.map(\.cells))
    let misreads = events(pairs, appeared: \.isNewMisread) { $0.before.isFalse }
    let crashes = events(pairs, appeared: \.isNewCrash) { $0.before == .crash }
    let phantoms = adjusted(pairs.map { ($0.newPhantoms.count, $0.vanishedPhantoms.count) })
    let exclusions = adjusted(pairs.map { ($0.newExclusions.count, $0.endedExclusions.count) })
    let cells = pairs.indices.map { i in
      let hangs = pairs[i].newExclusions.filter { recheck?.hangs.contains($0) == true }
      let isGivenUp = matching.isNewlyGivenUp(pairs[i].name.decoder)
      let shown = isGivenUp || !hangs.isEmpty ? silent(pairs[i], recheck) : []
      var cell = GateCell(
        name: pairs[i].name, verdict: decisions[i].verdict, pairs: pairs[i].pairs,
        losses: pairs[i].losses, gains: pairs[i].gains, lossP: decisions[i].adjustedLossP,
        gainP: decisions[i].adjustedGainP, shift: pairs[i].shift, before: pairs[i].stateBefore,
        after: pairs[i].stateAfter, misreads: misreads[i],
        phantoms: pairs[i].knowsPhantoms ? phantoms[i] : nil, crashes: crashes[i],
        exclusions: exclusions[i], hangs: hangs.count, latency: matching.latency(of: pairs[i].name),
        isNewlyGivenUp: isGivenUp,
        withdrawn: pairs[i].withdrawn, failures: [], acknowledged: [], unasked: [],
        samples: (shown
          + pairs[i].telling(max(Self.shownSamples - shown.count, Self.shownSamples / 2)))
          .map {
            $0.named(in: matching.current.corpus)
          })
      if isWorse(cell, .phantoms, isRechecked: isRechecked) {
        cell.samples += pairs[i].newPhantoms.prefix(Self.shownSamples).map {
          $0.named(in: matching.current.corpus, isPhantom: true)
        }
      }
      let worse = GateClass.allCases.filter { isWorse(cell, $0, isRechecked: isRechecked) }
      let asked = worse.filter(policy.failOn.contains)
      cell.unasked = worse.filter { !policy.failOn.contains($0) && $0 != .latency }
      cell.acknowledged = asked.filter { isAcknowledged($0, of: cell.name) }
      cell.failures = asked.filter { !cell.acknowledged.contains($0) }
      // No flip shows that reads are slower.
      if cell.failures == [.latency] { cell.samples = [] }
      return cell
    }
    let tests = cells.count + pooled.count { $0 != nil }
    let decoders = zip(pools, pooled).map { pool, p in
      total(pool.decoder, of: pool.cells.map { cells[$0] }, p, tests: tests)
    }
    return (cells, decoders)
  }

  /// The samples that had an answer and now time out, lost reads first, without those that got an answer when decoded alone.
  private func silent(_ pairs: CellPairs, _ recheck: Recheck?) -> [Flip] {
    let silent = pairs.newExclusions.filter { recheck?.answered.contains($0) != true }
    let (reads, others) = (
      silent.filter { $0.before == .read }, silent.filter { $0.before != .read }
    )
    return Array((reads + others).prefix(Self.shownTimeouts))
  }

  /// By decoder, the cells whose losses nobody has acknowledged.
  private func pools(_ pairs: [CellPairs]) -> [(decoder: String, cells: [Int])] {
    var pools: [(decoder: String, cells: [Int])] = []
    for (index, name) in pairs.map(\.name).enumerated() where !isAcknowledged(.threshold, of: name)
    {
      if let known = pools.firstIndex(where: { $0.decoder == name.decoder }) {
        pools[known].cells.append(index)
      } else {
        pools.append((name.decoder, [index]))
      }
    }
    return pools
  }

  /// - Parameter tests: The tests for losses in all, over which Holm's correction goes.
  private func total(
    _ decoder: String, of cells: [GateCell], _ p: Double?, tests: Int
  ) -> DecoderTotal {
    func sum(_ count: KeyPath<GateCell, Int>) -> Int { cells.reduce(0) { $0 + $1[keyPath: count] } }
    let (pairs, losses, gains) = (sum(\.pairs), sum(\.losses), sum(\.gains))
    let rule = policy.rule
    let visible = VisibleLoss.share(of: pairs, varying: losses + gains) {
      McNemar.exactOneSided(losses: $0, gains: $1) * Double(tests) <= rule.alpha
    }
    return DecoderTotal(
      decoder: decoder, groups: cells.count, pairs: pairs, losses: losses, gains: gains, lossP: p,
      // A cell of its own must move by the least shift, too.
      visibleShare: cells.count > 1 ? visible : visible.map { max($0, rule.leastShiftShare) },
      isWorse: p ?? 1 <= rule.alpha && !cells.contains { $0.verdict == .regressed })
  }

  private func isWorse(_ cell: GateCell, _ kind: GateClass, isRechecked: Bool) -> Bool {
    switch kind {
    case .threshold: cell.verdict == .regressed
    case .misreads: cell.misreads.p <= policy.rule.alpha
    case .phantoms: cell.phantoms.map { $0.p <= policy.rule.alpha } ?? false
    case .crashes:
      cell.isNewlyGivenUp || cell.hangs > 0
        || (isRechecked ? cell.crashes.appeared > 0 : cell.crashes.p <= policy.rule.alpha)
    case .latency: cell.latency?.isSlower(than: policy.latencyRatio) ?? false
    }
  }

  private func isAcknowledged(_ kind: GateClass, of cell: CellName) -> Bool {
    baseline.acknowledged.contains {
      $0.cell == cell && $0.classes.contains(kind) && $0.isInForce(on: policy.today)
    }
  }

  private func events(
    _ pairs: [CellPairs], appeared: (Flip) -> Bool, wasThere: (Flip) -> Bool
  ) -> [EventShift] {
    adjusted(pairs.map { ($0.count(appeared), $0.count(wasThere)) })
  }

  private func adjusted(_ counts: [(appeared: Int, vanished: Int)]) -> [EventShift] {
    let p = Holm.adjust(
      counts.map { McNemar.exactOneSided(losses: $0.appeared, gains: $0.vanished) })
    return zip(counts, p).map {
      EventShift(appeared: $0.appeared, vanished: $0.vanished, p: $1)
    }
  }

  // MARK: What cannot be judged

  private func obstacles(
    _ matching: GateMatching, _ pairs: CellPairs, _ cell: GateCell
  ) -> [GateObstacle] {
    let name = cell.name
    guard cell.pairs > 0 else {
      return cell.failures.contains(.crashes) ? [] : [GateObstacle(.noPairs, cell: name)]
    }
    var result: [GateObstacle] = []
    if cell.verdict == .insufficient, policy.failOn.contains(.threshold) {
      result.append(
        GateObstacle(
          .tooFewPairs(
            flips: cell.losses + cell.gains, pairs: cell.pairs, needed: policy.rule.fewestPairs,
            isShortened: matching.isShortened(name.group)),
          cell: name))
    }
    // A cell that fails through crashes, or whose every class is acknowledged, hides nothing.
    let isExplained =
      cell.failures.contains(.crashes) || policy.failOn.allSatisfy { isAcknowledged($0, of: name) }
    if pairs.untried > 0, !isExplained {
      result.append(
        GateObstacle(
          .untried(samples: pairs.untried, isNewlyGivenUp: cell.isNewlyGivenUp), cell: name))
    }
    let excluded = cell.exclusions
    let compared = Double(cell.pairs + excluded.appeared)
    // As many as could hide a shift that matters.
    if excluded.p <= policy.rule.alpha,
      Double(excluded.appeared - excluded.vanished) >= policy.rule.leastShiftShare * compared
    {
      result.append(GateObstacle(.excluded(samples: excluded.appeared), cell: name))
    }
    return result
  }

  /// The decoders with more new timeouts than may pass, where these cannot be judged as hangs.
  private func hangObstacles(
    _ cells: [GateCell], _ recheck: Recheck?
  ) -> [(decoder: String, obstacle: GateObstacle)] {
    guard policy.failOn.contains(.crashes) else { return [] }
    return cells.grouped(by: \.name.decoder).compactMap { decoder, cells in
      let doubt = recheck.map { $0.doubts[decoder] } ?? .noDecoder
      // Cells without a pair, and those whose crashes are known, say so themselves.
      let open = cells.filter {
        $0.pairs > 0 && !$0.isNewlyGivenUp && !isAcknowledged(.crashes, of: $0.name)
      }
      let timeouts = open.reduce(0) { $0 + $1.exclusions.appeared }
      let more = timeouts - open.reduce(0) { $0 + $1.exclusions.vanished }
      let images = open.reduce(timeouts) { $0 + $1.pairs }
      guard let doubt,
        more > Self.mostUnjudged || Double(more) > Self.mostUnjudgedShare * Double(images)
      else { return nil }
      return (decoder, GateObstacle(.hangsUnjudged(decoder, timeouts: timeouts, doubt)))
    }
  }

  private func latencyObstacles(
    _ matching: GateMatching, _ cells: [GateCell]
  ) -> [GateObstacle] {
    guard policy.failOn.contains(.latency), !cells.isEmpty else { return [] }
    if let obstacle = matching.timingObstacle { return [obstacle] }
    return cells.map(\.name).filter(matching.isHalfTimed).map {
      GateObstacle(.halfTimed, cell: $0)
    }
  }

  // MARK: Notes

  /// A note if the baseline is older than the counting of phantoms: nothing is known of its own, not even none.
  private func phantomNotes(_ cells: [GateCell]) -> [GateNote] {
    let isComparable = cells.allSatisfy { $0.phantoms != nil }
    return !isComparable && policy.failOn.contains(.phantoms) ? [.noPhantoms] : []
  }

  /// The decoders whose reads take longer, or the reason times do not compare, if times are not gated.
  private func latencyNotes(_ matching: GateMatching, _ cells: [GateCell]) -> [GateNote] {
    guard !policy.failOn.contains(.latency), cells.contains(where: { $0.latency != nil }) else {
      return []
    }
    if let obstacle = matching.timingObstacle {
      guard case .otherMachine(let then, let now) = obstacle.reason else { return [] }
      return [.otherMachine(baseline: then, run: now)]
    }
    return cells.grouped(by: \.name.decoder).compactMap { _, cells in
      let slower = cells.compactMap { cell -> (name: CellName, shift: LatencyShift)? in
        guard let shift = cell.latency,
          shift.isSlower(than: policy.latencyRatio) || shift.ratio > Self.tellingRatio
        else { return nil }
        return (cell.name, shift)
      }
      guard let worst = slower.max(by: { $0.shift.ratio < $1.shift.ratio }) else { return nil }
      return .slower(worst.name, worst.shift, others: slower.count - 1)
    }
  }

  private func nondeterminism(_ matching: GateMatching, _ pairs: [CellPairs]) -> [GateNote] {
    let changed = Set(pairs.filter { !$0.flips.isEmpty || $0.withdrawn > 0 }.map(\.name.decoder))
    return changed.filter(matching.isSameCode).sorted().map { .nondeterministic(decoder: $0) }
  }

  private func notes(_ cells: [GateCell]) -> [GateNote] {
    baseline.acknowledged.compactMap { acknowledgement in
      guard let cell = cells.first(where: { $0.name == acknowledgement.cell }) else { return nil }
      guard acknowledgement.isInForce(on: policy.today) else {
        let isNeeded = acknowledgement.classes.contains(where: cell.failures.contains)
        return isNeeded ? .acknowledged(acknowledgement, .expired) : nil
      }
      let isInUse = acknowledgement.classes.contains(where: cell.acknowledged.contains)
      return .acknowledged(acknowledgement, isInUse ? .inUse : .unneeded)
    }
  }
}

/// The conditions on which a gate fails.
struct GatePolicy: Hashable, Sendable {
  /// The respects in which getting worse is a failure; others that got worse are only reported.
  var failOn = GatePolicy.usualClasses
  /// The rule for reads; its α holds for misreads and crashes too.
  var rule = RegressionGate()
  /// The ratio of read times, beyond its uncertainty, above which reads count as slower.
  var latencyRatio = 1.25
  /// The day on which acknowledgements must be in force.
  var today: CalendarDay
  /// True if only some of the baseline's decoders were asked for, so that the others are not
  /// missing.
  var isSelection = false

  /// The default of `--fail-on`. Latency is not in it because it depends on the machine; it must be
  /// asked for.
  static let usualClasses: Set<GateClass> = [.threshold, .misreads, .phantoms, .crashes]
}
