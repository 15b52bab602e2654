import Results
import Statistics

/// Counts what a decoder selects, and finds the radii that select the target most often.
///
/// Radii are tried on images of their own, so that their shares are compared by Fisher's exact
/// one-sided test, with Holm's correction over all radii but the best.
struct SelectionScorer {
  /// The significance level of the tests.
  private static let significance = 0.05
  /// The share of targets that the best radius must be shown to exceed: more often right than not.
  private static let leastShare = 0.5

  let run: RunRecord
  let tally: Tally

  /// A decoder's choices in a group; `nil` where the corpus aims at no symbol.
  func score(_ decoder: Int, group: Int) -> SelectionScore? {
    guard run.corpus.selection != nil else { return nil }
    let cells = tally.decoders[decoder].cells[group]
    let levels = zip(run.corpus.levels, cells).map { Self.level($0.text, $1) }
    var sum = DecoderTally.Cell()
    for cell in cells { sum += cell }
    let total = Self.level("", sum)
    let selected = total.target.count + total.wrongCode.count + total.several.count
    return SelectionScore(
      isBlind: selected == 0 && total.cannotSelect.count > 0, total: total, levels: levels,
      recommendation: run.corpus.axis == Self.radius ? recommendation(levels) : nil)
  }

  /// The axis of a sweep over radii.
  private static let radius = "selection-radius"

  private static func level(_ name: String, _ cell: DecoderTally.Cell) -> SelectionScore.Level {
    let tried = cell.tried
    func share(_ count: Int) -> SelectionScore.Share {
      guard tried > 0 else { return .init(count: count, rate: nil) }
      let interval = Binomial.clopperPearson(reads: count, trials: tried)
      return .init(
        count: count,
        rate: Estimate(
          value: Double(count) / Double(tried), lower: interval.lower, upper: interval.upper))
    }
    return SelectionScore.Level(
      level: name, tried: tried, target: share(cell.count(.read)),
      wrongCode: share(cell.count(.wrongCode)), several: share(cell.count(.several)),
      none: share(cell.count(.noRead)), cannotSelect: share(cell.count(.cannotSelect)),
      other: share(cell.count { $0.isFalse || $0.isBreakage }))
  }

  private func recommendation(_ levels: [SelectionScore.Level]) -> SelectionScore.Recommendation? {
    // The levels that a decoder still had before it was given up would look like the best ones.
    guard levels.count > 1, levels.allSatisfy({ $0.tried > 0 }) else { return nil }
    // With so few trials a radius that never does would not be shown to be worse than one that always
    // does.
    let fewest = levels.map(\.tried).min() ?? 0
    let extremes = Self.p(0, fewest, below: fewest, fewest) * Double(levels.count - 1)
    guard extremes <= Self.significance else { return nil }
    func rate(_ level: Int) -> Double { levels[level].target.rate?.value ?? 0 }
    // Levels are in ascending order, and of equal shares the first is taken.
    let best = levels.indices.reduce(0) { rate($1) > rate($0) ? $1 : $0 }
    let others = levels.indices.filter { $0 != best }
    // The best one was found in the same data: every pair might have been the one.
    let pairs = Double(levels.count * (levels.count - 1) / 2)
    let p = others.map {
      Self.p(
        levels[$0].target.count, levels[$0].tried, below: levels[best].target.count,
        levels[best].tried)
    }.map { min(1, $0 * pairs) }
    let worse = Set(zip(others, p).filter { $1 <= Self.significance }.map(\.0))
    let from = (0..<best).last { worse.contains($0) }.map { $0 + 1 } ?? 0
    let to = (best..<levels.count).first { worse.contains($0) }.map { $0 - 1 } ?? levels.count - 1
    return .init(
      isFound: Binomial.lowerBound(
        events: levels[best].target.count, trials: levels[best].tried,
        confidence: 1 - Self.significance / Double(levels.count)) > Self.leastShare,
      best: levels[best].level, from: levels[from].level, to: levels[to].level)
  }

  /// The p-value of "the first share is below the second".
  private static func p(_ few: Int, _ tried: Int, below many: Int, _ others: Int) -> Double {
    FisherExact.oneSided(
      firstReads: many, firstTrials: others, secondReads: few, secondTrials: tried)
  }
}
