import DecoderKit
import Images
import Measuring
import Scanning
import TestSupport
import Testing

@testable import Explain
@testable import Reporting
@testable import RunFixtures

@Suite struct ExplainPageTests {
  private static let reading = Reading(symbology: .qrCode, bytes: Array("A".utf8))
  private let picture = GrayImage(width: 320, height: 240, filledWith: 90)

  @Test func eachImageHasARowWithItsFaultAndRemedy() throws {
    var page = ExplainPage()
    for image in ExplainFixture.images { try page.add(image, picture) }
    let html = page.render()
    let thumbnails = html.components(separatedBy: "data:image/png;base64,").count - 1
    #expect(thumbnails == ExplainFixture.images.count)
    #expect(!html.contains("expose for the symbol"), "the remedy of the first fault is enough")
    #expect(html.contains("nothing was read; perhaps colours that are alike in grey"))
    #expect(html.contains("colours that are alike in grey: 1 image"))
    #expect(html.contains("1 of 5 images can be read unchanged (zbar 1); 1 more after a change"))
  }

  @Test func imagesThatNobodyReadsComeFirst() throws {
    var page = ExplainPage()
    func image(_ path: String, _ image: ExplainedImage) -> ExplainedImage {
      ExplainedImage(path: path, width: 320, height: 240, explanation: image.explanation)
    }
    try page.add(image("fine.png", ExplainFixture.images[2]), picture)
    try page.add(image("changed.png", ExplainFixture.full), picture)
    try page.add(image("unread.png", ExplainFixture.images[1]), picture)
    let places = try ["unread.png", "changed.png", "fine.png"].map {
      try #require(page.render().range(of: $0 + ", 320")).lowerBound
    }
    #expect(places == places.sorted())
  }

  @Test func theTableOfManyImagesListsThoseThatAreNotRead() {
    func named(_ path: String, _ image: ExplainedImage) -> ExplainedImage {
      ExplainedImage(path: path, width: 320, height: 240, explanation: image.explanation)
    }
    let fine = named("fine.png", ExplainFixture.images[2])
    let changed = named("changed.png", ExplainFixture.full)
    for width in [40, 200] {
      let table = ExplainTable(TerminalStyle(width: width))
      let text = table.render([fine, changed, fine])
      #expect(text.hasPrefix("2 of 3 images can be read"), "\(text)")
      #expect(text.contains("changed.png") && !text.contains("fine.png"), "\(text)")
      #expect(table.render([fine, fine]).hasPrefix("2 of 2 images can be read"))
      #expect(!table.render([fine, fine]).contains("\n\n"), "no empty table")
    }
  }

  @Test func valuesAreNoMarkup() throws {
    var page = ExplainPage()
    try page.add(ExplainFixture.full, picture)
    #expect(!page.render().contains("<script>alert") && page.render().contains("&lt;script&gt;"))
  }

  @Test func aValueIsThatOfTheText() throws {
    var page = ExplainPage()
    let reading = Reading(
      symbology: .qrCode, bytes: [0x4E, 0x2D, 0x65, 0x87], text: "N-e‡",
      facts: ReadingFacts(interpretations: [.init(offset: 0, number: 25)]))
    let image = ExplainFixture.image(
      [.init(decoder: "zxing", change: .inverted, reading: reading, support: .structure)],
      ScanFixture.measured)
    try page.add(image, picture)
    #expect(page.render().contains("中文") && !page.render().contains("N-e‡"))
  }

