import Analysis
import Results
import Statistics

extension RunDifference {
  /// Compares two runs as far as they compare.
  ///
  /// Samples are shared where the hashes of their cells are equal, whatever the corpora's versions.
  /// The results of a group without any, at the levels that both runs have, are compared as those of
  /// independent samples, as long as the corpora have one name and one sweep.
  init(from before: ComparedRun, to after: ComparedRun) {
    let matching = DecoderMatching(before.versions, after.versions)
    let comparing = CellComparing(before: before, after: after)
    self.init(
      before: before.reference, after: after.reference, unit: after.record.corpus.unit,
      harder: after.record.corpus.harder,
      reproduceOptions: ReproduceOptions(of: after.record).text,
      settings: SettingChange.changes(from: before.record, to: after.record),
      decoders: matching.pairs.map { comparing.difference(of: $0, $1) },
      removed: matching.removed, added: matching.added)
    if before.record == after.record, before.outcomes == after.outcomes { isSameRun = true }
  }
}

/// The decoders of two runs, paired by what was asked for, whatever their labels.
///
/// A decoder that is alone with its library on both sides is a pair too: the same decoder
/// with other options.
struct DecoderMatching {
  private(set) var pairs: [(before: DecoderVersion, after: DecoderVersion)] = []
  private(set) var removed: [DecoderVersion] = []
  private(set) var added: [DecoderVersion] = []

  init(_ before: [DecoderVersion], _ after: [DecoderVersion]) {
    let asked = (Set(before.map(\.asked)), Set(after.map(\.asked)))
    var left = before.filter { !asked.1.contains($0.asked) }
    let new = after.filter { !asked.0.contains($0.asked) }
    for decoder in after {
      if let known = before.first(where: { $0.asked == decoder.asked }) {
        pairs.append((known, decoder))
        continue
      }
      let alike = left.filter { $0.library == decoder.library }
      if alike.count == 1, new.count(where: { $0.library == decoder.library }) == 1 {
        pairs.append((alike[0], decoder))
        left.removeAll { $0 == alike[0] }
      } else {
        added.append(decoder)
      }
    }
    removed = left
  }
}

/// Compares decoders of two runs group by group.
struct CellComparing {
  let before: ComparedRun
  let after: ComparedRun
  /// The most samples that are named in a cell.
  private static let shownSamples = 5

  func difference(of then: DecoderVersion, _ now: DecoderVersion) -> DecoderDifference {
    var result = DecoderDifference(before: then, after: now, cells: [], uncompared: [])
    let groups = after.record.corpus.groups.map(\.id)
    let gone = before.record.corpus.groups.map(\.id).filter { !groups.contains($0) }
    for group in groups + gone {
      let curves = (
        before.outcomes.entry(then.label)?.curve(group),
        after.outcomes.entry(now.label)?.curve(group)
      )
      switch curves {
      case (nil, nil): continue
      case (nil, _?): result.uncompared.append(.init(group: group, reason: .missingBefore))
      case (_?, nil): result.uncompared.append(.init(group: group, reason: .missingAfter))
      case (let old?, let new?):
        switch cell(old, new, decoder: now.label) {
        case .success(let cell): result.cells.append(cell)
        case .failure(let reason): result.uncompared.append(.init(group: group, reason: reason))
        }
      }
    }
    return result
  }

  private func cell(
    _ old: Baseline.Curve, _ new: Baseline.Curve, decoder: String
  ) -> Result<CellDifference, UncomparedGroup.Reason> {
    paired(old, new, decoder: decoder).map { .success($0) } ?? unpaired(old, new)
  }

  // MARK: The same samples

  /// Compares the samples that both runs judged; `nil` if there are none.
  private func paired(
    _ old: Baseline.Curve, _ new: Baseline.Curve, decoder: String
  ) -> CellDifference? {
    let levels = sharedLevels(of: old.group)
    guard !levels.isEmpty else { return nil }
    let limit = min(before.pairedTrials, after.pairedTrials)
    let shared = { (curve: Baseline.Curve, indices: [Int]) in
      curve.taking(indices, trials: limit)
    }
    let axis = axis(levels.map(\.after))
    let pairs = CellPairs(
      CellName(decoder: decoder, group: new.group), then: shared(old, levels.map(\.before)),
      now: shared(new, levels.map(\.after)), axis: axis, correcting: [:])
    guard pairs.pairs + pairs.newExclusions.count + pairs.endedExclusions.count > 0 else {
      return nil
    }
    let rate = TangoInterval.difference(
      losses: pairs.losses, gains: pairs.gains, pairs: pairs.pairs)
    return CellDifference(
      group: new.group, basis: .sameSamples, levels: levels.count, pairs: pairs.pairs,
      losses: pairs.losses, gains: pairs.gains, flips: Self.kinds(pairs.flips),
      newlyExcluded: pairs.newExclusions.count, noLongerExcluded: pairs.endedExclusions.count,
      newPhantoms: pairs.newPhantoms.count, gonePhantoms: pairs.vanishedPhantoms.count,
      before: pairs.stateBefore, after: pairs.stateAfter,
      meanThreshold: axis.isOrdered && pairs.stateAfter.meanThreshold != nil
        ? axis.difference(pairs.shift) : nil,
      decodeRate: Estimate(
        value: Double(pairs.gains - pairs.losses) / Double(max(pairs.pairs, 1)),
        lower: rate.lower, upper: rate.upper),
      latency: latency(old, new),
      samples: pairs.telling(Self.shownSamples).map { $0.named(in: after.record.corpus) })
  }

