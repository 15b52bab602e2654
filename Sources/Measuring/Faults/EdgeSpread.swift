import Foundation

/// The blur of the sharpest edges at a place, direction by direction.
///
/// A lens out of focus blurs edges of all directions alike; a movement blurs those that it crosses, and
/// leaves those along it.
struct EdgeSpread {
  /// One direction's edges.
  struct Direction {
    /// The direction across the edges, in degrees clockwise from the image's rows, 0 to below 180.
    let degrees: Double
    /// The standard deviation of the blur, in pixels, as that of a Gaussian.
    let sigmaPixels: Double
    /// The height of the edges, in grey levels.
    let height: Double
  }

  /// The number of directions.
  static let count = 12
  /// The directions that have edges enough, by index; `nil` for the others.
  private(set) var directions = [Direction?](repeating: nil, count: count)

  /// The standard deviation that pixels as such bring about, and the difference across two of them.
  private static let pixelSigma = 0.7

  private struct Edge {
    let x: Int
    let y: Int
    let slope: Float
  }

  /// Measures the edges in a part of an image.
  init(_ plane: LuminancePlane, columns: Range<Int>, rows: Range<Int>) {
    let xs = columns.clamped(to: 1..<max(plane.width - 1, 1))
    let ys = rows.clamped(to: 1..<max(plane.height - 1, 1))
    var edges = [[Edge]](repeating: [], count: Self.count)
    // No more than a few hundred thousand pixels.
    let step = max(1, Int((Double(xs.count * ys.count) / 300_000).squareRoot().rounded(.up)))
    for y in stride(from: ys.lowerBound, to: ys.upperBound, by: step) {
      let row = plane.pixels + y * plane.stride
      for x in stride(from: xs.lowerBound, to: xs.upperBound, by: step) {
        let dx = Float(row[x + 1]) - Float(row[x - 1])
        let dy = Float(row[x + plane.stride]) - Float(row[x - plane.stride])
        let square = dx * dx + dy * dy
        guard square > 16 else { continue }
        let angle = atan2(dy, dx) / .pi
        let bin = Int(((angle < 0 ? angle + 1 : angle) * Float(Self.count)).rounded())
        edges[bin % Self.count].append(Edge(x: x, y: y, slope: square.squareRoot() / 2))
      }
    }
    for index in edges.indices { directions[index] = Self.direction(index, edges[index], plane) }
  }

  /// The steepest edges of a direction: one in fifty, as the others cross it only slantingly, or are small.
  private static func direction(
    _ index: Int, _ edges: [Edge], _ plane: LuminancePlane
  ) -> Direction? {
    guard edges.count >= 24 else { return nil }
    let steepest = edges.sorted { $0.slope > $1.slope }
      .prefix(max(edges.count / 50, 12))
    let angle = Double(index) * .pi / Double(count)
    let way = SIMD2(cos(angle), sin(angle))
    let few = Swift.stride(from: 0, to: steepest.count, by: max(steepest.count / 100, 1))
    let found = few.map { place -> (sigma: Double, height: Double) in
      let edge = steepest[steepest.startIndex + place]
      let height = height(of: edge, way, plane)
      return (height / (Double(edge.slope) * (2 * Double.pi).squareRoot()), height)
    }
    let sigma = found.map(\.sigma).sorted()[found.count / 2]
    return Direction(
      degrees: Double(index) * 180 / Double(count),
      sigmaPixels: max(sigma * sigma - pixelSigma * pixelSigma, 0).squareRoot(),
      height: found.map(\.height).sorted()[found.count / 2])
  }

  /// The height of an edge: as far as the luminance goes on in one sense.
  private static func height(
    of edge: Edge, _ way: SIMD2<Double>, _ plane: LuminancePlane
  ) -> Double {
    let (x, y) = (Double(edge.x) + 0.5, Double(edge.y) + 0.5)
    func value(_ at: Double) -> Double { plane.value(x + way.x * at, y + way.y * at) }
    let sense: Double = value(1) >= value(-1) ? 1 : -1
    func extreme(_ side: Double) -> Double {
      var best = value(0)
      var misses = 0
      var at = 1.0
      while at < 40, misses < 2 {
        let next = value(side * at)
        if (next - best) * sense * side > 0 { (best, misses) = (next, 0) } else { misses += 1 }
        at += 1
      }
      return best
    }
    return abs(extreme(1) - extreme(-1))
  }

  /// The blur that all directions have: that of the sharpest edges.
  var common: Double? { directions.compactMap { $0?.sigmaPixels }.min() }

  /// The direction in which edges are blurred most beyond those that are a quarter turn from them.
  ///
  /// A movement blurs the directions beside its own as well: the boundary of a shadow is alone.
  ///
  /// - Parameter accepts: Returns true for directions in degrees that count.
  func movement(
    in accepts: (Double) -> Bool = { _ in true }
  ) -> (degrees: Double, blurred: Double, sharp: Double)? {
    let turn = Self.count / 2
    return directions.indices.compactMap { index -> (Double, Double, Double)? in
      guard let across = directions[index], accepts(across.degrees),
        let along = directions[(index + turn) % Self.count]
      else { return nil }
      let beside = [1, Self.count - 1].compactMap {
        directions[(index + $0) % Self.count]?.sigmaPixels
      }
      guard let most = beside.max(), let least = beside.min(),
        most > 0.6 * across.sigmaPixels, least > 0.35 * across.sigmaPixels
      else { return nil }
      return (across.degrees, across.sigmaPixels, along.sigmaPixels)
    }.max { $0.1 / max($0.2, 0.5) < $1.1 / max($1.2, 0.5) }
  }
}
