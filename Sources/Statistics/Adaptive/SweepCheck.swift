/// The levels that need more trials than the first pass gave them before its purpose is served.
///
/// A first pass of a dozen trials shows a deep island, and only hints at a shallow one. Where it hints,
/// the levels in question get as many trials as a full sweep would give to all of them.
enum SweepCheck {
  /// The number of trials at which a level is no longer asked for more.
  static let fullTrials = 60
  /// The most trials that the levels of a rise get for the goodness-of-fit test, all together.
  private static let mostRiseTrials = 600
  /// The probability of a level's reads, were it no worse than those below it, at which it may
  /// belong to an island.
  private static let suspicion = 0.02

  /// The number of levels below that a suspect is compared with.
  private static let mostRivals = 3

  /// The levels that may be in an island, each with the best levels below, which they are compared
  /// with.
  ///
  /// A level is judged by the best curve that never falls through the levels below it (Ayer and others,
  /// Annals of Mathematical Statistics 26, 1955): by its last run of equal rates.
  ///
  /// - Parameter levels: Levels, ascending, each with trials.
  /// - Returns: Indices, ascending, of levels with fewer trials than a full sweep's.
  static func suspects(_ levels: [LevelCount]) -> [Int] {
    var wanted: Set<Int> = []
    for j in levels.indices.dropFirst() {
      guard let below = Isotonic.blocks(levels[..<j]).last,
        Binomial.probabilityAtMost(
          levels[j].reads, trials: levels[j].trials,
          rate: (below.reads + 0.5) / (below.trials + 1)) <= suspicion
      else { continue }
      let rates = levels[..<j].map(MeanThreshold.smoothedRate)
      let rivals = (j - below.levels..<j).sorted { (rates[$0], $0) > (rates[$1], $1) }
      wanted.formUnion([j] + rivals.prefix(mostRivals))
    }
    return wanted.filter { levels[$0].trials < fullTrials }.sorted()
  }

  /// The trials that levels on the rise still need for the goodness-of-fit test to see a misfit.
  static func rise(_ levels: [LevelCount]) -> [(level: Int, trials: Int)] {
    guard let fit = LapseLogistic.fit(levels) else { return [] }
    let rising = levels.indices.filter {
      (0.02...0.98).contains(fit.rate(at: levels[$0].x) / (1 - fit.lapse))
    }
    let goal = min(fullTrials, mostRiseTrials / max(rising.count, 1))
    return rising.map { ($0, goal - levels[$0].trials) }.filter { $0.1 > 0 }
  }
}
