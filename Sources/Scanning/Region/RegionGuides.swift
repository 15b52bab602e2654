import Base
import DecoderKit

/// The guides of a scan region over an image: the scan area, the point of interest, the selection.
///
/// As lines from point to point, in pixels of the image, so that PNG, SVG and a page draw the same.
package struct RegionGuides: Sendable {
  /// A closed line.
  package struct Line: Sendable {
    /// The points, in pixels of the image.
    package let points: [Point]
    /// True for the selection and its point of interest, false for the scan area.
    package let isSelection: Bool
  }

  /// The lines, those below first.
  package let lines: [Line]

  package init(_ window: ScanWindow) {
    let point = window.framePointOfInterest
    var lines = [Line(points: window.frameArea.corners.points, isSelection: false)]
    var reach = max(window.frameArea.width, window.frameArea.height) / 40
    switch window.frameShape {
    case nil: break
    case .circle(let centre, let radius):
      reach += radius
      if radius > 0 {
        lines.append(Line(points: Self.circle(centre, radius), isSelection: true))
      }
    case .rectangle(let rectangle):
      lines.append(Line(points: rectangle.corners.points, isSelection: true))
    }
    let arms = [(reach, 0.0), (0.0, reach)]
    lines += arms.map { x, y in
      Line(
        points: [Point(x: point.x - x, y: point.y - y), Point(x: point.x + x, y: point.y + y)],
        isSelection: true)
    }
    self.lines = lines
  }

  /// A circle's points, near enough that the line between them is no more than a tenth of a pixel off.
  private static func circle(_ centre: Point, _ radius: Double) -> [Point] {
    let count = max(24, Int(3.2 * (5 * radius).squareRoot()))
    return (0..<count).map { index in
      let turn = sineAndCosine(degrees: 360 * Double(index) / Double(count))
      return Point(x: centre.x + radius * turn.cosine, y: centre.y + radius * turn.sine)
    }
  }
}

/// The guides of a scan area over an image, in its pixels, as a page draws them.
package struct AimGuides: Codable, Sendable {
  /// The scan area's corners; `nil` without one.
  package let area: [[Double]]?
  /// The lines of the selection and of the point of interest.
  package let selection: [[[Double]]]

  /// Makes the guides of a scan area; none without one.
  package init(_ window: ScanWindow?) {
    let lines = window.map { RegionGuides($0).lines } ?? []
    let points = lines.map { line in line.points.map { [$0.x, $0.y] } }
    area = zip(lines, points).first { !$0.0.isSelection }?.1
    selection = zip(lines, points).filter(\.0.isSelection).map(\.1)
  }
}
