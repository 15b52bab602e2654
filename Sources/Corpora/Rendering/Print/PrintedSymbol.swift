import DecoderKit

/// A symbol as it was printed.
package struct PrintedSymbol: Hashable, Sendable {
  /// The symbol as it should be.
  package let symbol: Symbol
  /// The amount by which dark bars are too wide, in modules; negative if they are too narrow.
  ///
  /// Every edge between dark and light moves by half of it; corners stay sharp. A light gap no
  /// wider than the growth closes; a dark bar no wider than the loss disappears. ISO/IEC 15416
  /// calls this bar width gain or loss, ISO/IEC 15415 calls it print growth.
  package let barGrowthModules: Double
  /// The spots of spilt or rubbed-off ink, the last one on top.
  package let spots: [Spot]

  /// The range of bar growth, in modules; at its ends a symbol of single modules is bare or solid.
  package static let barGrowthRange = -1.0...1.0

  /// Prints a symbol.
  package init(_ symbol: Symbol, barGrowthModules: Double = 0, spots: [Spot] = []) {
    self.symbol = symbol
    self.barGrowthModules = barGrowthModules
    self.spots = spots
  }

  /// The reason the symbol cannot be printed like this; `nil` if it can.
  var objection: String? {
    guard Self.barGrowthRange.contains(barGrowthModules) else {
      return """
        a bar growth of \(barGrowthModules.plain) modules cannot be drawn: \
        \(Self.barGrowthRange.lowerBound.plain) to \(Self.barGrowthRange.upperBound.plain) can
        """
    }
    return nil
  }
}

/// A round spot on a printed symbol.
package struct Spot: Hashable, Sendable {
  /// The centre, in modules from the symbol's own top left corner.
  package let centre: Point
  /// The radius in modules.
  package let radius: Double
  /// True if ink was spilt; false if it was rubbed off.
  package let isDark: Bool

  /// Makes a spot.
  package init(centre: Point, radius: Double, isDark: Bool) {
    self.centre = centre
    self.radius = radius
    self.isDark = isDark
  }

  /// Returns true if a point lies on the spot.
  @inline(__always)
  func contains(_ x: Double, _ y: Double) -> Bool {
    let (dx, dy) = (x - centre.x, y - centre.y)
    return dx * dx + dy * dy < radius * radius
  }
}
