import Base
import DecoderKit
import Symbols

/// A displacement of all points of a printed symbol: columns that lean, and waves that bend the grid.
///
/// A point (x, y) of a symbol of height h goes to x + (h / 2 − y) tan(skew) + A sin(360° p · k / λ + φ)
/// and to y + A sin(360° p · l / λ + ψ), where p is the point, k and l are random directions, and φ and
/// ψ are random phases.
package struct PrintWarp: Hashable, Sendable {
  /// The amplitude A along either axis, in modules.
  package let amplitudeModules: Double
  /// The wavelength λ, in modules.
  package let wavelengthModules: Double
  /// The angle by which columns lean to the right at their upper ends, in degrees.
  package let skewDegrees: Double

  private let skew: Double
  private let middle: Double
  private let across: Wave
  private let down: Wave

  /// One direction of displacement.
  private struct Wave: Hashable, Sendable {
    /// Degrees for each module along the symbol's axes.
    var pace: SIMD2<Double>
    var phaseDegrees: Double

    func height(_ point: SIMD2<Double>) -> Double {
      sineAndCosine(degrees: (point * pace).sum() + phaseDegrees).sine
    }
  }

  /// The number of wavelengths to a turn of the grid: an amplitude of more than the wavelength divided
  /// by this could fold it.
  package static let foldingFactor = 2 * Double.pi * 2.0.squareRoot()

  /// Makes a warp.
  ///
  /// - Parameters:
  ///   - amplitudeModules: 0 for no waves; at most the wavelength ÷ ``foldingFactor``.
  ///   - wavelengthModules: Above 0.
  ///   - skewDegrees: Between −45 and 45.
  ///   - symbol: The symbol that is warped.
  ///   - generator: The source of a direction and a phase for either axis.
  package init(
    amplitudeModules: Double, wavelengthModules: Double, skewDegrees: Double, on symbol: Symbol,
    _ generator: inout Xoshiro256
  ) {
    self.amplitudeModules = amplitudeModules
    self.wavelengthModules = wavelengthModules
    self.skewDegrees = skewDegrees
    let angle = sineAndCosine(degrees: skewDegrees)
    skew = angle.sine / angle.cosine
    middle = symbol.height / 2
    let waves = (0..<2).map { _ in
      let direction = sineAndCosine(degrees: 360 * generator.unit())
      return Wave(
        pace: SIMD2(direction.cosine, direction.sine) * (360 / wavelengthModules),
        phaseDegrees: 360 * generator.unit())
    }
    (across, down) = (waves[0], waves[1])
  }

  /// The most by which a point moves across and down, in modules.
  package var reach: (across: Double, down: Double) {
    (amplitudeModules + abs(skew) * middle, amplitudeModules)
  }

  /// Returns the place to which a point goes.
  package func moved(x: Double, y: Double) -> Point {
    let leaning = x + (middle - y) * skew
    guard amplitudeModules > 0 else { return Point(x: leaning, y: y) }
    let point = SIMD2(x, y)
    return Point(
      x: leaning + amplitudeModules * across.height(point),
      y: y + amplitudeModules * down.height(point))
  }

  /// Returns edges as they are after the displacement, cut so that no point is off by more than the
  /// chord error.
  ///
  /// Along a straight line the displacement's second derivative is √2 A (2π / λ)² at most, and a
  /// chord of length d lies d² / 8 times as far from its curve at most.
  func bent(_ edges: [SymbolOutline.Edge], chordError: Double) -> [SymbolOutline.Edge] {
    let bend = 2.0.squareRoot() * amplitudeModules
    let piece =
      wavelengthModules / (2 * Double.pi) * (8 * chordError / max(bend, 1e-12)).squareRoot()
    var all: [SymbolOutline.Edge] = []
    all.reserveCapacity(edges.count)
    for edge in edges {
      let way = SIMD2(edge.toX - edge.fromX, edge.toY - edge.fromY)
      let length = (way * way).sum().squareRoot()
      let count = max(1, Int((length / piece).rounded(.up)))
      var from = moved(x: edge.fromX, y: edge.fromY)
      for index in 1...count {
        let share = Double(index) / Double(count)
        // Ends are used unchanged, because neighbouring edges must meet exactly.
        let to =
          index == count
          ? moved(x: edge.toX, y: edge.toY)
          : moved(x: edge.fromX + share * way.x, y: edge.fromY + share * way.y)
        all.append(.init(fromX: from.x, fromY: from.y, toX: to.x, toY: to.y))
        from = to
      }
    }
    return all
  }
}
