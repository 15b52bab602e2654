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
    let title =
      rows.count == 1
      ? "Is this image read, and if not, why?"
      : "Which of these \(Numerals.count(rows.count)) images are read, and why are the others not?"
    let shell = PageShell(
      title: title, kicker: "harness explain", heading: title,
      subtitle: ExplainWording.answer(rows.map(\.image)) + ".")
    return shell.document(
      .section("faults", "Likely faults", faults)
        + .section("images", "Images", .p(.text(Self.note), class: "note") + images)
        + .section("decoders", "Decoders", decoders),
      links: [("#faults", "Faults"), ("#images", "Images"), ("#decoders", "Decoders")])
  }

  private static let note =
    "The likeliest fault of each image, and the least change with which decoders read it. A change counts only "
    + "if something confirms what was read: truth beside the image, different decoders that agree, or the symbol's "
    + "structure. Solid outlines are symbols that were read; dashed ones are places that look like a symbol, "
    + "where faults are measured but nothing was read."

  /// The faults, each image once: of those that nobody reads as they are, and of those that some decoder misses.
  private var faults: HTML {
    func list(_ title: String, _ wanted: (ExplainedImage.Standing) -> Bool) -> HTML {
      let names = rows.map(\.image).filter { wanted($0.standing) }.map(ExplainWording.countedFault)
      guard !names.isEmpty else { return .empty }
      return .p(.text("\(title): \(Numerals.counted(names.count, "image", "images"))"))
        + .list(
          Words.counts(names).map { name, count in
            .text("\(name): \(Numerals.counted(count, "image", "images"))")
          })
    }
    let asked = rows.first.map { ExplainWording.anyDecoder($0.image.explanation) } ?? "any decoder"
    let summary = Rescue.summary(rows.map(\.image)).map { HTML.p(.text($0)) } ?? .empty
    let lists =
      summary + list("Not read unchanged by \(asked), or not for certain") { $0 < .partly }
      + list("Read, but missed by a decoder that supports the code") { $0 == .partly }
    return lists == .empty ? .p("No fault was found in any of the images.") : lists
  }

  private var decoders: HTML {
    let all = rows.first?.image.explanation.decoders ?? []
    return .list(all.map { .text("\($0.label): \($0.library) \($0.version)") })
  }

  /// Those that need help come first, and those that need none are folded: nobody opens this page for them.
  private var images: HTML {
    let images = rows.map(\.image)
    let names = Words.withoutCommonFolder(images.map(\.path))
    let order = ExplainedImage.order(images).map { (names[$0], rows[$0]) }
    let open = table(order.filter { $0.1.image.standing != .read })
    let fine = order.filter { $0.1.image.standing == .read }
    guard !fine.isEmpty else { return open.html }
    return (fine.count < rows.count ? open.html : .empty)
      + .details(
        .text(
          "\(Numerals.counted(fine.count, "image that is", "images that are")) read by every decoder that supports the code"
            + (ExplainWording.countUnsupporting(fine.map(\.1.image)).map { "; " + $0 } ?? "")),
        table(fine).html)
  }

  private func table(_ rows: [(String, Row)]) -> PageTable {
    var table = PageTable(
      caption: "Each image, its fault and the remedy",
      columns: [
        .init("image", isSortable: false), .init("file", isSortable: false),
        .init("fault", isNumber: false), .init("remedy", isSortable: false),
        .init("read by", isSortable: false), .init("missed by", isSortable: false),
        .init("not supported by", isSortable: false),
        .init("read as", isSortable: false),
      ], headColumn: 1, isStacking: true)
    func words(_ text: String) -> PageTable.Cell {
      .init(text.isEmpty ? .text(Numerals.absent) : Self.wrapped(.text(text)))
    }
    for (name, row) in rows {
      let explanation = row.image.explanation
      table.add([
        .init(row.thumbnail),
        words("\(DisplayText.printable(name)), \(row.image.width) × \(row.image.height) px"),
        .init(
          Self.wrapped(Self.fault(row.image)),
          value: explanation.findings.first.map { Double($0.fault.rawValue) }),
        words(ExplainWording.remedy(row.image)), words(ExplainWording.reading(explanation)),
        words(ExplainWording.missing(explanation)),
        words(explanation.unsupported.joined(separator: ", ")),
        .init(Self.wrapped(Self.readings(explanation))),
      ])
    }
    return table
  }

  /// Content in lines of a few words, which break only where one is wider than the cell.
  private static func wrapped(_ content: HTML) -> HTML {
    .element(
      "div", ["style": "white-space:normal;overflow-wrap:break-word;max-width:16rem"], content)
  }

  /// The likeliest fault, and those that are measured or whose change was enough below it.
  private static func fault(_ image: ExplainedImage) -> HTML {
    let first = HTML.element("strong", [:], .text(ExplainWording.fault(image)))
    let findings = image.explanation.findings.filter { !image.explanation.isWayRound($0) }
    guard ![.unconfirmed, .doubtful, .unsupported].contains(image.standing) else { return first }
    let names = findings.compactMap(ExplainWording.words)
    return names.isEmpty ? first : first + .list(names.map(HTML.text))
  }

  private static func readings(_ explanation: Explanation) -> HTML {
    let witnessed =
      explanation.unchanged.isEmpty
      ? explanation.testimonies.filter { $0.support != nil }.map(\.reading) : []
    let backed =
      explanation.decoders.compactMap { explanation.unchanged[$0.label] } + witnessed
      + explanation.findings.flatMap { $0.successes.map(\.reading) }
    var lines = backed.map { reading in
      let value = DisplayText.printable(ScanWording.value(reading))
      return DisplayText.shortened(value, to: 60, ellipsis: "…")
        + " (\(ScanWording.type(explanation.symbology(of: reading))))"
    }.uniqued()
    let doubts =
      explanation.unbackedUnchanged.count + explanation.unbacked.count
      + explanation.testimonies.count { $0.support == nil }
    if doubts > 0 {
      lines.append("\(Numerals.counted(doubts, "reading", "readings")) that nothing confirms")
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
