/// Finds bars on a profile of a bent, creased or wavy label by their edges, one after the other.
///
/// It needs a profile on which each bar can be told from its neighbours.
enum BentMatch {
  /// The furthest that an edge may lie from where the bend has it, in modules.
  private static let furthest = 0.8
  /// The least light on either side, in modules.
  private static let quiet = 1.5

  /// Finds the pattern that fits best; `nil` if none does.
  static func best(_ patterns: [ModulePattern], in profile: BarProfile) -> ProfileMatch? {
    let seen = ProfileEdges(profile)
    return patterns.compactMap { pattern -> ProfileMatch? in
      let edges = edges(of: pattern)
      return stretches(seen, edges).compactMap { start, end, places in
        bend(places, edges, pattern.width).map {
          ProfileMatch(
            pattern.modules, elements: pattern.elements, start: start, end: end, taper: 0, bend: $0,
            in: profile)
        }
      }.max { $0.score < $1.score }
    }.max { $0.score < $1.score }
  }

  /// The places at which bars begin and end, in modules; none where some modules are not known.
  private static func edges(of pattern: ModulePattern) -> [Double] {
    guard !pattern.modules.contains(openModule) else { return [] }
    return (0...pattern.columns).filter { column in
      (column > 0 ? pattern.modules[column - 1] : 0)
        != (column < pattern.columns ? pattern.modules[column] : 0)
    }.map(pattern.edge)
  }

  /// Stretches of the profile with as many bars, in both directions: start, end, and the places of the edges
  /// as shares of the way.
  private static func stretches(
    _ seen: ProfileEdges, _ edges: [Double]
  ) -> [(start: Double, end: Double, places: [Double])] {
    let bars = edges.count / 2
    guard bars >= 8, seen.falling.count >= bars, seen.rising.count >= bars else { return [] }
    return (0...(min(seen.falling.count, seen.rising.count) - bars)).flatMap { first in
      let (falling, rising) = (
        seen.falling[first..<(first + bars)], seen.rising[first..<(first + bars)]
      )
      guard let low = falling.first, let high = rising.last, let end = edges.last,
        min(low.light, high.light) > quiet * (high.place - low.place) / end
      else { return [(start: Double, end: Double, places: [Double])]() }
      let places = zip(falling, rising).flatMap { [$0.place, $1.place] }
      return [(low.place, high.place), (high.place, low.place)].map { start, end in
        let shares = places.map { ($0 - start) / (end - start) }
        return (start, end, start < end ? shares : shares.reversed())
      }
    }
  }

  /// The bend that moves a flat label's edges to where they are seen, by least squares; `nil` if it leaves
  /// some of them elsewhere.
  private static func bend(_ places: [Double], _ edges: [Double], _ width: Double) -> Bend? {
    // Bars may have grown: that moves their two edges apart.
    let unknowns = 6
    let half = width / 2
    let rows = places.indices.map { index -> [Double] in
      let powers = Bend.powers(2 * places[index] - 1, 0)
      return (1...5).map { powers[$0] } + [index % 2 == 0 ? 0.02 : -0.02]
    }
    let wanted = zip(edges, places).map { ($0 - $1 * width) / half }
    var matrix = [Double](repeating: 0, count: unknowns * unknowns)
    var solution = [Double](repeating: 0, count: unknowns)
    for (row, value) in zip(rows, wanted) {
      for one in 0..<unknowns {
        for other in 0..<unknowns { matrix[one * unknowns + other] += row[one] * row[other] }
        solution[one] += row[one] * value
      }
    }
    guard solveSymmetric(&matrix, &solution, unknowns) else { return nil }
    let isNear = zip(rows, wanted).allSatisfy { row, value in
      abs(zip(row, solution).reduce(value) { $0 - $1.0 * $1.1 }) * half < furthest
    }
    let bend = Bend(powers: solution)
    return isNear && bend.isPossible ? bend : nil
  }
}
