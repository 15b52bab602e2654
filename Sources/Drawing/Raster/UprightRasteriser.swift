import Symbols

/// Draws symbols whose edges are parallel to the pixels' edges: coverage across × coverage down.
///
/// It draws grids only: a symbol's polygons are not drawn.
struct UprightRasteriser {
  /// The dark share of each pixel's width in one row of modules, with two spare cells.
  private var across: [Float] = []
  /// The row of modules for which ``across`` is filled.
  private var loadedRow: Int?
  /// The top edges of the rows of modules and the bottom edge of the last one, in pixels.
  private var tops: [Double] = []
  /// The dark share of each pixel in one row of pixels.
  private var mixed: [Float] = []

  /// Draws a symbol over a light background.
  mutating func draw(_ symbol: Symbol, _ placement: Placement, tone: Tone) -> [UInt8] {
    let width = placement.width
    if across.count != width + 2 {
      across = [Float](repeating: 0, count: width + 2)
      mixed = [Float](repeating: 0, count: width)
    }
    loadedRow = nil
    tops = symbol.rowEdges.map { placement.origin.y + $0 * placement.moduleSizePixels }
    var pixels = [UInt8](repeating: tone.value(0), count: width * placement.height)
    var image = pixels.mutableSpan
    var row = 0
    // The row of modules that fills the last row of pixels from top to bottom, if there is one.
    var filledBy: Int?
    for y in 0..<placement.height {
      let upper = Double(y)
      let lower = Double(y + 1)
      while row < symbol.rows, tops[row + 1] <= upper { row += 1 }
      guard row < symbol.rows, tops[row] < lower else { continue }

      let isFilled = tops[row] <= upper && tops[row + 1] >= lower
      if isFilled, filledBy == row {
        Self.copyRow(y - 1, to: y, width: width, in: &image)
        continue
      }
      filledBy = isFilled ? row : nil
      mixRows(from: row, of: symbol, placement, upper: upper, lower: lower)
      Self.write(mixed, to: y, width: width, tone: tone, in: &image)
    }
    return pixels
  }

  /// Fills ``mixed`` for a row of pixels with the rows of modules that it touches.
  private mutating func mixRows(
    from first: Int, of symbol: Symbol, _ placement: Placement, upper: Double, lower: Double
  ) {
    var row = first
    while row < symbol.rows, tops[row] < lower {
      if row != loadedRow {
        load(row, of: symbol, placement)
        loadedRow = row
      }
      let height = min(tops[row + 1], lower) - max(tops[row], upper)
      Self.mix(across, weight: Float(height), into: &mixed, replacing: row == first)
      row += 1
    }
  }

  /// Fills ``across`` for one row of modules.
  private mutating func load(_ row: Int, of symbol: Symbol, _ placement: Placement) {
    for x in across.indices { across[x] = 0 }
    let limit = Double(across.count - 2)
    var wasDark = false
    // Each edge adds a step to the running sum: the share of its own pixel first, then the rest.
    for column in 0...symbol.columns {
      let isDark = symbol.isDark(column: column, row: row)
      guard isDark != wasDark else { continue }
      wasDark = isDark
      let left = placement.origin.x + Double(column) * placement.moduleSizePixels
      let x = min(max(left, 0), limit)
      let cell = Int(x)
      let behind = Float(x - Double(cell))
      let sign: Float = isDark ? 1 : -1
      across[cell] += sign * (1 - behind)
      across[cell + 1] += sign * behind
    }
    var sum: Float = 0
    for x in across.indices {
      sum += across[x]
      across[x] = sum
    }
  }

  private static func mix(
    _ source: [Float], weight: Float, into target: inout [Float], replacing: Bool
  ) {
    let source = source.span
    var target = target.mutableSpan
    if replacing {
      for x in 0..<target.count { target[x] = weight * source[x] }
    } else {
      for x in 0..<target.count { target[x] += weight * source[x] }
    }
  }

  private static func write(
    _ coverage: [Float], to y: Int, width: Int, tone: Tone, in image: inout MutableSpan<UInt8>
  ) {
    let coverage = coverage.span
    for x in 0..<width { image[y * width + x] = tone.value(coverage[x]) }
  }

  private static func copyRow(
    _ from: Int, to: Int, width: Int, in image: inout MutableSpan<UInt8>
  ) {
    for x in 0..<width { image[to * width + x] = image[from * width + x] }
  }
}

/// The edges between a symbol's ink and paper: between dark and light modules, with collinear
/// neighbours joined, and around its polygons.
struct SymbolOutline {
  /// One edge in module coordinates, directed with the dark side on its right (y down).
  struct Edge {
    var fromX: Double
    var fromY: Double
    var toX: Double
    var toY: Double
  }

  /// The edges last traced. Their ends coincide exactly, so that the outline stays closed under any
  /// map.
  private(set) var edges: [Edge] = []

  /// The modules with a light border one module wide, which avoids tests for the symbol's edge.
  private var padded: [UInt8] = []

  /// Traces a symbol's edges.
  mutating func trace(_ symbol: Symbol) {
    let stride = symbol.columns + 2
    padded.removeAll(keepingCapacity: true)
    padded.append(contentsOf: repeatElement(0, count: stride))
    for row in 0..<symbol.rows {
      padded.append(0)
      padded.append(contentsOf: symbol.modules[row * symbol.columns..<(row + 1) * symbol.columns])
      padded.append(0)
    }
    padded.append(contentsOf: repeatElement(0, count: stride))

    edges.removeAll(keepingCapacity: true)
    let tops = symbol.rowEdges
    for line in 0...symbol.rows {
      // Along the upper edges of a row of modules, a dark module below means an edge to the right.
      trace(from: line * stride + 1, step: 1, count: symbol.columns, darkAhead: stride) {
        Edge(fromX: Double($0), fromY: tops[line], toX: Double($1), toY: tops[line])
      }
    }
    for line in 0...symbol.columns {
      // Along the left edges of a column, a dark module to the right means an edge upwards.
      trace(from: stride + line, step: stride, count: symbol.rows, darkAhead: 1) {
        Edge(fromX: Double(line), fromY: tops[$1], toX: Double(line), toY: tops[$0])
      }
    }
    for polygon in symbol.polygons {
      guard var from = polygon.last else { continue }
      for to in polygon {
        edges.append(Edge(fromX: from.x, fromY: from.y, toX: to.x, toY: to.y))
        from = to
      }
    }
  }

  /// Follows one line of the module grid and joins neighbouring edges of the same direction.
  ///
  /// - Parameters:
  ///   - first: The index in ``padded`` of the module before the line's first position.
  ///   - step: The index difference from one position to the next.
  ///   - darkAhead: The index difference from the module on one side of the line to the other
  ///     side's.
  ///   - edge: The edge between two positions when the module ahead is the dark one.
  @inline(__always)
  private mutating func trace(
    from first: Int, step: Int, count: Int, darkAhead: Int, edge: (Int, Int) -> Edge
  ) {
    var start = 0
    var current = 0
    var index = first
    for position in 0...count {
      let next = position < count ? Int(padded[index + darkAhead]) - Int(padded[index]) : 0
      index += step
      guard next != current else { continue }
      if current > 0 { edges.append(edge(start, position)) }
      if current < 0 { edges.append(edge(position, start)) }
      start = position
      current = next
    }
  }
}
