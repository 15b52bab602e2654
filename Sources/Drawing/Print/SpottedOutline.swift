import DecoderKit

/// The outline of a printed symbol under round spots, exact except that arcs are drawn as chords.
///
/// After painting, two colours meet along a piece of a printed edge that no spot covers, along an
/// arc of a spot that no later spot covers, or along a piece of the border of the painted area.
/// Each of these is cut where another one crosses it, and a piece is kept if its two sides differ.
struct SpottedOutline {
  /// The area in which spots are painted: the bounding box of the ink and the symbol. Spots end
  /// there.
  struct Area {
    var left: Double
    var top: Double
    var right: Double
    var bottom: Double
  }

  typealias Edge = SymbolOutline.Edge

  private let spots: [Spot]
  private let area: Area
  /// The largest distance of a chord from its arc, in modules.
  private let chordError: Double
  /// Returns true if a point is dark without the spots.
  private let isPrinted: (Double, Double) -> Bool

  /// - Parameters:
  ///   - spots: The spots, the last one on top.
  ///   - area: The area in which spots are painted; everything outside is light.
  ///   - chordError: The largest distance of chords from arcs, in modules; above 0.
  ///   - isPrinted: Returns true if a point is dark without the spots; it is called with points off
  ///     all edges.
  init(
    spots: [Spot], area: Area, chordError: Double, isPrinted: @escaping (Double, Double) -> Bool
  ) {
    self.spots = spots
    self.area = area
    self.chordError = chordError
    self.isPrinted = isPrinted
  }

  /// Returns the edges with the spots painted over them, with the dark side on the right.
  func edges(over printed: [Edge]) -> [Edge] {
    var kept: [Edge] = []
    kept.reserveCapacity(printed.count + 32 * spots.count)
    for edge in printed { keepUncovered(edge, &kept) }
    let all = printed + border
    for index in spots.indices { keepArcs(of: index, all, &kept) }
    keepBorder(&kept)
    return kept
  }

  // MARK: Printed edges

  /// Keeps the pieces of an edge that no spot covers.
  private func keepUncovered(_ edge: Edge, _ kept: inout [Edge]) {
    var covered: [ClosedRange<Double>] = []
    for spot in spots {
      if let range = Self.stretch(of: edge, under: spot) { covered.append(range) }
    }
    guard !covered.isEmpty else { return kept.append(edge) }
    covered.sort { $0.lowerBound < $1.lowerBound }
    var from = 0.0
    for range in covered {
      if range.lowerBound > from { kept.append(Self.piece(edge, from, range.lowerBound)) }
      from = max(from, range.upperBound)
    }
    if from < 1 { kept.append(Self.piece(edge, from, 1)) }
  }

  /// Returns the part of an edge that lies under a spot; 0 is the edge's start and 1 its end.
  private static func stretch(of edge: Edge, under spot: Spot) -> ClosedRange<Double>? {
    let reach = spot.radius
    // Most spots lie elsewhere, and most edges are parallel to an axis.
    guard min(edge.fromX, edge.toX) < spot.centre.x + reach,
      max(edge.fromX, edge.toX) > spot.centre.x - reach,
      min(edge.fromY, edge.toY) < spot.centre.y + reach,
      max(edge.fromY, edge.toY) > spot.centre.y - reach
    else { return nil }
    guard let (low, high) = crossings(of: edge, spot), high > 0, low < 1 else { return nil }
    return max(0, low)...min(1, high)
  }

  /// Returns the points at which the line through an edge crosses a spot's circle.
  private static func crossings(of edge: Edge, _ spot: Spot) -> (low: Double, high: Double)? {
    let (dx, dy) = (edge.toX - edge.fromX, edge.toY - edge.fromY)
    let (x, y) = (edge.fromX - spot.centre.x, edge.fromY - spot.centre.y)
    let a = dx * dx + dy * dy
    let b = x * dx + y * dy
    let root = b * b - a * (x * x + y * y - spot.radius * spot.radius)
    guard root > 0, a > 0 else { return nil }
    return ((-b - root.squareRoot()) / a, (-b + root.squareRoot()) / a)
  }

  private static func piece(_ edge: Edge, _ from: Double, _ to: Double) -> Edge {
    let (dx, dy) = (edge.toX - edge.fromX, edge.toY - edge.fromY)
    return Edge(
      fromX: from == 0 ? edge.fromX : edge.fromX + from * dx,
      fromY: from == 0 ? edge.fromY : edge.fromY + from * dy,
      toX: to == 1 ? edge.toX : edge.fromX + to * dx,
      toY: to == 1 ? edge.toY : edge.fromY + to * dy)
  }

  // MARK: Arcs

  /// Keeps the arcs of a spot whose two sides differ.
  private func keepArcs(of index: Int, _ edges: [Edge], _ kept: inout [Edge]) {
    let spot = spots[index]
    let near = spots.indices.filter { other in
      let (dx, dy) = (
        spots[other].centre.x - spot.centre.x, spots[other].centre.y - spot.centre.y
      )
      let reach = spots[other].radius + spot.radius
      return other != index && dx * dx + dy * dy < reach * reach
    }
    let cuts = cuts(of: spot, near.map { spots[$0] }, edges)
    for (place, from) in cuts.enumerated() {
      let to = place + 1 < cuts.count ? cuts[place + 1] : cuts[0] + 4
      guard to > from else { continue }
      // Any point of the arc will do; in its middle it may touch a neighbour of a regular pattern.
      let middle = Diamond.point(from + (to - from) * 0.43, on: spot)
      guard isInArea(middle),
        !near.contains(where: { $0 > index && spots[$0].contains(middle.x, middle.y) })
      else { continue }
      let below = near.last { $0 < index && spots[$0].contains(middle.x, middle.y) }
      let isDarkOutside = below.map { spots[$0].isDark } ?? isPrinted(middle.x, middle.y)
      if isDarkOutside != spot.isDark { keepArc(of: spot, from, to, &kept) }
    }
  }

