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
