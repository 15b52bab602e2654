import Base
import DecoderKit
import Measuring
import Results
import Scanning
import TestSupport
import Testing
import Values

@testable import Reporting
@testable import RunFixtures
@testable import Scan

@Suite(.waits) struct ScanTextTests {
  private func lines(
    _ image: ScannedImage, width: Int = 80, isVerbose: Bool = false, isASCII: Bool = false
  ) -> [String] {
    ScanText(TerminalStyle(width: width, ascii: isASCII), isVerbose: isVerbose).render(image)
      .split(separator: "\n").map(String.init)
  }

  @Test func aDetectionTellsSizeDistanceReadersAndMarginsAndItsBandIfAsked() {
    let image = ScanFixture.image([ScanFixture.detection()])
    #expect(
      lines(image) == [
        "a.png, 320 × 240 px",
        "  1  HELLO  QR Code  4.00 ± 0.02 px  1.25 m",
        "     read by zbar (2.00 × its 2 px); missed by zxing; not supported by dmtx",
      ])
    #expect(
      lines(image, isVerbose: true)[1].hasPrefix(
        "  1  HELLO  QR Code  4.00 ± 0.02 px  Difficult  1.25 m"))
  }

  /// Each fault of a symbol's data is named.
  @Test(arguments: [
    ("(01)09521234543214", "(01)09521234543214: the check digit is wrong"),
    ("(01)09521234543213(17)261399", "(17)261399: this is not a date"),
    ("(01)09521234543213", nil),
  ]) func faultsOfGS1DataAreNamed(data: String, fault: String?) {
    let value = BarcodeValue(Array(data.utf8), carrier: .gs1)
    #expect(ScanWording.dataFaults(value) == [fault].compactMap(\.self))
  }

  @Test func faultsOfALinksElementsAreNamed() {
    let value = BarcodeValue(Array("https://id.gs1.org/01/09521234543214".utf8))
    #expect(
      ScanWording.dataFaults(value) == ["(01)09521234543214: the check digit is wrong"])
  }

  @Test func aWrongCheckDigitOfAProductIsNamed() {
    let wrong = BarcodeValue(Array("6291041500214".utf8), carrier: .retail)
    #expect(ScanWording.dataFaults(wrong) == ["the check digit of 6291041500214 is wrong"])
    let right = BarcodeValue(Array("6291041500213".utf8), carrier: .retail)
    #expect(ScanWording.dataFaults(right).isEmpty)
  }

  /// A charset that is guessed and separators that are lost are said, and files carry them.
  @Test func whatMakesAValueDoubtfulIsSaid() throws {
    let reading = Reading(
      symbology: .gs1DataMatrix, bytes: Array("10ABC2112".utf8),
      facts: ReadingFacts(
        identifier: SymbologyIdentifier("]d2"), interpretations: [], losses: [.separators]))
    let detection = Detection(
      number: 1, symbology: reading.symbology, bytes: reading.bytes, text: nil,
      facts: reading.facts, measurement: ScanFixture.measured,
      parts: [.init(decoder: "dmtx", status: .read(reading), margin: .unknown(.noRun))])
    let image = ScanFixture.image([detection])
    #expect(
      lines(image, width: 200).contains {
        $0.contains(
          "the separators of the GS1 data are lost: the ends of variable-length elements are guesses"
        )
      })
    let json = try SortedJSON.text(ScanRecord.Image(image), takesAnyNumber: true)
    let data = """
      "data":{"charset":"US-ASCII","charsetEvidence":"valid","doubts":["separators-lost"],"eci":[],\
      "faults":[{"identifier":"10","rule":"requires"}],"lost":["separators"],\
      "symbologyIdentifier":"]d2"}
      """
    #expect(json.contains(data), "\(json)")
  }

  @Test func textIsShownInTheCharsetThatItsSymbolAnnounces() {
    let reading = Reading(
      symbology: .qrCode, bytes: [0x4E, 0x2D, 0x65, 0x87],
      facts: ReadingFacts(interpretations: [.init(offset: 0, number: 25)]))
    #expect(ScanWording.value(reading) == "中文")
    #expect(
      ScanWording.value(Reading(symbology: .qrCode, bytes: [0xC4], text: "ﾄ")) == "Ä",
      "the value is what the remark says of its charset")
    #expect(
      ScanWording.value(Reading(symbology: .qrCode, bytes: [0x81, 0xC4], text: "\u{81}Ä"))
        == "0x81c4",
      "a decoder's guess at data that are no text is no value")
  }

  @Test(arguments: [60, 80, 140]) func everyLineFitsWhateverTheValue(width: Int) {
    for image in ScanFixture.images {
      for line in lines(image, width: width, isVerbose: true) {
        #expect(DisplayText.width(line) <= width, "\(line)")
        #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control })
        #expect(!line.contains("\u{202E}"))
      }
    }
  }

  @Test func wideLettersTakeTwoColumns() {
    let image = ScanFixture.image([
      ScanFixture.detection(1, String(repeating: "値", count: 60)), ScanFixture.detection(2, "A"),
    ])
    let rows = lines(image).filter { $0.contains("QR Code") }
    let places = rows.map { row in
      DisplayText.width(
        String(row[..<(row.firstRange(of: "QR Code")?.lowerBound ?? row.startIndex)]))
    }
    #expect(places[0] == places[1], "\(rows)")
    #expect(rows.allSatisfy { DisplayText.width($0) <= 80 })
  }

  @Test func whatIsMissingHasItsReason() {
    let text = lines(ScanFixture.images[1], isVerbose: true).joined(separator: "\n")
      .replacing("\n     ", with: " ")
    #expect(text.contains("not measured, no place in the image looks like the symbol"))
    #expect(text.contains("fit the image well enough; the outline"))
    #expect(text.contains("no margin for zxing: the run certifies no module size"))
    #expect(lines(ScanFixture.images[3]) == ["b.txt: is not an image"])
    #expect(lines(ScanFixture.images[0]).joined().contains("decoders disagree: 1 is at the same"))
  }

  @Test func placesThatLookLikeSymbolsComeWithAHint() {
    #expect(
      lines(ScanFixture.images[4], width: 140) == [
        "p.png, 320 × 240 px", "  nothing was read",
        "  ?  looks like a matrix symbol at (10, 12), 100 × 100 px, about 1.3 px per module: too "
          + "small, zoom", "     1.6 ×; low contrast, 12 %; quiet zone missing",
        "  ?  looks like a linear symbol at (10, 12), 100 × 100 px, about 6.0 px per module: "
          + "blurred, about", "     3.2 px; light on dark",
        "  ?  looks like a linear symbol at (10, 12), 100 × 100 px, about 6.0 px per module",
      ])
  }

  @Test func aValueOfAKnownTypeIsShownShortWithItsType() {
    let wifi = ScanFixture.detection(1, "WIFI:S:Guest;T:WPA;P:secret;;")
    let text = lines(ScanFixture.image([wifi]), width: 200, isVerbose: true)
    #expect(text[1].hasPrefix("  1  Guest  QR Code, Wi-Fi  4.00"))
    #expect(text.joined().contains("contents: WIFI:S:Guest;T:WPA;P:secret;;"))
    #expect(text.joined(separator: " ").contains("ssid Guest"))
  }

  @Test func errorsAreToldByTheLineThatTells() {
    let text = lines(ScanFixture.images[2])
    #expect(
      text == [
        "a.png, 320 × 240 px", "  nothing was read",
        "  zbar: crash: killed by SIGABRT (abort): Assertion `n == 1' failed.",
        "  zxing: timeout", "  dmtx: not tried: given up after too many consecutive errors",
      ])
    let verbose = lines(ScanFixture.images[2], isVerbose: true).joined(separator: " ")
    #expect(verbose.contains("reader starts"))
  }

  @Test func verboseLinesHaveTheConditionInItsUnits() {
    let text = lines(ScanFixture.image([ScanFixture.detection()]), width: 200, isVerbose: true)
      .joined(separator: "\n").replacing("\n       ", with: " ")
    for part in [
      "outline: (10.0, 12.0) (110.0, 12.0)", "25 × 25, 4.20 ± 0.02 px across",
      "turned 12.3° clockwise",
      "tilted 5.0°", "light on dark", "blur 0.80 ± 0.02 px", "symbol contrast 80.0 %",
      "quiet zone 4.0 left, 3.5 above, 4.0 right, ≥ 12 below modules",
      "unused error correction 1.00",
      "group v2-m/upright of run 3 in reports/qr-small",
    ] {
      #expect(text.contains(part), "\(part)")
    }
  }

  @Test func withoutUnicodeNothingIsLost() {
    let text = lines(ScanFixture.images[0], isASCII: true).joined()
    #expect(text.unicodeScalars.allSatisfy { $0.isASCII })
    #expect(text.contains("4.00 +- 0.02 px"))
  }

  @Test func bytesThatAreNoTextAreShownInHexadecimal() {
    #expect(ScanWording.value(bytes: [0xff, 0x00, 0x0a], text: nil) == "0xff000a")
    #expect(ScanWording.value(bytes: [0xe4], text: "ä") == "ä", "a decoder knew the charset")
    #expect(ScanWording.value(bytes: [0xe4], text: "\u{FFFD}") == "0xe4")
    #expect(ScanWording.value(bytes: Array("ä".utf8), text: "Ã¤") == "ä")
  }

  @Test func thresholdsThatAreBoundsSaySo() {
    let run = ThresholdRun(store: "s", number: 1, corpus: "c")
    let margin = Margin.known(
      KnownMargin(
        ratio: ScanFixture.value(2.5),
        threshold: CertifiedThreshold(pixels: 0.8, isUpperBound: true),
        group: "g", run: run))
    #expect(
      ScanWording.margin(margin) == "at least 2.50 × its threshold of at most 0.8 px")
  }

  @Test func theSummaryCountsWhatTheExitCodeStandsFor() {
    var summary = ScanSummary()
    for image in ScanFixture.images { summary.count(image) }
    #expect(summary.scanned == 4 && summary.withoutReading == 2 && summary.unreadable == 1)
    #expect(
      summary.text
        == "4 images, 4 symbols, nothing read in 2, 1 file could not be read, "
        + "3 decoder errors")
    #expect(summary.marginRemark == nil)
    #expect(
      summary.answer(ScanFixture.decoders)?.hasPrefix("2 of 4 images are read: ") == true,
      "\(summary.answer(ScanFixture.decoders) ?? "")")
    #expect(summary.answer(ScanFixture.decoders)?.contains("; nobody reads a.png") == true)
    #expect(summary.next(of: ["."], decoders: []) == "next: harness explain 'a.png' 'p.png'")
  }

  /// It can be pasted: a folder that was named stands for its images, and the decoders are those that were asked.
  @Test func theNextCommandNamesFoldersAndDecoders() throws {
    let unread = try #require(
      ScanFixture.images.first { $0.contents?.detections.isEmpty ?? false })
    let paths = ["a/1.png", "a/2.png", "b/3.png", "b/4.png", "c.png"]
    func next(_ arguments: [String], _ decoders: [String] = [], count: Int = 5) -> String? {
      var summary = ScanSummary()
      for path in paths.prefix(count) {
        summary.count(ScannedImage(path: path, index: 0, outcome: unread.outcome))
      }
      return summary.next(of: arguments, decoders: decoders)
    }
    #expect(
      next(["a", "b/", "c.png"], ["zbar:profile=tuned"])
        == "next: harness explain --decoder zbar:profile=tuned 'a' 'b/' 'c.png'")
    #expect(
      next(paths, ["it's"])
        == "next, and the same for 2 more: harness explain --decoder 'it'\\''s' 'a/1.png' 'a/2.png' 'b/3.png'"
    )
    #expect(next(["a"], count: 2) == "next: harness explain 'a/1.png' 'a/2.png'")
    #expect(next(["a"], count: 0) == nil)
  }
}

