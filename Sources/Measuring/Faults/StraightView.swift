import DecoderKit

/// A place as it would be seen from straight above, upright, with a margin around it.
public struct StraightView: Hashable, Sendable {
  /// Columns of the view, in pixels.
  public let width: Int
  /// Rows of the view, in pixels.
  public let height: Int
  private let map: Homography
  private let margin: Double

  /// Makes a view of the size of the place's longest side, with a quarter of it as margin.
  ///
  /// - Parameters:
  ///   - outline: The place's corners.
  ///   - isSquare: True for a place whose sides are in truth equally long.
  /// - Returns: `nil` if three of the corners lie on a line, or the place is smaller than eight pixels.
  public init?(of outline: Corners, isSquare: Bool) {
    let points = outline.points
    func side(_ one: Int, _ other: Int) -> Double {
      let (x, y) = (points[one].x - points[other].x, points[one].y - points[other].y)
      return (x * x + y * y).squareRoot()
    }
    var (across, down) = (max(side(0, 1), side(2, 3)), max(side(1, 2), side(3, 0)))
    if isSquare { (across, down) = (max(across, down), max(across, down)) }
    guard min(across, down) >= 8, max(across, down) < 4000,
      let map = Homography(width: across, height: down, to: outline)
    else { return nil }
    self.map = map
    margin = (max(across, down) / 4).rounded()
    width = Int((across + 2 * margin).rounded())
    height = Int((down + 2 * margin).rounded())
  }

  /// The place in the image of a point of the view.
  public func original(_ point: Point) -> Point {
    map.apply(point.x - margin, point.y - margin)
  }
}
