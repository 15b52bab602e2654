import DecoderKit

/// A rotation that moves pixels and invents none; clockwise as seen in the image.
public enum QuarterTurn: Int, CaseIterable, Hashable, Sendable {
  /// As it is.
  case none = 0
  /// The left edge becomes the top.
  case quarter = 90
  /// Upside down.
  case half = 180
  /// The right edge becomes the top.
  case threeQuarters = 270

  /// Degrees clockwise: 0, 90, 180 or 270.
  public var degrees: Int { rawValue }

  /// Whether width and height change places.
  public var swapsSides: Bool { self == .quarter || self == .threeQuarters }

  /// Where a point of an image lies after the turn.
  ///
  /// - Parameters:
  ///   - point: In the image as it was.
  ///   - width: Of the image as it was, in pixels.
  ///   - height: Of the image as it was, in pixels.
  public func moved(_ point: Point, width: Int, height: Int) -> Point {
    switch self {
    case .none: point
    case .quarter: Point(x: Double(height) - point.y, y: point.x)
    case .half: Point(x: Double(width) - point.x, y: Double(height) - point.y)
    case .threeQuarters: Point(x: point.y, y: Double(width) - point.x)
    }
  }

  /// Where a symbol's corners lie after the turn; each keeps its own name.
  public func moved(_ corners: Corners, width: Int, height: Int) -> Corners {
    func moved(_ point: Point) -> Point { self.moved(point, width: width, height: height) }
    return Corners(
      topLeft: moved(corners.topLeft), topRight: moved(corners.topRight),
      bottomRight: moved(corners.bottomRight), bottomLeft: moved(corners.bottomLeft))
  }
}
