import DecoderKit

/// One encoded barcode: its payload and its modules, without quiet zone.
///
/// The ink is a grid of modules whose rows may differ in height: one row for most linear symbols,
/// two if guard bars extend below the others. MaxiCode's hexagons and rings are ``polygons``, and
/// all modules of its grid are light.
public struct Symbol: Hashable, Sendable {
  /// The symbology of the symbol.
  public let symbology: Symbology
  /// The data that a reader must return.
  public let payload: [UInt8]
  /// The number of modules in a row; each is one module wide.
  public let columns: Int
  /// The number of rows of modules.
  public let rows: Int
  /// The modules, row after row from the symbol's top left: 1 is dark, 0 is light.
  public let modules: [UInt8]
  /// The height of each row, in modules; each above 0.
  public let rowHeights: [Double]
  /// Ink outside the grid: closed loops in modules from the symbol's top left, y down.
  ///
  /// Each loop runs clockwise, as seen, around ink and counter-clockwise around a hole in it, and
  /// is closed implicitly. Ink never overlaps ink.
  public let polygons: [[Point]]
  /// The margin that the symbology's standard asks for.
  public let quietZone: QuietZone
  /// The symbol's height, in modules.
  public let height: Double

  /// The symbol's width, in modules.
  public var width: Double { Double(columns) }

  /// Makes a symbol of square modules, with the same margin on all sides.
  ///
  /// - Precondition: There are `columns` × `rows` modules, each 0 or 1, and `quietZone` is not
  ///   negative.
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
  /// - Parameter rowHeights: One height for each row, in modules; by default all are 1.
  /// - Precondition: There are `columns` × `rows` modules, each 0 or 1, and as many heights as
  ///   rows.
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

  /// Returns true if a module is dark; everything outside the symbol is light.
  public func isDark(column: Int, row: Int) -> Bool {
    guard column >= 0, column < columns, row >= 0, row < rows else { return false }
    return modules[row * columns + column] != 0
  }

  /// The top edges of the rows and the bottom edge of the last one, in modules from the top.
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
