import DecoderKit
import Results
import Symbols

/// Compares a decoder's corners with the true outline of a symbol.
public enum OutlineMatching {
  /// Measures how well corners fit a symbol; `nil` if its true corners or its extent are not known.
  ///
  /// The four corners are assigned to the true ones in the way in which the largest distance is
  /// smallest, whatever their order: the error is that of the outline, and the order is told apart.
  /// Pixels become modules by the symbol's mean module size: that of its area, or of its width where
  /// it is linear.
  public static func fit(_ corners: Corners, to symbol: ExpectedSymbol) -> OutlineFit? {
    guard let (truth, module) = outline(of: symbol) else { return nil }
    let isLinear = symbol.symbology?.isLinear ?? false
    let distances = distances(corners, truth, module, isLinear: isLinear)
    let inOrder = worst(distances, [0, 1, 2, 3])
    let best = orders.reduce(inOrder) { min($0, worst(distances, $1)) }
    // Orders that fit equally well, as both of a line's, differ by rounding errors.
    return OutlineFit(
      errorModules: best, overlap: overlap(corners, truth), isInOrder: inOrder <= best + 1e-6)
  }

  /// The largest distance of a corner from its true place, corner by corner as they were given.
  package static func errorInOrder(_ corners: Corners, of symbol: ExpectedSymbol) -> Double? {
    guard let (truth, module) = outline(of: symbol) else { return nil }
    return worst(
      distances(corners, truth, module, isLinear: symbol.symbology?.isLinear ?? false),
      [0, 1, 2, 3])
  }

  /// The true corners of a symbol and its mean module size, in pixels; of a framed symbol, the corners
  /// of the bars inside the frame.
  private static func outline(
    of symbol: ExpectedSymbol
  ) -> (corners: Corners, moduleSizePixels: Double)? {
    guard let truth = symbol.corners, let extent = symbol.extent else { return nil }
    let (width, height) = (extent.widthModules, extent.heightModules)
    let module =
      symbol.symbology?.isLinear ?? false
      ? (truth.topLeft.distance(from: truth.topRight)
        + truth.bottomLeft.distance(from: truth.bottomRight)) / 2 / width
      : (abs(truth.points.area) / (width * height)).squareRoot()
    let inset = extent.frameModules / width
    guard inset > 0 else { return (truth, module) }
    let corners = Corners(
      topLeft: truth.topLeft.moved(inset, towards: truth.topRight),
      topRight: truth.topRight.moved(inset, towards: truth.topLeft),
      bottomRight: truth.bottomRight.moved(inset, towards: truth.bottomLeft),
      bottomLeft: truth.bottomLeft.moved(inset, towards: truth.bottomRight))
    return (corners, module)
  }

  // MARK: - Distances

  /// All orders of four corners.
  private static let orders: [[Int]] = {
    var orders: [[Int]] = []
    for a in 0..<4 {
      for b in 0..<4 where b != a {
        for c in 0..<4 where c != a && c != b { orders.append([a, b, c, 6 - a - b - c]) }
      }
    }
    return orders
  }()

  /// The distances of all given corners (rows) from all true ones (columns), in modules.
  private static func distances(
    _ corners: Corners, _ truth: Corners, _ moduleSizePixels: Double, isLinear: Bool
  ) -> [[Double]] {
    let places = truth.points
    return corners.points.map { given in
      places.indices.map { place in
        // A scan line's end may lie anywhere on its side of the symbol, or beyond.
        let pixels =
          isLinear
          ? given.distance(fromLineThrough: places[place], places[3 - place])
          : given.distance(from: places[place])
        return pixels / moduleSizePixels
      }
    }
  }

  private static func worst(_ distances: [[Double]], _ order: [Int]) -> Double {
    order.indices.reduce(0) { max($0, distances[$1][order[$1]]) }
  }

  // MARK: - Overlap

