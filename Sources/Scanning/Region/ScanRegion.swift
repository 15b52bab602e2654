import DecoderKit

/// The part of a view in which symbols are looked for, and the selection among them.
///
/// Only what the view shows is scanned. Margins cut that down to the *scan area*; a selection around the
/// point of interest chooses among the symbols in it.
public struct ScanRegion: Hashable, Sendable {
  /// Strips along the view's sides in which nothing is scanned.
  public struct Margins: Hashable, Sendable {
    /// From the left; fractions are of the view's width.
    public var left: ViewLength
    /// From the top; fractions are of the view's height.
    public var top: ViewLength
    /// From the right; fractions are of the view's width.
    public var right: ViewLength
    /// From the bottom; fractions are of the view's height.
    public var bottom: ViewLength

    public init(
      left: ViewLength = .zero, top: ViewLength = .zero, right: ViewLength = .zero,
      bottom: ViewLength = .zero
    ) {
      self.left = left
      self.top = top
      self.right = right
      self.bottom = bottom
    }
  }

  /// The point at which a user aims.
  public struct PointOfInterest: Hashable, Sendable {
    /// A fraction of the scan area's width, or a length from the view's left edge.
    public var x: ViewLength
    /// A fraction of the scan area's height, or a length from the view's top edge.
    public var y: ViewLength

    /// The centre of the scan area.
    public static let centre = PointOfInterest(x: .fraction(0.5), y: .fraction(0.5))

    public init(x: ViewLength, y: ViewLength) {
      self.x = x
      self.y = y
    }
  }

  /// The ways to choose among the symbols of the scan area.
  public enum Selection: Hashable, Sendable {
    /// All are returned.
    case all
    /// Those at a circle around the point of interest; a fraction is of the scan area's shorter side,
    /// and 0 is the point alone.
    case radius(ViewLength)
    /// Those at a rectangle around the point of interest; fractions are of the scan area's sides.
    case rectangle(width: ViewLength, height: ViewLength)
    /// The same, with a height that is a multiple of the width.
    case rectangleWidth(ViewLength, aspect: Double)
    /// The same, with a width that is a multiple of the height.
    case rectangleHeight(ViewLength, aspect: Double)
  }

  /// The margins.
  public var margins: Margins
  /// The point of interest of all modes that have none of their own.
  public var pointOfInterest: PointOfInterest
  /// Points of interest by the name of a mode, instead of the common one.
  public var pointsByMode: [String: PointOfInterest]
  /// The selection.
  public var selection: Selection
  /// The rule for symbols across the selection's edge.
  public var selectionEdge: EdgeRule
  /// The rule for symbols across the scan area's edge.
  public var areaEdge: EdgeRule

  /// Makes a region; without arguments it is the whole view.
  ///
  /// A symbol across the edge of the scan area cannot be read by a decoder that sees the area alone, so
  /// it does not count unless `areaEdge` says otherwise.
  public init(
    margins: Margins = Margins(), pointOfInterest: PointOfInterest = .centre,
    pointsByMode: [String: PointOfInterest] = [:], selection: Selection = .all,
    selectionEdge: EdgeRule = .touching, areaEdge: EdgeRule = .whollyInside
  ) {
    self.margins = margins
    self.pointOfInterest = pointOfInterest
    self.pointsByMode = pointsByMode
    self.selection = selection
    self.selectionEdge = selectionEdge
    self.areaEdge = areaEdge
  }

  /// Finds the region's place in a view.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - mode: The name of the mode whose point of interest counts; `nil` for the common one.
  /// - Throws: ``ScanRegionError`` if the margins leave nothing, a length is negative, the point lies
  ///   outside the scan area, or a selection has no extent.
  public func placed(in view: ScanView, mode: String? = nil) throws(ScanRegionError) -> PlacedRegion
  {
    let area = try area(in: view)
    let point = try point(mode.flatMap { pointsByMode[$0] } ?? pointOfInterest, in: area, view)
    return PlacedRegion(
      area: area, pointOfInterest: point, shape: try shape(around: point, in: area, view),
      selectionEdge: selectionEdge, areaEdge: areaEdge)
  }

