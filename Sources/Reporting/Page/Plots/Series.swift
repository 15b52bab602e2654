import Evaluation

/// The appearance of one decoder in every drawing: a colour, a shape, and a line style.
struct Series {
  /// The decoder's name in tables.
  let label: String
  private let index: Int

  /// The series of the decoders that were tried, in the table's order.
  static func all(_ wording: ScoreWording) -> [Series] {
    wording.tried.enumerated().map { Series(label: $1.label, index: $0) }
  }

  init(label: String, index: Int) {
    self.label = label
    self.index = index
  }

  /// The class that gives the colour.
  var color: String { "c\(index % Palette.series.count)" }

  /// The classes of a line: repeated colours get another dash pattern.
  var line: String { "curve \(color) dash\(index / Palette.series.count % 3)" }

  /// Draws the decoder's mark around a point, with about the given radius.
  func mark(_ x: Double, _ y: Double, radius r: Double, class name: String = "mark") -> HTML {
    SVG.path(Self.shapes[index % Self.shapes.count](x, y, r), class: "\(name) \(color)")
  }

  /// The mark and line of a legend.
  var key: HTML {
    .element(
      "svg", ["class": "key", "viewBox": "0 0 26 12", "aria-hidden": "true"],
      SVG.line(1, 6, 25, 6, class: line) + mark(13, 6, radius: 4))
  }

  /// The decoder's name with its mark before it.
  var name: HTML {
    .span(key + .span(.text(label)), class: "series")
  }

  /// The shapes of marks: with seven shapes and eight colours, 56 decoders look different.
  private static let shapes: [@Sendable (Double, Double, Double) -> String] = [
    { x, y, r in
      let side = SVG.place(r)
      return "M\(SVG.place(x - r)) \(SVG.place(y))a\(side) \(side) 0 1 0 \(SVG.place(2 * r)) 0"
        + "a\(side) \(side) 0 1 0 \(SVG.place(-2 * r)) 0z"
    },
    { x, y, r in polygon(x, y, r * 0.92, [(-1, -1), (1, -1), (1, 1), (-1, 1)]) },
    { x, y, r in polygon(x, y, r * 1.2, [(0, -1), (0.95, 0.75), (-0.95, 0.75)]) },
    { x, y, r in polygon(x, y, r * 1.25, [(0, -1), (1, 0), (0, 1), (-1, 0)]) },
    { x, y, r in polygon(x, y, r * 1.2, [(0, 1), (0.95, -0.75), (-0.95, -0.75)]) },
    { x, y, r in
      polygon(
        x, y, r * 1.1,
        [
          (-0.35, -1), (0.35, -1), (0.35, -0.35), (1, -0.35), (1, 0.35), (0.35, 0.35),
          (0.35, 1), (-0.35, 1), (-0.35, 0.35), (-1, 0.35), (-1, -0.35), (-0.35, -0.35),
        ])
    },
    { x, y, r in
      polygon(
        x, y, r * 1.15, [(-0.5, -0.87), (0.5, -0.87), (1, 0), (0.5, 0.87), (-0.5, 0.87), (-1, 0)])
    },
  ]

  private static func polygon(
    _ x: Double, _ y: Double, _ r: Double, _ corners: [(Double, Double)]
  ) -> String {
    SVG.polyline(corners.map { (x + $0.0 * r, y + $0.1 * r) }) + "z"
  }
}
