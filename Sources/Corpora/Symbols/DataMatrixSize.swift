/// A size of Data Matrix (ECC 200) symbols: ISO/IEC 16022 table 7, and ISO/IEC 21471 (DMRE).
public struct DataMatrixSize: Hashable, Sendable {
  /// Rows of modules, finder pattern included.
  public let rows: Int
  /// Modules in a row, finder pattern included.
  public let columns: Int

  private init(rows: Int, columns: Int) {
    self.rows = rows
    self.columns = columns
  }

  /// Every size, in the order in which the standards list them: squares, rectangles, then those of
  /// the rectangular extension.
  public static let all: [DataMatrixSize] =
    [
      10, 12, 14, 16, 18, 20, 22, 24, 26, 32, 36, 40, 44, 48, 52, 64, 72, 80, 88, 96, 104, 120, 132,
      144,
    ].map { DataMatrixSize(rows: $0, columns: $0) }
    + [
      (8, 18), (8, 32), (12, 26), (12, 36), (16, 36), (16, 48),
      (8, 48), (8, 64), (8, 80), (8, 96), (8, 120), (8, 144), (12, 64), (12, 88), (16, 64),
      (20, 36), (20, 44), (20, 64), (22, 48), (24, 48), (24, 64), (26, 40), (26, 48), (26, 64),
    ]
    .map { DataMatrixSize(rows: $0.0, columns: $0.1) }

  /// Reads a size as the standard writes it, rows first: `20x20`, `8x32`.
  ///
  /// - Returns: `nil` when there is no such size.
  public init?(parsing text: String) {
    guard let size = Self.all.first(where: { $0.description == text }) else { return nil }
    self = size
  }
}

extension DataMatrixSize: CustomStringConvertible {
  /// Rows, then columns: `8x32`.
  public var description: String { "\(rows)x\(columns)" }
}
