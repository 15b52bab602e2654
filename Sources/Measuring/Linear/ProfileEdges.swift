/// The edges of a profile at which bars may begin and end.
struct ProfileEdges {
  /// An edge, with the length of the light outside.
  struct Edge {
    var place: Double
    var light: Double
  }

  /// Edges from light to dark, with the light before.
  private(set) var falling: [Edge] = []
  /// Edges from dark to light, with the light behind.
  private(set) var rising: [Edge] = []

  init(_ profile: BarProfile) { self.init(profile.values) }

  /// - Parameter values: Luminances at the steps of a profile.
  init(_ values: [Float]) {
    let changes = Self.changes(values)
    for (index, change) in changes.enumerated() {
      // What lies beyond the profile counts as light.
      if change.isFalling {
        let before = index > 0 ? changes[index - 1].place : -.infinity
        falling.append(Edge(place: change.place, light: change.place - before))
      } else {
        let next = index + 1 < changes.count ? changes[index + 1].place : .infinity
        rising.append(Edge(place: change.place, light: next - change.place))
      }
    }
  }

  /// The edges in order: a change counts once the profile has moved back from an extreme by an eighth
  /// of its range.
  private static func changes(_ values: [Float]) -> [(place: Double, isFalling: Bool)] {
    guard var extreme = values.first else { return [] }
    let sorted = values.sorted()
    let few = sorted.count / 50
    let gap = (sorted[sorted.count - 1 - few] - sorted[few]) * 0.12
    var isDark = false
    var extremeAt = 0
    var changes: [(place: Double, isFalling: Bool)] = []
    for (index, value) in values.enumerated() {
      let isFurther = isDark ? value < extreme : value > extreme
      if isFurther { (extreme, extremeAt) = (value, index) }
      guard abs(value - extreme) > gap else { continue }
      changes.append((steepest(values, extremeAt, index) * BarProfile.step, !isDark))
      isDark.toggle()
      (extreme, extremeAt) = (value, index)
    }
    return changes
  }

  /// The place of the steepest step from an extreme on.
  private static func steepest(_ values: [Float], _ from: Int, _ to: Int) -> Double {
    var best = from
    var largest: Float = 0
    for index in from..<min(to + 4, values.count - 1) {
      let step = abs(values[index + 1] - values[index])
      if step > largest { (largest, best) = (step, index) }
    }
    return Double(best) + 0.5
  }

  /// The stretches that may be a symbol of so many modules: light on both sides, the longest first.
  ///
  /// - Parameters:
  ///   - bars: The symbol's bars. Blur may hide up to half of them, and noise add a few.
  ///   - quiet: The least light on either side, in modules.
  func stretches(
    modules: Double, bars: Int, quiet: Double
  ) -> [ClosedRange<Double>] {
    var stretches: [ClosedRange<Double>] = []
    let (fewest, most) = (bars / 2, bars * 6 / 5 + 1)
    for (index, first) in falling.enumerated() {
      // The rising edge after the falling edge n is the end of bar n, or of the one before.
      for last in rising.dropFirst(max(index + fewest - 2, 0)).prefix(most - fewest + 3)
      where last.place - first.place > modules * 0.9 {
        let light = quiet * (last.place - first.place) / modules
        if first.light > light, last.light > light { stretches.append(first.place...last.place) }
      }
    }
    // Shorter ones lie within the symbol.
    return stretches.sorted { $0.upperBound - $0.lowerBound > $1.upperBound - $1.lowerBound }
  }
}
