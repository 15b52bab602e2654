import DecoderKit

/// An upright rectangle, in pixels.
public struct Rectangle: Hashable, Sendable {
  /// The left edge.
  public var x: Double
  /// The top edge.
  public var y: Double
  /// Columns; 0 or more.
  public var width: Double
  /// Rows; 0 or more.
  public var height: Double

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Makes the smallest rectangle around two points.
  init(from one: Point, to other: Point) {
    self.init(
      x: min(one.x, other.x), y: min(one.y, other.y), width: abs(one.x - other.x),
      height: abs(one.y - other.y))
  }

  /// The right edge.
  public var right: Double { x + width }
  /// The bottom edge.
  public var bottom: Double { y + height }

  /// The corners, clockwise from the top left.
  public var corners: Corners {
    Corners(
      topLeft: Point(x: x, y: y), topRight: Point(x: right, y: y),
      bottomRight: Point(x: right, y: bottom), bottomLeft: Point(x: x, y: bottom))
  }

  /// Returns true if a point lies inside or on an edge.
  func contains(_ point: Point) -> Bool {
    point.x >= x && point.x <= right && point.y >= y && point.y <= bottom
  }

  /// The part in both rectangles; `nil` if they have no area in common.
  package func intersection(_ other: Rectangle) -> Rectangle? {
    let (left, top) = (max(x, other.x), max(y, other.y))
    let (right, bottom) = (min(right, other.right), min(bottom, other.bottom))
    guard right > left, bottom > top else { return nil }
    return Rectangle(x: left, y: top, width: right - left, height: bottom - top)
  }
}
