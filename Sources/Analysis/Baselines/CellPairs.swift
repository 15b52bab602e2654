import Results
import Statistics

/// One decoder in one group, sample by sample: its outcomes in the baseline and in the current run.
package struct CellPairs {
  package let name: CellName
  package let axis: EasinessAxis
  /// Paired counts by level in the sweep's order, with each level's position on the axis.
  package private(set) var counts: [PairedCount] = []
  /// Flips, the smallest level first.
  package private(set) var flips: [Flip] = []
  /// Samples judged in the baseline that timed out or failed in the current run, and the reverse.
  package private(set) var newExclusions: [Flip] = []
  package private(set) var endedExclusions: [Flip] = []
  /// Trials of the current plan that were judged in the baseline and not tried in the current run.
  package private(set) var untried = 0
  package private(set) var withdrawn = 0
  /// True if both runs tell which of their samples have a phantom.
  package let knowsPhantoms: Bool
  /// Samples with a phantom in the current run alone, and in the baseline alone.
  package private(set) var newPhantoms: [Flip] = []
  package private(set) var vanishedPhantoms: [Flip] = []
  private var before: [[SampleOutcome]] = []
  private var after: [[SampleOutcome]] = []

  /// Pairs the two curves trial by trial. Where a flipped sample was decoded once more, the new
  /// outcome counts.
  package init(
    _ name: CellName, then: Baseline.Curve, now: Baseline.Curve, axis: EasinessAxis,
    correcting outcomes: [Flip: SampleOutcome]
  ) {
    self.name = name
    self.axis = axis
    knowsPhantoms = then.phantoms != nil && now.phantoms != nil
    for (index, levels) in zip(then.levels, now.levels).enumerated() {
      pair(levels.0, levels.1, at: index, correcting: outcomes)
      if let old = then.phantoms, let new = now.phantoms {
        pair(
          levels.0, levels.1, Set(old[levels.0.level.text] ?? []), new[levels.0.level.text] ?? [])
      }
    }
  }

  private mutating func pair(
    _ then: LevelOutcomes, _ now: LevelOutcomes, at index: Int,
    correcting corrections: [Flip: SampleOutcome]
  ) {
    var count = PairedCount(x: axis.position(of: index), losses: 0, gains: 0, pairs: 0)
    var (old, new): ([SampleOutcome], [SampleOutcome]) = ([], [])
    for trial in 0..<min(then.trials.count, now.trials.count) {
      let (was, seen) = (then.trials[trial], now.trials[trial])
      guard was.isJudged, seen.isJudged else {
        let flip = Flip(cell: name, level: then.level, trial: trial, before: was, after: seen)
        if was.isJudged, seen == .excluded { newExclusions.append(flip) }
        if was == .excluded, seen.isJudged { endedExclusions.append(flip) }
        if was.isJudged, seen == .untried { untried += 1 }
        continue
      }
      var isNow = seen
      if was != seen {
        var flip = Flip(cell: name, level: then.level, trial: trial, before: was, after: seen)
        // A timeout withdraws no flip, and a crash counts only if it occurs twice.
        if let corrected = corrections[flip], corrected.isJudged, corrected != .crash {
          isNow = corrected
          flip.after = corrected
        }
        if isNow == was {
          withdrawn += 1
        } else {
          flips.append(flip)
          if flip.isLoss { count.losses += 1 }
          if flip.isGain { count.gains += 1 }
        }
      }
      count.pairs += 1
      old.append(was)
      new.append(isNow)
    }
    counts.append(count)
    before.append(old)
    after.append(new)
  }

  private mutating func pair(
    _ then: LevelOutcomes, _ now: LevelOutcomes, _ old: Set<Int>, _ new: [Int]
  ) {
    func isJudged(_ trial: Int) -> Bool {
      [then, now].allSatisfy { $0.trials.indices.contains(trial) && $0.trials[trial].isJudged }
    }
    func flips(_ trials: some Sequence<Int>) -> [Flip] {
      trials.filter(isJudged).map {
        Flip(
          cell: name, level: then.level, trial: $0, before: then.trials[$0], after: now.trials[$0])
      }
    }
    newPhantoms += flips(new.filter { !old.contains($0) })
    vanishedPhantoms += flips(old.subtracting(new).sorted())
  }

  package var pairs: Int { counts.reduce(0) { $0 + $1.pairs } }
  package var losses: Int { counts.reduce(0) { $0 + $1.losses } }
  package var gains: Int { counts.reduce(0) { $0 + $1.gains } }
  package var stateBefore: CurveState { CurveState(before, on: axis) }
  package var stateAfter: CurveState { CurveState(after, on: axis) }

  package func count(_ isWanted: (Flip) -> Bool) -> Int { flips.count(where: isWanted) }

  /// ΔT̄ (shift of the mean threshold), or the difference of decode rates where there is none;
  /// positive means worse.
  package var shift: Estimate {
    if axis.isOrdered, let shift = PairedDifference.estimate(counts) {
      return Estimate(
        value: shift.estimate, lower: shift.interval.lower, upper: shift.interval.upper)
    }
    let n = Double(max(pairs, 1))
    let shift = Double(losses - gains) / n
    // The standard error of a difference of paired rates, as in PairedDifference.
    let error = (max(Double(losses + gains) / n - shift * shift, 0) / n).squareRoot()
    return Estimate(
      value: shift, lower: shift - 1.96 * error, upper: shift + 1.96 * error)
  }

  /// The range of which the shift is a part: that of the tested sweep values, or 1 for rates.
  private var sweptRange: Double {
    let tested = counts.filter { $0.pairs > 0 }.map(\.x)
    guard axis.isOrdered, let least = tested.min(), let most = tested.max(), most > least else {
      return 1
    }
    return most - least
  }

  /// The cell in the form that the rule for reads takes.
  package var gateCell: RegressionGate.Cell {
    RegressionGate.Cell(
      pairs: pairs, losses: losses, gains: gains, shift: shift.value, sweptRange: sweptRange)
  }

  /// Chooses up to `limit` flips that show what happened. Crashes and misreads come before lost
  /// reads, and those before gains; each kind is spread over the whole sweep.
  package func telling(_ limit: Int) -> [Flip] {
    var chosen = spread(flips.filter(\.isNewCrash), limit / 2)
    chosen += spread(flips.filter(\.isNewMisread), limit - limit / 2 - chosen.count)
    for kind in [flips.filter(\.isLoss), flips.filter(\.isGain), flips] {
      let rest = kind.filter { !chosen.contains($0) }
      chosen += spread(rest, limit - chosen.count)
    }
    return chosen
  }

  private func spread(_ flips: [Flip], _ limit: Int) -> [Flip] {
    let shown = min(flips.count, max(limit, 0))
    return (0..<shown).map { flips[$0 * flips.count / shown] }
  }
}
