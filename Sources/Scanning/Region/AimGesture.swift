import DecoderKit

/// A movement over a picture that changes an aim.
///
/// A drag goes from a point to another; both are pixels of the image.
package struct AimGesture: Hashable, Sendable, Decodable {
  /// The part of the aim that changes.
  package enum Target: String, Hashable, Sendable, Decodable {
    /// The scan area, from corner to corner.
    case area
    /// The point of interest, to where the drag ends.
    case point
    /// The selection: a circle from its centre to its edge.
    case radius
    /// The selection: a rectangle from corner to corner.
    case rectangle
    /// The point of interest, by as much as the drag is long.
    case move
    /// The selection's size, by as many columns and rows on each side as the drag is long.
    case grow
  }

  /// The units of the lengths that a gesture writes.
  package enum Unit: String, Hashable, Sendable, Decodable {
    case percent = "%"
    case pixels = "px"
    case dips = "dip"
  }

  let target: Target
  let unit: Unit
  let from: [Double]
  let to: [Double]

  package init(_ target: Target, from: Point, to: Point, in unit: Unit) {
    (self.target, self.unit) = (target, unit)
    (self.from, self.to) = ([from.x, from.y], [to.x, to.y])
  }
}

extension ScanAim {
  /// Changes the aim as a gesture over an upright image says.
  ///
  /// What is drawn outside the view or the scan area ends at their edges. Lengths are rounded to a tenth of a
  /// percent, to a pixel, or to a tenth of a device-independent pixel.
  ///
  /// - Throws: ``ScanRegionError`` for a gesture without an extent, or an aim that does not fit the image.
  package func changed(
    by gesture: AimGesture, width: Int, height: Int
  ) throws(ScanRegionError) -> ScanAim {
    let window = try window(width: width, height: height)
    guard gesture.from.count == 2, gesture.to.count == 2,
      (gesture.from + gesture.to).allSatisfy({ $0.magnitude < 1e6 })
    else { throw .nothingLeft }
    let hand = AimHand(window, unit: gesture.unit)
    let from = window.mapping.viewPoint(Point(x: gesture.from[0], y: gesture.from[1]))
    let to = window.mapping.viewPoint(Point(x: gesture.to[0], y: gesture.to[1]))
    var changed = region
    switch gesture.target {
    case .area:
      changed.margins = try hand.margins(from, to)
      // A point that was set by lengths from the view's edge may lie outside now.
      let view = window.mapping.view
      do { _ = try changed.placed(in: view, mode: mode) } catch {
        guard case .pointOutside = error else { throw error }
        changed.pointOfInterest = .centre
      }
    case .point: changed.pointOfInterest = hand.point(to)
    case .move:
      let old = window.region.pointOfInterest
      changed.pointOfInterest = hand.point(
        Point(x: old.x + to.x - from.x, y: old.y + to.y - from.y))
    case .radius:
      changed.pointOfInterest = hand.point(from)
      changed.selection = .radius(hand.radius(from.distance(to: to)))
    case .rectangle:
      changed.pointOfInterest = hand.point(Point(x: (from.x + to.x) / 2, y: (from.y + to.y) / 2))
      changed.selection = hand.rectangle(width: abs(to.x - from.x), height: abs(to.y - from.y))
    case .grow:
      switch window.region.shape {
      case nil: break
      case .circle(_, let radius): changed.selection = .radius(hand.radius(radius + to.x - from.x))
      case .rectangle(let rectangle):
        changed.selection = hand.rectangle(
          width: rectangle.width + 2 * (to.x - from.x),
          height: rectangle.height + 2 * (to.y - from.y))
      }
    }
    let result = ScanAim(region: changed, view: view, mode: mode)
    _ = try result.window(width: width, height: height)
    return result
  }
}

/// Writes places of a view as lengths of one unit.
private struct AimHand {
  private let view: ScanView
  private let area: Rectangle
  private let unit: AimGesture.Unit

  init(_ window: ScanWindow, unit: AimGesture.Unit) {
    (view, area, self.unit) = (window.mapping.view, window.region.area, unit)
  }

  func margins(_ one: Point, _ other: Point) throws(ScanRegionError) -> ScanRegion.Margins {
    let whole = Rectangle(x: 0, y: 0, width: view.widthPixels, height: view.heightPixels)
    guard let drawn = Rectangle(from: one, to: other).intersection(whole) else {
      throw .nothingLeft
    }
    return ScanRegion.Margins(
      left: length(drawn.x, of: whole.width), top: length(drawn.y, of: whole.height),
      right: length(whole.right - drawn.right, of: whole.width),
      bottom: length(whole.bottom - drawn.bottom, of: whole.height))
  }

  /// Shares are of the scan area, other lengths from the view's edge. Rounding does not lead out of the area.
  func point(_ wanted: Point) -> ScanRegion.PointOfInterest {
    let x = min(max(wanted.x, area.x), area.right)
    let y = min(max(wanted.y, area.y), area.bottom)
    guard unit == .percent else {
      return ScanRegion.PointOfInterest(
        x: length(x, of: area.width, within: area.x...area.right),
        y: length(y, of: area.height, within: area.y...area.bottom))
    }
    return ScanRegion.PointOfInterest(
      x: length(x - area.x, of: area.width), y: length(y - area.y, of: area.height))
  }

  func radius(_ radius: Double) -> ViewLength {
    length(max(radius, 0), of: min(area.width, area.height))
  }

  func rectangle(width: Double, height: Double) -> ScanRegion.Selection {
    .rectangle(
      width: length(max(width, 1), of: area.width), height: length(max(height, 1), of: area.height))
  }

  /// A length in the unit, rounded; inwards where its range ends, and not at all if no step lies in it.
  private func length(
    _ pixels: Double, of side: Double, within range: ClosedRange<Double>? = nil
  ) -> ViewLength {
    let step: Double
    let length: (Double) -> ViewLength
    switch unit {
    case .percent: (step, length) = (side / 1000, { .fraction($0 / 1000) })
    case .pixels: (step, length) = (1, { .pixels($0) })
    case .dips: (step, length) = (view.scale / 10, { .dips($0 / 10) })
    }
    let steps = pixels / step
    guard let range else { return length(steps.rounded()) }
    for count in [steps.rounded(), steps.rounded(.down), steps.rounded(.up), steps]
    where range.contains(length(count).pixels(scale: view.scale, of: side)) {
      return length(count)
    }
    return .pixels(pixels)
  }
}
