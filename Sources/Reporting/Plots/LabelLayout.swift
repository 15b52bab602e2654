/// A rectangle in user units of a drawing.
struct Box: Hashable {
  var x: Double
  var y: Double
  var width: Double
  var height: Double

  /// True if the two share any area.
  func overlaps(_ other: Box) -> Bool {
    x < other.x + other.width && other.x < x + width && y < other.y + other.height
      && other.y < y + height
  }

  /// True if no part is outside the other one.
  func isInside(_ other: Box) -> Bool {
    x >= other.x && y >= other.y && x + width <= other.x + other.width
      && y + height <= other.y + other.height
  }
}

/// The places of a drawing's labels: none covers another or a mark, and none leaves the drawing.
struct LabelLayout {
  /// A label beside the point that it names.
  struct Label {
    let text: String
    let box: Box
    let anchor: SVG.Anchor

    /// The text, with its baseline inside the box.
    func html(class name: String) -> HTML {
      SVG.text(
        text, x: anchor == .end ? box.x + box.width : box.x, y: box.y + box.height * 0.78,
        anchor: anchor, class: name)
    }
  }

  private let bounds: Box
  private let size: Double
  private var taken: [Box] = []

  /// Makes an empty layout for text of a size, in user units.
  init(in bounds: Box, textSize size: Double) {
    self.bounds = bounds
    self.size = size
  }

  /// The width that text takes at most, in user units: the fonts of the page are narrower.
  static func width(of text: String, size: Double) -> Double {
    Double(DisplayText.width(text)) * size * 0.6
  }

  /// Keeps labels away from a mark.
  mutating func avoid(_ box: Box) { taken.append(box) }

  /// Draws text over a point of an axis; `nil` if it would touch another one or the edge.
  mutating func center(_ text: String, x: Double, baseline: Double) -> HTML? {
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
  mutating func place(
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
