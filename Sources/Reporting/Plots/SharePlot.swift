import Results

/// A plot of shares by level: a curve for each of several outcomes or decoders.
///
/// A band is the exact 95 % interval of each share. Bands that would cover the curves are left out.
struct SharePlot {
  /// One curve.
  struct Curve {
    let name: String
    /// The class that gives the colour.
    let color: String
    /// The classes of the line.
    let line: String
    /// The share at each level; `nil` where nothing was tried.
    let shares: [Estimate?]
    /// Draws marks at points.
    var marks: @Sendable ([(x: Double, y: Double)]) -> HTML = { _ in .empty }
  }

  private static let width = 400.0
  private static let height = 236.0
  private static let top = 14.0
  private static let bottom = 186.0
  private static let area = PlotFrame(left: left, right: right, top: top, bottom: bottom)
  private static let left = 44.0
  private static let right = 390.0

  let id: String
  let title: String
  /// The name of the axis below.
  let axis: String
  /// The levels, as the corpus writes them and as numbers, ascending.
  let levels: [(text: String, value: Double)]
  let curves: [Curve]
  /// The levels between which the ground is tinted; `nil` for none.
  var tinted: ClosedRange<Double>?
  /// The share at the upper end of the axis.
  var most = 1.0

  private var places: [Double] {
    guard let first = levels.first?.value, let last = levels.last?.value else { return [] }
    let scale = Self.area.scale(fromLevel: first, to: last)
    return levels.map { scale($0.value) }
  }

  private var rate: AxisScale { AxisScale(0...most, to: (Self.bottom, Self.top)) }

  var html: HTML {
    SVG.drawing(
      id: id, width: Self.width, height: Self.height, title: title, description: description,
      class: "plot", ground + frame + curves.map(layer).joined() + names + targets)
  }

  private var description: String {
    curves.map { curve in
      let shares = zip(levels, curve.shares).map { "\($0.text): \(Numerals.percent($1?.value))" }
      return "\(curve.name), percent by level: \(shares.joined(separator: ", "))"
    }.joined(separator: "; ") + "."
  }

  /// The tint of the recommended levels.
  private var ground: HTML {
    guard let tinted else { return .empty }
    let inside = levels.indices.filter { tinted.contains(levels[$0].value) }
    guard let first = inside.first, let last = inside.last else { return .empty }
    let from = first == 0 ? Self.left : (places[first] + places[first - 1]) / 2
    let to = last + 1 == places.count ? Self.right : (places[last] + places[last + 1]) / 2
    return SVG.rect(
      x: from, y: Self.top, width: to - from, height: Self.bottom - Self.top, class: "island c2")
  }

  private var frame: HTML {
    let lines = [0.0, 0.25, 0.5, 0.75, 1].map { part in
      let share = part * most
      let percent = Numerals.decimal(share * 100, places: most < 0.2 ? 1 : 0)
      return SVG.line(Self.left, rate(share), Self.right, rate(share), class: "grid")
        + SVG.text(
          "\(percent)\(part == 1 ? " %" : "")", x: Self.left - 6, y: rate(share) + 4, anchor: .end)
    }
    var layout = LabelLayout(
      in: Box(x: 0, y: 0, width: Self.width, height: Self.height), textSize: 12)
    let ends = [0, levels.count - 1]
    let order = ends + levels.indices.filter { !ends.contains($0) }
    let ticks = order.map { level in
      SVG.line(places[level], Self.bottom, places[level], Self.bottom + 4, class: "tick")
        + (layout.center(levels[level].text, x: places[level], baseline: Self.bottom + 16)
          ?? .empty)
    }
    return (lines + ticks).joined() + Self.area.axisName(axis, y: Self.height - 8)
  }

  /// The points of a curve: the place and share of each level that was tried.
  private func points(_ curve: Curve) -> [(x: Double, y: Double)] {
    zip(places, curve.shares).compactMap { place, share in
      share.map { (x: place, y: rate($0.value)) }
    }
  }

  /// False if some interval takes more than half of the axis, as those of a few trials do.
  private var hasBands: Bool {
    curves.flatMap(\.shares).allSatisfy { ($0.map { $0.upper - $0.lower } ?? 0) <= most / 2 }
  }

  private func layer(_ curve: Curve) -> HTML {
    let tried = zip(places, curve.shares).compactMap { place, share in share.map { (place, $0) } }
    let upper = tried.map { (x: $0.0, y: rate($0.1.upper)) }
    let lower = tried.reversed().map { (x: $0.0, y: rate($0.1.lower)) }
    let points = points(curve)
    let band = SVG.path(SVG.polyline(upper + lower) + "z", class: "band \(curve.color)")
    return (hasBands ? band : .empty)
      + SVG.path(SVG.polyline(points), class: curve.line) + curve.marks(points)
  }

  /// The names, each beside the highest point of its curve where there is room.
  private var names: HTML {
    var layout = LabelLayout(
      in: Box(
        x: Self.left + 2, y: 0, width: Self.right - Self.left, height: Self.bottom), textSize: 12)
    let all = curves.map(points)
    return curves.indices.map { index in
      let peaks = all[index].sorted { $0.y < $1.y }.prefix(4)
      let label = layout.place(curves[index].name, besideOneOf: Array(peaks), gap: 6) { box in
        all.joined().count { box.overlaps(Box(x: $0.x - 2, y: $0.y - 2, width: 4, height: 4)) }
      }
      return label?.html(class: "curve-name \(curves[index].color)") ?? .empty
    }.joined()
  }

  private var targets: HTML {
    Self.area.targets(places) { level in
      ["\(axis): \(levels[level].text)"]
        + curves.map { "\($0.name)  \(Numerals.percent($0.shares[level]?.value))" }
    }
  }
}
