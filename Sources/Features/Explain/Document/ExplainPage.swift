import Base
import DecoderKit
import Images
import Reporting
import Scanning

/// The explanations of many images as one page: a thumbnail of each, its fault, the remedy, and what was read.
///
/// Images are added as they are explained, so that no more than their thumbnails stay in memory.
struct ExplainPage {
  private var rows: [Row] = []

  init() {}

  private struct Row {
    let image: ExplainedImage
    let thumbnail: HTML
  }

  /// Adds an image with its explanation.
  ///
  /// - Throws: `ImageError` for an image that cannot be written as a PNG file.
  mutating func add(_ explained: ExplainedImage, _ image: GrayImage) throws(ImageError) {
    rows.append(Row(image: explained, thumbnail: try Self.thumbnail(explained, image)))
  }

  /// Renders the page, which needs no other file.
  func render() -> String {
    let shell = PageShell(
      title: "Why decoders do not read these images", kicker: "harness explain",
      heading: "Why decoders do not read these images",
      subtitle: ExplainWording.answer(rows.map(\.image)) + ".")
    return shell.document(
      .section("faults", "Faults by number", faults)
        + .section("images", "Images", .p(.text(Self.note), class: "note") + table.html)
        + .section("decoders", "Decoders", decoders),
      links: [("#faults", "Faults"), ("#images", "Images"), ("#decoders", "Decoders")])
  }

  private static let note =
    "The likeliest fault of each image, and the least change with which decoders read it. A change counts only "
    + "if something backs what was read: truth beside the image, different decoders that agree, or the symbol's "
    + "structure. Solid outlines are symbols that were read; dashed ones are places that look like a symbol, "
    + "where faults are measured but nothing was read."

  private var faults: HTML {
    let counts = Dictionary(
      grouping: rows.compactMap { $0.image.explanation.findings.first.map(ExplainWording.name) },
      by: \.self)
    guard !counts.isEmpty else { return .p("No fault was found in any of the images.") }
    return .list(
      counts.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.map { fault, images in
        .text("\(fault): \(Numerals.counted(images.count, "image", "images"))")
      })
  }

  private var decoders: HTML {
    let all = rows.first?.image.explanation.decoders ?? []
    return .list(all.map { .text("\($0.label): \($0.library) \($0.version)") })
  }

  private var table: PageTable {
    var table = PageTable(
      caption: "Each image, its fault and the remedy",
      columns: [
        .init("image", isSortable: false), .init("file", isSortable: false),
        .init("fault", isNumber: false), .init("remedy", isSortable: false),
        .init("read as", isSortable: false),
      ], headColumn: 1, isStacking: true)
    // Those that need help come first: nobody opens this page for the others.
    let order = rows.enumerated().sorted {
      (Self.place($0.element.image), $0.offset) < (Self.place($1.element.image), $1.offset)
    }
    for row in order.map(\.element) {
      let explanation = row.image.explanation
      table.add([
        .init(row.thumbnail),
        .init(
          Self.wrapped(
            .text(
              "\(DisplayText.printable(row.image.path)), \(row.image.width) × \(row.image.height) px"
            )
          )),
        .init(
          Self.wrapped(Self.fault(explanation)),
          value: explanation.findings.first.map { Double($0.fault.rawValue) }),
        .init(Self.wrapped(.text(ExplainWording.remedy(explanation)))),
        .init(Self.wrapped(Self.readings(explanation))),
      ])
    }
    return table
  }

  /// The place among the others: not read at all, read with a change, read unchanged.
  private static func place(_ image: ExplainedImage) -> Int {
    image.isUnread ? 0 : image.explanation.unchanged.isEmpty ? 1 : 2
  }

  /// Content in lines of a few words; numbers' cells do not break.
  private static func wrapped(_ content: HTML) -> HTML {
    .element(
      "div", ["style": "white-space:normal;overflow-wrap:anywhere;max-width:16rem"], content)
  }

  /// The likeliest fault with its measure, and the others below it.
  private static func fault(_ explanation: Explanation) -> HTML {
    let first = HTML.element("strong", [:], .text(ExplainWording.fault(explanation)))
    let names = explanation.findings.map(ExplainWording.words)
    return names.isEmpty ? first : first + .list(names.map(HTML.text))
  }

  private static func readings(_ explanation: Explanation) -> HTML {
    let backed =
      explanation.decoders.compactMap { explanation.unchanged[$0.label] }
      + explanation.findings.flatMap { $0.successes.map(\.reading) }
    var lines = backed.map { reading in
      let value = DisplayText.printable(ScanWording.value(reading))
      return DisplayText.shortened(value, to: 60, ellipsis: "…")
        + " (\(ScanWording.type(reading.symbology)))"
    }.uniqued()
    let doubts = explanation.unbackedUnchanged.count + explanation.unbacked.count
    if doubts > 0 {
      lines.append("\(Numerals.counted(doubts, "reading", "readings")) that nothing backs")
    }
    return lines.isEmpty ? .text(Numerals.absent) : .list(lines.map(HTML.text))
  }

  // MARK: Thumbnails

  private static let side = 220.0

  private static func thumbnail(
    _ explained: ExplainedImage, _ image: GrayImage
  ) throws(ImageError) -> HTML {
    guard !image.isEmpty else { return .text(Numerals.absent) }
    let factor = side / Double(max(image.width, image.height))
    let small = factor < 1 ? image.resized(by: factor) : image
    let data = "data:image/png;base64," + Base64.text(try PNG.encode(small))
    let (width, height) = (Double(image.width) * factor, Double(image.height) * factor)
    let explanation = explained.explanation
    let read = explanation.measurement?.outline.map { [($0, false)] }
    let places = read ?? explanation.potential.prefix(1).map { ($0.outline, true) }
    return .element(
      "svg",
      [
        "viewBox": "0 0 \(Numerals.level(width)) \(Numerals.level(height))",
        "width": Numerals.level(width), "height": Numerals.level(height), "role": "img",
        "aria-label": "\(explained.path) with the place of its symbol",
      ],
      .element(
        "image",
        [
          "href": data, "width": Numerals.level(width), "height": Numerals.level(height),
          "style": factor > 1 ? "image-rendering:pixelated" : nil,
        ])
        + places.map { outline, isDashed in polygon(outline, factor, isDashed: isDashed) }.joined())
  }

  private static func polygon(_ outline: Corners, _ factor: Double, isDashed: Bool) -> HTML {
    func number(_ value: Double) -> String {
      Numerals.level((min(max(value * factor, -1e4), 1e4) * 10).rounded() / 10)
    }
    let points = outline.points.map { number($0.x) + "," + number($0.y) }.joined(separator: " ")
    func line(_ colour: String, _ width: String) -> HTML {
      .element(
        "polygon",
        [
          "points": points, "fill": "none", "stroke": colour, "stroke-width": width,
          "stroke-linejoin": "round", "stroke-dasharray": isDashed ? "6 4" : nil,
        ])
    }
    return line("#101010", "4") + line(isDashed ? "#ff5252" : "#00e676", "2")
  }
}
