import Base
import Drawing
import Foundation

/// Planes to look at through a lens, and slow forms of what the lens does.
enum PlaneFixtures {
  /// A plane with the given values, row after row.
  static func plane(width: Int, height: Int, values: [Float]) -> InkPlane {
    precondition(values.count == width * height)
    var plane = InkPlane(width: width, height: height)
    plane.values = values
    return plane
  }

  /// One full pixel in the middle of nothing; the side is odd.
  static func impulse(side: Int) -> InkPlane {
    var plane = InkPlane(width: side, height: side)
    plane.values[side * side / 2] = 1
    return plane
  }

  /// A plane of independent values from 0 to 1.
  static func random(width: Int, height: Int, seed: UInt64) -> InkPlane {
    var random = Xoshiro256(state: (3, 1, 4, seed))
    let values = (0..<width * height).map { _ in Float(random.unit()) }
    return plane(width: width, height: height, values: values)
  }

  static func flat(width: Int, height: Int, _ value: Float) -> InkPlane {
    InkPlane(width: width, height: height, filledWith: value)
  }

  /// Ink to the right of a vertical edge at `x`, with the exact coverage of each pixel.
  static func edge(width: Int, height: Int, at x: Double) -> InkPlane {
    let row = (0..<width).map { Float(min(max(Double($0 + 1) - x, 0), 1)) }
    return plane(
      width: width, height: height, values: (0..<height).flatMap { _ in row })
  }

  /// The plane as a lens with the given parameters blurs it.
  static func seen(_ plane: InkPlane, _ asked: [CameraParameter: Double]) -> InkPlane {
    var lens = Lens()
    return lens.spread(plane, settings(asked)) ?? plane
  }

  static func settings(_ asked: [CameraParameter: Double]) -> CameraSettings {
    var settings = CameraSettings()
    for (parameter, value) in asked { settings[parameter] = value }
    return settings
  }

  /// A lens's kernel: the blurred impulse, by offset from the centre.
  static func kernel(_ asked: [CameraParameter: Double], side: Int = 101) -> Kernel {
    Kernel(side: side, weights: seen(impulse(side: side), asked).values.map(Double.init))
  }

  /// A plane convolved with a kernel in double precision; values at the edges are continued.
  static func convolved(_ plane: InkPlane, _ kernel: Kernel) -> [Double] {
    let reach = kernel.side / 2
    var taps: [(dx: Int, dy: Int, weight: Double)] = []
    for dy in -reach...reach {
      for dx in -reach...reach where kernel[dx, dy] != 0 { taps.append((dx, dy, kernel[dx, dy])) }
    }
    return (0..<plane.width * plane.height).map { index in
      let (y, x) = index.quotientAndRemainder(dividingBy: plane.width)
      return taps.reduce(0.0) { sum, tap in
        let column = min(max(x + tap.dx, 0), plane.width - 1)
        let row = min(max(y + tap.dy, 0), plane.height - 1)
        return sum + tap.weight * Double(plane.values[row * plane.width + column])
      }
    }
  }

  static func largestDifference(_ plane: InkPlane, _ truth: [Double]) -> Double {
    zip(plane.values, truth).reduce(0) { max($0, abs(Double($1.0) - $1.1)) }
  }
}

/// Weights by their offsets from a centre.
struct Kernel {
  let side: Int
  var weights: [Double]

  subscript(dx: Int, dy: Int) -> Double { weights[(dy + side / 2) * side + dx + side / 2] }

  var total: Double { weights.reduce(0, +) }

  /// The second moment along a direction, about the centre.
  func variance(degrees: Double) -> Double {
    let (c, s) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
    return moment { dx, dy in pow(Double(dx) * c + Double(dy) * s, 2) }
  }

  func moment(_ of: (Int, Int) -> Double) -> Double {
    let reach = side / 2
    var sum = 0.0
    for dy in -reach...reach {
      for dx in -reach...reach where self[dx, dy] != 0 { sum += self[dx, dy] * of(dx, dy) }
    }
    return sum
  }

  /// The factor by which the kernel reduces a sine wave along x, by its cycles per pixel.
  func transfer(cyclesPerPixel: Double) -> Double {
    moment { dx, _ in cos(2 * .pi * cyclesPerPixel * Double(dx)) }
  }
}
