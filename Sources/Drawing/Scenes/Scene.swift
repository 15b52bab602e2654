import DecoderKit
import Symbols

/// A scene in front of the camera: symbols with their places, and their surroundings.
package struct Scene: Sendable {
  /// The number of the image's columns.
  package let width: Int
  /// The number of the image's rows.
  package let height: Int
  /// The symbols with their places. They and their quiet zones do not overlap.
  package let symbols: [PlacedSymbol]
  /// The surroundings of the symbols.
  package let surroundings: Surroundings
  /// The method by which pixels get their values.
  package let sampling: Sampling

  /// Arranges symbols on a label and puts the label in front of the camera.
  ///
  /// - Parameters:
  ///   - symbols: The symbols; at least one.
  ///   - layout: The arrangement of the symbols; all are seen from one viewpoint.
  ///   - viewpoint: The position from which the camera sees them.
  ///   - surroundings: The surroundings of the symbols.
  ///   - frame: The image's size. The label is in the middle, shifted by whole pixels. `nil` is the
  ///     smallest image that holds the label with its margins at any phase.
  ///   - sampling: The method by which pixels get their values.
  /// - Throws: ``SceneError`` if the scene cannot be drawn.
  package init(
    _ symbols: [PrintedSymbol], layout: SceneLayout = .single, viewpoint: Viewpoint,
    surroundings: Surroundings = .paper, frame: Frame? = nil, sampling: Sampling = .area
  ) throws(SceneError) {
    if let objection = surroundings.objection ?? symbols.lazy.compactMap(\.objection).first {
      throw SceneError(objection)
    }
    let percent = surroundings.quietZonePercent
    let places = try layout.place(symbols.map(\.symbol), quietZonePercent: percent)
    guard !symbols.isEmpty else {
      throw SceneError("a scene without symbols is made from its sides and what fills them")
    }
    var (label, origin) = Label.holding(symbols.map(\.symbol), at: places, surroundings)
    label.margin.extend(by: symbols.compactMap(\.warp))
    let view = try LabelView(label, from: viewpoint)
    var map = view.map
    if let frame {
      let shift = try frame.shift(width: view.width, height: view.height)
      map = shift == Point(x: 0, y: 0) ? map : map.movingImage(by: shift)
    }
    width = frame?.width ?? view.width
    height = frame?.height ?? view.height
    self.surroundings = surroundings
    self.sampling = sampling
    self.symbols = zip(symbols, places).map { printed, place in
      PlacedSymbol(
        printed: printed, freeMargin: printed.symbol.quietZone.scaled(byPercent: percent),
        map: map.movingOrigin(
          to: Point(x: place.x - origin.x, y: place.y - origin.y)))
    }
  }

  /// Makes the same image without its symbols: what a camera sees when the label has left its view.
  package init(without scene: Scene) {
    (width, height) = (scene.width, scene.height)
    (surroundings, sampling, symbols) = (scene.surroundings, scene.sampling, [])
  }

  /// Makes a scene of one symbol on white paper at the place that a placement gives.
  package init(_ symbol: Symbol, _ placement: Placement) {
    width = placement.width
    height = placement.height
    symbols = [
      PlacedSymbol(
        printed: PrintedSymbol(symbol), freeMargin: symbol.quietZone,
        map: SurfaceMap(placement.transform, largestScale: placement.moduleSizePixels))
    ]
    surroundings = .paper
    sampling = .area
  }

  /// Makes a scene without any symbol: the surroundings fill the image.
  ///
  /// - Throws: ``SceneError`` unless the sides are 1 to ``Placement/maximumSide`` pixels.
  package init(width: Int, height: Int, filledWith fill: Surroundings.Fill) throws(SceneError) {
    surroundings = Surroundings(fill)
    let frame = Frame(width: width, height: height)
    if let objection = surroundings.objection ?? frame.objection {
      throw SceneError(objection)
    }
    self.width = width
    self.height = height
    symbols = []
    sampling = .area
  }
}

/// The size of an image, in pixels.
package struct Frame: Hashable, Sendable {
  /// The number of columns.
  package let width: Int
  /// The number of rows.
  package let height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  var objection: String? {
    let sides = 1...Placement.maximumSide
    guard sides.contains(width), sides.contains(height) else {
      return """
        an image of \(width) × \(height) px cannot be drawn: sides are 1 to \
        \(Placement.maximumSide) px
        """
    }
    return nil
  }

  /// Returns the shift that centres a smaller image; whole pixels, so that the phase stays the
  /// same.
  package func shift(width: Int, height: Int) throws(SceneError) -> Point {
    if let objection { throw SceneError(objection) }
    guard width <= self.width, height <= self.height else {
      throw SceneError(
        "the label takes \(width) × \(height) px, more than the frame of \(self.width) × \(self.height)"
      )
    }
    return Point(x: Double((self.width - width) / 2), y: Double((self.height - height) / 2))
  }
}

/// A symbol in a scene.
package struct PlacedSymbol: Sendable {
  /// The symbol as it was printed.
  package let printed: PrintedSymbol
  /// The margin on each side that is kept free of the surroundings, in modules.
  package let freeMargin: QuietZone
  /// The map from the symbol's plane, in modules, to the image.
  package let map: SurfaceMap

  /// The outer corners of the symbol's modules, without quiet zone.
  ///
  /// For a symbol on a cylinder these are only the images of its corners: its sides bulge.
  package var corners: Corners {
    let (width, height) = (printed.symbol.width, printed.symbol.height)
    guard let warp = printed.warp else { return map.corners(width: width, height: height) }
    func corner(_ x: Double, _ y: Double) -> Point {
      let moved = warp.moved(x: x, y: y)
      return map.apply(x: moved.x, y: moved.y)
    }
    return Corners(
      topLeft: corner(0, 0), topRight: corner(width, 0), bottomRight: corner(width, height),
      bottomLeft: corner(0, height))
  }
}

extension QuietZone {
  /// Widens a margin by the most that warps move anything.
  fileprivate mutating func extend(by warps: [PrintWarp]) {
    let across = warps.map(\.reach.across).max() ?? 0
    let down = warps.map(\.reach.down).max() ?? 0
    self = QuietZone(
      left: left + across, top: top + down, right: right + across, bottom: bottom + down)
  }
}

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