  /// Returns the places on a spot's circle where anything crosses it, in order; at least one.
  private func cuts(of spot: Spot, _ near: [Spot], _ edges: [Edge]) -> [Double] {
    var places: [Double] = []
    for other in near {
      let (dx, dy) = (other.centre.x - spot.centre.x, other.centre.y - spot.centre.y)
      let square = dx * dx + dy * dy
      // The chord through both crossings cuts the line between the centres at this share of its
      // length.
      let along = (square + spot.radius * spot.radius - other.radius * other.radius) / (2 * square)
      let root = spot.radius * spot.radius / square - along * along
      guard square > 0, root > 0 else { continue }
      let aside = root.squareRoot()
      places.append(Diamond.place(along * dx - aside * dy, along * dy + aside * dx))
      places.append(Diamond.place(along * dx + aside * dy, along * dy - aside * dx))
    }
    for edge in edges where Self.stretch(of: edge, under: spot) != nil {
      guard let (low, high) = Self.crossings(of: edge, spot) else { continue }
      for t in [low, high] where t >= 0 && t <= 1 {
        places.append(
          Diamond.place(
            edge.fromX + t * (edge.toX - edge.fromX) - spot.centre.x,
            edge.fromY + t * (edge.toY - edge.fromY) - spot.centre.y))
      }
    }
    return places.isEmpty ? [0] : places.sorted()
  }

  /// Appends an arc as chords, with the dark side on the right.
  private func keepArc(of spot: Spot, _ from: Double, _ to: Double, _ kept: inout [Edge]) {
    // A chord over an angle a lies r (1 − cos(a / 2)) ≤ r a² / 8 inside its arc, and a chord over a
    // step d of places spans at most 2 d (the diamond's smallest distance from its centre is √½ of
    // its largest).
    let step = (8 * chordError / spot.radius).squareRoot() / 2
    let count = max(1, Int(((to - from) / step).rounded(.up)))
    var last = Diamond.point(from, on: spot)
    for index in 1...count {
      let next = Diamond.point(from + (to - from) * Double(index) / Double(count), on: spot)
      // Places run clockwise as seen in the image, with the spot on their right.
      kept.append(
        spot.isDark
          ? Edge(fromX: last.x, fromY: last.y, toX: next.x, toY: next.y)
          : Edge(fromX: next.x, fromY: next.y, toX: last.x, toY: last.y))
      last = next
    }
  }

  // MARK: Border

  /// The area's border, with the area on the right.
  private var border: [Edge] {
    [
      Edge(fromX: area.left, fromY: area.top, toX: area.right, toY: area.top),
      Edge(fromX: area.right, fromY: area.top, toX: area.right, toY: area.bottom),
      Edge(fromX: area.right, fromY: area.bottom, toX: area.left, toY: area.bottom),
      Edge(fromX: area.left, fromY: area.bottom, toX: area.left, toY: area.top),
    ]
  }

  private func isInArea(_ point: Point) -> Bool {
    point.x > area.left && point.x < area.right && point.y > area.top && point.y < area.bottom
  }

  /// Keeps the pieces of the border whose topmost spot is dark.
  private func keepBorder(_ kept: inout [Edge]) {
    for side in border {
      var places: [Double] = [0, 1]
      for spot in spots {
        guard let range = Self.stretch(of: side, under: spot) else { continue }
        places += [range.lowerBound, range.upperBound]
      }
      places.sort()
      for (from, to) in zip(places, places.dropFirst()) where to > from {
        let middle = (from + to) / 2
        let x = side.fromX + middle * (side.toX - side.fromX)
        let y = side.fromY + middle * (side.toY - side.fromY)
        if spots.last(where: { $0.contains(x, y) })?.isDark == true {
          kept.append(Self.piece(side, from, to))
        }
      }
    }
  }
}

/// Places on a circle without trigonometry: 0 to 4 for a full turn, 1 for each quarter turn,
/// clockwise as seen in the image. A place is a point of the diamond |x| + |y| = 1, seen from its
/// centre.
private enum Diamond {
  /// Returns the place that lies in a direction.
  static func place(_ x: Double, _ y: Double) -> Double {
    let along = y / (abs(x) + abs(y))
    if x < 0 { return 2 - along }
    return along < 0 ? 4 + along : along
  }

  /// Returns the point of a spot's circle at a place.
  static func point(_ place: Double, on spot: Spot) -> Point {
    let place = place >= 4 ? place - 4 : place
    let y = place < 1 ? place : place < 3 ? 2 - place : place - 4
    let x = place < 2 ? 1 - place : place - 3
    let scale = spot.radius / (x * x + y * y).squareRoot()
    return Point(x: spot.centre.x + scale * x, y: spot.centre.y + scale * y)
  }
}
