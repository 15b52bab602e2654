import DecoderKit
import Images
import Measuring
import Reporting
import Scanning

/// A scanned image with its symbols outlined and labelled, as PNG and as SVG.
///
/// Lines have a dark halo and labels a dark plate, so that they are seen on any background.
struct OverlayPicture {
  private let image: GrayImage
  private let path: String
  private let contents: ScannedImage.Contents
  private let guides: RegionGuides?

  /// Makes the picture of an image.
  ///
  /// - Parameters:
  ///   - image: The image that was scanned.
  ///   - path: Its path, for the title.
  ///   - contents: Its symbols.
  ///   - showsGuides: True to draw the scan region, too.
  init(
    _ image: GrayImage, path: String, _ contents: ScannedImage.Contents, showsGuides: Bool = false
  ) {
    guides = showsGuides ? contents.window.map(RegionGuides.init) : nil
    self.image = image
    self.path = path
    self.contents = contents
  }

  /// The longer side that a picture has at least, in pixels: in less, labels have no room.
  private static let smallestSide = 640
  private static let measuredColour = Colour(0, 230, 118)
  private static let reportedColour = Colour(255, 171, 0)
  private static let potentialColour = Colour(255, 82, 82)
  private static let leftOutColour = Colour(144, 144, 144)
  private static let areaColour = Colour(211, 211, 211)
  private static let selectionColour = Colour(0, 200, 83)
  private static let plateColour = Colour(16, 16, 16)
  private static let textColour = Colour(255, 255, 255)

  /// The whole factor by which a small image is enlarged.
  private var factor: Int {
    let side = max(image.width, image.height, 1)
    return max(1, (Self.smallestSide + side - 1) / side)
  }

  private var longerSide: Double { Double(max(image.width, image.height)) }

  private static func colour(_ detection: Detection) -> Colour {
    guard detection.isKept else { return leftOutColour }
    return detection.measurement.source == .measured ? measuredColour : reportedColour
  }

  private static func colour(_ guide: RegionGuides.Line) -> Colour {
    guide.isSelection ? selectionColour : areaColour
  }

  // MARK: PNG

  /// Renders the picture as a PNG file; letters beyond ASCII have substitutes there.
  ///
  /// - Throws: `ImageError` for an image that is too large for a PNG file.
  func png() throws(ImageError) -> [UInt8] {
    let factor = Double(factor)
    let scale = max(2, Int(longerSide * factor / 800))
    let letters = OverlayLayout.Letters(
      advance: Double(ColourImage.letterAdvance * scale) / factor,
      line: Double((ColourImage.letterHeight + 3) * scale) / factor,
      padding: Double(3 * scale) / factor, isASCII: true)
    let layout = OverlayLayout(contents, letters: letters)
    let items = layout.items
    var canvas = ColourImage(
      image.enlarged(by: self.factor),
      rowsBelow: Int((layout.stripHeight * factor).rounded(.up)))
    for guide in guides?.lines ?? [] {
      let points = guide.points.map { Point(x: $0.x * factor, y: $0.y * factor) }
      canvas.stroke(points, Self.plateColour, lineWidth: Double(scale) * 2 + 2)
      canvas.stroke(points, Self.colour(guide), lineWidth: Double(scale))
    }
    for item in items { Self.outline(item.detection, on: &canvas, factor, Double(scale)) }
    for place in contents.potential ?? [] {
      let points = place.outline.points.map { Point(x: $0.x * factor, y: $0.y * factor) }
      canvas.stroke(points, Self.plateColour, lineWidth: Double(scale) * 2 + 2)
      canvas.stroke(points, Self.potentialColour, lineWidth: Double(scale))
    }
    for item in items {
      let colour = Self.colour(item.detection)
      func write(_ lines: [String], on plate: Box) {
        let (x, y) = (Int(plate.x * factor), Int(plate.y * factor))
        canvas.fill(
          x: x, y: y, width: Int(plate.width * factor), height: Int(plate.height * factor),
          Self.plateColour)
        for (index, line) in lines.enumerated() {
          canvas.write(
            line, x: x + 3 * scale,
            y: y + 4 * scale + index * (ColourImage.letterHeight + 3) * scale, scale: scale,
            index == 0 ? colour : Self.textColour)
        }
      }
      write(item.lines, on: item.plate)
      if let tag = item.tag { write(["\(item.detection.number)"], on: tag) }
    }
    return try PNG.encode(canvas)
  }

  private static func outline(
    _ detection: Detection, on canvas: inout ColourImage, _ factor: Double, _ width: Double
  ) {
    guard let outline = detection.measurement.outline else { return }
    let points = outline.points.map { Point(x: $0.x * factor, y: $0.y * factor) }
    canvas.stroke(points, plateColour, lineWidth: width * 2 + 2)
    canvas.stroke(points, colour(detection), lineWidth: width)
    canvas.dot(at: points[0], plateColour, diameter: width * 5)
    canvas.dot(at: points[0], colour(detection), diameter: width * 3)
  }

  // MARK: SVG

