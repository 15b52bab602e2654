import Corpora

/// The decoders and groups of a run that can be compared with a baseline, and the reasons others
/// cannot.
struct GateMatching {
  private let baseline: Baseline
  private let current: Baseline
  private let policy: GatePolicy
  /// Comparisons that are not possible, each with its reason.
  private(set) var objections: [GateObjection] = []
  /// Remarks that do not affect the result.
  private(set) var notes: [String] = []
  private var cells: [CellName] = []

  init(_ baseline: Baseline, _ current: Baseline, _ policy: GatePolicy) {
    self.baseline = baseline
    self.current = current
    self.policy = policy
    if let objection = corpusObjection() {
      objections = [objection]
      return
    }
    let drawnAlike = matchGroups()
    matchDecoders(in: drawnAlike)
    if cells.isEmpty, objections.isEmpty {
      objections.append(
        GateObjection(
          .tooFewPairs, "nothing was compared: no decoder of this run reads anything of the corpus")
      )
    }
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

  /// The run that has no times of its own, in words; `nil` where both have some.
  var untimed: String? {
    func isTimed(_ run: Baseline) -> Bool {
      run.decoders.contains { $0.groups.contains { $0.readLatency != nil } }
    }
    guard isTimed(baseline) else { return "the baseline" }
    return isTimed(current) ? nil : "this run"
  }

  /// True if one run has a time for the cell and the other has none.
  func isHalfTimed(_ name: CellName) -> Bool {
    guard let (then, now) = curves(name) else { return false }
    return (then.readLatency == nil) != (now.readLatency == nil)
  }

  /// The reason times do not compare; `nil` on the same kind of machine.
  var otherMachine: String? {
    let (then, now) = (baseline.provenance, current.provenance)
    guard then.machine != now.machine else { return nil }
    return "latencies do not compare: the baseline is of \(then.machine), this run of "
      + now.machine
  }

  func isNewlyGivenUp(_ decoder: String) -> Bool {
    current.entry(decoder)?.isGivenUp == true && baseline.entry(decoder)?.isGivenUp == false
  }

  // MARK: The corpus

  private func corpusObjection() -> GateObjection? {
    let (then, now) = (baseline.corpus, current.corpus)
    if then.name != now.name {
      return GateObjection(
        .otherCorpus, "the baseline is of corpus \(then.name), and this run of \(now.name)")
    }
    if then.version != now.version {
      return GateObjection(
        .otherVersion,
        "the baseline is of version \(then.version) of corpus \(then.name), and this run of version "
          + "\(now.version): scores of different versions do not compare; accept a new baseline")
    }
    if then.seed != now.seed {
      return GateObjection(
        .otherSamples,
        "the baseline's samples are of seed \(then.seed), and this run's of seed \(now.seed)")
    }
    guard (then.axis, then.harder) == (now.axis, now.harder), then.levels == now.levels else {
      return GateObjection(
        .otherSamples,
        "corpus \(now.name) has another sweep than when the baseline was accepted, and the same "
          + "version: raise its version and accept a new baseline")
    }
    return nil
  }

  /// Returns the groups that both runs have with identical samples.
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
        objections.append(
          GateObjection(
            .otherSamples,
            "\(group.id) is drawn otherwise than when the baseline was accepted "
              + "(\(Self.counted(others.count, "level")), from \(others.first ?? "none")): the "
              + "corpus, its photos, the renderer or the symbol encoder changed; accept a new "
              + "baseline"))
        continue
      }
      alike.append(group.id)
    }
    return alike
  }

  private mutating func noteCorpus() {
    if baseline.corpus.sha256 != current.corpus.sha256 {
      notes.append(
        "the corpus's file is not the baseline's, byte for byte, and draws the same samples")
    }
    for group in current.corpus.groups {
      guard let known = baseline.corpus.groups.first(where: { $0.id == group.id }),
        known.trials != group.trials
      else { continue }
      notes.append(
        "\(group.id): compared on the first \(min(known.trials, group.trials)) trials of each "
          + "level; the baseline has \(known.trials), this run \(group.trials)")
    }
  }

  // MARK: Decoders

  private mutating func matchDecoders(in drawnAlike: [String]) {
    for entry in current.decoders where !entry.groups.isEmpty {
      guard let known = baseline.entry(entry.label), !known.groups.isEmpty else {
        objections.append(
          GateObjection(
            .notInBaseline,
            "decoder \(entry.label) is not in the baseline: accept one that has it"))
        continue
      }
      note(entry, known)
      match(entry, known, in: drawnAlike)
    }
    for known in baseline.decoders where !known.groups.isEmpty {
      let entry = current.entry(known.label)
      // A decoder that was not asked for is not missing. One that was asked for and no longer reads
      // any of the corpus's symbologies is.
      guard entry?.groups.isEmpty ?? !policy.isSelection else { continue }
      objections.append(
        GateObjection(
          .missing,
          "decoder \(known.label) is in the baseline and was not tried: it is not installed, cannot "
            + "start, or no longer reads any of the corpus's symbologies"))
    }
  }

  private mutating func match(
    _ entry: Baseline.Entry, _ known: Baseline.Entry, in drawnAlike: [String]
  ) {
    for curve in entry.groups {
      let name = CellName(decoder: entry.label, group: curve.group)
      if known.curve(curve.group) == nil {
        objections.append(
          GateObjection(
            .notInBaseline, cell: name,
            "\(name) is not in the baseline: accept one that has it"))
      } else if drawnAlike.contains(curve.group) {
        cells.append(name)
      }
    }
    for curve in known.groups where entry.curve(curve.group) == nil {
      let name = CellName(decoder: entry.label, group: curve.group)
      objections.append(
        GateObjection(
          .missing, cell: name,
          "\(name) is in the baseline and was not tried: the group is gone from the corpus, or the "
            + "decoder no longer says that it reads its symbology"))
    }
  }

  private mutating func note(_ entry: Baseline.Entry, _ known: Baseline.Entry) {
    if entry.version != known.version {
      notes.append("\(entry.label): version \(known.version) then, \(entry.version) now")
    } else if entry.fingerprint != known.fingerprint {
      notes.append("\(entry.label): other code or options than then, of the same version")
    }
  }

  /// True if a decoder has the same code, options and limits as in the baseline.
  func isSameCode(_ decoder: String) -> Bool {
    guard let now = current.entry(decoder) else { return false }
    return now.fingerprint == baseline.entry(decoder)?.fingerprint
  }

  private static func counted(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}
