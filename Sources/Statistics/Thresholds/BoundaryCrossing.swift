/// The boundary in one column of a map: the crossing of a rate by the best rising curve, without the
/// islands above it.
///
/// The point is that of the isotonic fit (Ayer and others, 1955), linear between levels, and the
/// interval is that of ``MonotoneCrossing``. No model is needed, so that the full grid and a trace,
/// whose trials gather at the boundary, are estimated alike.
public struct BoundaryCrossing: Hashable, Sendable {
  /// The cases of a boundary.
  public enum Location: Hashable, Sendable {
    /// The rate is crossed at this sweep value.
    case at(Double)
    /// Every level reaches the rate: the boundary lies at or below the hardest.
    case atMost(Double)
    /// No level reaches the rate: the boundary lies above the easiest.
    case above(Double)
    /// There are no levels with trials.
    case none
  }

  /// The rate that is crossed.
  public let rate: Double
  /// The place of the boundary.
  public let location: Location
  /// The 95 % interval; an end is infinite where the levels do not bound it.
  public let interval: Interval
  /// The islands above the boundary, ascending, which are left out of the curve.
  public let islands: [Island]

  /// Estimates the boundary.
  ///
  /// - Parameters:
  ///   - levels: Levels in any order; see ``LevelCount/usable(_:)``.
  ///   - rate: The rate that is crossed.
  /// - Precondition: 0 < rate < 1.
  public static func estimate(_ levels: [LevelCount], rate: Double = 0.95) -> BoundaryCrossing {
    Quantiles.requireProbability(rate)
    let (curve, islands) = split(LevelCount.usable(levels), rate: rate)
    let crossing = Isotonic.crossing(curve, rate: rate)
    var location = Location.at(crossing)
    if let first = curve.first, let last = curve.last {
      if crossing == -.infinity { location = .atMost(first.x) }
      if crossing == .infinity { location = .above(last.x) }
    } else {
      location = .none
    }
    return BoundaryCrossing(
      rate: rate, location: location,
      interval: MonotoneCrossing.estimate(curve, rate: rate).interval, islands: islands)
  }

  /// Separates the islands above the boundary from the levels of the curve.
  ///
  /// A dip is an island with the neighbours that are each shown to be below the rate. It lies above
  /// the boundary if as many levels right below it, and at least two, are together not shown to be
  /// below the rate. Where fewer hold, the dip is a part of the rise, and the boundary lies above it:
  /// one lucky level below a dip is no place to rely on.
  ///
  /// - Parameter levels: Usable levels.
  static func split(
    _ levels: [LevelCount], rate: Double
  ) -> (curve: [LevelCount], islands: [Island]) {
    let islands = Set(Islands.find(levels, rate: rate).flatMap(\.levels))
    let fails = levels.map { islands.contains($0.x) || isShownBelow($0, rate: rate) }
    let dips = stretches(below: fails, levels, rate: rate).map(\.dip).filter { dip in
      levels[dip].contains { islands.contains($0.x) }
    }
    let left = Set(dips.joined())
    return (
      levels.indices.filter { !left.contains($0) }.map { levels[$0] },
      dips.compactMap { Island(levels: levels[$0].map(\.x)) }
    )
  }

  /// The runs of failing levels above the boundary, each with the levels right below it that hold.
  static func stretches(
    below fails: [Bool], _ levels: [LevelCount], rate: Double
  ) -> [(stretch: Range<Int>, dip: Range<Int>)] {
    var found: [(Range<Int>, Range<Int>)] = []
    for first in fails.indices where fails[first] && (first == 0 || !fails[first - 1]) {
      let dip = first..<(fails[first...].firstIndex(of: false) ?? fails.count)
      let needed = max(dip.count, 2)
      guard first >= needed else { continue }
      let below = levels[first - needed..<first]
      let sum = LevelCount(
        x: levels[first].x, reads: below.reduce(0) { $0.addingSaturated($1.reads) },
        trials: below.reduce(0) { $0.addingSaturated($1.trials) })
      if !isShownBelow(sum, rate: rate) { found.append((first - needed..<first, dip)) }
    }
    return found
  }

  /// True if a level's counts show by themselves, at 5 %, that it is below the rate.
  static func isShownBelow(_ level: LevelCount, rate: Double) -> Bool {
    Binomial.probabilityAtMost(level.reads, trials: level.trials, rate: rate) <= 0.05
  }
}
