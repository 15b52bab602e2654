import DecoderKit

/// What is in front of the camera.
package struct Scene: Sendable {
  /// The image's columns.
  package let width: Int
  /// The image's rows.
  package let height: Int
  /// The symbols and where each lies. They and their quiet zones do not overlap.
  package let symbols: [PlacedSymbol]
  /// What lies around the symbols.
  package let surroundings: Surroundings
  /// How pixels get their values.
  package let sampling: Sampling

  /// Arranges symbols on a label and puts the label in front of the camera.
  ///
  /// - Parameters:
  ///   - symbols: At least one.
  ///   - layout: How they are arranged; all are seen from one viewpoint.
  ///   - viewpoint: How the camera sees them.
  ///   - surroundings: What lies around them.
  ///   - frame: The image's sides. The label is in the middle, in whole pixels; `nil` is the smallest
  ///     image that holds the label with its margins at any phase.
  ///   - sampling: How pixels get their values.
  /// - Throws: ``SceneObjection`` when that cannot be drawn.
  package init(
    _ symbols: [PrintedSymbol], layout: SceneLayout = .single, viewpoint: Viewpoint,
    surroundings: Surroundings = .paper, frame: Frame? = nil, sampling: Sampling = .area
  ) throws(SceneObjection) {
    if let objection = surroundings.objection ?? symbols.lazy.compactMap(\.objection).first {
      throw SceneObjection(objection)
    }
    let percent = surroundings.quietZonePercent
    let places = try layout.place(symbols.map(\.symbol), quietZonePercent: percent)
    guard !symbols.isEmpty else {
      throw SceneObjection("a scene without symbols is made from its sides and what fills them")
    }
    let (label, origin) = Label.holding(symbols.map(\.symbol), at: places, surroundings)
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

  /// One symbol on white paper, where a placement puts it.
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

  /// A scene without any symbol: what surrounds them fills the image.
  ///
  /// - Throws: ``SceneObjection`` when the sides are not 1 to ``Placement/maximumSide`` pixels.
  package init(width: Int, height: Int, filledWith fill: Surroundings.Fill) throws(SceneObjection) {
    surroundings = Surroundings(fill)
    let frame = Frame(width: width, height: height)
    if let objection = surroundings.objection ?? frame.objection {
      throw SceneObjection(objection)
    }
    self.width = width
    self.height = height
    symbols = []
    sampling = .area
  }
}

/// The sides of an image, in pixels.
package struct Frame: Hashable, Sendable {
  /// Columns.
  package let width: Int
  /// Rows.
  package let height: Int

  /// Makes a frame.
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

  /// How far a smaller image moves to lie in the middle: whole pixels, which leaves the phase as it is.
  func shift(width: Int, height: Int) throws(SceneObjection) -> Point {
    if let objection { throw SceneObjection(objection) }
    guard width <= self.width, height <= self.height else {
      throw SceneObjection(
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
  /// What is kept free of the surroundings on each side, in modules.
  package let freeMargin: QuietZone
  /// From the symbol's plane, in modules, to the image.
  package let map: SurfaceMap

  /// The outer corners of the symbol's modules, without quiet zone.
  ///
  /// Those of a symbol on a cylinder are where its corners lie: its sides bulge.
  package var corners: Corners {
    map.corners(width: printed.symbol.width, height: printed.symbol.height)
  }
}
