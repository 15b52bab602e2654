import Foundation

/// The traces of the blocks of eight by eight pixels in which JPEG files keep images.
///
/// Within a block such a file keeps little fine detail; at the blocks' borders there are steps that nobody
/// drew. So blocks that lie as the file's did have less of it than blocks at any other of the 64 places.
enum Blockiness {
  /// The areas that are looked at, those with the largest range of shades, in which each block lies once.
  private static let areas = 500
  private static let areaSide = 16
  /// A mean coefficient that the rounding to grey levels makes by itself.
  private static let rounding = 0.3
  /// The least ratio to the other places in the same rows and columns: finer grids, such as that of modules of four
  /// pixels, have equals there.
  private static let leastToNearest = 1.2
  /// The least ratio of coarse to fine detail in a block: where modules are blocks of eight pixels themselves, there
  /// is neither.
  private static let leastCoarse = 2.5

  /// The fine detail of blocks elsewhere over that of the file's own blocks: 1 and a little more without any, 1.5 to 2
  /// in good files, 3 and more where hardly any detail is left; 0 where no grid is seen.
  static func excess(_ plane: LuminancePlane) -> Double {
    guard plane.width >= 32, plane.height >= 32 else { return 0 }
    let places = richest(plane)
    var details: [(fine: Double, coarse: Double)] = []
    for y in 0..<8 {
      for x in 0..<8 { details.append(detail(plane, places, x, y)) }
    }
    guard let best = details.indices.min(by: { details[$0].fine < details[$1].fine }) else {
      return 0
    }
    let own = details[best]
    let others = details.indices.filter { $0 % 8 != best % 8 && $0 / 8 != best / 8 }
      .map { details[$0].fine }.sorted()
    let nearest =
      details.indices.filter { ($0 % 8 == best % 8) != ($0 / 8 == best / 8) }
      .map { details[$0].fine }.min() ?? 0
    guard nearest > leastToNearest * (own.fine + rounding),
      own.coarse > leastCoarse * (own.fine + rounding)
    else { return 0 }
    return others[others.count / 2] / (own.fine + rounding)
  }

  /// The areas with the largest range of shades.
  private static func richest(_ plane: LuminancePlane) -> [(x: Int, y: Int)] {
    var found: [(range: Int, x: Int, y: Int)] = []
    for y in stride(from: 0, through: plane.height - areaSide, by: areaSide / 2) {
      for x in stride(from: 0, through: plane.width - areaSide, by: areaSide / 2) {
        var (low, high) = (255, 0)
        for row in y..<y + areaSide {
          for column in x..<x + areaSide {
            let value = Int(plane.pixels[row * plane.stride + column])
            (low, high) = (min(low, value), max(high, value))
          }
        }
        found.append((high - low, x, y))
      }
    }
    return found.sorted { ($1.range, $0.y, $0.x) < ($0.range, $1.y, $1.x) }.prefix(areas)
      .map { ($0.x, $0.y) }
  }

  /// The mean size of the fine and of the coarse coefficients of the areas' blocks at a place.
  private static func detail(
    _ plane: LuminancePlane, _ areas: [(x: Int, y: Int)], _ dx: Int, _ dy: Int
  ) -> (fine: Double, coarse: Double) {
    var (fine, coarse) = (0.0, 0.0)
    var (values, half) = ([Float](repeating: 0, count: 64), [Float](repeating: 0, count: 64))
    for area in areas {
      let start = plane.pixels + (area.y + dy) * plane.stride + area.x + dx
      for row in 0..<8 {
        for column in 0..<8 { values[row * 8 + column] = Float(start[row * plane.stride + column]) }
      }
      transform(values, into: &half)
      transform(half, into: &values)
      for v in 0..<8 {
        for u in 0..<8 where u + v > 0 {
          if u + v >= 6 { fine += Double(abs(values[v * 8 + u])) }
          if u + v <= 3 { coarse += Double(abs(values[v * 8 + u])) }
        }
      }
    }
    // There are 43 fine coefficients in a block, and 9 coarse ones.
    return (fine / 43 / Double(areas.count), coarse / 9 / Double(areas.count))
  }

  /// The cosine transform of each row, as columns: twice, it is that of a block.
  private static func transform(_ rows: [Float], into columns: inout [Float]) {
    for row in 0..<8 {
      for u in 0..<8 {
        var sum: Float = 0
        for x in 0..<8 { sum += rows[row * 8 + x] * cosines[u * 8 + x] }
        columns[u * 8 + row] = sum
      }
    }
  }

  private static let cosines: [Float] = (0..<64).map { index in
    let (u, x) = (Double(index / 8), Double(index % 8))
    return Float((u == 0 ? 0.125.squareRoot() : 0.5) * cos((2 * x + 1) * u * .pi / 16))
  }
}
