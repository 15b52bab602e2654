/// Drawings inside the page.
package enum SVG {
  /// A drawing with its title and a description for screen readers.
  package static func drawing(
    id: String, width: Double, height: Double, title: String, description: String,
    class name: String, _ content: HTML
  ) -> HTML {
    .element(
      "svg",
      [
        "class": name, "viewBox": "0 0 \(place(width)) \(place(height))", "role": "img",
        "aria-labelledby": "\(id)-name \(id)-text",
      ],
      .element("title", ["id": "\(id)-name"], .text(title))
        + .element("desc", ["id": "\(id)-text"], .text(description)) + content)
  }

  /// A drawing as a file of its own.
  ///
  /// - Parameter start: The style, and the parts that lie below the drawing.
  package static func file(_ drawing: HTML, _ start: HTML) -> String {
    let opening = "<svg "
    guard drawing.markup.hasPrefix(opening), let end = drawing.markup.firstIndex(of: ">") else {
      preconditionFailure("a drawing is an svg element")
    }
    let tag = drawing.markup[..<end].dropFirst(opening.count)
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" \(tag)>" + start.markup
      + drawing.markup[drawing.markup.index(after: end)...]
  }

  /// Formats a coordinate with at most one decimal: a tenth of a unit is not visible.
  ///
  /// Coordinates far outside the drawing, such as a decoder's corners may be, are limited to ±1 000
  /// 000.
  package static func place(_ value: Double) -> String {
    let tenths = Int((min(max(value, -1e6), 1e6) * 10).rounded())
    let (whole, rest) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
    return (tenths < 0 ? "-" : "") + (rest == 0 ? "\(whole)" : "\(whole).\(rest)")
  }

  package static func line(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, class name: String
  ) -> HTML {
    .element(
      "line",
      [
        "class": name, "x1": place(x1), "y1": place(y1), "x2": place(x2), "y2": place(y2),
      ])
  }

  package static func rect(
    x: Double, y: Double, width: Double, height: Double, class name: String,
    data: Attributes = [:], _ content: HTML = .empty
  ) -> HTML {
    .element(
      "rect",
      data + [
        "class": name, "x": place(x), "y": place(y), "width": place(max(width, 0)),
        "height": place(max(height, 0)),
      ], content)
  }

  package static func path(_ data: String, class name: String) -> HTML {
    .element("path", ["class": name, "d": data])
  }

  package enum Anchor: String {
    case start, middle, end
  }

  package static func text(
    _ text: String, x: Double, y: Double, anchor: Anchor = .start, class name: String? = nil
  ) -> HTML {
    .element(
      "text",
      [
        "x": place(x), "y": place(y), "class": name,
        "text-anchor": anchor == .start ? nil : anchor.rawValue,
      ], .text(text))
  }

  /// The text that a pointer shows; browsers show it even without the script.
  package static func hint(_ text: String) -> HTML {
    // The line breaks must be kept, so each line is escaped separately.
    .element(
      "title", [:],
      text.split(separator: "\n").map { HTML.text(String($0)) }.joined(by: .trusted("\n")))
  }

  /// The path data of a line through points, in order.
  package static func polyline(_ points: [(x: Double, y: Double)]) -> String {
    points.enumerated().map { index, point in
      "\(index == 0 ? "M" : "L")\(place(point.x)) \(place(point.y))"
    }.joined()
  }
}
