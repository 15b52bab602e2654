import Base
import DecoderKit

/// Draws textures. The same generator gives the same pixels on any machine.
package enum TextureRasteriser {
  /// The scales that can be drawn, in pixels.
  package static let scales = 1.0...4096.0

  /// Returns the reason a texture cannot be drawn at a scale; `nil` if it can.
  package static func objection(toScale scale: Double) -> String? {
    guard scales.contains(scale) else {
      return """
        a texture's scale of \(scale.plain) px cannot be drawn: \(scales.lowerBound.plain) to \
        \(scales.upperBound.plain) px can
        """
    }
    return nil
  }

  /// Draws a texture.
  ///
  /// - Parameters:
  ///   - texture: The texture to draw.
  ///   - width: The number of columns, in pixels.
  ///   - height: The number of rows, in pixels.
  ///   - scalePixels: The size of the texture's features; ``Texture`` defines it for each texture.
  ///   - generator: The source of all randomness.
  /// - Precondition: The scale can be drawn; see ``objection(toScale:)``.
  package static func draw(
    _ texture: Texture, width: Int, height: Int, scalePixels scale: Double,
    generator: Xoshiro256
  ) -> InkPlane {
    precondition(objection(toScale: scale) == nil, "scales are checked where they are read")
    var generator = generator
    var plane = InkPlane(width: width, height: height)
    switch texture {
    case .noise: noise(into: &plane, octaves: 1, scale, &generator)
    case .cloud: noise(into: &plane, octaves: 4, scale, &generator)
    case .gradient: gradient(into: &plane, &generator)
    case .halftone: halftone(into: &plane, scale, &generator)
    case .stripes: shapes(into: &plane) { Stripes.edges(width, height, scale, &generator) }
    case .text: shapes(into: &plane) { TextLines.edges(width, height, scale, &generator) }
    case .checker: shapes(into: &plane) { checker(width, height, scale, &generator) }
    }
    return plane
  }

  /// Fills a plane with the areas that closed outlines in pixels enclose.
  private static func shapes(
    into plane: inout InkPlane, _ edges: () -> [SymbolOutline.Edge]
  ) {
    var accumulator = EdgeAccumulator()
    accumulator.begin(width: plane.width, height: plane.height)
    let pixels = PlaneTransform(x: [1, 0, 0], y: [0, 1, 0], w: [0, 0, 1])
    accumulator.add(edges(), SurfaceMap(pixels, largestScale: 1), sampling: .area)
    accumulator.collect(into: &plane, .replace)
  }

  /// Draws noise with a mean of 0.5 and a standard deviation of about 0.2.
  private static func noise(
    into plane: inout InkPlane, octaves: Int, _ scale: Double, _ generator: inout Xoshiro256
  ) {
    var strengths: [Double] = []
    for octave in 0..<octaves where octave == 0 || scale / Double(1 << octave) >= 1 {
      strengths.append(1 / Double(1 << octave))
    }
    let together = strengths.map { $0 * $0 }.reduce(0, +).squareRoot()
    for (octave, strength) in strengths.enumerated() {
      LatticeNoise.add(
        to: &plane, spacing: scale / Double(1 << octave),
        amplitude: Float(0.2 * strength / (together * LatticeNoise.standardDeviation)), &generator)
    }
    var values = plane.values.mutableSpan
    for index in values.indices { values[index] = min(max(values[index] + 0.5, 0), 1) }
  }

  private static func gradient(into plane: inout InkPlane, _ generator: inout Xoshiro256) {
    let (sine, cosine) = sineAndCosine(degrees: 360 * generator.unit())
    let (width, height) = (plane.width, plane.height)
    let reach = (abs(cosine) * Double(width) + abs(sine) * Double(height)) / 2
    let slope = 0.4 / max(reach, 1)
    var values = plane.values.mutableSpan
    for y in 0..<height {
      let start = 0.5 + slope * sine * (Double(y) + 0.5 - Double(height) / 2)
      for x in 0..<width {
        values[y * width + x] = Float(
          start + slope * cosine * (Double(x) + 0.5 - Double(width) / 2))
      }
    }
  }

  /// Draws dots where the product of two cosines exceeds a threshold. Along rows and columns the
  /// dots are one scale apart, with a further dot in the middle of each four.
  private static func halftone(
    into plane: inout InkPlane, _ scale: Double, _ generator: inout Xoshiro256
  ) {
    let (width, height) = (plane.width, plane.height)
    func waves(_ count: Int, _ offset: Double) -> [Float] {
      (0..<count).map { pixel in
        let turns = (Double(pixel) + 0.5) / scale + offset
        return Float(sineAndCosine(degrees: 360 * turns).cosine)
      }
    }
    let across = waves(width, generator.unit())
    let down = waves(height, generator.unit())
    noise(into: &plane, octaves: 1, max(8 * scale, 1), &generator)
    // The product changes by up to 2π / scale per pixel, so that edges are soft over about one
    // pixel.
    let steepness = Float(scale / 4)
    let row = across.span
    var values = plane.values.mutableSpan
    for y in 0..<height {
      let wave = down[y]
      for x in 0..<width {
        let tone = 2 * values[y * width + x] - 1
        let value = 0.5 + steepness * (row[x] * wave + tone)
        values[y * width + x] = min(max(value, 0), 1)
      }
    }
  }

  private static func checker(
    _ width: Int, _ height: Int, _ scale: Double, _ generator: inout Xoshiro256
  ) -> [SymbolOutline.Edge] {
    let left = -scale * generator.unit()
    let top = -scale * generator.unit()
    let columns = Int((Double(width) / scale).rounded(.up)) + 1
    let rows = Int((Double(height) / scale).rounded(.up)) + 1
    var edges: [SymbolOutline.Edge] = []
    for row in 0..<rows {
      for column in 0..<columns where generator.next() >> 63 == 1 {
        let x = left + Double(column) * scale
        let y = top + Double(row) * scale
        edges += Shape.polygon([
          Point(x: x, y: y), Point(x: x + scale, y: y), Point(x: x + scale, y: y + scale),
          Point(x: x, y: y + scale),
        ])
      }
    }
    return edges
  }
}

/// Outlines of the shapes that textures are made of.
enum Shape {
  /// Returns the edges of a polygon whose corners are given clockwise as seen in the image.
  static func polygon(_ corners: [Point]) -> [SymbolOutline.Edge] {
    corners.indices.map { index in
      let from = corners[index]
      let to = corners[(index + 1) % corners.count]
      return .init(fromX: from.x, fromY: from.y, toX: to.x, toY: to.y)
    }
  }

  /// Returns the edges of a straight stroke of a pen.
  static func stroke(from: Point, to: Point, width: Double) -> [SymbolOutline.Edge] {
    let (dx, dy) = (to.x - from.x, to.y - from.y)
    let length = (dx * dx + dy * dy).squareRoot()
    guard length > 0 else { return [] }
    let (x, y) = (dy / length * width / 2, -dx / length * width / 2)
    return polygon([
      Point(x: from.x + x, y: from.y + y), Point(x: to.x + x, y: to.y + y),
      Point(x: to.x - x, y: to.y - y), Point(x: from.x - x, y: from.y - y),
    ])
  }
}