/// The first sentence of a scan, above all images.
@Suite(.waits) struct ScanAnswerTests {
  private func answer(_ images: [ScannedImage]) -> String? {
    var summary = ScanSummary()
    for image in images { summary.count(image) }
    return summary.answer(ScanFixture.decoders)
  }

  @Test func oneImageIsAnsweredByItsCodes() throws {
    let name = try #require(ScanFixture.decoders.first { $0.label == "zbar" })
    let version = name.version.split(separator: " ").first.map { " \($0)" } ?? ""
    let by = "zbar\(version)"
    let read = ScanFixture.image([ScanFixture.detection()])
    #expect(answer([read]) == "1 code is read in a.png: 1 by \(by)")
    #expect(answer([ScanFixture.image([])]) == "Nothing is read in a.png by any of 3 decoders")
    #expect(answer([read, read]) == "All 2 images are read: 2 by \(by)")
    let two = [ScanFixture.image([]), ScanFixture.image([])]
    #expect(answer(two) == "None of 2 images is read by any of 3 decoders")
    #expect(answer([]) == nil)
    var summary = ScanSummary()
    summary.count(read)
    let old = ScanDecoder(
      label: "zbar", reference: "zbar", library: "ZXing-C++", version: "1.4.0",
      symbologies: [.qrCode])
    #expect(
      summary.answer([old]) == "1 code is read in a.png: 1 by zbar (ZXing-C++ 1.4.0)")
  }
}

