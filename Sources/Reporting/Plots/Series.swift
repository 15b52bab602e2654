import Results

/// The appearance of one decoder in every drawing: a colour, a shape, a line style, and a short name.
package struct Series {
  /// The decoder's name in tables.
  package let label: String
  /// The name that plots and narrow columns show.
  package let name: ShortNames.Name
  /// The place among the page's decoders, for switching it on and off.
  package let index: Int
  private let look: DecoderLook

  /// The series of all decoders of a score table, in the table's order.
  package static func all(_ table: ScoreTable) -> [Series] {
    all(table.decoders.map { ($0.label, $0.reference) })
  }

  /// The series of decoders by label; a reference says what a label of one's own stands for.
  package static func all(_ decoders: [(label: String, reference: String?)]) -> [Series] {
    let names = ShortNames(decoders)
    let looks = DecoderLook.looks(of: decoders.map(\.label))
    return decoders.enumerated().compactMap { index, decoder in
      looks[decoder.label].map {
        Series(label: decoder.label, name: names.name(decoder.label), index: index, look: $0)
      }
    }
  }

  private init(label: String, name: ShortNames.Name, index: Int, look: DecoderLook) {
    (self.label, self.name, self.index, self.look) = (label, name, index, look)
  }

  package init(label: String) {
    self = Self.all([(label, nil)])[0]
  }

  /// The short name.
  package var short: String { name.short }

  /// The class that gives the colour.
  package var color: String { "c\(look.color)" }

  /// The classes of a line: decoders of one colour have different dashes.
  package var line: String { "curve \(color) dash\(look.dash)" }

  /// Draws the decoder's mark around a point, with about the given radius.
  package func mark(_ x: Double, _ y: Double, radius r: Double, class name: String = "mark") -> HTML
  {
    SVG.path(outline(x, y, r), class: "\(name) \(color)")
  }

  /// Draws the decoder's mark around each point as one path.
  package func marks(_ points: [(x: Double, y: Double)], radius r: Double) -> HTML {
    points.isEmpty
      ? .empty : SVG.path(points.map { outline($0.x, $0.y, r) }.joined(), class: "mark \(color)")
  }

  private func outline(_ x: Double, _ y: Double, _ r: Double) -> String {
    Self.shapes[look.shape % Self.shapes.count](x, y, r)
  }

  /// The parts of a drawing that belong to the decoder and are switched with it.
  package func layer(_ content: HTML) -> HTML {
    content.isEmpty ? .empty : .element("g", ["data-series": "\(index)"], content)
  }

  /// The mark and line of a legend.
  package var key: HTML {
    .element(
      "svg", ["class": "key", "viewBox": "0 0 26 12", "aria-hidden": "true"],
      SVG.line(1, 6, 25, 6, class: line) + mark(13, 6, radius: 4))
  }

  /// The short name with the mark before it.
  package var title: HTML {
    .span(key + .span(.text(short)), class: "series")
  }

  /// The short name with the mark before it, and below what it leaves out.
  package var fullTitle: HTML {
    guard let details = name.details else { return title }
    // Lines break between options rather than inside one.
    let options = details.split(separator: ",", omittingEmptySubsequences: false).map { "\($0)" }
    let parts = options.enumerated().map { index, option in
      HTML.span(.text(option + (index + 1 < options.count ? "," : "")))
    }
    return .span(
      key + .span(.text(short) + .span(parts.joined(by: " "), class: "details")), class: "series")
  }

  /// The shapes of marks, ``DecoderLook/shapeCount`` of them.
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

/// The page's colours, light and dark, under the names that the style sheet uses.
///
/// Text has a contrast of 4.5 : 1 or more against its background, marks of 3 : 1 (WCAG 2.2, 1.4.3
/// and 1.4.11). The colours of decoders follow Okabe and Ito's choice for colour-blind readers,
/// darker or lighter if contrast requires it. No mark is identified by its colour alone.
package enum Palette {
  /// One colour in both themes, as hexadecimal sRGB.
  package struct Shade: Hashable, Sendable {
    /// The custom property's name, without its dashes.
    package let name: String
    /// The colour on a light page.
    package let light: String
    /// The colour on a dark page.
    package let dark: String
  }

  /// Background, text, and the shades between them.
  package static let basics: [Shade] = [
    Shade(name: "paper", light: "#fcfbf8", dark: "#14171a"),
    Shade(name: "raised", light: "#ffffff", dark: "#1c2126"),
    Shade(name: "sunken", light: "#f2f0ea", dark: "#22282e"),
    Shade(name: "ink", light: "#1c2024", dark: "#eceae5"),
    Shade(name: "soft", light: "#565c63", dark: "#a8b0b8"),
    Shade(name: "rule", light: "#dcd8cf", dark: "#343b42"),
    Shade(name: "strong-rule", light: "#878177", dark: "#78828c"),
    Shade(name: "link", light: "#1a5a9e", dark: "#8fc0f5"),
    Shade(name: "good", light: "#0b6b47", dark: "#5fd0a0"),
    Shade(name: "bad", light: "#a82e14", dark: "#ff9d85"),
  ]

  /// The colours of decoders, which ``DecoderLook`` gives out; with more decoders they repeat with
  /// other shapes and dashes.
  package static let series: [Shade] = [
    Shade(name: "s0", light: "#0a62ad", dark: "#62b0f4"),
    Shade(name: "s1", light: "#c24a06", dark: "#f79057"),
    Shade(name: "s2", light: "#0a7a5a", dark: "#3fc79c"),
    Shade(name: "s3", light: "#96458a", dark: "#dc9acb"),
    Shade(name: "s4", light: "#866300", dark: "#ddb83c"),
    Shade(name: "s5", light: "#0c7590", dark: "#5cc8e0"),
    Shade(name: "s6", light: "#4f545a", dark: "#bcc2c9"),
    Shade(name: "s7", light: "#8f2d2d", dark: "#ee8f86"),
  ]

  /// A heat map's steps from worst to best, each with its text colour.
  package static let heat: [(paper: Shade, ink: Shade)] = {
    let light = ["#f7efe4", "#e6ecec", "#cfe2ea", "#a9d0e2", "#6fb1d2", "#2873a6", "#0f548c"]
    let lightInk = [
      "#1c2024", "#1c2024", "#1c2024", "#1c2024", "#10161b", "#ffffff", "#ffffff",
    ]
    let dark = ["#332a22", "#26303a", "#1f3b4f", "#1c4a69", "#1f608a", "#4a97c9", "#9fd0f0"]
    let darkInk = [
      "#eceae5", "#eceae5", "#eceae5", "#f3f3f0", "#ffffff", "#0b0f12", "#0b0f12",
    ]
    return light.indices.map { step in
      (
        Shade(name: "h\(step)", light: light[step], dark: dark[step]),
        Shade(name: "h\(step)-ink", light: lightInk[step], dark: darkInk[step])
      )
    }
  }()

  /// All shades.
  package static let all = basics + series + heat.flatMap { [$0.paper, $0.ink] }

  /// The rules of a plot in a file of its own, as on a light page and without custom properties, which not
  /// every viewer of drawings knows.
  package static var plotRules: String {
    func color(_ name: String) -> String { basics.first { $0.name == name }?.light ?? "#000" }
    let (paper, soft) = (color("paper"), color("soft"))
    return """
      text{font:12px system-ui,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;fill:\(soft)}
      .background{fill:\(paper)}
      .grid{stroke:\(color("rule"));stroke-width:1}
      .curve{fill:none;stroke:currentColor;stroke-width:1.9;stroke-linejoin:round}
      .dash1{stroke-dasharray:7 3}
      .dash2{stroke-dasharray:2 2.5}
      .mark{fill:currentColor;stroke:\(paper);stroke-width:.8}
      .hollow{fill:\(paper);stroke:currentColor;stroke-width:1.8}
      .whisker{stroke:currentColor;stroke-width:2;stroke-linecap:round}
      .curve-name{fill:currentColor;font-weight:600}

      """ + series.indices.map { ".c\($0){color:\(series[$0].light)}" }.joined(separator: "\n")
  }

  /// The custom properties of light and dark, selected by the system's preference or by the reader.
  package static var css: String {
    func properties(_ shade: (Shade) -> String) -> String {
      all.map { "--\($0.name):\(shade($0))" }.joined(separator: ";")
    }
    let light = "color-scheme:light;" + properties(\.light)
    let dark = "color-scheme:dark;" + properties(\.dark)
    // Print is always light, whatever the theme on screen.
    return """
      :root{\(light)}
      @media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]){\(dark)}}
      @media screen{:root[data-theme=dark]{\(dark)}}

      """
  }
}
