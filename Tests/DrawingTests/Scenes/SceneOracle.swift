import Base
import DecoderKit
import Drawing
import Foundation
import Symbols

/// Coverage of pixels by polygons, computed slowly: each is clipped to each pixel that it touches.
struct CoverageOracle {
  let width: Int
  let height: Int
  private(set) var dark: [Double]

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    dark = Array(repeating: 0, count: width * height)
  }

  mutating func add(_ polygon: [Point], weight: Double = 1) {
    let xs = polygon.map(\.x)
    let ys = polygon.map(\.y)
    let (left, right) = (max(0, Int(xs.min() ?? 0)), min(width - 1, Int(xs.max() ?? 0)))
    let (top, bottom) = (max(0, Int(ys.min() ?? 0)), min(height - 1, Int(ys.max() ?? 0)))
    guard left <= right, top <= bottom else { return }
    for y in top...bottom {
      for x in left...right {
        dark[y * width + x] += weight * Self.area(Self.clip(polygon, x, y))
      }
    }
  }

  /// A polygon clipped to a pixel (Sutherland and Hodgman).
  private static func clip(_ polygon: [Point], _ x: Int, _ y: Int) -> [Point] {
    let sides: [(Point) -> Double] = [
      { $0.x - Double(x) }, { Double(x + 1) - $0.x }, { $0.y - Double(y) },
      { Double(y + 1) - $0.y },
    ]
    return sides.reduce(polygon) { polygon, inside in
      var kept: [Point] = []
      for (index, b) in polygon.enumerated() {
        let a = polygon[(index + polygon.count - 1) % polygon.count]
        let (before, here) = (inside(a), inside(b))
        if (before < 0) != (here < 0) {
          let t = before / (before - here)
          kept.append(Point(x: a.x + t * (b.x - a.x), y: a.y + t * (b.y - a.y)))
        }
        if here >= 0 { kept.append(b) }
      }
      return kept
    }
  }

  private static func area(_ polygon: [Point]) -> Double {
    var twice = 0.0
    for (index, a) in polygon.enumerated() {
      let b = polygon[(index + 1) % polygon.count]
      twice += a.x * b.y - b.x * a.y
    }
    return abs(twice) / 2
  }
}

/// A pinhole camera in front of a label, from elementary rotations with the C library's functions.
struct CameraOracle {
  let width: Double
  let height: Double
  let viewpoint: Viewpoint

  /// The image of a point of the label, relative to that of the label's centre; `x` and `y` are
  /// measured from the label's corner.
  func image(_ x: Double, _ y: Double) -> Point {
    var p = SIMD3(x - width / 2, y - height / 2, 0)
    if viewpoint.curvatureDegrees > 0 {
      let radius = width / (viewpoint.curvatureDegrees * .pi / 180)
      p = SIMD3(radius * sin(p.x / radius), p.y, radius - radius * cos(p.x / radius))
    }
    if viewpoint.isMirrored { p.x = -p.x }
    p = Self.aboutDepth(p, viewpoint.rotationDegrees)
    // The axis of the tilt is turned onto the x axis and back.
    p = Self.aboutDepth(p, -viewpoint.tiltDirectionDegrees)
    let tilt = viewpoint.tiltDegrees * .pi / 180
    p = SIMD3(p.x, p.y * cos(tilt) + p.z * sin(tilt), p.z * cos(tilt) - p.y * sin(tilt))
    p = Self.aboutDepth(p, viewpoint.tiltDirectionDegrees)
    let distance = viewpoint.cameraDistanceDiagonals * hypot(width, height)
    let scale = viewpoint.moduleSizePixels * distance / (distance + p.z)
    return Point(x: p.x * scale, y: p.y * scale)
  }

  private static func aboutDepth(_ p: SIMD3<Double>, _ degrees: Double) -> SIMD3<Double> {
    let a = degrees * .pi / 180
    return SIMD3(p.x * cos(a) - p.y * sin(a), p.x * sin(a) + p.y * cos(a), p.z)
  }

