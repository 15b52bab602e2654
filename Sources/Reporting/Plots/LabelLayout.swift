/// A rectangle in user units of a drawing.
package struct Box: Hashable {
  package var x: Double
  package var y: Double
  package var width: Double
  package var height: Double

  package init(x: Double, y: Double, width: Double, height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// True if the two share any area.
  package func overlaps(_ other: Box) -> Bool {
    x < other.x + other.width && other.x < x + width && y < other.y + other.height
      && other.y < y + height
  }

  /// True if no part is outside the other one.
  package func isInside(_ other: Box) -> Bool {
    x >= other.x && y >= other.y && x + width <= other.x + other.width
      && y + height <= other.y + other.height
  }
}

/// The places of a drawing's labels: none covers another or a mark, and none leaves the drawing.
package struct LabelLayout {
  /// A label beside the point that it names.
  package struct Label {
    package let text: String
    package let box: Box
    package let anchor: SVG.Anchor

    /// The text, with its baseline inside the box.
    package func html(class name: String) -> HTML {
      SVG.text(
        text, x: anchor == .end ? box.x + box.width : box.x, y: box.y + box.height * 0.78,
        anchor: anchor, class: name)
    }
  }

  private let bounds: Box
  private let size: Double
  private var taken: [Box] = []

  /// Makes an empty layout for text of a size, in user units.
  package init(in bounds: Box, textSize size: Double) {
    self.bounds = bounds
    self.size = size
  }

  /// The width that text takes at most, in user units: the fonts of the page are narrower.
  package static func width(of text: String, size: Double) -> Double {
    Double(DisplayText.width(text)) * size * 0.6
  }

  /// Keeps labels away from a mark.
  package mutating func avoid(_ box: Box) { taken.append(box) }

  /// Draws text over a point of an axis; `nil` if it would touch another one or the edge.
  package mutating func center(_ text: String, x: Double, baseline: Double) -> HTML? {
    let width = Self.width(of: text, size: size)
    let box = Box(x: x - width / 2, y: baseline - size, width: width, height: size)
    guard box.isInside(bounds), !taken.contains(where: box.overlaps) else { return nil }
    taken.append(box)
    return SVG.text(text, x: x, y: baseline, anchor: .middle)
  }

  /// Places a label beside a point; `nil` if there is no room.
  ///
  /// - Parameters:
  ///   - places: The points to stand beside, the best first.
  ///   - gap: The distance from a point.
  ///   - cost: The harm that a place does, 0 for none; of those free of labels the cheapest is taken.
  package mutating func place(
    _ text: String, besideOneOf places: [(x: Double, y: Double)], gap: Double,
    cost: (Box) -> Int = { _ in 0 }
  ) -> Label? {
    let (width, height) = (Self.width(of: text, size: size), size * 1.15)
    var best: (label: Label, cost: Int)?
    for place in places {
      let sides: [(x: Double, y: Double, anchor: SVG.Anchor)] = [
        (place.x + gap, place.y - height / 2, .start),
        (place.x - gap - width, place.y - height / 2, .end),
        (place.x + gap * 0.7, place.y - gap - height, .start),
        (place.x + gap * 0.7, place.y + gap, .start),
        (place.x - gap * 0.7 - width, place.y - gap - height, .end),
        (place.x - gap * 0.7 - width, place.y + gap, .end),
      ]
      for side in sides {
        let box = Box(x: side.x, y: side.y, width: width, height: height)
        guard box.isInside(bounds), !taken.contains(where: box.overlaps) else { continue }
        let cost = cost(box)
        guard cost < best?.cost ?? .max else { continue }
        best = (Label(text: text, box: box, anchor: side.anchor), cost)
        if cost == 0 { break }
      }
      if best?.cost == 0 { break }
    }
    if let best { taken.append(best.label.box) }
    return best?.label
  }
}