  @Test func aChangeThatHelpsIsNoProofOfItsFault() throws {
    func text(_ measurement: SymbolMeasurement?, _ change: ImageChange = .inverted) -> String {
      ExplainText(TerminalStyle(width: 200)).render(explained(measurement, change))
    }
    func explained(_ measurement: SymbolMeasurement?, _ change: ImageChange) -> ExplainedImage {
      ExplainFixture.image(
        [
          .init(decoder: "zxing", change: change, reading: Self.reading, support: .structure)
        ],
        measurement)
    }
    let dark = ScanFixture.measured.negative
    #expect(
      text(dark.negative).contains("  1  light on dark: the negative was enough for zxing: A"))
    #expect(text(nil).contains("  1  perhaps light on dark: the negative was enough for zxing: A"))
    #expect(
      text(dark).contains(
        "  1  the negative was enough for zxing, although the symbol is dark on light: A"))
    #expect(text(nil, .turned(30)).contains("  1  perhaps turned: turning by 30° was enough"))
    let answer = ExplainWording.answer([explained(dark, .inverted)])
    #expect(answer == "0 of 1 image can be read unchanged; 1 more after a change (fault unknown 1)")
    var page = ExplainPage()
    try page.add(explained(dark, .inverted), picture)
    #expect(!page.render().contains("light on dark"))
  }

  @Test func anEmptyPageSaysSo() {
    #expect(ExplainPage().render().contains("No fault was found in any of the images."))
  }

  @Test func eachDecoderIsNamedWithTheValueThatItRead() {
    let other = Reading(symbology: .ean13, bytes: Array("4006381333931".utf8))
    let several = ExplainFixture.image(
      [], ScanFixture.measured, unchanged: ["zbar": other, "zxing": ExplainFixture.reading])
    let answer = ExplainWording.answer([several])
    #expect(answer.hasPrefix("1 of 1 image can be read unchanged (zbar 1, zxing 1)"))
    let text = ExplainText(TerminalStyle(width: 200)).render(several)
    #expect(text.contains("read unchanged by zbar: 4006381333931 (EAN-13)"), "\(text)")
    #expect(text.contains("read unchanged by zxing: "), "\(text)")
    #expect(!text.contains("zbar, zxing:"), "\(text)")
    #expect(!text.contains("Nothing to explain"), "dmtx did not read it")
    let all = ExplainFixture.image(
      [], ScanFixture.measured, unchanged: ["zbar": other, "zxing": other, "dmtx": other])
    #expect(
      ExplainText(TerminalStyle(width: 200)).render(all).contains(
        "\n  Nothing to explain: all 3 decoders read a code in it unchanged.\n  read unchanged by"))
  }

  @Test func aCodeThatADecoderMissesIsNamedWithItsReaders() throws {
    let other = Reading(symbology: .ean13, bytes: Array("4006381333931".utf8))
    let image = ExplainFixture.image(
      [], ScanFixture.measured, unchanged: ["zbar": other, "zxing": other, "dmtx": other],
      missed: [.init(reading: Self.reading, readers: ["dmtx"], decoders: ["zbar", "zxing"])])
    let text = ExplainText(TerminalStyle(width: 200)).render(image)
    #expect(text.contains("\n  zbar and zxing miss A (QR Code), which dmtx reads"), "\(text)")
    #expect(text.contains("next: harness scan a.png lists all codes"))
    #expect(!text.contains("Nothing to explain"))
    let table = ExplainTable(TerminalStyle(width: 200)).render([image, image])
    #expect(table.contains("QR Code missed by zbar and zxing  read by dmtx"), "\(table)")
    #expect(table.contains("in 2 of them some decoders miss a code that others read"))
    #expect(try PublishedSchema.objections(ExplainJSON.render(image), schema: "explain") == [])
  }

  @Test func aFaultThatIsOnlyMeasuredHasARemedyAndIsNoCure() {
    let text = ExplainText(TerminalStyle(width: 200)).render(ExplainFixture.measured)
    #expect(text.contains("No decoder reads it, changed or not."))
    #expect(text.contains("1  colours that are alike in grey, one colour has 4.0 × the contrast"))
    #expect(text.contains("motion blur, about 12 px along 30°"))
    #expect(
      !text.contains("was enough for zbar:") && text.contains("no change of this kind was enough"))
    #expect(
      ExplainWording.remedy(ExplainFixture.measured.explanation) == "read one colour alone")
  }

  @Test func aValueThatNothingBacksIsNotCalledUnread() {
    let signs = [FaultSign(.damage, severity: 0.9)]
    func text(_ image: ExplainedImage) -> String {
      ExplainText(TerminalStyle(width: 400)).render(image)
    }
    let unchanged = text(
      ExplainFixture.image([], nil, signs: signs, unbackedUnchanged: ["zxing": Self.reading]))
    #expect(unchanged.contains("Read unchanged, but nothing backs the value. Likely"))
    #expect(unchanged.contains("nothing backs what was read by zxing"), "\(unchanged)")
    let changed = text(
      ExplainFixture.image(
        [.init(decoder: "zxing", change: .padded(9), reading: Self.reading, support: nil)], nil,
        signs: signs))
    #expect(changed.contains("Read after a change, but nothing backs the value. Likely"))
    #expect(!unchanged.contains("changed or not") && !changed.contains("changed or not"))
    let other = Reading(symbology: .qrCode, bytes: Array("another".utf8))
    let both = text(
      ExplainFixture.image(
        [], nil, signs: signs, unbackedUnchanged: ["zxing": Self.reading, "zbar": other]))
    #expect(both.contains("these values contradict one another"), "\(both)")
    #expect(!unchanged.contains("contradict"))
  }

  @Test func whatThereWasNoTimeForIsNotCalledTried() throws {
    let image = ExplainFixture.image(
      [], nil, signs: [FaultSign(.blurred, severity: 0.9), FaultSign(.tooSmall, severity: 0.8)],
      untried: ["zxing": [.blurred]])
    let text = ExplainText(TerminalStyle(width: 400)).render(image)
      .replacing(/\s+/, with: " ")
    #expect(text.contains("unchanged, or after the changes for which there was time."), "\(text)")
    #expect(text.contains("blurred: measured; there was no time to try all changes of this kind"))
    #expect(text.contains("too small: measured, though no change of this kind was enough"))
    #expect(text.contains("there was no time to try all, for zxing"), "\(text)")
    #expect(ExplainWording.answer([image]).contains("with the changes for which there was time"))
    let json = try ExplainJSON.render(image)
    #expect(json.contains("\"not-tried\"") && json.contains("\"no-change-enough\""))
    #expect(try PublishedSchema.objections(json, schema: "explain") == [])
  }

  @Test func everyExplanationKeepsToThePublishedSchema() throws {
    for image in ExplainFixture.images {
      #expect(try PublishedSchema.objections(ExplainJSON.render(image), schema: "explain") == [])
    }
    let text = try ExplainJSON.render(ExplainFixture.full)
    #expect(text.hasPrefix("{\n  \"schemaVersion\" : 1,"))
    let misspelt = text.replacing("\"no-change-enough\"", with: "\"none\"")
    #expect(try PublishedSchema.objections(misspelt, schema: "explain").count == 2, "two decoders")
    let strange = text.replacing("\"isMirrored\"", with: "\"isMirored\"")
    #expect(
      try PublishedSchema.objections(strange, schema: "explain").count == 2,
      "in what is shared with scans")
  }
}
