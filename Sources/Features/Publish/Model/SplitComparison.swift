import Results
import Statistics

/// The comparison of each decoder's results on a public split and on a hidden one.
struct SplitComparison {
  private let known: Baseline
  private let hidden: Baseline
  private let axis: EasinessAxis

  /// Makes a comparison of two runs' outcomes.
  ///
  /// - Parameters:
  ///   - known: The run of the public split.
  ///   - hidden: The run of the hidden split: the same corpus under another seed.
  init(known: Baseline, hidden: Baseline) {
    (self.known, self.hidden) = (known, hidden)
    axis = EasinessAxis(hidden.corpus.levels, harder: hidden.corpus.harder)
  }

  /// The result, decoder by decoder.
  func report(of commitment: SplitCommitment) -> SplitReport {
    let draws = max(9_999, 200 * hidden.decoders.count)
    var entries = hidden.decoders.map { entry(of: $0, draws: draws) }
    let tested = entries.indices.filter { entries[$0].gap != nil }
    let adjusted = Holm.adjust(tested.compactMap { entries[$0].gap?.p })
    for (index, p) in zip(tested, adjusted) { entries[index].gap?.adjustedP = p }
    return SplitReport(
      samples: commitment.samples, commitment: commitment,
      measure: axis.isOrdered ? .meanThreshold : .rate,
      unit: axis.isOrdered ? hidden.corpus.unit : "",
      publicTrials: known.corpus.groups.map(\.trials).max() ?? 0,
      hiddenTrials: hidden.corpus.groups.map(\.trials).max() ?? 0, decoders: entries,
      provenance: hidden.provenance)
  }

  private func entry(of decoder: Baseline.DecoderCurves, draws: Int) -> SplitReport.Entry {
    func entry(_ gap: SplitReport.Gap?, _ obstacle: SplitReport.Obstacle?) -> SplitReport.Entry {
      SplitReport.Entry(
        label: decoder.label, library: decoder.library, version: decoder.version, gap: gap,
        obstacle: obstacle)
    }
    guard !decoder.groups.isEmpty else { return entry(nil, .unsupported) }
    guard let other = known.entry(decoder.label) else { return entry(nil, .absent) }
    guard other.fingerprint == decoder.fingerprint else { return entry(nil, .otherDecoder) }
    var groups: [SplitGap.Group] = []
    for curve in decoder.groups {
      guard let before = other.curve(curve.group), let known = trials(before),
        let hidden = trials(curve)
      else { return entry(nil, .untried) }
      groups.append(SplitGap.Group(weights: weights, known: known, hidden: hidden))
    }
    return entry(SplitGap.compare(groups, draws: draws).map { gap($0, groups) }, nil)
  }

  /// The levels from the hardest to the easiest, by index.
  private var order: [Int] {
    hidden.corpus.levels.indices.map { axis.index(ofPosition: $0) }
  }

  /// The weights of the levels in that order: those of the mean threshold, or all alike.
  private var weights: [Double] {
    axis.isOrdered && order.count > 1
      ? MeanThreshold.weights(for: order.map { axis.position(of: $0) })
      : order.map { _ in 1 / Double(order.count) }
  }

  /// The trials of a curve; `nil` if one was not tried.
  private func trials(_ curve: Baseline.Curve) -> SplitGap.Trials? {
    let levels = order.map { curve.levels[$0].trials }
    guard let count = levels.first?.count, count > 0,
      levels.allSatisfy({ $0.count == count && !$0.contains(.untried) })
    else { return nil }
    return (0..<count).map { trial in levels.map { $0[trial] == .read } }
  }

  private func gap(_ gap: SplitGap, _ groups: [SplitGap.Group]) -> SplitReport.Gap {
    func mean(_ trials: (SplitGap.Group) -> SplitGap.Trials) -> Double {
      groups.reduce(0) { sum, group in
        let trials = trials(group)
        let missed = trials.reduce(0) { sum, reads in
          sum + zip(reads, group.weights).reduce(0) { $0 + ($1.0 ? 0 : $1.1) }
        }
        return sum + missed / Double(trials.count)
      } / Double(groups.count)
    }
    func value(_ missed: Double) -> Double {
      guard axis.isOrdered, let first = order.first else { return 1 - missed }
      return axis.level(axis.position(of: first) + missed) ?? missed
    }
    return SplitReport.Gap(
      known: value(mean(\.known)), hidden: value(mean(\.hidden)),
      worseBy: Estimate(
        value: gap.estimate, lower: gap.interval.lower, upper: gap.interval.upper),
      p: gap.pValue, adjustedP: 1)
  }
}
