/// The columns and rows of an image or of a part of a sensor.
public struct PixelSize: Hashable, Sendable, CustomStringConvertible {
  /// The number of columns; at least 1.
  public let columns: Int
  /// The number of rows; at least 1.
  public let rows: Int

  /// Makes a size.
  ///
  /// - Precondition: Both are at least 1.
  public init(columns: Int, rows: Int) {
    precondition(columns > 0 && rows > 0, "an image has columns and rows")
    self.columns = columns
    self.rows = rows
  }

  /// `1920x1080`.
  public var description: String { "\(columns)x\(rows)" }

  /// The length of the diagonal, in pixels.
  public var diagonal: Double {
    (Double(columns) * Double(columns) + Double(rows) * Double(rows)).squareRoot()
  }

  /// The size of the same image taken with the camera turned by 90°.
  public var turned: PixelSize { PixelSize(columns: rows, rows: columns) }

  /// Returns true if an image of another size fits into one of this size.
  public func holds(_ other: PixelSize) -> Bool {
    other.columns <= columns && other.rows <= rows
  }
}
