import Base

extension Goal {
  /// Rates that differ by less are taken for equal.
  private static let alike = 0.005
  /// The share of reads that a goal of speed gives up at most.
  private static let spared = 0.01
  /// The reads that a false answer outweighs.
  private static let priceOfFalse = 5.0

  /// The standings, the best for the goal first; equals in the order of their arguments.
  func ordered(_ standings: [Standing]) -> [Standing] {
    func utility(_ one: Standing) -> Double {
      let images = Double(max(one.images, 1))
      return one.rate - Self.priceOfFalse * Double(one.falseAnswers) / images
    }
    /// Steps of equal rates, so that the order is one.
    func step(_ value: Double) -> Int { Int((value / Self.alike).rounded()) }
    let best = standings.map(utility).max() ?? 0
    func key(_ one: Standing) -> (Int, Int, Double, String) {
      let name = one.candidate.argument
      let complexity = one.candidate.options.count
      let time = one.milliseconds * (1 + 0.01 * Double(complexity))
      switch self {
      case .reach: return (0, -step(utility(one)), time, name)
      case .speed:
        return utility(one) >= best - Self.spared
          ? (0, 0, time, name) : (1, -step(utility(one)), time, name)
      case .safety: return (one.falseAnswers, -step(one.rate), time, name)
      }
    }
    return standings.sorted { key($0) < key($1) }
  }
}

/// Successive halving: many candidates get few trials, the better half of them more.
///
/// K. Jamieson and A. Talwalkar, AISTATS 2016. All candidates of a round try the same images, so that they
/// are compared in pairs.
struct Halving: Hashable, Sendable {
  /// The trials of the first round, at each level of each kind of symbol.
  static let firstTrials = 2
  /// The most trials of a round.
  var mostTrials: Int = 12
  /// The number of candidates at which it ends.
  var finalists: Int = 4

  /// The trials of a round, counted from 0.
  func trials(inRound round: Int) -> Int {
    min(Self.firstTrials << min(round, 16), mostTrials)
  }

  /// The candidates that go on after a round.
  ///
  /// The best of each decoder is among them, whatever others read, so that the end shows what each can do.
  /// The defaults go on, too: each is compared with what people have without any settings. Those that
  /// fail in dimmer light go no further.
  func survivors(
    of evidence: Evidence, for goal: Goal, defaults: [Candidate]
  ) -> [Candidate] {
    let ordered = goal.ordered(evidence.standings).map(\.candidate)
    let fragile = evidence.fragile(besides: defaults)
    let others = ordered.filter { !defaults.contains($0) && !fragile.contains($0) }
    return others.leading(max((others.count + 1) / 2, finalists)) + defaults
  }

  /// True if another round is of use.
  func goesOn(_ candidates: [Candidate], defaults: [Candidate], afterRound round: Int)
    -> Bool
  {
    let changes = candidates.filter { !defaults.contains($0) }
    return changes.count > max(finalists, Set(changes.map(\.decoder)).count)
      || trials(inRound: round) < mostTrials
  }

  /// Combinations of the settings of one decoder that did better than its default told the symbologies.
  ///
  /// - Parameter most: The most combinations.
  func combinations(
    of evidence: Evidence, for goal: Goal, among candidates: [Candidate], most: Int = 8
  ) -> [Candidate] {
    let ordered = goal.ordered(evidence.standings).map(\.candidate).filter(candidates.contains)
    guard let first = ordered.first else { return [] }
    let own = ordered.filter { $0.decoder == first.decoder && $0 != first }
    var found: [Candidate] = []
    var whole = first
    for other in own.prefix(3) {
      for combined in [first.merged(with: other), whole.merged(with: other)] {
        if !found.contains(combined), !ordered.contains(combined) { found.append(combined) }
      }
      whole = whole.merged(with: other)
    }
    return Array(found.prefix(most))
  }
}

extension [Candidate] {
  /// The first of each decoder, and as many of the others, in order, as bring them to a number.
  func leading(_ count: Int) -> [Candidate] {
    let best = Set(uniqued(by: \.decoder))
    var rest = Swift.max(count - best.count, 0)
    return filter { candidate in
      if best.contains(candidate) { return true }
      rest -= 1
      return rest >= 0
    }
  }
}