  /// The levels of a group whose samples both runs share, by their indices in each run.
  private func sharedLevels(of group: String) -> [(before: Int, after: Int)] {
    let known = before.hashes(group)
    return after.hashes(group).enumerated().compactMap { index, hash in
      known.firstIndex(of: hash).map { ($0, index) }
    }
  }

  private static func kinds(_ flips: [Flip]) -> [CellDifference.FlipCount] {
    let kinds = SampleOutcome.allCases.flatMap { before in
      SampleOutcome.allCases.map { after in
        CellDifference.FlipCount(
          before: before, after: after,
          count: flips.count { $0.before == before && $0.after == after })
      }
    }
    return kinds.filter { $0.count > 0 }.sorted { $0.count > $1.count }
  }

  // MARK: Other samples

  private func unpaired(
    _ old: Baseline.Curve, _ new: Baseline.Curve
  ) -> Result<CellDifference, UncomparedGroup.Reason> {
    let (then, now) = (before.record.corpus, after.record.corpus)
    guard sharedLevels(of: new.group).isEmpty else { return .failure(.notTried) }
    guard then.name == now.name else { return .failure(.otherCorpus) }
    guard (then.axis, then.harder, then.unit) == (now.axis, now.harder, now.unit) else {
      return .failure(.otherSweep)
    }
    let levels = now.levels.enumerated().compactMap { index, level in
      then.levels.firstIndex(of: level).map { (before: $0, after: index) }
    }
    guard !levels.isEmpty else { return .failure(.otherLevels) }
    let axis = axis(levels.map(\.after))
    let states = (
      CurveState(old.taking(levels.map(\.before)).levels.map(\.trials), on: axis),
      CurveState(new.taking(levels.map(\.after)).levels.map(\.trials), on: axis)
    )
    guard states.0.tried > 0, states.1.tried > 0 else { return .failure(.notTried) }
    return .success(
      CellDifference(
        group: new.group, basis: .otherSamples, levels: levels.count, before: states.0,
        after: states.1,
        meanThreshold: states.0.meanThreshold.flatMap { then in
          states.1.meanThreshold.map { Estimate.difference(from: then, to: $0) }
        },
        decodeRate: Estimate.difference(from: states.0.rate, to: states.1.rate),
        latency: latency(old, new)))
  }

  private func axis(_ levels: [Int]) -> EasinessAxis {
    EasinessAxis(
      levels.map { after.record.corpus.levels[$0] }, harder: after.record.corpus.harder)
  }

  private func latency(_ old: Baseline.Curve, _ new: Baseline.Curve) -> LatencyShift? {
    guard before.record.provenance.machine == after.record.provenance.machine,
      let then = old.readLatency, let now = new.readLatency
    else { return nil }
    return LatencyShift(before: then, after: now)
  }
}

extension UncomparedGroup.Reason: Error {}

extension Baseline.Curve {
  /// The curve at some levels, given by their indices, with at most so many trials at each.
  fileprivate func taking(_ indices: [Int], trials: Int = .max) -> Baseline.Curve {
    var curve = self
    curve.levels = indices.map { index in
      LevelOutcomes(
        level: levels[index].level, trials: Array(levels[index].trials.prefix(trials)))
    }
    return curve
  }
}

extension EasinessAxis {
  /// A shift towards the easier end as a difference of sweep values.
  fileprivate func difference(_ shift: Estimate) -> Estimate {
    isMirrored
      ? Estimate(value: -shift.value, lower: -shift.upper, upper: -shift.lower) : shift
  }
}

extension CurveState {
  /// The decode rate with its exact interval.
  fileprivate var rate: Estimate {
    let interval = Binomial.clopperPearson(reads: reads, trials: tried)
    return Estimate(
      value: Double(reads) / Double(max(tried, 1)), lower: interval.lower, upper: interval.upper)
  }
}

extension Estimate {
  /// The difference of two estimates from independent samples, by square-and-add of the distances to
  /// the ends of their intervals (R. G. Newcombe, Statistics in Medicine 17 (1998), 873–890).
  static func difference(from a: Estimate, to b: Estimate) -> Estimate {
    let value = b.value - a.value
    let below = hypotenuse(b.value - b.lower, a.upper - a.value)
    let above = hypotenuse(b.upper - b.value, a.value - a.lower)
    return Estimate(value: value, lower: value - below, upper: value + above)
  }

  private static func hypotenuse(_ a: Double, _ b: Double) -> Double {
    (a * a + b * b).squareRoot()
  }
}
