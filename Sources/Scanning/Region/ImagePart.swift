import DecoderKit
import Images

/// A rectangle of whole pixels in an image.
public struct ImagePart: Hashable, Sendable, Codable {
  /// The left column, 0 or more.
  public var x: Int
  /// The top row, 0 or more.
  public var y: Int
  /// Columns.
  public var width: Int
  /// Rows.
  public var height: Int

  public init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// Makes the smallest part that holds points and a margin, as far as both lie in an image.
  ///
  /// - Parameters:
  ///   - points: Positions in the image, in pixels.
  ///   - margin: The margin on each side, in pixels.
  ///   - image: The image.
  /// - Returns: `nil` if nothing of it lies in the image.
  package init?(around points: [Point], margin: Double, in image: GrayImage) {
    func range(_ values: [Double], _ end: Int) -> Range<Int> {
      let low = Int(max((values.min() ?? 0) - margin, 0))
      return low..<max(Int(min((values.max() ?? 0) + margin, Double(end))), low)
    }
    let (columns, rows) = (
      range(points.map(\.x), image.width), range(points.map(\.y), image.height)
    )
    guard !columns.isEmpty, !rows.isEmpty else { return nil }
    self.init(
      x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
  }

  /// The position in the image of a position in the part.
  package func place(_ point: Point) -> Point {
    Point(x: point.x + Double(x), y: point.y + Double(y))
  }

  /// The position in the part of a position in the image.
  package func inside(_ point: Point) -> Point {
    Point(x: point.x - Double(x), y: point.y - Double(y))
  }
}

extension GrayImage {
  /// Cuts a part out.
  ///
  /// - Precondition: The part lies in the image.
  package func cropped(to part: ImagePart) -> GrayImage {
    cropped(x: part.x, y: part.y, width: part.width, height: part.height)
  }
}
