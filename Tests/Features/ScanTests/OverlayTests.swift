import DecoderKit
import Foundation
import Images
import Measuring
import Scanning
import TestSupport
import Testing
@testable import RunFixtures
@testable import Scan

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct OverlayTests {
  private func picture(
    _ image: ScannedImage, _ paper: UInt8 = 128, width: Int = 320, height: Int = 240
  ) throws -> OverlayPicture {
    OverlayPicture(
      GrayImage(width: width, height: height, filledWith: paper), path: image.path,
      try #require(image.contents))
  }

  /// Checks that a file is well-formed XML, with Foundation's parser.
  private func texts(inSVG svg: String) throws -> [String] {
    final class Reader: NSObject, XMLParserDelegate {
      var texts: [String] = []
      var names: Set<String> = []
      private var current = ""
      func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
        qualifiedName: String?, attributes: [String: String] = [:]
      ) {
        names.insert(name)
        current = ""
      }
      func parser(_ parser: XMLParser, foundCharacters text: String) { current += text }
      func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
        qualifiedName: String?
      ) {
        if name == "text" { texts.append(current) }
      }
    }
    let reader = Reader()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = reader
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    #expect(
      reader.names.isSubset(of: ["svg", "title", "image", "polygon", "circle", "rect", "text", "g"])
    )
    return reader.texts
  }

  @Test func imagesInWhichNothingWasReadComeFirstAndUnsupportedOnesAreNotCounted() throws {
    let place = FileManager.default.temporaryDirectory.path + "/overlay-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: place) }
    let attempts = ScanFixture.decoders.map {
      ScanAttempt(decoder: $0.label, outcome: .answered, readings: $0.label == "zbar" ? 1 : 0)
    }
    let read = ScanFixture.image([ScanFixture.detection()], attempts, path: "read.png")
    let unread = ScannedImage(
      path: "unread.png", index: 1,
      outcome: .scanned(
        .init(width: 320, height: 240, attempts: ScanFixture.answered, detections: [])))
    let folder = try OverlayFolder(
      place, images: [("read.png", "read.png"), ("unread.png", "unread.png")])
    for image in [read, unread] {
      try folder.write(image, GrayImage(width: 320, height: 240, filledWith: 128))
    }
    try folder.writePage()
    let page = try String(contentsOfFile: folder.page, encoding: .utf8)
    let places = try ["Nothing was read: 1<", "unread.png</strong>", "read.png</strong>"].map {
      try #require(page.range(of: ">" + $0) ?? page.range(of: $0)).lowerBound
    }
    #expect(places == places.sorted(), "\(page)")
    let rows = page.components(separatedBy: "<tr").map {
      $0.replacing(#/<[^>]*>/#, with: " ").split(whereSeparator: \.isWhitespace).suffix(3).joined(
        separator: " ")
    }
    #expect(rows.contains("1 2 50.0"), "zbar of both: \(rows)")
    #expect(rows.contains("0 1 0.0"), "dmtx of the one that may hold what it reads: \(rows)")
  }

  @Test func hostileValuesAreTextInDrawings() throws {
    let image = ScanFixture.image(
      [ScanFixture.detection(1, ScanFixture.hostileValue)], path: "<a>&\"\u{202E}.png")
    let svg = try picture(image).svg()
    let texts = try texts(inSVG: svg)
    #expect(texts.count == 2 && texts[1].hasPrefix("</text><script>"))
    #expect(texts.allSatisfy { $0.count < 120 })
    #expect(!svg.contains("<script") && !svg.unicodeScalars.contains("\u{202E}"))
    #expect(svg.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" })
  }

  @Test func aDrawingHoldsItsImage() throws {
    let svg = try picture(ScanFixture.image([ScanFixture.detection()]), 77).svg()
    let marker = "data:image/png;base64,"
    let start = try #require(svg.firstRange(of: marker)).upperBound
    let data = try #require(Data(base64Encoded: String(svg[start...].prefix { $0 != "\"" })))
    let image = try PNG.decode(Array(data))
    #expect(image == GrayImage(width: 320, height: 240, filledWith: 77))
    #expect(!svg.contains("http://") || svg.contains("xmlns=\"http://www.w3.org/2000/svg\""))
  }

  @Test(arguments: [UInt8(0), 128, 255]) func outlinesAreSeenOnAnyPaper(paper: UInt8) throws {
    let image = ScanFixture.image([ScanFixture.detection()])
    let drawn = try PNG.decode(try picture(image, paper, width: 1280, height: 960).png())
    // Across the left side: paper, halo, line.
    let row = (0..<40).map { drawn.pixels[60 * drawn.rowStride + $0] }
    let (darkest, lightest) = (row.min() ?? 0, row.max() ?? 0)
    #expect(Int(lightest) - Int(darkest) > 100, "\(row)")
  }

  @Test func labelsCoverNoSymbolAndNoOtherLabel() throws {
    let outlines = [(20.0, 100.0), (400, 100), (20, 300), (150, 300), (500, 500)]
    let detections = outlines.enumerated().map { index, place in
      ScanFixture.detection(
        index + 1, "VALUE \(index)",
        SymbolMeasurement(
          source: .measured,
          outline: Corners(
            topLeft: Point(x: place.0, y: place.1), topRight: Point(x: place.0 + 100, y: place.1),
            bottomRight: Point(x: place.0 + 100, y: place.1 + 100),
            bottomLeft: Point(x: place.0, y: place.1 + 100))))
    }
    let contents = ScannedImage.Contents(
      width: 700, height: 650, attempts: [], detections: detections)
    let items = OverlayLayout(contents, letters: .init(advance: 6, line: 12, padding: 3)).items
    let symbols = detections.compactMap { $0.measurement.outline?.points }
    for (index, item) in items.enumerated() {
      for symbol in symbols {
        #expect(!OverlayLayout.overlaps(item.plate.corners, symbol), "label \(index)")
      }
      for other in items[..<index] {
        #expect(!OverlayLayout.overlaps(item.plate.corners, other.plate.corners))
      }
    }
  }

  @Test func aLabelWithoutRoomGoesBelowTheImage() throws {
    let contents = ScannedImage.Contents(
      width: 120, height: 120, attempts: [], detections: [ScanFixture.detection()])
    let layout = OverlayLayout(contents, letters: .init(advance: 2, line: 6, padding: 1))
    #expect(layout.items[0].plate.y == 120 && layout.stripHeight == layout.items[0].plate.height)
    #expect(layout.items[0].tag != nil, "a number tells which symbol it is of")
    let nowhere = SymbolMeasurement(source: .none(.notFound), outline: nil)
    let drawn = try PNG.decode(
      try picture(
        ScanFixture.image([ScanFixture.detection(1, "A", nowhere)]), width: 120, height: 120
      ).png())
    #expect(drawn.width == 720 && drawn.height > 720)
  }

  @Test func numbersStandClearOfLabels() throws {
    func box(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) -> SymbolMeasurement
    {
      SymbolMeasurement(
        source: .measured,
        outline: Corners(
          topLeft: Point(x: left, y: top), topRight: Point(x: right, y: top),
          bottomRight: Point(x: right, y: bottom), bottomLeft: Point(x: left, y: bottom)))
    }
    let places = [
      box(646, 20, 708, 80), box(210, 12, 286, 88), box(30, 196, 466, 262), box(540, 118, 826, 341),
    ]
    let contents = ScannedImage.Contents(
      width: 847, height: 347, attempts: [],
      detections: places.enumerated().map {
        ScanFixture.detection($0 + 1, "AFNNNETA1JRH94DRB2ZY0VHN", $1)
      })
    let items = OverlayLayout(contents, letters: .init(advance: 16.4, line: 34.4, padding: 10.6))
      .items
    let tags = items.compactMap(\.tag)
    #expect(tags.count >= 2, "the labels have no room beside their symbols")
    for tag in tags {
      #expect(!items.contains { $0.plate.overlaps(tag) }, "\(tag)")
    }
  }

  @Test func convexOutlinesOverlapUnlessALineParts() {
    let square = [(0.0, 0.0), (10, 0), (10, 10), (0, 10)].map { Point(x: $0.0, y: $0.1) }
    func moved(_ x: Double, _ y: Double) -> [Point] {
      square.map { Point(x: $0.x + x, y: $0.y + y) }
    }
    #expect(OverlayLayout.overlaps(square, moved(9, 9)))
    #expect(!OverlayLayout.overlaps(square, moved(10, 0)))
    // A turned square beside a corner: their bounds overlap, they do not.
    let turned = [(15.0, 5.0), (20, 10), (15, 15), (8.1, 12)].map { Point(x: $0.0, y: $0.1) }
    #expect(!OverlayLayout.overlaps(square, turned))
  }

  @Test func picturesHaveNamesOfTheirOwn() {
    let images = [
      "a/b.png", "a_b.jpg", "A_B.webp", "index.png", "größe.png", "../x y.png", "....png",
    ]
    let names = OverlayFolder.names(for: images, in: "/o", keeping: [])
    #expect(
      names == ["a_b", "a_b-2", "A_B-3", "index-2", "größe", "_x_y", "image"])
    #expect(OverlayFolder.names(for: ["C.png", "c.jpg"], in: "/o", keeping: []) == ["C", "c-2"])
    #expect(
      OverlayFolder.names(for: ["a.png"], in: "/photos", keeping: ["/photos/a.png"]) == ["a-2"],
      "an image that is scanned is not overwritten")
  }

  @Test func thePageShowsAllPicturesInOrder() throws {
    let scratch = try ScratchFolder()
    let folder = try OverlayFolder(
      scratch.path + "/o", images: [("x/b.png", "b.png"), ("x/<a>.png", "<a>.png")])
    let images = [("x/b.png", 0), ("x/<a>.png", 1)].map { path, index in
      ScannedImage(
        path: path, index: index,
        outcome: ScanFixture.image([ScanFixture.detection()]).outcome)
    }
    for image in images.reversed() {
      try folder.write(image, GrayImage(width: 320, height: 240, filledWith: 200))
    }
    try folder.writePage()
    #expect(
      scratch.names(in: "o") == ["_a_.png", "_a_.svg", "b.png", "b.svg", "index.html"])
    let page = try String(contentsOfFile: folder.page, encoding: .utf8)
    let first = try #require(page.firstRange(of: "src=\"b.svg\""))
    let second = try #require(page.firstRange(of: "src=\"_a_.svg\""))
    #expect(first.lowerBound < second.lowerBound)
    #expect(
      page.contains("Content-Security-Policy\" content=\"default-src &#39;none&#39;; ")
        || page.contains("Content-Security-Policy\" content=\"default-src 'none'; "))
    #expect(page.contains("x/&lt;a&gt;.png") && !page.contains("<a>.png"))
  }
}
