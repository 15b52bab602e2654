import DecoderKit

/// A clockwise rotation, as seen in the image, that only moves pixels and computes no new ones.
public enum QuarterTurn: Int, CaseIterable, Hashable, Sendable {
  /// No rotation.
  case none = 0
  /// The left edge becomes the top.
  case quarter = 90
  /// Upside down.
  case half = 180
  /// The right edge becomes the top.
  case threeQuarters = 270

  /// Degrees clockwise: 0, 90, 180 or 270.
  public var degrees: Int { rawValue }

  /// True if width and height change places.
  public var swapsSides: Bool { self == .quarter || self == .threeQuarters }

  /// The position of a point of an image after the turn.
  ///
  /// - Parameters:
  ///   - point: A point in the image before the turn.
  ///   - width: The width of the image before the turn, in pixels.
  ///   - height: The height of the image before the turn, in pixels.
  public func moved(_ point: Point, width: Int, height: Int) -> Point {
    switch self {
    case .none: point
    case .quarter: Point(x: Double(height) - point.y, y: point.x)
    case .half: Point(x: Double(width) - point.x, y: Double(height) - point.y)
    case .threeQuarters: Point(x: point.y, y: Double(width) - point.x)
    }
  }

  /// The positions of a symbol's corners after the turn; each keeps its own name.
  public func moved(_ corners: Corners, width: Int, height: Int) -> Corners {
    func moved(_ point: Point) -> Point { self.moved(point, width: width, height: height) }
    return Corners(
      topLeft: moved(corners.topLeft), topRight: moved(corners.topRight),
      bottomRight: moved(corners.bottomRight), bottomLeft: moved(corners.bottomLeft))
  }
}
