import Corpora
import Statistics

/// One decoder in one group, sample by sample: what it did then and what it does now.
struct CellPairs {
  let name: CellName
  let axis: EasinessAxis
  /// By level in the sweep's order, with each level's place on the axis.
  private(set) var counts: [PairedCount] = []
  /// Flips, the smallest level first.
  private(set) var flips: [Flip] = []
  /// Timed out or failed now and judged then, and the other way round.
  private(set) var newlyExcluded = 0
  private(set) var noLongerExcluded = 0
  /// Trials of tonight's plan that were judged then and not tried now.
  private(set) var untried = 0
  private(set) var withdrawn = 0
  private var before: [[SampleOutcome]] = []
  private var after: [[SampleOutcome]] = []

  /// Pairs the two curves trial by trial. Where a flipped sample was decoded once more, that counts.
  init(
    _ name: CellName, then: Baseline.Curve, now: Baseline.Curve, axis: EasinessAxis,
    correcting outcomes: [Flip: SampleOutcome]
  ) {
    self.name = name
    self.axis = axis
    for (index, levels) in zip(then.levels, now.levels).enumerated() {
      pair(levels.0, levels.1, at: index, correcting: outcomes)
    }
  }

  private mutating func pair(
    _ then: LevelOutcomes, _ now: LevelOutcomes, at index: Int,
    correcting corrections: [Flip: SampleOutcome]
  ) {
    var count = PairedCount(x: axis.position(of: index), losses: 0, gains: 0, pairs: 0)
    var (old, new): ([SampleOutcome], [SampleOutcome]) = ([], [])
    for (trial, outcomes) in zip(then.trials, now.trials).enumerated() {
      let was = outcomes.0
      var isNow = outcomes.1
      let seen = Flip(cell: name, level: then.level, trial: trial, before: was, after: isNow)
      // A deadline missed takes nothing back, and a crash has to come twice.
      if let corrected = corrections[seen], corrected.isJudged, corrected != .crash {
        isNow = corrected
        if isNow == was { withdrawn += 1 }
      }
      guard was.isJudged, isNow.isJudged else {
        if was.isJudged, isNow == .excluded { newlyExcluded += 1 }
        if was == .excluded, isNow.isJudged { noLongerExcluded += 1 }
        if was.isJudged, isNow == .untried { untried += 1 }
        continue
      }
      if was != isNow {
        var flip = seen
        flip.after = isNow
        flips.append(flip)
        if flip.isLoss { count.losses += 1 }
        if flip.isGain { count.gains += 1 }
      }
      count.pairs += 1
      old.append(was)
      new.append(isNow)
    }
    counts.append(count)
    before.append(old)
    after.append(new)
  }

  var pairs: Int { counts.reduce(0) { $0 + $1.pairs } }
  var losses: Int { counts.reduce(0) { $0 + $1.losses } }
  var gains: Int { counts.reduce(0) { $0 + $1.gains } }
  var stateBefore: CurveState { CurveState(before, on: axis) }
  var stateAfter: CurveState { CurveState(after, on: axis) }

  func count(_ isWanted: (Flip) -> Bool) -> Int { flips.count(where: isWanted) }

  /// ΔT̄, or the difference of the rates where there is no mean threshold; positive for worse.
  var shift: Estimate {
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

  /// What the shift is a part of: the range that the sweep tests, or all samples.
  private var sweptRange: Double {
    let tested = counts.filter { $0.pairs > 0 }.map(\.x)
    guard axis.isOrdered, let least = tested.min(), let most = tested.max(), most > least else {
      return 1
    }
    return most - least
  }

  /// The cell as the rule for reads wants it.
  var gateCell: RegressionGate.Cell {
    RegressionGate.Cell(
      pairs: pairs, losses: losses, gains: gains, shift: shift.value, sweptRange: sweptRange)
  }

  /// Up to so many flips that show what happened: crashes and misreads before lost reads, and those
  /// before gains; of each kind some of every part of the sweep.
  func telling(_ limit: Int) -> [Flip] {
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