/// The rows of a scan of more images than anybody reads blocks of lines about.
@Suite(.waits) struct ScanBriefTests {
  private static func code(
    _ statuses: [Detection.Status], _ measurement: SymbolMeasurement = ScanFixture.measured,
    support: ReadingSupport? = .structure
  ) -> Detection {
    Detection(
      number: 1, symbology: .qrCode, bytes: Array("HELLO".utf8), text: nil,
      measurement: measurement,
      parts: zip(["zbar", "zxing", "dmtx"], statuses).map {
        .init(decoder: $0, status: $1, margin: .unknown(.noRun))
      }, support: support)
  }

  private static let reading = Detection.Status.read(
    Reading(symbology: .qrCode, bytes: Array("HELLO".utf8)))
  private static let whole = code([reading, reading, .unsupported])

  private static func image(_ number: Int, _ codes: [Detection]) -> ScannedImage {
    ScanFixture.image(codes, path: "photos/\(number).png")
  }

  private func lines(_ images: [ScannedImage], width: Int = 80, opening: Int = 2) -> [String] {
    var brief = ScanBrief()
    for image in images { brief.add(image) }
    return brief.lines(TerminalStyle(width: width), below: opening)
  }

  @Test func aRowSaysWhatIsReadByHowManyAndHowLargeItsSmallestModulesAre() throws {
    let small = SymbolMeasurement(
      source: .measured, outline: ScanFixture.outline,
      moduleSize: ModuleSize(
        across: ScanFixture.value(1.5), down: nil, smallest: ScanFixture.value(1.4),
        largest: ScanFixture.value(1.6)))
    let unknown = SymbolMeasurement(source: .none(.notFound), outline: nil)
    let rows = lines([
      Self.image(1, [Self.whole]),
      Self.image(2, [Self.whole, Self.code([Self.reading, .missed, .unsupported], small)]),
      Self.image(3, [Self.code([Self.reading, Self.reading, .unsupported], unknown)]),
      Self.image(4, []),
      ScannedImage(path: "photos/b.txt", index: 4, outcome: .unreadable("broken")),
    ])
    func row(_ name: String) throws -> String {
      try #require(rows.first { $0.hasPrefix(name) }).split(separator: " ").joined(separator: " ")
    }
    #expect(try row("1.png") == "1.png HELLO (QR Code) 2 of 2 4.00 ± 0.02 px")
    #expect(try row("2.png") == "2.png HELLO (QR Code) and 1 more 1 of 2 1.50 ± 0.02 px")
    #expect(try row("3.png") == "3.png HELLO (QR Code) 2 of 2 –")
    #expect(try row("4.png") == "4.png nothing 0 of 3 –")
    #expect(try row("b.txt") == "b.txt broken – –")
    #expect(rows.last == "--full shows each code with the decoders that read it.")
  }

