import Base
import DecoderKit
import Symbols

/// Draws damage at random.
package enum Damage {
  /// Diameters of spots, in modules.
  package static let diameters = 1.0...4.0
  /// The largest share of a symbol that can be covered, in per cent.
  package static let largestPercent = 80.0
  /// The number of points along a module's side with which coverage is counted.
  static let pointsPerModule = 8

  /// Covers a share of a symbol's area with round spots; dark and light are equally likely.
  ///
  /// Centres are anywhere on the symbol. Spots end at its border and may overlap. Coverage is
  /// counted on a lattice of 8 × 8 points a module, each of which represents its square. The last
  /// spot is only as large as the missing share, so that the share is met to about a hundredth of a
  /// module's area for each module of the spots' circumference, by chance in either direction.
  ///
  /// - Parameters:
  ///   - percent: 0 to ``largestPercent`` of width × height, quiet zone not included.
  ///   - symbol: The symbol that is damaged.
  ///   - generator: The source of place, diameter and colour of each spot, drawn in this order.
  package static func spots(
    percent: Double, on symbol: Symbol, _ generator: inout Xoshiro256
  ) throws(SceneError) -> [Spot] {
    guard percent >= 0, percent <= largestPercent else {
      throw SceneError(
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
        // The largest radius that fits: the area that a spot gains only grows with its radius.
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

  /// Draws a straight scratch: a row of light spots so close together that its sides are even.
  ///
  /// - Parameters:
  ///   - widthModules: Above 0, up to 4 modules.
  ///   - symbol: The symbol that is damaged.
  ///   - generator: The source of two points of the symbol; the scratch runs through them, border
  ///     to border.
  package static func scratch(
    widthModules: Double, on symbol: Symbol, _ generator: inout Xoshiro256
  ) throws(SceneError) -> [Spot] {
    guard widthModules > 0, widthModules <= 4 else {
      throw SceneError(
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
    // Spots are half a radius apart. Between them the sides recede by r (1 − √(1 − 1/16)), 3 % of
    // r.
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

  /// Counts the covered area of a symbol.
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

    /// Returns the number of points that a spot would cover and that no spot has covered so far.
    func gain(_ centre: Point, _ radius: Double) -> Int {
      var gain = 0
      for row in rowsReached(centre, radius) {
        for index in points(row, centre, radius) where !isCovered[index] { gain += 1 }
      }
      return gain
    }

    /// Marks the points that a spot covers.
    mutating func cover(_ centre: Point, _ radius: Double) {
      covered += gain(centre, radius)
      for row in rowsReached(centre, radius) {
        for index in points(row, centre, radius) { isCovered[index] = true }
      }
    }

    private func rowsReached(_ centre: Point, _ radius: Double) -> Range<Int> {
      Self.within(centre.y, radius, rows)
    }

    /// Returns the points of a row that lie on a spot.
    private func points(_ row: Int, _ centre: Point, _ radius: Double) -> Range<Int> {
      let y = (Double(row) + 0.5) / Double(pointsPerModule) - centre.y
      let half = max(0, radius * radius - y * y).squareRoot()
      let range = Self.within(centre.x, half, columns)
      return row * columns + range.lowerBound..<row * columns + range.upperBound
    }

    private static func within(_ centre: Double, _ reach: Double, _ count: Int) -> Range<Int> {
      // Point i lies at (i + ½) / points per module.
      func first(_ place: Double) -> Int {
        min(max(0, Int((place * Double(pointsPerModule) - 0.5).rounded(.up))), count)
      }
      let from = first(centre - reach)
      return from..<max(from, first(centre + reach))
    }
  }
}
