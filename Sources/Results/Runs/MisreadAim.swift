import Statistics

/// The use of a decoder over which misreads are counted: how often each cell of a corpus occurs.
public struct MisreadAim: Hashable, Sendable, Codable {
  /// Weights by group and level, 0 or more; they need not add up to 1.
  public var weights: [[Double]]
  /// By group, the number of trials after which payloads or conditions that take turns repeat.
  public var periods: [Int]
  /// The share of misreads among answers at which sampling ends as soon as the bounds say on which
  /// side of it the rate is; `nil` to go on until the budget is used up.
  public var below: Double?

  /// The rounds without which a search is not worth starting.
  public static let fewestRounds = 5
  /// The most trials that one level of one group can have.
  public static let mostTrials = 10_000_000

  /// Makes an aim.
  ///
  /// - Precondition: Weights are finite, not negative, and not all 0.
  public init(weights: [[Double]], periods: [Int], below: Double? = nil) {
    precondition(
      weights.joined().allSatisfy { $0 >= 0 && $0.isFinite }
        && weights.joined().contains { $0 > 0 },
      "some cell has a weight")
    self.weights = weights
    self.periods = periods
    self.below = below
  }

  /// Returns true if a decoder reads some group that has a weight.
  public func concerns(_ supportedGroups: [Bool]) -> Bool {
    zip(weights, supportedGroups).contains { $1 && $0.contains { $0 > 0 } }
  }
}

/// One decoder's trials in search of misreads: round after round, until its aim is reached.
///
/// The rounds depend on outcomes alone, so that those of a stored run are found again from its
/// observations.
public struct MisreadSampling: Sendable {
  /// One level of one group.
  public struct Cell: Hashable, Sendable {
    /// Index of the group.
    public let group: Int
    /// Index of the level.
    public let level: Int

    package init(group: Int, level: Int) {
      (self.group, self.level) = (group, level)
    }
  }

  /// The cells that are sampled, as the sampler's strata.
  public let cells: [Cell]
  /// The rounds and what they show.
  public private(set) var sampler: MisreadSampler
  /// The reason for which no round follows; `nil` if one does.
  public private(set) var ending: CurveEnding?

  private let budget: Int
  private let below: Double?

  /// Starts a decoder's sampling.
  ///
  /// - Parameters:
  ///   - aim: The run's aim, with a use that concerns the decoder.
  ///   - decoder: The decoder's index.
  ///   - supportedGroups: By decoder and group, true if the decoder reads it.
  public init?(_ aim: AdaptiveAim, decoder: Int, supportedGroups: [[Bool]]) {
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
  public func trials(ofCell index: Int) -> Range<Int> {
    let start = sampler.totals[index].trials
    return start..<start + sampler.nextRound[index]
  }

  /// Records a complete round, by cell.
  ///
  /// - Precondition: All trials of the round have an outcome.
  public mutating func record(_ round: [OutcomeCount]) {
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
