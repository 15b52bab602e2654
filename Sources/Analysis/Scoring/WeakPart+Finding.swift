import Results
import Statistics

extension WeakPart {
  /// The largest adjusted p-value at which a part is called weak.
  private static let significance = 0.05
  /// The number of levels from which on they are looked at before groups: a sweep, not a pair of
  /// sizes.
  private static let fewestLevels = 3

  /// Finds the part of a decoder's work that it reads significantly less than the rest.
  ///
  /// The parts are the levels where the sweep has several in no order, else the groups: each is
  /// compared with all others by Fisher's exact test, with Bonferroni's correction.
  ///
  /// - Parameter names: The groups to look at.
  /// - Returns: The part with the lowest rate; `nil` if none is significantly worse.
  static func find(in decoder: DecoderScore, groups names: [String], levels: [Level]) -> WeakPart? {
    let groups = decoder.groups.filter { names.contains($0.group) }
    let byLevel = levels.indices.map { level in
      Part(
        name: levels[level].text,
        counts: groups.filter { level < $0.levels.count }.map { $0.levels[level].counts })
    }
    let byGroup = groups.map { Part(name: $0.group, counts: [$0.total]) }
    return levels.count >= fewestLevels
      ? weakest(byLevel, .level) ?? weakest(byGroup, .group) : weakest(byGroup, .group)
  }

  private struct Part {
    let name: String
    let reads: Int
    let tried: Int
    var rate: Double { Double(reads) / Double(tried) }

    init(name: String, counts: [Counts]) {
      self.name = name
      reads = counts.reduce(0) { $0 + $1.successes }
      tried = counts.reduce(0) { $0 + $1.tried }
    }
  }

  private static func weakest(_ parts: [Part], _ kind: Kind) -> WeakPart? {
    let parts = parts.filter { $0.tried > 0 }
    guard parts.count > 1, let worst = parts.min(by: { $0.rate < $1.rate }) else { return nil }
    let reads = parts.reduce(-worst.reads) { $0 + $1.reads }
    let tried = parts.reduce(-worst.tried) { $0 + $1.tried }
    let p = FisherExact.oneSided(
      firstReads: reads, firstTrials: tried, secondReads: worst.reads, secondTrials: worst.tried)
    guard p * Double(parts.count) <= significance else { return nil }
    return WeakPart(
      kind: kind, name: worst.name, rate: worst.rate, elsewhere: Double(reads) / Double(tried))
  }
}
