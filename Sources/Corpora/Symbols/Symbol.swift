import DecoderKit

/// One encoded barcode: its payload and its modules, without quiet zone.
public struct Symbol: Hashable, Sendable {
  /// What kind of barcode it is.
  public let symbology: Symbology
  /// The data that a reader must return.
  public let payload: [UInt8]
  /// Modules in a row.
  public let columns: Int
  /// Rows of modules.
  public let rows: Int
  /// The modules, row after row from the symbol's top left: 1 is dark, 0 is light.
  public let modules: [UInt8]
  /// The margin that the symbology's standard asks for on each side, in modules.
  public let quietZone: Int

  /// Makes a symbol from its modules.
  ///
  /// - Precondition: There are `columns` × `rows` modules, each 0 or 1, and `quietZone` is not negative.
  public init(
    symbology: Symbology, payload: [UInt8], columns: Int, rows: Int, modules: [UInt8],
    quietZone: Int
  ) {
    precondition(columns > 0 && rows > 0 && modules.count == columns * rows && quietZone >= 0)
    self.symbology = symbology
    self.payload = payload
    self.columns = columns
    self.rows = rows
    self.modules = modules
    self.quietZone = quietZone
  }

  /// Whether a module is dark; what lies outside the symbol is light.
  public func isDark(column: Int, row: Int) -> Bool {
    guard column >= 0, column < columns, row >= 0, row < rows else { return false }
    return modules[row * columns + column] != 0
  }
}
