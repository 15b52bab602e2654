/// A rectangle of whole pixels in an image.
public struct ImagePart: Hashable, Sendable {
  /// The left column, 0 or more.
  public let x: Int
  /// The top row, 0 or more.
  public let y: Int
  /// Columns.
  public let width: Int
  /// Rows.
  public let height: Int

  /// Makes a part.
  public init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }
}
