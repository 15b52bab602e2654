import DecoderKit
import Measuring
import Symbols

/// The modules of a symbol, by what is known of them before the image is looked at.
struct ModulePlan {
  /// A cell of the grid of modules.
  struct Cell: Hashable, Sendable {
    let column: Int
    let row: Int
  }

  /// Modules of which only some patterns are possible: format information, PDF417's codewords.
  struct Group {
    /// The unknowns, in the patterns' order.
    let unknowns: [Int]
    /// The patterns: bit i is the i-th unknown, 1 for dark.
    let patterns: [UInt64]
  }

  /// Unknowns in the order of the model, each with the cells that it darkens.
  private(set) var unknowns: [[Cell]] = []
  /// Cells that are dark whatever the data.
  private(set) var dark: [Cell] = []
  /// Groups of unknowns, which do not overlap.
  var groups: [Group] = []

  private let columns: Int
  private let rows: Int
  private var numbers: [Int]

  /// Makes a plan in which all modules are unknown but the fixed ones.
  ///
  /// Unknowns are numbered along the shorter side first, which keeps those that share pixels near
  /// each other.
  init(columns: Int, rows: Int, fixed: [Cell: Bool]) {
    (self.columns, self.rows) = (columns, rows)
    numbers = [Int](repeating: -1, count: columns * rows)
    let cells =
      rows < columns
      ? (0..<columns).flatMap { column in (0..<rows).map { Cell(column: column, row: $0) } }
      : (0..<rows).flatMap { row in (0..<columns).map { Cell(column: $0, row: row) } }
    for cell in cells {
      if let isDark = fixed[cell] {
        if isDark { dark.append(cell) }
      } else {
        numbers[cell.row * columns + cell.column] = unknowns.count
        unknowns.append([cell])
      }
    }
  }

  /// Makes the plan of a symbol of bars: each column of modules is one unknown.
  ///
  /// Its rows are those that the encoder lays out: one; one more below for guard bars; one for the
  /// bars between two of bearer bars.
  ///
  /// - Returns: `nil` for a kind of another shape.
  init?(_ kind: LinearKind, columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    numbers = []
    switch (rows, kind) {
    case (1, _):
      unknowns = (0..<columns).map { [Cell(column: $0, row: 0)] }
    case (2, _):
      guard let long = kind.guardBars?.columns else { return nil }
      unknowns = (0..<columns).map { column in
        let rows = long.contains { $0.contains(column) } ? 2 : 1
        return (0..<rows).map { Cell(column: column, row: $0) }
      }
    case (3, .itf14(let bearers)):
      let side = bearers == .box ? LinearShape.bearerThickness : 0
      let inset = side + LinearShape.bearerMargin
      guard columns > 2 * inset else { return nil }
      unknowns = (inset..<columns - inset).map { [Cell(column: $0, row: 1)] }
      for column in 0..<columns {
        dark += [Cell(column: column, row: 0), Cell(column: column, row: 2)]
        if column < side || column >= columns - side { dark.append(Cell(column: column, row: 1)) }
      }
    default: return nil
    }
  }

  /// The number of the unknown at a cell; −1 for a fixed one.
  func number(_ column: Int, _ row: Int) -> Int { numbers[row * columns + column] }
}

extension ModulePlan.Group {
  init(unknowns: [Int], bits: [[Bool]]) {
    self.init(
      unknowns: unknowns,
      patterns: bits.map { bits in
        bits.enumerated().reduce(0) { $1.element ? $0 | 1 << UInt64($1.offset) : $0 }
      })
  }

  /// The logarithm of each pattern's chance, up to a constant, from the unknowns' log-odds.
  func weights(_ odds: [Double]) -> [Double] {
    let (half, table) = (unknowns.count / 2, unknowns.map { odds[$0] })
    guard patterns.count > 64, unknowns.count <= 20 else {
      return patterns.map { pattern in
        var (sum, bits) = (0.0, pattern)
        while bits != 0 {
          sum += table[bits.trailingZeroBitCount]
          bits &= bits - 1
        }
        return sum
      }
    }
    // Many patterns of few modules: sums over either half are made once.
    let low = Self.sums(table[..<half])
    let high = Self.sums(table[half...])
    let mask = UInt64(1) << UInt64(half) - 1
    return patterns.map { low[Int($0 & mask)] + high[Int($0 >> UInt64(half))] }
  }

  private static func sums(_ odds: ArraySlice<Double>) -> [Double] {
    var sums = [0.0]
    for value in odds { sums += sums.map { $0 + value } }
    return sums
  }

  /// The chance that each unknown is dark.
  func chances(_ odds: [Double]) -> [Double] {
    let weights = weights(odds)
    let best = weights.max() ?? 0
    var total = 0.0
    var sums = [Double](repeating: 0, count: unknowns.count)
    for (pattern, weight) in zip(patterns, weights) where weight > best - 40 {
      let chance = Odds.exp(weight - best)
      total += chance
      var bits = pattern
      while bits != 0 {
        sums[bits.trailingZeroBitCount] += chance
        bits &= bits - 1
      }
    }
    return sums.map { $0 / total }
  }
}