  /// The images of a rectangle's sides, as a polygon of many corners.
  func outline(
    left: Double, top: Double, right: Double, bottom: Double, steps: Int
  ) -> [Point] {
    func line(_ a: (Double, Double), _ b: (Double, Double)) -> [Point] {
      (0..<steps).map { step in
        let t = Double(step) / Double(steps)
        return image(a.0 + t * (b.0 - a.0), a.1 + t * (b.1 - a.1))
      }
    }
    return line((left, top), (right, top)) + line((right, top), (right, bottom))
      + line((right, bottom), (left, bottom)) + line((left, bottom), (left, top))
  }
}

/// The difference between a drawing and its oracle, in grey levels of 255.
struct Deviation {
  private(set) var worst = 0.0
  private(set) var mean = 0.0

  init(_ image: GrayImage, _ ink: [Double]) {
    for y in 0..<image.height {
      for x in 0..<image.width {
        add(Double(image[x, y]) - 255 * (1 - ink[y * image.width + x]))
      }
    }
    mean /= Double(image.width * image.height)
  }

  init(_ plane: InkPlane, _ ink: [Double]) {
    for (value, truth) in zip(plane.values, ink) { add(255 * (Double(value) - truth)) }
    mean /= Double(ink.count)
  }

  private mutating func add(_ difference: Double) {
    worst = max(worst, abs(difference))
    mean += abs(difference)
  }
}

/// Symbols to draw; their contents do not matter.
enum SymbolFixture {
  /// A generator that shares no number with that of another seed.
  static func generator(_ suite: UInt64, _ seed: Int) -> Xoshiro256 {
    var generator = Xoshiro256(state: (1, suite, 3, UInt64(seed)))
    // The first numbers depend on only a part of the state.
    for _ in 0..<16 { _ = generator.next() }
    return generator
  }

  static func random(
    _ random: inout Xoshiro256, columns: Int? = nil, rows: Int? = nil, rowHeights: [Double]? = nil,
    polygons: [[Point]] = []
  ) -> Symbol {
    let columns = columns ?? 6 + random.below(12)
    let rows = rowHeights?.count ?? rows ?? 6 + random.below(12)
    let share = [0.5, 0.85, 0.15][random.below(3)]
    return Symbol(
      symbology: .qrCode, payload: [], columns: columns, rows: rows,
      modules: (0..<columns * rows).map { _ in random.unit() < share ? 1 : 0 },
      quietZone: QuietZone(
        left: Double(random.below(4)), top: Double(random.below(3)), right: 1.5, bottom: 2),
      rowHeights: rowHeights ?? Array(repeating: 1, count: rows), polygons: polygons)
  }

  /// The upper edge of each row of modules, and the lower edge of the last one, in modules.
  static func tops(_ symbol: Symbol) -> [Double] {
    symbol.rowHeights.reduce(into: [0.0]) { $0.append(($0.last ?? 0) + $1) }
  }
}

/// Scenes of one symbol on a flat label seen straight on, point by point.
enum SceneOracle {
  /// The mean ink of a square of points in each pixel.
  static func sampled(
    _ scene: Scene, steps: Int, _ ink: (_ x: Double, _ y: Double) -> Double
  ) -> [Double] {
    // The inverse of a rotation and a scale, computed from two points.
    let map = scene.symbols[0].map
    let origin = map.apply(x: 0, y: 0)
    let unit = map.apply(x: 1, y: 0)
    let (a, b) = (unit.x - origin.x, unit.y - origin.y)
    let square = a * a + b * b
    return (0..<scene.width * scene.height).map { pixel in
      var sum = 0.0
      for step in 0..<steps * steps {
        let u =
          Double(pixel % scene.width) + (Double(step % steps) + 0.5) / Double(steps) - origin.x
        let v =
          Double(pixel / scene.width) + (Double(step / steps) + 0.5) / Double(steps) - origin.y
        sum += ink((a * u + b * v) / square, (a * v - b * u) / square)
      }
      return sum / Double(steps * steps)
    }
  }
}
