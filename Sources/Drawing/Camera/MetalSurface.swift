import Base
import DecoderKit

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
