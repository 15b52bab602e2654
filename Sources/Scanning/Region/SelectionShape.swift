import DecoderKit
import Measuring

/// The shape that selects among symbols, at its place in a picture.
public enum SelectionShape: Hashable, Sendable {
  /// A circle, in pixels; of radius 0 it is its centre.
  case circle(centre: Point, radius: Double)
  /// An upright rectangle.
  case rectangle(Rectangle)

  /// Returns true if a symbol with this outline is selected.
  ///
  /// - Parameters:
  ///   - outline: The symbol's outline, in the same pixels; its corners may have any order around it.
  ///   - edge: The rule for symbols that lie across the shape's edge.
  public func selects(_ outline: Corners, edge: EdgeRule) -> Bool {
    switch edge {
    case .touching: touches(outline)
    case .centreInside: contains(outline.centre)
    case .whollyInside: outline.points.allSatisfy(contains)
    }
  }

  private func contains(_ point: Point) -> Bool {
    switch self {
    case .circle(let centre, let radius): point.distance(to: centre) <= radius
    case .rectangle(let rectangle): rectangle.contains(point)
    }
  }

  private func touches(_ outline: Corners) -> Bool {
    let sides = outline.sides
    switch self {
    case .circle(let centre, let radius):
      return outline.contains(centre) || sides.contains { $0.distance(to: centre) <= radius }
    case .rectangle(let rectangle):
      let edges = rectangle.corners.sides
      return outline.points.contains(where: rectangle.contains)
        || outline.contains(rectangle.corners.topLeft)
        || sides.contains { side in edges.contains(where: side.meets) }
    }
  }
}

/// The rule for symbols that lie across an edge.
public enum EdgeRule: String, CaseIterable, Hashable, Sendable, Codable {
  /// A symbol counts if any of its points does.
  case touching
  /// A symbol counts if the mean of its corners does.
  case centreInside = "centre-inside"
  /// A symbol counts if all its corners do.
  case whollyInside = "wholly-inside"
}

extension Corners {
  /// The sides, clockwise from the top.
  fileprivate var sides: [Segment] {
    let points = points
    return points.indices.map { Segment(start: points[$0], end: points[($0 + 1) % 4]) }
  }
}

/// A straight line between two points.
private struct Segment {
  let start: Point
  let end: Point

  /// The distance from a point to the nearest point of the segment.
  func distance(to point: Point) -> Double {
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let square = dx * dx + dy * dy
    guard square > 0 else { return start.distance(to: point) }
    let share = ((point.x - start.x) * dx + (point.y - start.y) * dy) / square
    let part = min(max(share, 0), 1)
    return Point(x: start.x + part * dx, y: start.y + part * dy).distance(to: point)
  }

  /// Returns true if two segments have a point in common.
  func meets(_ other: Segment) -> Bool {
    let (a, b) = (side(of: other.start), side(of: other.end))
    let (c, d) = (other.side(of: start), other.side(of: end))
    if a * b < 0, c * d < 0 { return true }
    return (a == 0 && spans(other.start)) || (b == 0 && spans(other.end))
      || (c == 0 && other.spans(start)) || (d == 0 && other.spans(end))
  }

  /// Twice the signed area of the triangle with a point: 0 if it lies on the line.
  private func side(of point: Point) -> Double {
    (end.x - start.x) * (point.y - start.y) - (end.y - start.y) * (point.x - start.x)
  }

  /// Returns true if a point lies within the segment's bounds.
  private func spans(_ point: Point) -> Bool {
    Rectangle(from: start, to: end).contains(point)
  }
}