  /// The intersection over union of two outlines, 0 to 1; `nil` for corners on a line: within a
  /// pixel of it.
  ///
  /// Corners in a crossed order have the outline of their convex hull.
  static func overlap(_ corners: Corners, _ truth: Corners) -> Double? {
    let given = corners.points.convexHull
    let length = given.reduce(0) { longest, one in
      given.reduce(longest) { max($0, one.distance(from: $1)) }
    }
    guard given.area > length else { return nil }
    let drawn = truth.points.convexHull
    let both = given.clipped(by: drawn).area
    let union = given.area + drawn.area - both
    return union > 0 && union.isFinite ? both / union : 0
  }
}

extension Symbology {
  /// True if it is read along a line across bars, in one row of them or several; a corner then says
  /// only where the line ends.
  package var isLinear: Bool {
    switch self {
    case .qrCode, .microQRCode, .rMQRCode, .gs1QRCode, .dataMatrix, .gs1DataMatrix, .aztec,
      .aztecRune, .pdf417, .microPDF417, .maxiCode, .dotCode:
      false
    case .code128, .gs1_128, .code39, .code93, .codabar, .itf, .itf14, .ean13, .ean8, .upcA, .upcE,
      .dataBar, .dataBarStacked, .dataBarLimited, .dataBarExpanded, .dataBarExpandedStacked,
      .telepen, .code11, .msi, .plessey, .pharmacode, .matrix2of5, .industrial2of5, .iata2of5,
      .dataLogic2of5, .postnet, .planet, .royalMail, .kix, .uspsIntelligentMail, .japanPost,
      .australiaPost, .codablockF, .code16K:
      true
    }
  }
}

extension Point {
  fileprivate func distance(from other: Point) -> Double {
    let (x, y) = (x - other.x, y - other.y)
    return (x * x + y * y).squareRoot()
  }

  /// The point a share of the way to another.
  fileprivate func moved(_ share: Double, towards other: Point) -> Point {
    Point(x: x + share * (other.x - x), y: y + share * (other.y - y))
  }

  fileprivate func distance(fromLineThrough one: Point, _ other: Point) -> Double {
    let length = one.distance(from: other)
    return length > 0 ? abs(Self.turn(one, other, self)) / length : distance(from: one)
  }

  /// Twice the signed area of a triangle; above 0 if it is clockwise as seen.
  fileprivate static func turn(_ a: Point, _ b: Point, _ c: Point) -> Double {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
  }
}

/// Polygons as lists of corners, closed implicitly.
extension [Point] {
  /// The signed area by the shoelace formula; above 0 if it is clockwise as seen.
  fileprivate var area: Double {
    indices.reduce(0) { sum, index in
      let (one, other) = (self[index], self[(index + 1) % count])
      return sum + (one.x * other.y - other.x * one.y) / 2
    }
  }

  /// The convex hull, clockwise as seen (A. M. Andrew, Information Processing Letters 9, 1979).
  fileprivate var convexHull: [Point] {
    let sorted = sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    func half(_ points: [Point]) -> [Point] {
      var hull: [Point] = []
      for point in points {
        while hull.count > 1, Point.turn(hull[hull.count - 2], hull[hull.count - 1], point) <= 0 {
          hull.removeLast()
        }
        hull.append(point)
      }
      return hull.dropLast()
    }
    return half(sorted) + half(sorted.reversed())
  }

  /// The part inside a convex polygon that runs clockwise as seen (I. E. Sutherland and G. W. Hodgman,
  /// Communications of the ACM 17, 1974).
  fileprivate func clipped(by frame: [Point]) -> [Point] {
    frame.indices.reduce(self) { polygon, index in
      polygon.clipped(frame[index], frame[(index + 1) % frame.count])
    }
  }

  /// The part to the right of a line that runs from one point to another.
  private func clipped(_ start: Point, _ end: Point) -> [Point] {
    var kept: [Point] = []
    for index in indices {
      let (one, other) = (self[index], self[(index + 1) % count])
      let (from, to) = (Point.turn(start, end, one), Point.turn(start, end, other))
      if from >= 0 { kept.append(one) }
      if (from > 0 && to < 0) || (from < 0 && to > 0) {
        kept.append(one.moved(from / (from - to), towards: other))
      }
    }
    return kept
  }
}
