import Symbols

/// The mask penalty of ISO/IEC 18004:2015, table 11, computed slowly on strings of modules.
enum MaskPenalty {
  static func points(of symbol: Symbol) -> Int {
    let rows = (0..<symbol.rows).map { row in
      (0..<symbol.columns).map { symbol.isDark(column: $0, row: row) ? "X" : "." }
    }
    let columns = (0..<symbol.columns).map { column in rows.map { $0[column] } }
    var points = 0
    for line in rows + columns {
      // Runs of five or more.
      var run = 0
      for position in line.indices {
        run = position > 0 && line[position] == line[position - 1] ? run + 1 : 1
        if run == 5 { points += 3 } else if run > 5 { points += 1 }
      }
      // A finder's cross-section with four light modules before or behind; the margin is light.
      let text = "...." + line.joined() + "...."
      for pattern in ["....X.XXX.X", "X.XXX.X...."] {
        for start in text.indices where text[start...].hasPrefix(pattern) { points += 40 }
      }
    }
    for row in 1..<symbol.rows {
      for column in 1..<symbol.columns {
        let square = [
          rows[row][column], rows[row - 1][column], rows[row][column - 1],
          rows[row - 1][column - 1],
        ]
        if Set(square).count == 1 { points += 3 }
      }
    }
    let percent = 100 * Double(rows.joined().count { $0 == "X" }) / Double(symbol.modules.count)
    return points + 10 * Int(abs(percent - 50) / 5)
  }
}
