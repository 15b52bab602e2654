/// The bend of a label along a linear symbol: how far its bars lie from where a flat label has them.
///
/// Bars at the ends stay where they are, so that the outline is that of the map.
struct Bend: Hashable, Sendable {
  /// The shares of half the width by which bars lie further to the right: even about the middle, and odd.
  var even = 0.0
  var odd = 0.0

  /// The bend that is the least and the most possible: more hides the ends of the symbol.
  static let range = -0.3...0.3

  /// The place on a flat symbol that is seen where the map has a place.
  ///
  /// - Parameter half: Half the symbol's width.
  func place(_ u: Double, half: Double) -> Double {
    let s = u / half - 1
    return u + half * (1 - s * s) * (even + odd * s)
  }

  /// The change of ``place(_:half:)`` with the place.
  func slope(_ u: Double, half: Double) -> Double {
    let s = u / half - 1
    return 1 - 2 * s * even + (1 - 3 * s * s) * odd
  }

  /// The place at which the map has what a flat symbol has at a place.
  func mapped(_ place: Double, half: Double) -> Double {
    var u = place
    for _ in 0..<6 { u -= (self.place(u, half: half) - place) / max(slope(u, half: half), 0.2) }
    return u
  }
}
