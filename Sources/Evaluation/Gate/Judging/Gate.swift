import Corpora
import Statistics

/// Compares a run with a baseline, pair by pair, and reports what got worse. Pure: no side effects.
///
/// The rule for reads is ``RegressionGate``'s. Misreads and crashes are tested in the same way on
/// the samples where they appear or vanish. Where flipped samples were decoded once more, a single
/// crash that occurs again is enough, because it is not due to chance.
public struct Gate: Sendable {
  private let baseline: Baseline
  private let policy: GatePolicy
  /// The most flipped samples that a report shows of a cell.
  private static let shownSamples = 5

  /// Makes a gate.
  public init(baseline: Baseline, policy: GatePolicy) {
    self.baseline = baseline
    self.policy = policy
  }

  /// The flips of all cells that would fail; these are decoded once more before the gate fails.
  public func suspects(in current: Baseline) -> [Flip] {
    let matching = GateMatching(baseline, current, policy)
    let pairs = matching.pairs(correcting: [:])
    return zip(pairs, judge(matching, pairs, isRechecked: true)).flatMap { pairs, cell in
      cell.failures.isEmpty ? [] : pairs.flips
    }
  }

  /// Judges the current run.
  ///
  /// - Parameters:
  ///   - current: The current run, in the form of a baseline.
  ///   - recheck: The result of decoding ``suspects(in:)`` once more; `nil` when that was not
  ///     possible.
  public func judge(_ current: Baseline, recheck: Recheck? = nil) -> GateReport {
    let matching = GateMatching(baseline, current, policy)
    let pairs = matching.pairs(correcting: recheck?.outcomes ?? [:])
    let cells = judge(matching, pairs, isRechecked: recheck != nil)
    let objections =
      matching.objections + zip(pairs, cells).flatMap { self.objections($0, $1) }
      + latencyObjections(matching, cells)
    return GateReport(
      failOn: GateClass.allCases.filter(policy.failOn.contains), corpus: current.corpus.name,
      corpusVersion: current.corpus.version, unit: current.corpus.unit,
      harder: current.corpus.harder, baselineStartedAt: baseline.provenance.startedAt,
      alpha: policy.rule.alpha, cells: cells, objections: objections,
      notes: matching.notes + fickleness(matching, pairs) + notes(cells),
      recheck: recheck.map {
        RecheckCount(decoded: $0.decoded, withdrawn: $0.withdrawn)
      })
  }

  // MARK: Cells

  private func judge(
    _ matching: GateMatching, _ pairs: [CellPairs], isRechecked: Bool
  ) -> [GateCell] {
    let decisions = policy.rule.judge(pairs.map(\.gateCell))
    let misreads = events(pairs, appeared: \.isNewMisread) { $0.before == .misread }
    let crashes = events(pairs, appeared: \.isNewCrash) { $0.before == .crash }
    let exclusions = adjusted(pairs.map { ($0.newlyExcluded, $0.noLongerExcluded) })
    return pairs.indices.map { i in
      var cell = GateCell(
        name: pairs[i].name, verdict: decisions[i].verdict, pairs: pairs[i].pairs,
        losses: pairs[i].losses, gains: pairs[i].gains, lossP: decisions[i].adjustedLossP,
        gainP: decisions[i].adjustedGainP, shift: pairs[i].shift, before: pairs[i].stateBefore,
        after: pairs[i].stateAfter, misreads: misreads[i], crashes: crashes[i],
        exclusions: exclusions[i], latency: matching.latency(of: pairs[i].name),
        isNewlyGivenUp: matching.isNewlyGivenUp(pairs[i].name.decoder),
        withdrawn: pairs[i].withdrawn, failures: [], acknowledged: [], unasked: [],
        samples: pairs[i].telling(Self.shownSamples).map { $0.named(in: baseline.corpus.name) })
      let worse = GateClass.allCases.filter { isWorse(cell, $0, isRechecked: isRechecked) }
      let asked = worse.filter(policy.failOn.contains)
      cell.unasked = worse.filter { !policy.failOn.contains($0) && $0 != .latency }
      cell.acknowledged = asked.filter { isAcknowledged($0, of: cell.name) }
      cell.failures = asked.filter { !cell.acknowledged.contains($0) }
      return cell
    }
  }

