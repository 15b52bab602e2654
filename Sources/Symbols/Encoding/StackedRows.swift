/// Rows of bars with the bars that lie between them, which libzint leaves out.
///
/// Those bars are one module thick: above, below and between all rows (EN 12323).
struct StackedRows {
  private(set) var columns: Int
  /// The modules, row after row; 1 is dark.
  private(set) var modules: [UInt8] = []
  /// The heights of the rows, in modules.
  private(set) var heights: [Double] = []

  /// A Codablock F: the start and stop characters go through the bars between the rows.
  init(codablockF encoded: EncodedModules, rowHeight: Int) {
    let (start, stop) = (11, 13)
    columns = encoded.columns
    stack(encoded.rowsOfModules, rowHeight) { above in
      above.prefix(start) + Self.dark(above.count - start - stop) + above.suffix(stop)
    }
  }

  /// A Code 16K: the outer bars span its quiet zones, too.
  init(code16K encoded: EncodedModules, rowHeight: Int) {
    let (left, right) = (10, 1)
    columns = left + encoded.columns + right
    let rows = encoded.rowsOfModules.map { Self.light(left) + $0 + Self.light(right) }
    let bar = Self.light(left) + Self.dark(encoded.columns) + Self.light(right)
    stack(rows, rowHeight) { _ in bar }
  }

  /// Lays out rows from the top; `separator` returns the bar below a row.
  private mutating func stack(
    _ rows: [[UInt8]], _ rowHeight: Int, separator: ([UInt8]) -> [UInt8]
  ) {
    for (index, row) in rows.enumerated() {
      add(index == 0 ? Self.dark(columns) : separator(rows[index - 1]), height: 1)
      add(row, height: rowHeight)
    }
    add(Self.dark(columns), height: 1)
  }

  private mutating func add(_ row: [UInt8], height: Int) {
    modules += row
    heights.append(Double(height))
  }

  private static func dark(_ count: Int) -> [UInt8] { [UInt8](repeating: 1, count: count) }

  private static func light(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
}

extension EncodedModules {
  fileprivate var rowsOfModules: [[UInt8]] {
    (0..<rows).map { Array(modules[($0 * columns)..<(($0 + 1) * columns)]) }
  }
}