  @Test func unreadImagesComeFirstAndThoseThatAllReadLast() {
    let images = [
      Self.image(1, [Self.whole]), Self.image(2, [Self.code([.missed, Self.reading, .missed])]),
      Self.image(3, []), Self.image(4, [Self.code([Self.reading], support: nil)]),
    ]
    let names = lines(images).filter { $0.contains(".png") }.map { $0.prefix(5) }
    #expect(names == ["3.png", "2.png", "4.png", "1.png"])
    #expect(
      lines(images, width: 120).contains { $0.hasPrefix("4.png") && $0.hasSuffix("unconfirmed") })
    let crash = [ScanAttempt(decoder: "zxing", outcome: .crash)]
    let crashed = ScanFixture.image([], crash, path: "photos/5.png")
    #expect(lines(images + [crashed], width: 120).contains { $0.hasSuffix("zxing: crash") })
  }

  /// With the answer above and the remarks below, at most 40.
  @Test(arguments: [60, 80, 140]) func anyNumberOfImagesTakesFewLines(width: Int) {
    let read = (1...1000).map { Self.image($0, [Self.whole]) }
    let unread = (1001...1003).map { Self.image($0, []) }
    for opening in [1, 2, 6] {
      let lines = lines(read + unread, width: width, opening: opening)
      #expect(opening + lines.count + 6 <= 40, "\(lines.count)")
      #expect(lines.count { $0.contains(".png") } <= 25)
      #expect(lines.first { $0.contains(".png") }?.hasPrefix("1001.png") == true)
      #expect(lines.allSatisfy { DisplayText.width($0) <= width })
    }
    #expect(
      lines(read + unread, width: 140).last
        == "and 978 more images, all read by every decoder that supports the code; --full shows all."
    )
    let some = (1...30).map { Self.image($0, [Self.code([.missed, Self.reading])]) }
    #expect(
      lines(read.prefix(10) + some + unread).suffix(2).joined().replacing("  ", with: " ")
        == "and 18 more images, 8 missed by a decoder or with a remark, 10 read by every decoder that "
        + "supports the code; --full shows all.")
    let none = (1...30).map { Self.image($0, []) }
    #expect(lines(none).last == "and 5 more images, none of them read; --full shows all.")
  }

  @Test(arguments: [60, 80]) func aLongValueIsShortened(width: Int) {
    let long = (1...9).map {
      ScanFixture.image([ScanFixture.detection(1, ScanFixture.hostileValue)], path: "\($0).png")
    }
    for line in lines(long, width: width) {
      #expect(DisplayText.width(line) <= width, "\(line)")
      #expect(!line.contains("\u{202E}"))
    }
  }
}

