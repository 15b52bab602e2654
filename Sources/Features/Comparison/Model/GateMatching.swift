import Analysis
import Results
import Statistics

/// The decoders and groups of a run that can be compared with a baseline, and the reasons others
/// cannot.
struct GateMatching {
  private let baseline: Baseline
  let current: Baseline
  private let policy: GatePolicy
  /// Comparisons that are not possible, each with its reason.
  private(set) var obstacles: [GateObstacle] = []
  /// Remarks that do not affect the result.
  private(set) var notes: [GateNote] = []
  private var cells: [CellName] = []

  init(_ baseline: Baseline, _ current: Baseline, _ policy: GatePolicy) {
    self.baseline = baseline
    self.current = current
    self.policy = policy
    if let obstacle = corpusObstacle() {
      obstacles = [obstacle]
      return
    }
    let drawnAlike = matchGroups()
    matchDecoders(in: drawnAlike)
    if cells.isEmpty, obstacles.isEmpty { obstacles.append(GateObstacle(.nothingCompared)) }
    noteCorpus()
  }

  /// The cells that can be compared, paired.
  func pairs(correcting outcomes: [Flip: SampleOutcome]) -> [CellPairs] {
    let axis = EasinessAxis(current.corpus.levels, harder: current.corpus.harder)
    return cells.compactMap { name in
      guard let (then, now) = curves(name) else { return nil }
      return CellPairs(name, then: then, now: now, axis: axis, correcting: outcomes)
    }
  }

  private func curves(_ name: CellName) -> (then: Baseline.Curve, now: Baseline.Curve)? {
    guard let then = baseline.entry(name.decoder)?.curve(name.group),
      let now = current.entry(name.decoder)?.curve(name.group)
    else { return nil }
    return (then, now)
  }

  func latency(of name: CellName) -> LatencyShift? {
    guard let (then, now) = curves(name), let before = then.readLatency,
      let after = now.readLatency
    else { return nil }
    return LatencyShift(before: before, after: after)
  }

  /// The reason no times compare; `nil` where both runs have some, of the same kind of machine.
  var timingObstacle: GateObstacle? {
    func isTimed(_ run: Baseline) -> Bool {
      run.decoders.contains { $0.groups.contains { $0.readLatency != nil } }
    }
    guard isTimed(baseline) else { return GateObstacle(.untimed(isBaseline: true)) }
    guard isTimed(current) else { return GateObstacle(.untimed(isBaseline: false)) }
    let (then, now) = (baseline.provenance.machine, current.provenance.machine)
    return then == now ? nil : GateObstacle(.otherMachine(baseline: then, run: now))
  }

  /// True if one run has a time for the cell and the other has none.
  func isHalfTimed(_ name: CellName) -> Bool {
    guard let (then, now) = curves(name) else { return false }
    return (then.readLatency == nil) != (now.readLatency == nil)
  }

  /// True if the run has fewer trials of a group than the baseline.
  func isShortened(_ group: String) -> Bool {
    notes.contains {
      if case .otherTrials(group, let then, let now) = $0 { now < then } else { false }
    }
  }

  func isNewlyGivenUp(_ decoder: String) -> Bool {
    current.entry(decoder)?.isGivenUp == true && baseline.entry(decoder)?.isGivenUp == false
  }

  // MARK: The corpus

  private func corpusObstacle() -> GateObstacle? {
    let (then, now) = (baseline.corpus, current.corpus)
    if then.name != now.name {
      return GateObstacle(.otherCorpus(baseline: then.name, run: now.name))
    }
    if then.version != now.version {
      return GateObstacle(
        .otherVersion(corpus: then.name, baseline: then.version, run: now.version))
    }
    if then.seed != now.seed {
      return GateObstacle(.otherSeed(baseline: then.seed, run: now.seed))
    }
    guard (then.axis, then.harder) == (now.axis, now.harder), then.levels == now.levels else {
      return GateObstacle(.otherSweep(corpus: now.name))
    }
    return nil
  }

  /// Returns the groups that both runs have and that are drawn alike.
  private mutating func matchGroups() -> [String] {
    var alike: [String] = []
    for group in current.corpus.groups {
      // A group that the baseline lacks is reported for each decoder.
      guard let known = baseline.corpus.groups.first(where: { $0.id == group.id }) else {
        continue
      }
      let others = zip(current.corpus.levels, zip(known.cellHashes, group.cellHashes))
        .filter { $0.1.0 != $0.1.1 }.map(\.0.text)
      guard others.isEmpty, known.cellHashes.count == group.cellHashes.count else {
        obstacles.append(
          GateObstacle(
            .otherDrawing(
              group: group.id, levels: others.count, first: others.first ?? "none")))
        continue
      }
      alike.append(group.id)
    }
    return alike
  }

  private mutating func noteCorpus() {
    let isDrawnAlike = !obstacles.contains { $0.code == .otherSamples }
    if baseline.corpus.sha256 != current.corpus.sha256, isDrawnAlike { notes.append(.otherFile) }
    for group in current.corpus.groups {
      guard let known = baseline.corpus.groups.first(where: { $0.id == group.id }),
        known.trials != group.trials
      else { continue }
      notes.append(.otherTrials(group: group.id, baseline: known.trials, run: group.trials))
    }
  }

  // MARK: Decoders

  private mutating func matchDecoders(in drawnAlike: [String]) {
    for entry in current.decoders where !entry.groups.isEmpty {
      guard let known = baseline.entry(entry.label), !known.groups.isEmpty else {
        // Options can be no label.
        let known = baseline.decoders.first {
          $0.name == entry.name && current.entry($0.label) == nil
            && ($0.label == $0.name || $0.reference != nil)
        }
        obstacles.append(
          GateObstacle(
            .decoderNotInBaseline(
              entry.label, argument: entry.reference ?? entry.label, known: known?.label)))
        continue
      }
      note(entry, known)
      match(entry, known, in: drawnAlike)
    }
    for known in baseline.decoders where !known.groups.isEmpty {
      let entry = current.entry(known.label)
      // A decoder that was not asked for is not missed. One that was, and no longer reads any
      // symbology of the corpus, is.
      guard entry?.groups.isEmpty ?? !policy.isSelection else { continue }
      obstacles.append(GateObstacle(.decoderMissing(known.label)))
    }
  }

  private mutating func match(
    _ entry: Baseline.DecoderCurves, _ known: Baseline.DecoderCurves, in drawnAlike: [String]
  ) {
    for curve in entry.groups {
      let name = CellName(decoder: entry.label, group: curve.group)
      if known.curve(curve.group) == nil {
        obstacles.append(GateObstacle(.cellNotInBaseline, cell: name))
      } else if drawnAlike.contains(curve.group) {
        cells.append(name)
      }
    }
    for curve in known.groups where entry.curve(curve.group) == nil {
      obstacles.append(
        GateObstacle(.cellMissing, cell: CellName(decoder: entry.label, group: curve.group)))
    }
  }

  private mutating func note(_ entry: Baseline.DecoderCurves, _ known: Baseline.DecoderCurves) {
    if entry.version != known.version {
      notes.append(
        .otherDecoderVersion(
          decoder: entry.label, baseline: known.version, run: entry.version))
    } else if entry.fingerprint != known.fingerprint {
      notes.append(.otherCode(decoder: entry.label))
    }
  }

  /// True if a decoder has the same code, options and limits as in the baseline.
  func isSameCode(_ decoder: String) -> Bool {
    guard let now = current.entry(decoder) else { return false }
    return now.fingerprint == baseline.entry(decoder)?.fingerprint
  }
}
