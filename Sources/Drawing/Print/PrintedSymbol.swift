import DecoderKit
import Symbols

/// A symbol as it was printed.
package struct PrintedSymbol: Hashable, Sendable {
  /// The symbol as it should be.
  package let symbol: Symbol
  /// The amount by which dark bars are too wide, in modules; negative if they are too narrow.
  ///
  /// Every edge between dark and light moves by half of it; corners stay sharp. A light gap no
  /// wider than the growth closes; a dark bar no wider than the loss disappears. ISO/IEC 15416
  /// calls this bar width gain or loss, ISO/IEC 15415 calls it print growth.
  package let barGrowthModules: Double
  /// The spots of spilt or rubbed-off ink, the last one on top.
  package let spots: [Spot]
  /// The way in which dark modules are made.
  package let mark: Mark
  /// The lines that a print head left blank.
  package let deadLines: DeadLines
  /// The displacement of the whole print; `nil` for none.
  package let warp: PrintWarp?

  /// The range of bar growth, in modules; at its ends a symbol of single modules is bare or solid.
  package static let barGrowthRange = -1.0...1.0

  /// Prints a symbol.
  package init(
    _ symbol: Symbol, barGrowthModules: Double = 0, spots: [Spot] = [], mark: Mark = .solid,
    deadLines: DeadLines = .none, warp: PrintWarp? = nil
  ) {
    self.symbol = symbol
    self.barGrowthModules = barGrowthModules
    self.spots = spots
    self.mark = mark
    self.deadLines = deadLines
    self.warp = warp
  }

  /// True if nothing is drawn but the symbol as it should be.
  var isPlain: Bool {
    barGrowthModules == 0 && spots.isEmpty && mark == .solid && deadLines.strips.isEmpty
      && warp == nil
  }

  /// True if parts of the symbol are brighter than the bare surface.
  var isShaded: Bool {
    if case .dots(_, .some) = mark { true } else { false }
  }

  /// The reason the symbol cannot be printed like this; `nil` if it can.
  var objection: String? {
    guard Self.barGrowthRange.contains(barGrowthModules) else {
      return """
        a bar growth of \(barGrowthModules.plain) modules cannot be drawn: \
        \(Self.barGrowthRange.lowerBound.plain) to \(Self.barGrowthRange.upperBound.plain) can
        """
    }
    guard symbol.polygons.isEmpty || mark == .solid && deadLines.strips.isEmpty else {
      return """
        a symbol whose modules are not squares is not marked by dots or lines, and has no dead lines: \
        mark one of a grid
        """
    }
    return nil
  }
}

/// A round spot on a printed symbol.
package struct Spot: Hashable, Sendable {
  /// The centre, in modules from the symbol's own top left corner.
  package let centre: Point
  /// The radius in modules.
  package let radius: Double
  /// True if ink was spilt; false if it was rubbed off.
  package let isDark: Bool

  package init(centre: Point, radius: Double, isDark: Bool) {
    self.centre = centre
    self.radius = radius
    self.isDark = isDark
  }

  /// Returns true if a point lies on the spot.
  @inline(__always)
  func contains(_ x: Double, _ y: Double) -> Bool {
    let (dx, dy) = (x - centre.x, y - centre.y)
    return dx * dx + dy * dy < radius * radius
  }
}

/// The edges between ink and paper of a printed symbol, in modules, dark on the right (y down).
struct PrintOutline {
  /// The edges last traced.
  private(set) var edges: [SymbolOutline.Edge] = []
  /// The shaded dents last traced, besides ``edges``.
  private(set) var slabs: [DentShading.Slab] = []

  private var outline = SymbolOutline()
  private var grid = InkGrid()

  /// Traces a printed symbol.
  ///
  /// - Parameter chordError: The largest distance of a spot's chords from their arcs, in modules.
  mutating func trace(_ printed: PrintedSymbol, chordError: Double) {
    slabs.removeAll(keepingCapacity: true)
    guard !printed.isPlain else {
      outline.trace(printed.symbol)
      edges = outline.edges
      return
    }
    edges.removeAll(keepingCapacity: true)
    switch printed.mark {
    case .solid: traceSolid(printed, chordError)
    case .dots(let dots, nil):
      paint(dots + printed.spots, on: Self.area(around: printed.symbol), chordError) { _, _ in false
      }
    case .dots(let dents, let shading?):
      slabs = shading.slabs(of: dents, chordError: chordError)
      paint(printed.spots, on: Self.area(around: printed.symbol), chordError) { _, _ in false }
    case .hatch(let hatch): traceHatch(hatch, printed, chordError)
    }
    guard let warp = printed.warp else { return }
    edges = warp.bent(edges, chordError: chordError)
    for index in slabs.indices {
      slabs[index].edges = warp.bent(slabs[index].edges, chordError: chordError)
    }
  }

