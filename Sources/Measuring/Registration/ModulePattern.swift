/// The modules of a symbol: dark or light, in rows.
struct ModulePattern: Hashable, Sendable {
  let columns: Int
  let rows: Int
  /// Row after row; 1 is dark, 0 light.
  var modules: [UInt8]

  init(columns: Int, rows: Int, modules: [UInt8]) {
    precondition(modules.count == columns * rows)
    self.columns = columns
    self.rows = rows
    self.modules = modules
  }

  subscript(column: Int, row: Int) -> UInt8 {
    get { modules[row * columns + column] }
    set { modules[row * columns + column] = newValue }
  }
}
