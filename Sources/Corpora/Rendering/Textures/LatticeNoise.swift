/// Smooth noise: random values on a square lattice, interpolated by cubic B-splines.
///
/// For wavelengths shorter than two spacings its spectrum falls off with the eighth power. The
/// correlation of values one spacing apart is 0.49, two spacings apart 0.05 (the septic B-spline's
/// values).
enum LatticeNoise {
  /// The standard deviation for values from −1 to 1: √(1/3) × 151/315, the mean of the squared
  /// weights.
  static let standardDeviation = 0.5773502691896258 * 151 / 315

  /// Adds noise with a mean of 0 to a plane.
  ///
  /// - Parameters:
  ///   - spacing: Pixels between lattice points; 1 or more.
  ///   - amplitude: The largest value that can be added.
  static func add(
    to plane: inout InkPlane, spacing: Double, amplitude: Float, _ generator: inout Xoshiro256
  ) {
    let (width, height) = (plane.width, plane.height)
    let across = Axis(width, spacing, offset: generator.unit())
    let down = Axis(height, spacing, offset: generator.unit())
    // Four rows of the lattice, interpolated across; the newest row replaces the oldest.
    var rows = [Float](repeating: 0, count: 4 * width)
    var lattice = [Float](repeating: 0, count: across.points)
    var newest = -1
    for y in 0..<height {
      while newest < down.first[y] + 3 {
        newest += 1
        for index in lattice.indices {
          lattice[index] = amplitude * Float(2 * generator.unit() - 1)
        }
        interpolate(lattice, across, into: &rows, at: newest % 4 * width)
      }
      blend(rows, (0..<4).map { (down.first[y] + $0) % 4 * width }, down, y, into: &plane)
    }
  }

  private static func interpolate(
    _ lattice: [Float], _ axis: Axis, into rows: inout [Float], at start: Int
  ) {
    let lattice = lattice.span
    let first = axis.first.span
    let weights = axis.weights.span
    var rows = rows.mutableSpan
    for x in 0..<first.count {
      let point = first[x]
      rows[start + x] =
        weights[4 * x] * lattice[point] + weights[4 * x + 1] * lattice[point + 1]
        + weights[4 * x + 2] * lattice[point + 2] + weights[4 * x + 3] * lattice[point + 3]
    }
  }

  private static func blend(
    _ rows: [Float], _ starts: [Int], _ axis: Axis, _ y: Int, into plane: inout InkPlane
  ) {
    let (a, b, c, d) = (starts[0], starts[1], starts[2], starts[3])
    let weights = (0..<4).map { axis.weights[4 * y + $0] }
    let (p, q, r, s) = (weights[0], weights[1], weights[2], weights[3])
    let start = y * plane.width
    let width = plane.width
    let rows = rows.span
    var values = plane.values.mutableSpan
    for x in 0..<width {
      values[start + x] +=
        p * rows[a + x] + q * rows[b + x] + r * rows[c + x] + s * rows[d + x]
    }
  }

  /// The four lattice points on which each pixel depends along one axis, with their weights.
  private struct Axis {
    var first: [Int] = []
    var weights: [Float] = []
    let points: Int

    init(_ count: Int, _ spacing: Double, offset: Double) {
      for pixel in 0..<count {
        let place = (Double(pixel) + 0.5) / spacing + offset
        let t = place - place.rounded(.down)
        first.append(Int(place))
        let u = 1 - t
        weights.append(Float(u * u * u / 6))
        weights.append(Float((4 - 6 * t * t + 3 * t * t * t) / 6))
        weights.append(Float((4 - 6 * u * u + 3 * u * u * u) / 6))
        weights.append(Float(t * t * t / 6))
      }
      points = (first.last ?? 0) + 4
    }
  }
}
