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

  /// Makes a part.
  public init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
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