  private mutating func traceSolid(_ printed: PrintedSymbol, _ chordError: Double) {
    let symbol = printed.symbol
    grid.set(symbol, growth: printed.barGrowthModules)
    grid.erase(printed.deadLines)
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
    paint(printed.spots, on: area(of: symbol), chordError) { [grid] x, y in
      grid.isDark(x, y) || PolygonGrowth.isInside(x, y, polygons)
    }
  }

  private mutating func traceHatch(
    _ hatch: Hatch, _ printed: PrintedSymbol, _ chordError: Double
  ) {
    let lines = hatch.lines(of: printed.symbol)
    for line in lines {
      let corners = [
        (line.left, line.top), (line.right, line.top), (line.right, line.bottom),
        (line.left, line.bottom),
      ]
      for (index, from) in corners.enumerated() {
        let to = corners[(index + 1) % 4]
        edges.append(.init(fromX: from.0, fromY: from.1, toX: to.0, toY: to.1))
      }
    }
    let spots = hatch.burns(of: lines) + printed.spots
    paint(spots, on: Self.area(around: printed.symbol), chordError) { x, y in
      lines.contains { x > $0.left && x < $0.right && y > $0.top && y < $0.bottom }
    }
  }

  /// Paints spots over the edges traced so far.
  private mutating func paint(
    _ spots: [Spot], on area: SpottedOutline.Area, _ chordError: Double,
    _ isPrinted: @escaping (Double, Double) -> Bool
  ) {
    guard !spots.isEmpty else { return }
    let spotted = SpottedOutline(
      spots: spots, area: area, chordError: chordError, isPrinted: isPrinted)
    edges = spotted.edges(over: edges)
  }

  /// The box in which marks of dots and lines are painted: they may reach beyond the symbol.
  private static func area(around symbol: Symbol) -> SpottedOutline.Area {
    SpottedOutline.Area(left: -2, top: -2, right: symbol.width + 2, bottom: symbol.height + 2)
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

/// Bar growth of shapes that do not fit a grid: MaxiCode's hexagons and rings.
enum PolygonGrowth {
  /// Returns the polygon with every edge moved outwards by half of the growth and with mitred
  /// corners.
  ///
  /// The dark side is on each edge's right (y down), so that outwards is to its left. The inner
  /// border of a ring runs the other way round, so that its hole becomes smaller. The growth must
  /// not make hexagons touch.
  static func grown(_ polygon: [Point], growth: Double) -> [Point] {
    guard growth != 0, polygon.count >= 3 else { return polygon }
    let normals = polygon.indices.map { index -> SIMD2<Double> in
      let from = polygon[index]
      let to = polygon[(index + 1) % polygon.count]
      let way: SIMD2<Double> = [to.x - from.x, to.y - from.y]
      return SIMD2(way.y, -way.x) / (way * way).sum().squareRoot()
    }
    return polygon.indices.map { index in
      // Both edges at the corner move by the same length, so that it moves along the sum of their
      // normals.
      let before = normals[(index + polygon.count - 1) % polygon.count]
      let sum = before + normals[index]
      let mitre = sum * (growth / (sum * sum).sum())
      return Point(x: polygon[index].x + mitre.x, y: polygon[index].y + mitre.y)
    }
  }

  /// Returns true if a point lies inside closed loops, that is, if their winding number is not 0.
  static func isInside(_ x: Double, _ y: Double, _ edges: ArraySlice<SymbolOutline.Edge>) -> Bool {
    var winding = 0
    for edge in edges where (edge.fromY <= y) != (edge.toY <= y) {
      let along = (y - edge.fromY) / (edge.toY - edge.fromY)
      if edge.fromX + along * (edge.toX - edge.fromX) > x {
        winding += edge.toY > edge.fromY ? 1 : -1
      }
    }
    return winding != 0
  }
}
