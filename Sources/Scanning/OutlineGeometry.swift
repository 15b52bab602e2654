import DecoderKit
import Foundation
import Measuring

extension Corners {
  /// The length of the longest side, in pixels.
  package var longestSide: Double {
    let points = points
    return points.indices.map { points[$0].distance(to: points[($0 + 1) % 4]) }.max() ?? 0
  }

  /// Degrees by which the top side is turned clockwise from the horizontal, from −180 to 180.
  package var turnDegrees: Double {
    atan2(topRight.y - topLeft.y, topRight.x - topLeft.x) * 180 / .pi
  }

  /// True for a mere scan line, which some decoders give for linear symbols.
  private var isLine: Bool { area < longestSide * longestSide / 50 }

  /// True if two outlines of equal contents are of the same symbol.
  ///
  /// Decoders give outlines of finder centres, of whole symbols and of single scan lines; all of them
  /// have their centre in the symbol. Two scan lines have no area to lie in: they are of one symbol if
  /// their centres are nearer than a quarter of the shorter one's length.
  package func isAtPlace(of other: Corners) -> Bool {
    if holdsCentre(of: other) { return true }
    guard isLine, other.isLine else { return false }
    return centre.distance(to: other.centre) < min(longestSide, other.longestSide) / 4
  }
}

extension Point {
  /// The distance of two points.
  package func distance(to other: Point) -> Double {
    ((x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)).squareRoot()
  }
}
