/// The modules of a symbol: dark or light, in rows.
struct ModulePattern: Hashable, Sendable {
  let columns: Int
  let rows: Int
  /// Row after row; 1 is dark, 0 light.
  var modules: [UInt8]
  /// The widths of narrow and wide elements; `nil` if each column is a module wide.
  var elements: TwoWidths?
  /// The part of a PDF417 that this is; `nil` if it is a whole symbol with both its ends.
  var part: StackedPart?

  init(columns: Int, rows: Int, modules: [UInt8], elements: TwoWidths? = nil) {
    precondition(modules.count == columns * rows)
    self.columns = columns
    self.rows = rows
    self.modules = modules
    self.elements = elements
  }

  /// Makes the pattern of a row of bars.
  init(_ bars: [UInt8], _ elements: TwoWidths?) {
    self.init(columns: bars.count, rows: 1, modules: bars, elements: elements)
  }

  subscript(column: Int, row: Int) -> UInt8 {
    get { modules[row * columns + column] }
    set { modules[row * columns + column] = newValue }
  }

  /// The symbol's width, in modules.
  var width: Double { elements?.width ?? Double(columns) }

  /// The place of a column's left edge, in modules; that after the last column is the width.
  func edge(_ column: Int) -> Double {
    elements.map { Double($0.edges[column]) } ?? Double(column)
  }

  /// The place of a column's middle, in modules.
  func middle(_ column: Int) -> Double {
    guard elements != nil else { return Double(column) + 0.5 }
    return (edge(column) + edge(column + 1)) / 2
  }

  /// The column at a place; the first or the last one outside.
  func column(at place: Double) -> Int {
    guard let elements else { return min(max(Int(place), 0), columns - 1) }
    return elements.edges.withUnsafeBufferPointer { TwoWidths.column($0, at: Float(place)) }
  }
}
