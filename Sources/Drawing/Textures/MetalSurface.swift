import Base
import DecoderKit
import Symbols

/// Bare metal: brushed streaks, and spots that mirror the lamp.
package struct MetalSurface: Sendable {
  /// The standard deviation of the streaks' reflectance, 0 to 1.
  private let amplitude: Double
  private let lengthModules: Double
  private let widthModules: Double
  private let directionDegrees: Double
  /// The share of the surface that mirrors, 0 to 1.
  private let mirrorShare: Double
  private let tone: Tone

  /// Diameters of spots that mirror, in modules.
  package static let mirrorDiameters = 0.3...1.0

  /// Makes the surface that settings ask for; `nil` if they ask for none.
  package init?(_ settings: CameraSettings) {
    guard !settings.isNeutral(.brushing) || !settings.isNeutral(.mirrorSpots) else { return nil }
    amplitude = settings[.brushing] / 100
    lengthModules = settings[.brushingLength]
    widthModules = settings[.brushingWidth]
    directionDegrees = settings[.brushingDirection]
    mirrorShare = settings[.mirrorSpots] / 100
    tone = Tone(settings)
  }

  /// Covers a drawn scene: streaks where the surface is bare, and spots over everything.
  ///
  /// Streaks are in the plane of the scene's first symbol, which must be flat, and fill the image. The
  /// spots are on each symbol and its quiet zone. A scene without symbols stays as it is.
  ///
  /// - Parameters:
  ///   - ink: The ink of the scene.
  ///   - scene: The scene.
  ///   - brushing: The source of the streaks.
  ///   - mirrors: The source of the spots.
  package func cover(
    _ ink: inout InkPlane, of scene: Scene, brushing: Xoshiro256, mirrors: Xoshiro256
  ) {
    if amplitude > 0, let map = scene.symbols.first?.map, let plane = map.plane {
      brush(&ink, plane.inverse, pixels: map.largestScale, brushing)
    }
    guard mirrorShare > 0 else { return }
    var generator = mirrors
    for symbol in scene.symbols { mirror(&ink, symbol, &generator) }
  }

  /// The ink that changes a pixel by one unit of reflectance.
  private var inkPerReflectance: Double { 255 / Double(tone.dark - tone.light) }

  // MARK: Streaks

  /// Adds streaks. Each pixel is the mean of points that are half a streak's width apart at most.
  private func brush(
    _ ink: inout InkPlane, _ plane: PlaneTransform, pixels: Double, _ generator: Xoshiro256
  ) {
    var generator = generator
    let lattice = HashedLattice(seed: generator.next())
    let finest = min(widthModules, lengthModules) * pixels
    let steps = min(max(1, Int((2 / finest).rounded(.up))), 8)
    let (sine, cosine) = sineAndCosine(degrees: directionDegrees)
    let scale = amplitude * inkPerReflectance / LatticeNoise.standardDeviation
    let (width, height) = (ink.width, ink.height)
    for y in 0..<height {
      for x in 0..<width {
        var sum = 0.0
        for step in 0..<steps * steps {
          let point = plane.apply(
            x: Double(x) + (Double(step % steps) + 0.5) / Double(steps),
            y: Double(y) + (Double(step / steps) + 0.5) / Double(steps))
          sum += lattice.value(
            (point.x * cosine + point.y * sine) / lengthModules,
            (point.y * cosine - point.x * sine) / widthModules)
        }
        let bare = 1 - min(max(Double(ink.values[y * width + x]), 0), 1)
        ink.values[y * width + x] += Float(bare * scale * sum / Double(steps * steps))
      }
    }
  }

  // MARK: Spots

  /// Puts white spots on a symbol and its quiet zone, until their areas add up to the share; where
  /// spots overlap, both count.
  private func mirror(
    _ ink: inout InkPlane, _ placed: PlacedSymbol, _ generator: inout Xoshiro256
  ) {
    let (symbol, margin) = (placed.printed.symbol, placed.freeMargin)
    let area = SpottedOutline.Area(
      left: -margin.left, top: -margin.top, right: symbol.width + margin.right,
      bottom: symbol.height + margin.bottom)
    let size = SIMD2(area.right - area.left, area.bottom - area.top)
    let spots = Self.spots(covering: mirrorShare * size.x * size.y, of: size, &generator).map {
      Spot(
        centre: Point(x: $0.centre.x + area.left, y: $0.centre.y + area.top), radius: $0.radius,
        isDark: true)
    }
    let outline = SpottedOutline(
      spots: spots, area: area, chordError: SurfaceMap.chordErrorPixels / placed.map.largestScale
    ) { _, _ in false }
    var accumulator = EdgeAccumulator()
    accumulator.begin(width: ink.width, height: ink.height)
    accumulator.add(outline.edges(over: []), placed.map, sampling: .area)
    var coverage = InkPlane(width: ink.width, height: ink.height)
    accumulator.collect(into: &coverage, .replace)
    let white = (255 - tone.light) / (tone.dark - tone.light)
    for index in ink.values.indices {
      let share = coverage.values[index]
      ink.values[index] = ink.values[index] * (1 - share) + white * share
    }
  }

  /// Draws spots in a rectangle until their areas add up to an area.
  static func spots(
    covering wanted: Double, of size: SIMD2<Double>, _ generator: inout Xoshiro256
  ) -> [Spot] {
    var spots: [Spot] = []
    var left = wanted
    while left > 0 {
      let centre = size * SIMD2(generator.unit(), generator.unit())
      let diameters = mirrorDiameters
      let diameter =
        diameters.lowerBound + (diameters.upperBound - diameters.lowerBound) * generator.unit()
      // The last spot is as small as what is left.
      let radius = min(diameter / 2, (left / Double.pi).squareRoot())
      left -= max(Double.pi * radius * radius, 1e-6)
      spots.append(Spot(centre: Point(x: centre.x, y: centre.y), radius: radius, isDark: true))
    }
    return spots
  }
}

