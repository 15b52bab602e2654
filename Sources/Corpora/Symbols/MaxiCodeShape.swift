import DecoderKit

/// The shape of a MaxiCode (ISO/IEC 16023, 4.11): 33 rows of hexagons around three rings.
///
/// The unit of all lengths is a module's width W, the distance between neighbours in a row. Even
/// rows have 30 hexagons, the first centred at ½ W; odd rows have 29, half a module further right.
enum MaxiCodeShape {
  static let rows = 33
  static let columns = 30
  /// The distance from row to row: √3 ÷ 2 W.
  static let rowPitch = 0.866_025_403_784_438_6
  /// The height of a hexagon, which stands on a corner, from corner to corner: 2 ÷ √3 W.
  static let hexagonHeight = 1.154_700_538_379_251_7
  /// The height of the symbol, with half a hexagon above the first and below the last row's
  /// centres.
  static let height = 32 * rowPitch + hexagonHeight

  /// The radii of the rings' edges from inside out: light, then dark, in turn.
  ///
  /// They are in modules, converted from millimetres at W = 0.88 mm.
  private static let ringRadii = [0.51, 1.18, 1.86, 2.53, 3.20, 3.87].map { $0 / 0.88 }
  /// The centre of the rings, which is that of the fifteenth hexagon of the seventeenth row.
  static let centre = Point(x: 14.5, y: hexagonHeight / 2 + 16 * rowPitch)

  /// Returns the outlines of the dark hexagons and of the rings.
  ///
  /// - Parameter isDark: Returns true if the hexagon in a column of a row is dark.
  static func polygons(isDark: (_ column: Int, _ row: Int) -> Bool) -> [[Point]] {
    var polygons: [[Point]] = []
    for row in 0..<rows {
      for column in 0..<columns where isDark(column, row) {
        polygons.append(hexagon(column: column, row: row))
      }
    }
    for (index, radius) in ringRadii.enumerated() {
      let circle = circle(radius: radius)
      polygons.append(index % 2 == 0 ? circle.reversed() : circle)
    }
    return polygons
  }

  /// Returns a hexagon, clockwise from its topmost corner. Neighbours share corners exactly, to the
  /// last bit.
  private static func hexagon(column: Int, row: Int) -> [Point] {
    let left = Double(column) + (row % 2 == 0 ? 0 : 0.5)
    // Rows of corners are shared with the rows above and below: their heights are multiples of a
    // quarter of a hexagon's height; a row takes three quarters.
    let quarter = hexagonHeight / 4
    func y(_ quarters: Int) -> Double { Double(3 * row + quarters) * quarter }
    return [
      Point(x: left + 0.5, y: y(0)), Point(x: left + 1, y: y(1)), Point(x: left + 1, y: y(3)),
      Point(x: left + 0.5, y: y(4)), Point(x: left, y: y(3)), Point(x: left, y: y(1)),
    ]
  }

  /// Returns a circle as a polygon of 180 sides, clockwise.
  ///
  /// The sides of a polygon with corners at distance R from the centre come as near to it as R cos
  /// 1°. With R = r × 2 ÷ (1 + cos 1°) the polygon deviates from a circle of radius r by r tan² ½°
  /// at most, in either direction: less than 0.0004 modules for the largest ring.
  private static func circle(radius: Double) -> [Point] {
    let distance = radius * 2 / (1 + sineAndCosine(degrees: 1).cosine)
    return (0..<180).map { step in
      let (sine, cosine) = sineAndCosine(degrees: Double(2 * step))
      return Point(x: centre.x + distance * cosine, y: centre.y + distance * sine)
    }
  }
}
