import DecoderKit
import Reporting
import Scanning

/// The places of the labels over an image and in a strip below it.
struct OverlayLayout {
  /// A symbol's outline and label.
  struct Item {
    let detection: Detection
    /// The label's lines.
    let lines: [String]
    /// The label's plate.
    let plate: Box
    /// The plate of the symbol's number, beside a corner and clear of labels; `nil` where the label is near.
    var tag: Box?
  }

  /// The measures of the letters, in pixels of the image.
  struct Letters {
    /// From one letter to the next.
    var advance: Double
    /// From one line to the next.
    var line: Double
    /// From the plate's edge to the letters.
    var padding: Double
    /// True if there are no letters beyond ASCII.
    var isASCII = false
  }

  private(set) var items: [Item] = []
  /// The height of the strip below the image, in pixels; 0 if no label needs it.
  private(set) var stripHeight = 0.0

  /// Places a label beside each symbol: above, below or beside it, in the image and clear of all symbols
  /// and labels. Labels without such a place go to a strip below the image.
  init(_ contents: ScannedImage.Contents, letters: Letters) {
    let (width, height) = (Double(contents.width), Double(contents.height))
    let columns = Int((width - 2 * letters.padding) / letters.advance)
    var taken = contents.detections.compactMap { $0.measurement.outline?.points }
    for detection in contents.detections {
      var lines = ScanWording.label(detection, columns: columns)
      if letters.isASCII {
        // A substitute may be longer.
        lines = lines.map { String(DisplayText.ascii($0).prefix(max(columns, 8))) }
      }
      let longest = lines.map(DisplayText.width).max() ?? 0
      var box = Box(
        x: 0, y: 0, width: Double(longest) * letters.advance + 2 * letters.padding,
        height: Double(lines.count) * letters.line + 2 * letters.padding)
      let place = Self.places(detection.measurement.outline, box, gap: letters.padding).lazy
        .map { place in
          Point(
            x: min(max(place.x, 0), max(width - box.width, 0)),
            y: min(max(place.y, 0), max(height - box.height, 0)))
        }
        .first { place in
          (box.x, box.y) = (place.x, place.y)
          return box.width <= width && box.height <= height
            && !taken.contains { Self.overlaps(box.corners, $0) }
        }
      if place == nil {
        (box.x, box.y) = (0, height + stripHeight)
        stripHeight += box.height
      }
      taken.append(box.corners)
      var item = Item(detection: detection, lines: lines, plate: box)
      if place == nil, let outline = detection.measurement.outline {
        let digits = Double("\(detection.number)".count)
        let size = (digits * letters.advance + 2 * letters.padding, letters.line + letters.padding)
        let (xs, ys) = (outline.points.map(\.x), outline.points.map(\.y))
        let (left, right) = ((xs.min() ?? 0) - size.0, xs.max() ?? 0)
        let (top, bottom) = ((ys.min() ?? 0) - size.1, ys.max() ?? 0)
        let tags = [(left, top), (right, top), (left, bottom), (right, bottom)].map { x, y in
          Box(
            x: min(max(x, 0), max(width - size.0, 0)), y: min(max(y, 0), max(height - size.1, 0)),
            width: size.0, height: size.1)
        }
        item.tag =
          tags.first { tag in !taken.contains { Self.overlaps(tag.corners, $0) } } ?? tags[0]
        taken += item.tag.map { [$0.corners] } ?? []
      }
      items.append(item)
    }
  }

  /// The places for a plate's top left corner, the best first.
  private static func places(_ outline: Corners?, _ box: Box, gap: Double) -> [Point] {
    guard let points = outline?.points else { return [] }
    let left = points.map(\.x).min() ?? 0
    let right = points.map(\.x).max() ?? 0
    let top = points.map(\.y).min() ?? 0
    let bottom = points.map(\.y).max() ?? 0
    return [
      Point(x: left, y: top - box.height - gap), Point(x: left, y: bottom + gap),
      Point(x: right - box.width, y: top - box.height - gap),
      Point(x: right - box.width, y: bottom + gap), Point(x: right + gap, y: top),
      Point(x: left - box.width - gap, y: top), Point(x: right + gap, y: bottom - box.height),
      Point(x: left - box.width - gap, y: bottom - box.height),
    ]
  }

  /// True if two convex outlines overlap: no side of either separates them.
  static func overlaps(_ one: [Point], _ other: [Point]) -> Bool {
    for outline in [one, other] {
      for (index, start) in outline.enumerated() {
        let end = outline[(index + 1) % outline.count]
        func along(_ point: Point) -> Double {
          (point.x - start.x) * (end.y - start.y) - (point.y - start.y) * (end.x - start.x)
        }
        let (a, b) = (one.map(along), other.map(along))
        if (a.max() ?? 0) <= (b.min() ?? 0) || (b.max() ?? 0) <= (a.min() ?? 0) { return false }
      }
    }
    return true
  }
}

extension Box {
  var corners: [Point] {
    [
      Point(x: x, y: y), Point(x: x + width, y: y), Point(x: x + width, y: y + height),
      Point(x: x, y: y + height),
    ]
  }
}
