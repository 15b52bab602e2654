import DecoderKit

/// The edges between ink and paper of a printed symbol, in modules, dark on the right (y down).
struct PrintOutline {
  /// The edges last traced.
  private(set) var edges: [SymbolOutline.Edge] = []

  private var outline = SymbolOutline()
  private var grid = InkGrid()

  /// Traces a printed symbol.
  ///
  /// - Parameter chordError: The largest distance of a spot's chords from their arcs, in modules.
  mutating func trace(_ printed: PrintedSymbol, chordError: Double) {
    let symbol = printed.symbol
    guard printed.barGrowthModules != 0 || !printed.spots.isEmpty else {
      outline.trace(symbol)
      edges = outline.edges
      return
    }
    edges.removeAll(keepingCapacity: true)
    grid.set(symbol, growth: printed.barGrowthModules)
    grid.trace(into: &edges)
    let gridEdges = edges.count
    for polygon in symbol.polygons {
      let grown = PolygonGrowth.grown(polygon, growth: printed.barGrowthModules)
      for (index, from) in grown.enumerated() {
        let to = grown[(index + 1) % grown.count]
        edges.append(.init(fromX: from.x, fromY: from.y, toX: to.x, toY: to.y))
      }
    }
    guard !printed.spots.isEmpty else { return }
    let polygons = edges[gridEdges...]
    let spotted = SpottedOutline(
      spots: printed.spots, area: area(of: symbol), chordError: chordError
    ) { [grid] x, y in
      grid.isDark(x, y) || (!polygons.isEmpty && PolygonGrowth.isInside(x, y, polygons))
    }
    edges = spotted.edges(over: edges)
  }

  /// The box around the symbol and all of its ink.
  private func area(of symbol: Symbol) -> SpottedOutline.Area {
    var area = SpottedOutline.Area(left: 0, top: 0, right: symbol.width, bottom: symbol.height)
    for edge in edges {
      area.left = min(area.left, edge.fromX)
      area.top = min(area.top, edge.fromY)
      area.right = max(area.right, edge.fromX)
      area.bottom = max(area.bottom, edge.fromY)
    }
    return area
  }
}
