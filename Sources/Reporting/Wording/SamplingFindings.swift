import Evaluation

/// The findings about a run that chose its own trials.
struct SamplingFindings {
  private let table: ScoreTable
  private let aim: AdaptiveAim?

  init(_ table: ScoreTable) {
    self.table = table
    aim = table.settings.aim
  }

  /// The reasons sampling ended: one sentence for each, naming the curves if there are several.
  var sentences: [String] {
    var curves: [CurveEnding: [(name: String, trials: Int)]] = [:]
    for decoder in table.decoders {
      for group in decoder.groups {
        guard let sampling = group.sampling else { continue }
        let name = "\(decoder.label) on \(group.group)"
        curves[sampling.ending, default: []].append((name, sampling.trials))
      }
    }
    return CurveEnding.allCases.compactMap { ending in
      guard let ended = curves[ending] else { return nil }
      let trials = ended.reduce(0) { $0 + $1.trials }
      let isAll = curves.count == 1
      let who = isAll ? "All curves" : Findings.list(ended.map(\.name))
      return "\(who): \(clause(ending)), \(Numerals.counted(trials, "decode", "decodes"))"
    }
  }

  private func clause(_ ending: CurveEnding) -> String {
    switch ending {
    case .precisionReached: "the precision was reached" + precision
    case .budgetSpent: "the budget was spent" + shortfall
    case .timeSpent: "the time was spent" + shortfall
    case .interrupted: "interrupted, or the decoder was given up"
    case .notReached:
      "the curve levels off at or below 95\(Numerals.narrowSpace)%, so there is no crossing"
    case .beyondRange: "the crossing lies beyond the levels"
    case .islands: "islands; no rising curve can be true, so that the model has no crossing"
    case .misfit: "the model does not fit, so that it has no crossing to show"
    case .tooFewLevels: "fewer than two levels"
    }
  }

  /// A clause for a run that ended before it reached its precision; empty if none was requested.
  private var shortfall: String {
    aim?.precision == nil ? "" : " before the precision was reached"
  }

  private var precision: String {
    guard let aim, let precision = aim.precision else { return "" }
    let unit = table.corpus.unit.isEmpty ? "" : " \(table.corpus.unit)"
    let what =
      switch aim.target {
      case .meanThreshold: "mean threshold"
      case .t95: "95\(Numerals.narrowSpace)% crossing"
      }
    return " (± \(Numerals.level(precision))\(unit) on the \(what))"
  }

  /// A sentence for each group whose trials share payloads.
  var payloads: [String] {
    table.corpus.groups.compactMap { group in
      guard let count = group.payloads, table.corpus.harder != .unordered else { return nil }
      guard count > 1 else {
        return "\(group.id): every symbol holds the same payload; intervals hold for it alone"
      }
      return "\(group.id): trials take turns with \(Numerals.count(count)) payloads; intervals of "
        + "mean thresholds are by jackknife over payloads, all others hold for these payloads alone"
    }
  }
}
