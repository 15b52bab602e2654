import Symbols

/// A grid of dark and light cells of any widths and heights: a symbol after bar growth.
struct InkGrid {
  /// The left edges of the columns of cells and the right edge of the last one, in modules.
  private(set) var lefts: [Double] = []
  /// The top edges of the rows of cells and the bottom edge of the last one, in modules.
  private(set) var tops: [Double] = []
  /// The cells, row after row; 1 is dark.
  private(set) var cells: [UInt8] = []

  private var wide: [UInt8] = []

  /// Sets the grid to a symbol's modules with every edge moved outwards.
  ///
  /// Growing is a dilation by a square; shrinking is the same dilation of the light area. A
  /// square's dilation is one across followed by one down. The cells lie between all lines that an
  /// edge can move to.
  mutating func set(_ symbol: Symbol, growth: Double) {
    let reach = abs(growth) / 2
    let grown: UInt8 = growth >= 0 ? 1 : 0
    let columns = (0...symbol.columns).map(Double.init)
    let rows = symbol.rowEdges
    lefts = Self.lines(columns, reach)
    tops = Self.lines(rows, reach)
    let across = Self.spans(columns, reach, in: lefts)
    let down = Self.spans(rows, reach, in: tops)
    let width = lefts.count - 1
    let height = tops.count - 1

    // Across: rows of modules, columns of cells. Cells that no module reaches stay like the paper.
    wide = [UInt8](repeating: 1 - grown, count: width * symbol.rows)
    for row in 0..<symbol.rows {
      for column in -1...symbol.columns
      where (symbol.isDark(column: column, row: row) ? 1 : 0) == grown {
        for cell in across[column + 1] { wide[row * width + cell] = grown }
      }
    }
    cells = [UInt8](repeating: 1 - grown, count: width * height)
    for row in -1...symbol.rows {
      let isPaper = row < 0 || row == symbol.rows
      for line in down[row + 1] {
        for cell in 0..<width where (isPaper ? 0 : wide[row * width + cell]) == grown {
          cells[line * width + cell] = grown
        }
      }
    }
  }

  /// Returns the lines that edges can move to, without duplicates.
  private static func lines(_ edges: [Double], _ reach: Double) -> [Double] {
    let moved = (edges.map { $0 - reach } + edges.map { $0 + reach }).sorted()
    return moved.enumerated().filter { $0.offset == 0 || $0.element > moved[$0.offset - 1] }
      .map(\.element)
  }

  /// Returns the cells that each module reaches, with those before the first and after the last
  /// module.
  private static func spans(
    _ edges: [Double], _ reach: Double, in lines: [Double]
  ) -> [Range<Int>] {
    func cell(_ place: Double) -> Int { lines.partitioningIndex { $0 >= place } }
    let end = lines.count - 1
    let inner = (1..<edges.count).map { cell(edges[$0 - 1] - reach)..<cell(edges[$0] + reach) }
    return [0..<cell(edges[0] + reach)] + inner + [cell(edges[edges.count - 1] - reach)..<end]
  }

  /// A row or a column of cells.
  enum Strip {
    case row(Int)
    case column(Int)
  }

  /// Makes a strip of cells light.
  mutating func lighten(_ strip: Strip) {
    let width = lefts.count - 1
    switch strip {
    case .row(let row): for cell in 0..<width { cells[row * width + cell] = 0 }
    case .column(let column):
      for row in 0..<tops.count - 1 { cells[row * width + column] = 0 }
    }
  }

  /// Cuts columns of cells at places across the grid, which stays the same.
  mutating func split(lefts cuts: [Double]) {
    let (merged, sources) = Self.merged(lefts, cuts)
    let width = lefts.count - 1
    cells = (0..<tops.count - 1).flatMap { row in sources.map { cells[row * width + $0] } }
    lefts = merged
  }

  /// Cuts rows of cells at places down the grid, which stays the same.
  mutating func split(tops cuts: [Double]) {
    let (merged, sources) = Self.merged(tops, cuts)
    let width = lefts.count - 1
    cells = sources.flatMap { cells[$0 * width..<($0 + 1) * width] }
    tops = merged
  }

  /// Returns edges with cuts between them, and for each cell the former cell that it is a part of.
  private static func merged(
    _ edges: [Double], _ cuts: [Double]
  ) -> (edges: [Double], sources: [Int]) {
    guard let first = edges.first, let last = edges.last else { return (edges, []) }
    let merged = Set(edges + cuts.filter { $0 > first && $0 < last }).sorted()
    let sources = merged.dropLast().map { place in
      edges.partitioningIndex { $0 > place } - 1
    }
    return (merged, sources)
  }

  /// Returns true if a point is dark.
  func isDark(_ x: Double, _ y: Double) -> Bool {
    let column = lefts.partitioningIndex { $0 > x } - 1
    let row = tops.partitioningIndex { $0 > y } - 1
    guard column >= 0, row >= 0, column < lefts.count - 1, row < tops.count - 1 else {
      return false
    }
    return cells[row * (lefts.count - 1) + column] != 0
  }

  /// Appends the edges between dark and light cells, with the dark side on the right; collinear
  /// neighbours are joined.
  func trace(into edges: inout [SymbolOutline.Edge]) {
    let width = lefts.count - 1
    let height = tops.count - 1
    func step(_ cell: Int?, _ next: Int?) -> Int {
      Int(next.map { cells[$0] } ?? 0) - Int(cell.map { cells[$0] } ?? 0)
    }
    for line in 0...height {
      Self.runs(width) { x in
        step(line > 0 ? (line - 1) * width + x : nil, line < height ? line * width + x : nil)
      } found: { from, to, isDarkAhead in
        let (a, b) = isDarkAhead ? (from, to) : (to, from)
        edges.append(.init(fromX: lefts[a], fromY: tops[line], toX: lefts[b], toY: tops[line]))
      }
    }
    for line in 0...width {
      Self.runs(height) { y in
        step(line > 0 ? y * width + line - 1 : nil, line < width ? y * width + line : nil)
      } found: { from, to, isDarkAhead in
        let (a, b) = isDarkAhead ? (to, from) : (from, to)
        edges.append(.init(fromX: lefts[line], fromY: tops[a], toX: lefts[line], toY: tops[b]))
      }
    }
  }

  /// Finds the longest runs of one kind of step other than 0.
  @inline(__always)
  private static func runs(
    _ count: Int, _ step: (Int) -> Int, found: (_ from: Int, _ to: Int, _ isDarkAhead: Bool) -> Void
  ) {
    var start = 0
    var current = 0
    for position in 0...count {
      let next = position < count ? step(position) : 0
      guard next != current else { continue }
      if current != 0 { found(start, position, current > 0) }
      start = position
      current = next
    }
  }
}

extension Array {
  /// Returns the first index from which on the condition holds for all elements.
  @inline(__always)
  func partitioningIndex(where belongs: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if belongs(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
