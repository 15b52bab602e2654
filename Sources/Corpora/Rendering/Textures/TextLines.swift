import DecoderKit

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
