import DecoderKit

/// One encoded barcode: its payload and its modules, without quiet zone.
///
/// The ink is a grid of modules whose rows may differ in height: one row for most linear symbols, two
/// where guard bars stand out below the others. MaxiCode's hexagons and rings are ``polygons``, and
/// its grid is light.
public struct Symbol: Hashable, Sendable {
  /// What kind of barcode it is.
  public let symbology: Symbology
  /// The data that a reader must return.
  public let payload: [UInt8]
  /// Modules in a row; each is as wide as a module.
  public let columns: Int
  /// Rows of modules.
  public let rows: Int
  /// The modules, row after row from the symbol's top left: 1 is dark, 0 is light.
  public let modules: [UInt8]
  /// The height of each row, in modules; each above 0.
  public let rowHeights: [Double]
  /// Ink besides the grid's: closed loops in modules from the symbol's top left, y down.
  ///
  /// Each loop runs clockwise, as seen, around ink and counter-clockwise around a hole in it, and
  /// closes by itself. Ink nowhere lies on ink.
  public let polygons: [[Point]]
  /// The margin that the symbology's standard asks for.
  public let quietZone: QuietZone
  /// The symbol's height, in modules.
  public let height: Double

  /// The symbol's width, in modules.
  public var width: Double { Double(columns) }

  /// Makes a symbol of square modules, with the same margin on all sides.
  ///
  /// - Precondition: There are `columns` × `rows` modules, each 0 or 1, and `quietZone` is not negative.
  public init(
    symbology: Symbology, payload: [UInt8], columns: Int, rows: Int, modules: [UInt8],
    quietZone: Int
  ) {
    self.init(
      symbology: symbology, payload: payload, columns: columns, rows: rows, modules: modules,
      quietZone: QuietZone(Double(quietZone)))
  }

  /// Makes a symbol from its modules.
  ///
  /// - Parameter rowHeights: One for each row, in modules; by default all are 1.
  /// - Precondition: There are `columns` × `rows` modules, each 0 or 1, and as many heights as rows.
  public init(
    symbology: Symbology, payload: [UInt8], columns: Int, rows: Int, modules: [UInt8],
    quietZone: QuietZone, rowHeights: [Double]? = nil, polygons: [[Point]] = []
  ) {
    precondition(columns > 0 && rows > 0 && modules.count == columns * rows)
    precondition(rowHeights.map { $0.count == rows && $0.allSatisfy { $0 > 0 } } ?? true)
    self.symbology = symbology
    self.payload = payload
    self.columns = columns
    self.rows = rows
    self.modules = modules
    self.quietZone = quietZone
    self.rowHeights = rowHeights ?? [Double](repeating: 1, count: rows)
    self.polygons = polygons
    height = self.rowHeights.reduce(0, +)
  }

  /// Whether a module is dark; what lies outside the symbol is light.
  public func isDark(column: Int, row: Int) -> Bool {
    guard column >= 0, column < columns, row >= 0, row < rows else { return false }
    return modules[row * columns + column] != 0
  }

  /// Where the rows begin and the last one ends, in modules from the top: one more than rows.
  package var rowEdges: [Double] {
    var edges = [0.0]
    edges.reserveCapacity(rows + 1)
    var edge = 0.0
    for height in rowHeights {
      edge += height
      edges.append(edge)
    }
    return edges
  }
}