  private func area(in view: ScanView) throws(ScanRegionError) -> Rectangle {
    let given = [margins.left, margins.top, margins.right, margins.bottom]
    if let negative = given.first(where: { $0.number < 0 || !$0.number.isFinite }) {
      throw .badMargin(negative)
    }
    let (width, height) = (view.widthPixels, view.heightPixels)
    let left = margins.left.pixels(scale: view.scale, of: width)
    let top = margins.top.pixels(scale: view.scale, of: height)
    let right = margins.right.pixels(scale: view.scale, of: width)
    let bottom = margins.bottom.pixels(scale: view.scale, of: height)
    guard left + right < width, top + bottom < height else { throw .nothingLeft }
    return Rectangle(x: left, y: top, width: width - left - right, height: height - top - bottom)
  }

  private func point(
    _ wanted: PointOfInterest, in area: Rectangle, _ view: ScanView
  ) throws(ScanRegionError) -> Point {
    func place(_ length: ViewLength, from edge: Double, of side: Double) -> Double {
      if case .fraction = length { return edge + length.pixels(scale: view.scale, of: side) }
      return length.pixels(scale: view.scale, of: side)
    }
    let point = Point(
      x: place(wanted.x, from: area.x, of: area.width),
      y: place(wanted.y, from: area.y, of: area.height))
    guard area.contains(point) else { throw .pointOutside(point, area) }
    return point
  }

  private func shape(
    around point: Point, in area: Rectangle, _ view: ScanView
  ) throws(ScanRegionError) -> SelectionShape? {
    func length(_ length: ViewLength, of side: Double) throws(ScanRegionError) -> Double {
      guard length.number > 0, length.number.isFinite else { throw .badSelection(length) }
      return length.pixels(scale: view.scale, of: side)
    }
    func multiple(_ aspect: Double) throws(ScanRegionError) -> Double {
      guard aspect > 0, aspect.isFinite else { throw .badAspect(aspect) }
      return aspect
    }
    let (width, height): (Double, Double)
    switch selection {
    case .all: return nil
    case .radius(let radius):
      guard radius.number >= 0, radius.number.isFinite else { throw .badSelection(radius) }
      return .circle(
        centre: point,
        radius: radius.pixels(scale: view.scale, of: min(area.width, area.height)))
    case .rectangle(let across, let down):
      (width, height) = (try length(across, of: area.width), try length(down, of: area.height))
    case .rectangleWidth(let across, let aspect):
      width = try length(across, of: area.width)
      height = width * (try multiple(aspect))
    case .rectangleHeight(let down, let aspect):
      height = try length(down, of: area.height)
      width = height * (try multiple(aspect))
    }
    return .rectangle(
      Rectangle(x: point.x - width / 2, y: point.y - height / 2, width: width, height: height))
  }
}

/// A scan region at its place in a view, in device pixels from the view's top left.
public struct PlacedRegion: Hashable, Sendable {
  /// The scan area.
  public let area: Rectangle
  /// The point of interest.
  public let pointOfInterest: Point
  /// The selection; `nil` if all symbols of the area are returned.
  public let shape: SelectionShape?
  /// The rule for symbols across the selection's edge.
  public let selectionEdge: EdgeRule
  /// The rule for symbols across the scan area's edge.
  public let areaEdge: EdgeRule

  /// Tells what becomes of a symbol with this outline, in the view's pixels.
  public func fate(of outline: Corners) -> SymbolFate {
    guard SelectionShape.rectangle(area).selects(outline, edge: areaEdge) else {
      return .outsideArea
    }
    guard let shape else { return .kept }
    return shape.selects(outline, edge: selectionEdge) ? .kept : .notSelected
  }
}

/// The fate of a symbol in a scan region.
public enum SymbolFate: String, CaseIterable, Hashable, Sendable, Codable {
  /// It is returned.
  case kept
  /// It lies in the scan area and was not selected.
  case notSelected = "not-selected"
  /// It lies outside the scan area, or across its edge.
  case outsideArea = "outside-area"
  /// Its place is not known, so that nobody can tell.
  case placeUnknown = "place-unknown"
}