  /// Renders the picture as an SVG file that holds the image and needs no other file.
  ///
  /// - Throws: `ImageError` for an image that is too large for a PNG file.
  func svg() throws(ImageError) -> String {
    // Pages show pictures in columns of about 400 pixels: a label there is as large as text.
    let size = max(longerSide / 32, 1)
    let letters = OverlayLayout.Letters(advance: size * 0.62, line: size * 1.3, padding: size * 0.4)
    let data = "data:image/png;base64," + Base64.text(try PNG.encode(image))
    let picture = HTML.element(
      "image",
      [
        "width": "\(image.width)", "height": "\(image.height)", "href": data,
        "style": factor > 1 ? "image-rendering:pixelated" : nil,
      ])
    let layout = OverlayLayout(contents, letters: letters)
    let line = size / 12
    let height = Double(image.height) + layout.stripHeight
    let root = HTML.element(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg",
        "viewBox": "0 0 \(image.width) \(Self.number(height))",
        "width": "\(image.width * factor)",
        "height": Self.number(height * Double(factor)),
        "font-family": "ui-monospace, Menlo, Consolas, monospace",
        "font-size": Self.number(size), "role": "img",
      ],
      .element("title", [:], .text(path)) + picture
        + (guides?.lines ?? []).map { guide in
          Self.polygon(guide.points, Self.plateColour, line * 2.5)
            + Self.polygon(guide.points, Self.colour(guide), line)
        }.joined()
        + layout.items.map { Self.outline($0.detection, line) }.joined()
        + (contents.potential ?? []).map { Self.place($0, line) }.joined()
        + layout.items.map { Self.label($0, letters) }.joined())
    return root.markup + "\n"
  }

  private static func outline(_ detection: Detection, _ line: Double) -> HTML {
    guard let outline = detection.measurement.outline else { return .empty }
    let isReported = detection.measurement.source != .measured
    return polygon(outline.points, plateColour, line * 2.5)
      + polygon(outline.points, colour(detection), line, isDashed: isReported)
      + .element(
        "circle",
        [
          "cx": number(outline.topLeft.x), "cy": number(outline.topLeft.y),
          "r": number(line * 2), "fill": hex(colour(detection)), "stroke": hex(plateColour),
          "stroke-width": number(line),
        ])
  }

  private static func polygon(
    _ points: [Point], _ colour: Colour, _ width: Double, isDashed: Bool = false
  ) -> HTML {
    let points = points.map { number($0.x) + "," + number($0.y) }.joined(separator: " ")
    return .element(
      "polygon",
      [
        "points": points, "fill": "none", "stroke": hex(colour), "stroke-width": number(width),
        "stroke-linejoin": "round",
        "stroke-dasharray": isDashed ? "\(number(width * 4)) \(number(width * 3))" : nil,
      ])
  }

  /// The outline of a place that nobody read; its hint is shown by a pointer.
  private static func place(_ place: PotentialSymbol, _ line: Double) -> HTML {
    .element(
      "g", [:],
      .element("title", [:], .text(ScanWording.potential(place)))
        + polygon(place.outline.points, plateColour, line * 2.5)
        + polygon(place.outline.points, potentialColour, line, isDashed: true))
  }

  private static func label(_ item: OverlayLayout.Item, _ letters: OverlayLayout.Letters) -> HTML {
    let colour = colour(item.detection)
    let label = label(item.lines, colour, on: item.plate, letters)
    guard let tag = item.tag else { return label }
    return label + Self.label(["\(item.detection.number)"], colour, on: tag, letters)
  }

  private static func label(
    _ lines: [String], _ colour: Colour, on plate: Box,
    _ letters: OverlayLayout.Letters
  ) -> HTML {
    let texts = lines.enumerated().map { index, line in
      HTML.element(
        "text",
        [
          "x": number(plate.x + letters.padding),
          "y": number(plate.y + letters.padding + (Double(index) + 0.8) * letters.line),
          // The plate has this width whatever font there is.
          "textLength": line.isEmpty
            ? nil : number(Double(DisplayText.width(line)) * letters.advance),
          "lengthAdjust": "spacingAndGlyphs", "fill": hex(index == 0 ? colour : textColour),
          "style": "white-space:pre",
        ], .text(line))
    }
    return .element(
      "rect",
      [
        "x": number(plate.x), "y": number(plate.y), "width": number(plate.width),
        "height": number(plate.height), "rx": number(letters.padding / 2),
        "fill": hex(plateColour), "fill-opacity": "0.9",
      ]) + texts.joined()
  }

  private static func hex(_ colour: Colour) -> String {
    "#" + ScanWording.hex([colour.red, colour.green, colour.blue])
  }

  /// A coordinate with at most two decimals, and within bounds: decoders' corners may lie anywhere.
  private static func number(_ value: Double) -> String {
    let hundredths = (min(max(value, -1e6), 1e6) * 100).rounded()
    guard hundredths.isFinite else { return "0" }
    return Numerals.level(hundredths / 100)
  }
}
