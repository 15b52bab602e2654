import Base
import Corpora
import PluginHost
import Results

/// Decodes a small share of a run's samples once more, in fresh workers, and counts the answers that differ.
struct RepeatCheck {
  private let plan: ComparisonPlan
  private let stop: StopSignal

  init(plan: ComparisonPlan, stop: StopSignal) {
    (self.plan, self.stop) = (plan, stop)
  }

  /// Chooses samples and decodes them again; blocks the caller.
  ///
  /// - Parameters:
  ///   - source: The run's observations.
  ///   - decodes: By decoder, the number of decodes that the run made; none are repeated without any.
  /// - Returns: By decoder, the shares that were repeated; `nil` when it was asked to stop.
  func shares(
    of source: some ObservationSource, run: Int, decodes: [Int]
  ) throws -> [[RepeatShare]]? {
    let parts = try plan.decoders.indices.map {
      try chosenParts(source, run, $0, decodes[$0])
    }
    let flips = zip(plan.decoders, parts).map { configured, parts in
      parts.map { part in part.chosen.map { flip($0, by: configured) } }
    }
    let all = Set(flips.joined().joined())
    guard
      let again = try Rechecker(plan: plan, stop: stop).repeated(
        all.sorted { ($0.cell.group, $0.trial) < ($1.cell.group, $1.trial) })
    else { return nil }
    return zip(parts, flips).map { parts, flips in
      zip(parts, flips).map { part, flips in share(part, flips, again) }
    }
  }

  private func chosenParts(
    _ source: some ObservationSource, _ run: Int, _ decoder: Int, _ decodes: Int
  ) throws -> [RepeatChoice.Part] {
    guard decodes > 0 else { return [] }
    var choice = RepeatChoice(decodes: decodes)
    var level: [RepeatChoice.Candidate] = []
    try source.forEachBlock(ofRun: run, decoder: decoder, group: nil, detailing: { _ in false }) {
      block in
      let first = block.first
      if let last = level.last?.place, (last.group, last.level) != (first.group, first.level) {
        choice.add(level)
        level = []
      }
      for verdict in Verdict.allCases {
        OutcomeBlock.forEach(block.trials(with: verdict)) { offset in
          level.append(
            RepeatChoice.Candidate(
              place: SamplePlace(
                group: first.group, level: first.level, trial: first.trial + offset),
              first: SampleOutcome(verdict)))
        }
      }
    }
    choice.add(level)
    return choice.parts()
  }

  private func flip(_ candidate: RepeatChoice.Candidate, by configured: ConfiguredDecoder) -> Flip {
    let place = candidate.place
    return Flip(
      cell: CellName(decoder: configured.label, group: plan.corpus.groups[place.group].id),
      level: plan.corpus.sweep.levels[place.level], trial: place.trial, before: candidate.first,
      after: candidate.first)
  }

  private func share(
    _ part: RepeatChoice.Part, _ flips: [Flip], _ again: [Flip: Rechecker.Repetition]
  ) -> RepeatShare {
    let second = flips.compactMap { flip in
      again[flip]?.finding.map { (flip.before, SampleOutcome($0.verdict)) }
    }.filter { $0.1 != .excluded }
    return RepeatShare(
      choice: part.choice, samples: part.samples, candidates: part.candidates,
      repeated: second.count, different: second.count { $0.0 != $0.1 })
  }
}
