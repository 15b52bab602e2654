import DecoderKit

/// A symbol as it came out of the printer.
package struct PrintedSymbol: Hashable, Sendable {
  /// The symbol as it should be.
  package let symbol: Symbol
  /// How much wider dark bars are than they should be, in modules; negative when they are narrower.
  ///
  /// Every edge between dark and light moves by half of it, corners stay sharp. A light gap that is
  /// no wider than the growth closes; a dark bar no wider than the loss disappears. ISO/IEC 15416
  /// calls it bar width gain or loss, ISO/IEC 15415 print growth.
  package let barGrowthModules: Double
  /// What was spilt or rubbed off later on, the last on top.
  package let spots: [Spot]

  /// Bar growth goes from −1 to +1 modules: there a symbol of single modules is bare or solid.
  package static let barGrowthRange = -1.0...1.0

  /// Prints a symbol.
  package init(_ symbol: Symbol, barGrowthModules: Double = 0, spots: [Spot] = []) {
    self.symbol = symbol
    self.barGrowthModules = barGrowthModules
    self.spots = spots
  }

  /// Why the symbol cannot be printed so; `nil` when it can.
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
  /// In modules from the symbol's own top left corner.
  package let centre: Point
  /// In modules.
  package let radius: Double
  /// Ink was spilt; otherwise it was rubbed off.
  package let isDark: Bool

  /// Makes a spot.
  package init(centre: Point, radius: Double, isDark: Bool) {
    self.centre = centre
    self.radius = radius
    self.isDark = isDark
  }

  /// Whether a point lies on the spot.
  @inline(__always)
  func contains(_ x: Double, _ y: Double) -> Bool {
    let (dx, dy) = (x - centre.x, y - centre.y)
    return dx * dx + dy * dy < radius * radius
  }
}
