import DecoderKit

/// A piece of paper with symbols on it, in modules: the printed part and the margin around it.
struct Label: Hashable, Sendable {
  /// The width from the left end of the leftmost symbol to the right end of the rightmost.
  var width: Double
  /// The height from the top of the topmost symbol to the bottom of the lowest.
  var height: Double
  /// The margin around the printed part that the image must hold too.
  var margin: QuietZone

  /// The diagonal of the printed part, which is the unit of a camera's distance.
  var diagonal: Double { (width * width + height * height).squareRoot() }

  /// Returns the label that holds symbols at their places, and the origin of its printed part.
  ///
  /// - Precondition: There is at least one symbol, and there are as many places.
  static func holding(
    _ symbols: [Symbol], at places: [Point], _ surroundings: Surroundings
  ) -> (label: Label, origin: Point) {
    precondition(!symbols.isEmpty && symbols.count == places.count)
    var print = Box()
    var free = Box()
    for (symbol, place) in zip(symbols, places) {
      let zone = symbol.quietZone.scaled(byPercent: surroundings.quietZonePercent)
      let right = place.x + symbol.width
      let bottom = place.y + symbol.height
      print.extend(left: place.x, top: place.y, right: right, bottom: bottom)
      free.extend(
        left: place.x - zone.left, top: place.y - zone.top, right: right + zone.right,
        bottom: bottom + zone.bottom)
    }
    let beyond = surroundings.marginModules
    let label = Label(
      width: print.right - print.left, height: print.bottom - print.top,
      margin: QuietZone(
        left: print.left - free.left + beyond, top: print.top - free.top + beyond,
        right: free.right - print.right + beyond, bottom: free.bottom - print.bottom + beyond))
    return (label, Point(x: print.left, y: print.top))
  }

  private struct Box {
    var left = Double.infinity
    var top = Double.infinity
    var right = -Double.infinity
    var bottom = -Double.infinity

    mutating func extend(left: Double, top: Double, right: Double, bottom: Double) {
      self.left = min(self.left, left)
      self.top = min(self.top, top)
      self.right = max(self.right, right)
      self.bottom = max(self.bottom, bottom)
    }
  }
}
