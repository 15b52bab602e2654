import DecoderKit

extension ScanRegion {
  /// Places the region in an image at which a user aims: its point of interest lies at a point there.
  ///
  /// The view moves with the aim, as a hand-held scanner does, and one of its device pixels shows one
  /// pixel of the image; outside the image there is nothing to scan. Without a view the scan area is the
  /// whole image, wherever the aim.
  ///
  /// - Parameters:
  ///   - point: The point that is aimed at, in pixels of the image.
  ///   - view: The view; `nil` for one of the image's size.
  ///   - width: The image's columns.
  ///   - height: The image's rows.
  /// - Returns: The region, in pixels of the image. Its area is empty if the view shows none of it.
  /// - Throws: ``ScanRegionError`` if the region does not fit the view.
  package func aimed(
    at point: Point, in view: ScanView?, width: Int, height: Int
  ) throws(ScanRegionError) -> PlacedRegion {
    let image = Rectangle(x: 0, y: 0, width: Double(width), height: Double(height))
    let placed: PlacedRegion
    if let view {
      placed = try self.placed(in: view)
    } else {
      placed = try self.placed(in: ScanView(width: image.width, height: image.height))
    }
    let shift = Point(x: point.x - placed.pointOfInterest.x, y: point.y - placed.pointOfInterest.y)
    let area =
      view == nil
      ? image
      : placed.area.moved(by: shift).intersection(image)
        ?? Rectangle(x: point.x, y: point.y, width: 0, height: 0)
    return PlacedRegion(
      area: area, pointOfInterest: point, shape: placed.shape?.moved(by: shift),
      selectionEdge: selectionEdge, areaEdge: areaEdge)
  }
}

extension PlacedRegion {
  /// The smallest rectangle that holds the selection, as far as it lies in the scan area; the scan area
  /// where all of its symbols are returned, and `nil` if nothing of either is there.
  package var selectionBounds: Rectangle? {
    let bounds =
      switch shape {
      case nil: area
      case .rectangle(let rectangle): rectangle
      case .circle(let centre, let radius):
        Rectangle(
          x: centre.x - radius, y: centre.y - radius, width: 2 * radius, height: 2 * radius)
      }
    return bounds.intersection(area)
  }

  /// Tells what becomes of a symbol with this outline if nothing but the scan area was decoded: its
  /// edge has done its work.
  package func fateInArea(of outline: Corners) -> SymbolFate {
    guard let shape else { return .kept }
    return shape.selects(outline, edge: selectionEdge) ? .kept : .notSelected
  }
}

extension SelectionShape {
  /// The same shape elsewhere.
  fileprivate func moved(by shift: Point) -> SelectionShape {
    switch self {
    case .rectangle(let rectangle): .rectangle(rectangle.moved(by: shift))
    case .circle(let centre, let radius):
      .circle(centre: Point(x: centre.x + shift.x, y: centre.y + shift.y), radius: radius)
    }
  }
}

extension Rectangle {
  /// The same rectangle elsewhere.
  fileprivate func moved(by shift: Point) -> Rectangle {
    Rectangle(x: x + shift.x, y: y + shift.y, width: width, height: height)
  }
}
