import DecoderKit

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
