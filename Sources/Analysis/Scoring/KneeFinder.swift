import Results
import Statistics

/// Finds the resolution from which more pixels bring no more reads.
///
/// Trial t shows one and the same scene at every resolution, so that resolutions are compared scene by
/// scene. The knee is the smallest one whose reads are not significantly fewer than those at the best
/// one: McNemar's exact one-sided test, with Holm's correction over all smaller ones.
struct KneeFinder {
  /// The significance level of the tests.
  private static let significance = 0.05

  let run: RunRecord
  let tally: Tally

  /// The knee of a decoder in a group; `nil` where the sweep is over something else, where the run
  /// chose its own trials, lacks some or has too few scenes, has one resolution, and where nothing was read.
  func knee(_ decoder: Int, group: Int) -> KneeScore? {
    let levels = run.corpus.levels
    // Of a single resolution nobody knows what more pixels would bring.
    guard run.corpus.axis == "resolution", run.settings.aim == nil, levels.count > 1 else {
      return nil
    }
    // With so few scenes a resolution that reads none would not be shown to be worse than one that reads
    // all, and the knee would be the smallest, whatever was read.
    let scenes = run.corpus.groups[group].trials
    guard
      McNemar.exactOneSided(losses: scenes, gains: 0) * Double(levels.count - 1)
        <= Self.significance
    else { return nil }
    // The levels that a decoder still had before it was given up would look like the best ones.
    guard levels.indices.allSatisfy({ tally.isComplete([decoder], group: group, level: $0) })
    else { return nil }
    let cells = tally.decoders[decoder].cells[group]
    let rates = cells.map { $0.tried > 0 ? Double($0.successes) / Double($0.tried) : nil }
    // Levels are in ascending order, and of equal rates the first is taken.
    let best = rates.indices.reduce(0) { (rates[$1] ?? 0) > (rates[$0] ?? 0) ? $1 : $0 }
    guard let most = rates[best], most > 0 else { return nil }
    let smaller = Array(0..<best)
    let p = Holm.adjust(smaller.map { losses(decoder, group: group, from: best, to: $0) })
    let knee = zip(smaller, p).first { $1 > Self.significance }?.0 ?? best
    return KneeScore(
      level: levels[knee].text, best: levels[best].text,
      steps: levels.indices.map { level in
        var times = times(decoder, group: group, level: level).compactMap(\.self)
        return KneeScore.Step(
          level: levels[level].text, rate: rates[level],
          median: NearestRank.quantile(0.5, of: &times).map { Double($0) / 1e6 },
          timeRatio: level == knee ? nil : ratio(decoder, group: group, of: level, to: knee))
      })
  }

  /// The p-value of "fewer scenes are read at a resolution than at the best one".
  private func losses(_ decoder: Int, group: Int, from best: Int, to level: Int) -> Double {
    let mine = tally.decoders[decoder]
    var (lost, gained) = (0, 0)
    for trial in 0..<run.corpus.groups[group].trials {
      let (here, there) = (
        tally.layout.index(group, level, trial), tally.layout.index(group, best, trial)
      )
      guard mine.tried.contains(here), mine.tried.contains(there) else { continue }
      switch (mine.succeeded.contains(here), mine.succeeded.contains(there)) {
      case (false, true): lost += 1
      case (true, false): gained += 1
      default: break
      }
    }
    return McNemar.exactOneSided(losses: lost, gains: gained)
  }

  /// The times of a level's answers by trial, in nanoseconds; `nil` without an answer.
  private func times(_ decoder: Int, group: Int, level: Int) -> [Float?] {
    let trials = run.corpus.groups[group].trials
    return tally.times.of(decoder, group: group)[level * trials..<(level + 1) * trials].map {
      $0 > 0 ? $0 : nil
    }
  }

  private func ratio(_ decoder: Int, group: Int, of level: Int, to knee: Int) -> Estimate? {
    let pairs = zip(
      times(decoder, group: group, level: knee), times(decoder, group: group, level: level)
    ).compactMap { knee, other in knee.flatMap { knee in other.map { (knee, $0) } } }
    return Estimate(timesOf: pairs.map { Double($0.1) }, beside: pairs.map { Double($0.0) })
  }
}
