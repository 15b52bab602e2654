import DecoderKit

/// Luminances along a line across bars, at steps of half a pixel.
struct BarProfile {
  /// The line's first point and its direction.
  let origin: Point
  let direction: SIMD2<Double>
  /// The luminances, averaged along the bars.
  private(set) var values: [Float]

  static let step = 0.5

  /// Averages the luminances over a band.
  ///
  /// - Parameters:
  ///   - reach: Half the length of the line, in pixels.
  ///   - band: Half the height of the band, in pixels.
  ///   - isInverted: True to exchange light and dark.
  init(
    _ plane: LuminancePlane, through centre: Point, across: SIMD2<Double>, reach: Double,
    band: Double, isInverted: Bool = false
  ) {
    let along = SIMD2(-across.y, across.x)
    direction = across
    origin = Point(x: centre.x - across.x * reach, y: centre.y - across.y * reach)
    let count = Int(2 * reach / Self.step) + 1
    let lines = max(1, Int(band * 2 / 0.9))
    var values = [Float](repeating: 0, count: count)
    for line in 0..<lines {
      let offset = lines == 1 ? 0 : band * (2 * Double(line) / Double(lines - 1) - 1)
      var x = origin.x + along.x * offset
      var y = origin.y + along.y * offset
      for index in 0..<count {
        values[index] += Float(plane.value(x, y))
        x += across.x * Self.step
        y += across.y * Self.step
      }
    }
    let scale = 1 / Float(lines)
    for index in 0..<count { values[index] *= isInverted ? -scale : scale }
    self.values = values
    if isInverted { self.values = self.values.map { 255 + $0 } }
    lightenBeyond(plane)
  }

  /// Lets a symbol end at the image's border: where that is dark, what lies beyond counts as light.
  private mutating func lightenBeyond(_ plane: LuminancePlane) {
    let inside = values.indices.filter { plane.contains(point(Double($0) * Self.step)) }
    guard let first = inside.first, let last = inside.last else { return }
    let sorted = inside.map { values[$0] }.sorted()
    let (dark, light) = (sorted[sorted.count / 10], sorted[sorted.count * 9 / 10])
    if values[first] < (dark + light) / 2 {
      for index in 0..<first { values[index] = light }
    }
    if values[last] < (dark + light) / 2 {
      for index in (last + 1)..<max(values.count, last + 1) { values[index] = light }
    }
  }

  /// The same profile in even light: from the darkest to the lightest near each place; `nil` where that
  /// changes nothing.
  ///
  /// Where glare makes bars on one side lighter than spaces on the other, no bars are found without it.
  var evened: BarProfile? {
    let near = max(values.count / 12, 8)
    let sorted = values.sorted()
    let few = sorted.count / 50
    let least = max(0.15 * (sorted[sorted.count - 1 - few] - sorted[few]), 1)
    var even = self
    var (lightestBar, darkestSpace): (Float, Float) = (-.infinity, .infinity)
    even.values = values.indices.map { index in
      let around = values[max(index - near, 0)...min(index + near, values.count - 1)]
      let (low, high) = (around.min() ?? 0, around.max() ?? 0)
      if high - low > least {
        (lightestBar, darkestSpace) = (max(lightestBar, low), min(darkestSpace, high))
      }
      return 255 * (values[index] - low) / max(high - low, least)
    }
    return lightestBar > darkestSpace ? even : nil
  }

  /// The point of the image at a place.
  private func point(_ place: Double) -> Point {
    Point(x: origin.x + direction.x * place, y: origin.y + direction.y * place)
  }

  @inline(__always)
  func value(at place: Double) -> Float {
    let position = min(max(place / Self.step, 0), Double(values.count - 2))
    let index = Int(position)
    let fraction = Float(position - Double(index))
    return values[index] + (values[index + 1] - values[index]) * fraction
  }
}