  private func isWorse(_ cell: GateCell, _ kind: GateClass, isRechecked: Bool) -> Bool {
    switch kind {
    case .threshold: cell.verdict == .regressed
    case .misreads: cell.misreads.p <= policy.rule.alpha
    case .crashes:
      cell.isNewlyGivenUp
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

  private func objections(_ pairs: CellPairs, _ cell: GateCell) -> [GateObjection] {
    let name = cell.name
    guard cell.pairs > 0 else {
      return [
        GateObjection(
          .tooFewPairs, cell: name, "\(name): no sample was judged in both runs")
      ]
    }
    var result: [GateObjection] = []
    if cell.verdict == .insufficient, policy.failOn.contains(.threshold) {
      result.append(
        GateObjection(
          .tooFewPairs, cell: name,
          "\(name): \(cell.losses + cell.gains) of \(cell.pairs) pairs flipped, and judging takes "
            + "\(policy.rule.fewestPairs) pairs: give the corpus more trials and accept anew"))
    }
    // No objection to untried samples if crashes already make the cell fail, or if every respect
    // asked for is acknowledged: nothing is overlooked then.
    let isSaid =
      cell.failures.contains(.crashes) || policy.failOn.allSatisfy { isAcknowledged($0, of: name) }
    if pairs.untried > 0, !isSaid {
      result.append(
        GateObjection(
          .untried, cell: name,
          "\(name): \(pairs.untried) samples of the baseline were planned and not tried"
            + (cell.isNewlyGivenUp
              ? ": it was given up; acknowledge all that the gate fails on to pass them over" : ""))
      )
    }
    let excluded = cell.exclusions
    let compared = Double(cell.pairs + excluded.appeared)
    // Enough exclusions to hide a shift that matters.
    if excluded.p <= policy.rule.alpha,
      Double(excluded.appeared - excluded.vanished) >= policy.rule.leastShiftShare * compared
    {
      result.append(
        GateObjection(
          .excluded, cell: name,
          "\(name): \(excluded.appeared) samples that had an answer in the baseline timed out or "
            + "failed: see the decoder's standard error, or raise --timeout"))
    }
    return result
  }

  private func latencyObjections(
    _ matching: GateMatching, _ cells: [GateCell]
  ) -> [GateObjection] {
    guard policy.failOn.contains(.latency), !cells.isEmpty else { return [] }
    if let run = matching.untimed {
      return [
        GateObjection(
          .latency,
          "latencies do not compare: \(run) has too few reads, or decodes of earlier runs or several "
            + "machines among its own; --fresh decodes and times all anew")
      ]
    }
    if let sentence = matching.otherMachine { return [GateObjection(.latency, sentence)] }
    return cells.map(\.name).filter(matching.isHalfTimed).map { name in
      GateObjection(.latency, cell: name, "\(name): one of the runs has too few reads to time")
    }
  }

  // MARK: What is worth knowing

  private func fickleness(_ matching: GateMatching, _ pairs: [CellPairs]) -> [String] {
    let fickle = Set(pairs.filter { !$0.flips.isEmpty || $0.withdrawn > 0 }.map(\.name.decoder))
    return fickle.filter(matching.isSameCode).sorted().map {
      "\($0) runs the same code with the same options as then: what differs is its own randomness, "
        + "or the machine's"
    }
  }

  private func notes(_ cells: [GateCell]) -> [String] {
    baseline.acknowledged.compactMap { acknowledgement in
      guard let cell = cells.first(where: { $0.name == acknowledgement.cell }) else { return nil }
      let known = "\(cell.name): acknowledged until \(acknowledgement.expires)"
      guard acknowledgement.isInForce(on: policy.today) else {
        let isNeeded = acknowledgement.classes.contains(where: cell.failures.contains)
        return isNeeded ? "\(known), which is over (\(acknowledgement.reason))" : nil
      }
      return acknowledgement.classes.contains(where: cell.acknowledged.contains)
        ? "\(known): \(acknowledgement.reason)" : "\(known), and no longer needed"
    }
  }
}
