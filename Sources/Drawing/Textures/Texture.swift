import Base
import DecoderKit

/// A pattern that fills an image without a code, or the background behind the codes.
package enum Texture: String, Hashable, Sendable, CaseIterable {
  /// Band-limited noise: values on a lattice `scale` pixels apart, interpolated by a cubic
  /// B-spline.
  case noise
  /// Bars and gaps of random widths at a random angle: narrow ones of 1 to 4 times the scale, in
  /// groups between blocks of 13 to 24 times the scale.
  ///
  /// No linear code can occur among them. The shortest pattern that a reader takes for one is ITF
  /// with two digits, 17 bars and gaps (others have 23 and more), and no code's widest element is
  /// more than 4 times as wide as its narrowest (9 times in DataBar). Here any 13 neighbours
  /// include a block, and beside it an element of 1.5 times the scale or less: a ratio of 8.7 : 1
  /// or more. DataBar is next to impossible because of its checksum, and because the next narrow
  /// elements would have to fit too.
  case stripes
  /// Lines of strokes that look like words from a distance; the scale is a letter's height.
  case text
  /// Round dots at 45 degrees, larger in the darker parts of a cloudy picture; one scale apart
  /// along rows.
  case halftone
  /// Squares of a side of one scale, dark or light with equal chances.
  ///
  /// A matrix code could occur in it only if finder pattern and error correction matched by chance:
  /// below 2⁻⁵⁰ for Data Matrix 10 × 10, the smallest. For one row to be read as a linear code
  /// without a check digit (six digits of ITF, four characters of Codabar), about 50 squares must
  /// match: some 10⁻⁵ per image.
  case checker
  /// An even ramp from 0.1 to 0.9 in a random direction over the whole image, whatever the scale.
  case gradient
  /// Clouds, as on paper and wood: noise of four octaves from the scale down, each half as strong
  /// as the one before.
  case cloud
}

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

/// Bars that look like a barcode's but cannot be one; see ``Texture/stripes``.
enum Stripes {
  /// Widths of narrow bars and gaps, in multiples of the scale.
  static let narrow = 1.0...4.0
  /// Widths of the narrow bar or gap next after a block, in multiples of the scale.
  static let afterBlock = 1.0...1.5
  /// Widths of blocks, dark or light, in multiples of the scale.
  static let block = 13.0...24.0
  /// The number of narrow bars and gaps between two blocks.
  static let group = 6...12

  /// Returns widths of bars and gaps in turn, in multiples of the scale, until they fill a length.
  static func widths(_ length: Double, _ generator: inout Xoshiro256) -> [Double] {
    func draw(_ range: ClosedRange<Double>) -> Double {
      range.lowerBound + (range.upperBound - range.lowerBound) * generator.unit()
    }
    var widths: [Double] = []
    var filled = 0.0
    while filled < length {
      let count = group.lowerBound + generator.below(group.count)
      var next = [draw(block), draw(afterBlock)]
      for _ in 1..<count { next.append(draw(narrow)) }
      widths += next
      filled += next.reduce(0, +)
    }
    return widths
  }

  static func edges(
    _ width: Int, _ height: Int, _ scale: Double, _ generator: inout Xoshiro256
  ) -> [SymbolOutline.Edge] {
    let (sine, cosine) = sineAndCosine(degrees: 360 * generator.unit())
    let centre = Point(x: Double(width) / 2, y: Double(height) / 2)
    let reach = (centre.x * centre.x + centre.y * centre.y).squareRoot() + 1
    func point(_ across: Double, _ along: Double) -> Point {
      Point(
        x: centre.x + cosine * across - sine * along, y: centre.y + sine * across + cosine * along)
    }
    // The pattern starts anywhere in a block; the block is dark or light with equal chances.
    var place = -reach - block.upperBound * scale * generator.unit()
    var isDark = generator.next() >> 63 == 1
    var edges: [SymbolOutline.Edge] = []
    for share in widths((reach - place) / scale, &generator) {
      let next = place + share * scale
      if isDark {
        edges += Shape.polygon([
          point(place, -reach), point(next, -reach), point(next, reach), point(place, reach),
        ])
      }
      place = next
      isDark.toggle()
    }
    return edges
  }
}

/// Lines of strokes that look like words from a distance.
enum TextLines {
  /// The distance from one line to the next, in letter heights.
  static let lineSpacing = 1.7
  /// The width of a letter with the space after it, in letter heights.
  static let letterWidth = 0.75
  /// The width of a stroke, in letter heights.
  static let strokeWidth = 0.13

  static func edges(
    _ width: Int, _ height: Int, _ scale: Double, _ generator: inout Xoshiro256
  ) -> [SymbolOutline.Edge] {
    var edges: [SymbolOutline.Edge] = []
    var top = -scale * lineSpacing * generator.unit()
    while top < Double(height) {
      var left = -scale * letterWidth * generator.unit()
      while left < Double(width) {
        for _ in 0..<2 + generator.below(8) {
          letter(left, top, scale, &generator, &edges)
          left += scale * letterWidth
        }
        left += scale * letterWidth * 0.7
      }
      top += scale * lineSpacing
    }
    return edges
  }

  /// Adds two to four strokes between the corners, the middles and the centre of a letter's box.
  private static func letter(
    _ left: Double, _ top: Double, _ scale: Double, _ generator: inout Xoshiro256,
    _ edges: inout [SymbolOutline.Edge]
  ) {
    func point(_ index: Int) -> Point {
      Point(
        x: left + scale * 0.25 * Double(index % 3), y: top + scale * 0.5 * Double(index / 3))
    }
    for _ in 0..<2 + generator.below(3) {
      let from = generator.below(9)
      // Any other point of the box.
      let to = (from + 1 + generator.below(8)) % 9
      edges += Shape.stroke(from: point(from), to: point(to), width: scale * strokeWidth)
    }
  }
}