/// Smooth noise without bounds: random values on a square lattice of spacing 1, interpolated by cubic
/// B-splines, as ``LatticeNoise``.
struct HashedLattice {
  /// The number that tells one lattice from another.
  let seed: UInt64

  /// Returns the noise at a point; its standard deviation is that of ``LatticeNoise``.
  func value(_ x: Double, _ y: Double) -> Double {
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    let across = Self.weights(x - left)
    let down = Self.weights(y - top)
    let (column, row) = (Int64(left), Int64(top))
    var sum = 0.0
    for j in 0..<4 {
      var line = 0.0
      for i in 0..<4 { line += across[i] * point(column &+ Int64(i), row &+ Int64(j)) }
      sum += down[j] * line
    }
    return sum
  }

  /// Returns the random value of a lattice point, −1 to 1 (SplitMix64's finaliser).
  func point(_ column: Int64, _ row: Int64) -> Double {
    var bits = seed &+ UInt64(bitPattern: column) &* 0x9E37_79B9_7F4A_7C15
    bits = bits ^ (UInt64(bitPattern: row) &* 0xD1B5_4A32_D192_ED03)
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    bits ^= bits >> 31
    return Double(bits >> 11) * 0x1p-52 - 1
  }

  private static func weights(_ t: Double) -> SIMD4<Double> {
    let u = 1 - t
    return [
      u * u * u / 6, (4 - 6 * t * t + 3 * t * t * t) / 6, (4 - 6 * u * u + 3 * u * u * u) / 6,
      t * t * t / 6,
    ]
  }
}

extension PlaneTransform {
  /// The map from the image to the symbol's plane.
  var inverse: PlaneTransform {
    let m = coefficients
    // The adjugate: its scale does not matter to a projective map.
    return PlaneTransform(
      x: [m[4] * m[8] - m[5] * m[7], m[2] * m[7] - m[1] * m[8], m[1] * m[5] - m[2] * m[4]],
      y: [m[5] * m[6] - m[3] * m[8], m[0] * m[8] - m[2] * m[6], m[2] * m[3] - m[0] * m[5]],
      w: [m[3] * m[7] - m[4] * m[6], m[1] * m[6] - m[0] * m[7], m[0] * m[4] - m[1] * m[3]])
  }
}
