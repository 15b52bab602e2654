import Results

extension SettingChange {
  /// Lists the settings, and the parts of the corpus, that differ between two runs.
  static func changes(from before: RunRecord, to after: RunRecord) -> [SettingChange] {
    // Of other corpora, everything else differs too.
    let corpus =
      change(.corpus, before.corpus.name, after.corpus.name).map { [$0] }
      ?? corpusChanges(before.corpus, after.corpus) + trialChanges(before.corpus, after.corpus)
    return corpus + runChanges(before, after)
  }

  private static func corpusChanges(
    _ before: CorpusRecord, _ after: CorpusRecord
  ) -> [SettingChange] {
    var changes = [
      change(.corpusVersion, before.version, after.version),
      change(.seed, before.seed, after.seed),
      change(.hints, before.usesSymbologyHints, after.usesSymbologyHints),
      change(.sweep, sweep(before), sweep(after)),
      lists(.levels, before.levels.map(\.text), after.levels.map(\.text)),
      lists(.groups, before.groups.map(\.id), after.groups.map(\.id)),
    ].compactMap(\.self)
    if before.version == after.version {
      changes += [change(.corpusFile, before.sha256, after.sha256)].compactMap(\.self)
    }
    return changes
  }

  private static func sweep(_ corpus: CorpusRecord) -> String {
    "\(corpus.axis) \(corpus.unit) \(corpus.harder.rawValue)"
  }

  /// Changes of the groups that both corpora have: other trials, other samples at the same levels.
  private static func trialChanges(
    _ before: CorpusRecord, _ after: CorpusRecord
  ) -> [SettingChange] {
    var trials: [SettingChange] = []
    var drawings: [SettingChange] = []
    for group in after.groups {
      guard let known = before.groups.first(where: { $0.id == group.id }) else { continue }
      if known.trials != group.trials {
        trials.append(
          SettingChange(
            .trials, group: group.id, before: "\(known.trials)", after: "\(group.trials)"))
      }
      // Another seed or sweep redraws everything, which need not be said again.
      guard before.seed == after.seed, sweep(before) == sweep(after) else { continue }
      let levels = zip(after.levels, group.cellHashes).filter { level, hash in
        before.levels.firstIndex(of: level).map { known.cellHashes[$0] != hash } ?? false
      }
      guard !levels.isEmpty else { continue }
      drawings.append(
        SettingChange(
          .drawing, group: group.id, before: "\(after.levels.count)", after: "\(levels.count)"))
    }
    return joined(trials, groups: after.groups.count) + drawings
  }

  /// One change instead of many equal ones, if it is that of every group.
  private static func joined(_ changes: [SettingChange], groups: Int) -> [SettingChange] {
    guard let first = changes.first, changes.count == groups,
      changes.allSatisfy({ ($0.before, $0.after) == (first.before, first.after) })
    else { return changes }
    return [SettingChange(first.setting, before: first.before, after: first.after)]
  }

  private static func runChanges(_ before: RunRecord, _ after: RunRecord) -> [SettingChange] {
    let (old, new) = (before.settings, after.settings)
    let (then, now) = (before.provenance, after.provenance)
    return [
      change(.slice, before.shard, after.shard),
      change(.sampling, sampling(old), sampling(new)),
      change(
        .timeout, ReproduceOptions.duration(Int(old.timeoutSeconds * 1e9)),
        ReproduceOptions.duration(Int(new.timeoutSeconds * 1e9))),
      change(
        .memoryLimit, ReproduceOptions.memory(old.memoryLimitBytes),
        ReproduceOptions.memory(new.memoryLimitBytes)),
      change(.givingUp, old.deathsBeforeGivingUp, new.deathsBeforeGivingUp),
      change(.jobs, old.jobs, new.jobs),
      change(.harness, then.harnessVersion, now.harnessVersion),
      change(.commit, then.commit ?? "", now.commit ?? ""),
      change(.machine, then.machine, now.machine),
      change(.system, then.system, now.system),
    ].compactMap(\.self)
  }

  private static func sampling(_ settings: RunSettings) -> String {
    guard let aim = settings.aim else { return "fixed" }
    return [
      aim.boundary.map { "boundary of \($0.trials) trials" },
      aim.precision.map { "precision \($0) of \(aim.target.rawValue)" },
      aim.budget.map { "budget \($0)" }, aim.seconds.map { "time \($0) s" },
    ].compactMap(\.self).joined(separator: ", ")
  }

  private static func change(
    _ setting: Setting, _ before: some Equatable & CustomStringConvertible,
    _ after: some CustomStringConvertible
  ) -> SettingChange? {
    let values = (before.description, after.description)
    return values.0 == values.1
      ? nil : SettingChange(setting, before: values.0, after: values.1)
  }

  private static func lists(
    _ setting: Setting, _ before: [String], _ after: [String]
  ) -> SettingChange? {
    let (gone, new) = (
      before.filter { !after.contains($0) }, after.filter { !before.contains($0) }
    )
    guard !gone.isEmpty || !new.isEmpty else { return nil }
    return SettingChange(
      setting, before: gone.joined(separator: ", "), after: new.joined(separator: ", "))
  }
}