@Suite(.waits) struct ScanCSVTests {
  @Test func thereIsARowForEachDecoderAndSymbolAndOneForAFileThatIsNone() throws {
    var writer = ScanFormat.csv.writer(ScanFixture.decoders, ScanText(TerminalStyle(width: 80)))
    let heading = try #require(try writer.begin())
    let columns = heading.split(separator: ",").map(String.init)
    #expect(Set(columns).count == columns.count)
    func rows(_ image: ScannedImage) throws -> [[String]] {
      try writer.piece(image).split(separator: "\n").map {
        $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      }
    }
    func cell(_ row: [String], _ name: String) throws -> String {
      row[try #require(columns.firstIndex(of: name))]
    }
    let detections = try rows(ScanFixture.image([ScanFixture.detection()]))
    #expect(detections.count == 3 && detections.allSatisfy { $0.count == columns.count })
    #expect(try cell(detections[0], "margin") == "2.0")
    #expect(try cell(detections[0], "threshold_run") == "reports/qr-small:3")
    #expect(try cell(detections[1], "status") == "missed")
    #expect(try cell(detections[1], "margin") == "")
    #expect(try cell(detections[2], "module_px") == "4.0")
    #expect(try cell(detections[2], "y3") == "112.0")
    let errors = try rows(ScanFixture.images[2])
    let outcomes = try errors.map { try cell($0, "outcome") }
    #expect(outcomes == ["crash", "timeout", "given-up"])
    let unreadable = try rows(ScanFixture.images[3])
    let reasons = try unreadable.map { try cell($0, "error") }
    #expect(reasons == ["is not an image"])
    let potential = try rows(ScanFixture.images[4])
    #expect(potential.count == 6, "three decoders, three places")
    #expect(
      try potential.map { try cell($0, "kind") }
        == ["", "", "", "potential-matrix", "potential-linear", "potential-linear"])
    #expect(try detections.allSatisfy { try cell($0, "kind") == "symbol" })
    #expect(
      try cell(potential[3], "obstacles")
        == "too-small=1.6;low-contrast=0.12;quiet-zone-missing")
    #expect(try cell(potential[3], "module_px") == "1.34" && cell(potential[3], "y3") == "112.0")
    #expect(try cell(potential[5], "obstacles") == "" && cell(potential[5], "decoder") == "")
    let hostile = try writer.piece(ScanFixture.image([ScanFixture.detection(1, "a,\"b\"\n")]))
    #expect(hostile.contains(#","a,""b""\u{a}","#))
  }

  @Test func everyScanKeepsToThePublishedSchema() throws {
    var document = ScanFormat.json.writer(ScanFixture.decoders, ScanText(TerminalStyle(width: 80)))
    let pieces =
      try [document.begin()] + ScanFixture.images.map { try document.piece($0) } + [document.end()]
    let text = pieces.compactMap(\.self).joined(separator: "\n")
    #expect(try PublishedSchema.objections(text, schema: "scan") == [])
    let misspelt = text.replacing("\"missed\"", with: "\"mised\"")
    #expect(try PublishedSchema.objections(misspelt, schema: "scan") != [])
    var lines = ScanFormat.jsonl.writer(ScanFixture.decoders, ScanText(TerminalStyle(width: 80)))
    let images = try ScanFixture.images.map { try lines.piece($0) }
    #expect(images.allSatisfy { $0.hasPrefix("{\"schemaVersion\":1,") && !$0.contains("\n") })
    let joined =
      "{\"schemaVersion\":1,\"decoders\":[],\"images\":[\(images.joined(separator: ","))]}"
    #expect(try PublishedSchema.objections(joined, schema: "scan") == [])
  }
}
