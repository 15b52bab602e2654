import DecoderKit

/// Draws damage at random.
package enum Damage {
  /// Diameters of spots, in modules.
  package static let diameters = 1.0...4.0
  /// Up to so much of a symbol can be covered.
  package static let largestPercent = 80.0
  /// Points that coverage is counted with, along a module's side.
  static let pointsPerModule = 8

  /// Covers a share of a symbol's area with round spots, dark or light with equal chances.
  ///
  /// Centres are anywhere on the symbol, and spots end at its border and may overlap. Coverage is
  /// counted on a lattice of 8 × 8 points a module, each of which stands for its square: the last spot
  /// is made as small as what is missing, so that the share is met to about a hundredth of a module's
  /// area for each module of the spots' circumference, by chance in either direction.
  ///
  /// - Parameters:
  ///   - percent: 0 to ``largestPercent`` of width × height, quiet zone not included.
  ///   - symbol: What is damaged.
  ///   - generator: Draws place, diameter and colour of each spot, in this order.
  package static func spots(
    percent: Double, on symbol: Symbol, _ generator: inout Xoshiro256
  ) throws(SceneObjection) -> [Spot] {
    guard percent >= 0, percent <= largestPercent else {
      throw SceneObjection(
        "a damage of \(percent.plain) % cannot be drawn: 0 to \(largestPercent.plain) % can")
    }
    var lattice = Lattice(width: symbol.width, height: symbol.height)
    let wanted = Int((Double(lattice.count) * percent / 100).rounded())
    var spots: [Spot] = []
    while lattice.covered < wanted {
      let centre = Point(
        x: symbol.width * generator.unit(), y: symbol.height * generator.unit())
      let diameter =
        diameters.lowerBound + (diameters.upperBound - diameters.lowerBound) * generator.unit()
      let isDark = generator.next() >> 63 == 1
      let missing = wanted - lattice.covered
      var radius = diameter / 2
      var gain = lattice.gain(centre, radius)
      if gain > missing {
        // As large as fits: what a spot gains only grows with it.
        var low = 0.0
        for _ in 0..<24 {
          let middle = (low + radius) / 2
          if lattice.gain(centre, middle) > missing { radius = middle } else { low = middle }
        }
        radius = low
        gain = lattice.gain(centre, radius)
      }
      guard gain > 0 else { continue }
      lattice.cover(centre, radius)
      spots.append(Spot(centre: centre, radius: radius, isDark: isDark))
    }
    return spots
  }

  /// A straight scratch through a symbol: a row of light spots, so close that its sides are even.
  ///
  /// - Parameters:
  ///   - widthModules: Above 0, up to 4 modules.
  ///   - symbol: What is damaged.
  ///   - generator: Draws two points of the symbol that the scratch runs through, from border to border.
  package static func scratch(
    widthModules: Double, on symbol: Symbol, _ generator: inout Xoshiro256
  ) throws(SceneObjection) -> [Spot] {
    guard widthModules > 0, widthModules <= 4 else {
      throw SceneObjection(
        "a scratch of \(widthModules.plain) modules cannot be drawn: it is above 0, up to 4 wide")
    }
    let radius = widthModules / 2
    let size = SIMD2(symbol.width, symbol.height)
    var way = SIMD2<Double>(0, 0)
    var from = way
    repeat {
      from = size * SIMD2(generator.unit(), generator.unit())
      way = size * SIMD2(generator.unit(), generator.unit()) - from
    } while (way * way).sum() < 1
    way /= (way * way).sum().squareRoot()
    // Half a radius apart, the sides come in by r (1 − √(1 − 1/16)), 3 % of the radius, in between.
    let reach = (size * size).sum().squareRoot() + radius
    let count = Int((reach / (radius / 2)).rounded(.up))
    return (-count...count).compactMap { step in
      let centre = from + way * (Double(step) * radius / 2)
      guard centre.x > -radius, centre.y > -radius, centre.x < size.x + radius,
        centre.y < size.y + radius
      else { return nil }
      return Spot(centre: Point(x: centre.x, y: centre.y), radius: radius, isDark: false)
    }
  }

  /// Counts how much of a symbol is covered.
  private struct Lattice {
    private let columns: Int
    private let rows: Int
    private var isCovered: [Bool]
    private(set) var covered = 0

    var count: Int { isCovered.count }

    init(width: Double, height: Double) {
      columns = max(1, Int((width * Double(pointsPerModule)).rounded()))
      rows = max(1, Int((height * Double(pointsPerModule)).rounded()))
      isCovered = [Bool](repeating: false, count: columns * rows)
    }

    /// Points that a spot would cover and that none has covered so far.
    func gain(_ centre: Point, _ radius: Double) -> Int {
      var gain = 0
      for row in rowsReached(centre, radius) {
        for index in points(row, centre, radius) where !isCovered[index] { gain += 1 }
      }
      return gain
    }

    /// Covers what a spot covers.
    mutating func cover(_ centre: Point, _ radius: Double) {
      covered += gain(centre, radius)
      for row in rowsReached(centre, radius) {
        for index in points(row, centre, radius) { isCovered[index] = true }
      }
    }

    private func rowsReached(_ centre: Point, _ radius: Double) -> Range<Int> {
      Self.within(centre.y, radius, rows)
    }

    /// The points of a row that lie on a spot.
    private func points(_ row: Int, _ centre: Point, _ radius: Double) -> Range<Int> {
      let y = (Double(row) + 0.5) / Double(pointsPerModule) - centre.y
      let half = max(0, radius * radius - y * y).squareRoot()
      let range = Self.within(centre.x, half, columns)
      return row * columns + range.lowerBound..<row * columns + range.upperBound
    }

    private static func within(_ centre: Double, _ reach: Double, _ count: Int) -> Range<Int> {
      // Point i stands at (i + ½) / points per module.
      func first(_ place: Double) -> Int {
        min(max(0, Int((place * Double(pointsPerModule) - 0.5).rounded(.up))), count)
      }
      let from = first(centre - reach)
      return from..<max(from, first(centre + reach))
    }
  }
}
