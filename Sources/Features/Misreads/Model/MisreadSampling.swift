import Results
import Statistics

/// One decoder's trials in search of misreads: round after round, until its aim is reached.
///
/// The rounds depend on outcomes alone, so that those of a stored run are found again from its
/// observations.
struct MisreadSampling: Sendable {
  /// One level of one group.
  struct Cell: Hashable, Sendable {
    /// Index of the group.
    let group: Int
    /// Index of the level.
    let level: Int
  }

  /// The cells that are sampled, as the sampler's strata.
  let cells: [Cell]
  /// The rounds and what they show.
  private(set) var sampler: MisreadSampler
  /// The reason for which no round follows; `nil` if one does.
  private(set) var ending: CurveEnding?

  private let budget: Int
  private let below: Double?

  /// Starts a decoder's sampling.
  ///
  /// - Parameters:
  ///   - aim: The run's aim, with a use that concerns the decoder.
  ///   - decoder: The decoder's index.
  ///   - supportedGroups: By decoder and group, true if the decoder reads it.
  init?(_ aim: AdaptiveAim, decoder: Int, supportedGroups: [[Bool]]) {
    guard let use = aim.misreads, use.concerns(supportedGroups[decoder]) else { return nil }
    var cells: [Cell] = []
    for (group, weights) in use.weights.enumerated() where supportedGroups[decoder][group] {
      cells += weights.indices.filter { weights[$0] > 0 }.map { Cell(group: group, level: $0) }
    }
    self.cells = cells
    sampler = MisreadSampler(
      weights: cells.map { use.weights[$0.group][$0.level] },
      periods: cells.map { use.periods[$0.group] })
    // Decoders have equal parts, so that none depends on how many samples another needs.
    budget = aim.budget.map { $0 / supportedGroups.count(where: use.concerns) } ?? .max
    below = use.below
    conclude()
  }

  /// The trials of a cell, given by its index, in the next round.
  func trials(ofCell index: Int) -> Range<Int> {
    let start = sampler.totals[index].trials
    return start..<start + sampler.nextRound[index]
  }

  /// Records a complete round, by cell.
  ///
  /// - Precondition: All trials of the round have an outcome.
  mutating func record(_ round: [OutcomeCount]) {
    sampler.record(round)
    conclude()
  }

  private mutating func conclude() {
    if let below, sampler.rounds > 0 {
      let rate = sampler.perAnswer
      if rate.upper <= below || rate.lower > below { ending = .precisionReached }
    }
    let next = cells.indices.map { trials(ofCell: $0).upperBound }
    guard ending == nil else { return }
    if next.reduce(0, +) > budget || next.contains(where: { $0 > MisreadAim.mostTrials }) {
      ending = .budgetSpent
    }
  }
}
