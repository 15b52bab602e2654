/// A size of rMQR Codes, ISO/IEC 23941 table 1.
public struct RMQRSize: Hashable, Sendable {
  /// The number of rows of modules.
  public let rows: Int
  /// The number of modules in a row.
  public let columns: Int

  private init(rows: Int, columns: Int) {
    self.rows = rows
    self.columns = columns
  }

  /// Every size, in the order of the standard's version indicators, from 0.
  public static let all: [RMQRSize] = [
    (7, [43, 59, 77, 99, 139]), (9, [43, 59, 77, 99, 139]), (11, [27, 43, 59, 77, 99, 139]),
    (13, [27, 43, 59, 77, 99, 139]), (15, [43, 59, 77, 99, 139]), (17, [43, 59, 77, 99, 139]),
  ].flatMap { rows, widths in widths.map { RMQRSize(rows: rows, columns: $0) } }

  /// Reads a size as the standard writes it: `R7x43`.
  ///
  /// - Returns: `nil` when there is no such size.
  public init?(parsing text: String) {
    guard let size = Self.all.first(where: { $0.description == text }) else { return nil }
    self = size
  }

  /// The standard's version indicator, 0 to 31.
  var indicator: Int { Self.all.firstIndex(of: self) ?? 0 }
}

extension RMQRSize: CustomStringConvertible {
  /// Rows, then columns: `R7x43`.
  public var description: String { "R\(rows)x\(columns)" }
}
