import DecoderKit
import Images
import Measuring
import Scanning
import TestSupport
import Testing

@testable import Explain
@testable import Reporting
@testable import RunFixtures

@Suite(.waits) struct ExplainPageTests {
  private static let reading = Reading(symbology: .qrCode, bytes: Array("A".utf8))
  private let picture = GrayImage(width: 320, height: 240, filledWith: 90)

  @Test func eachImageHasARowWithItsFaultAndRemedy() throws {
    var page = ExplainPage()
    for image in ExplainFixture.images { try page.add(image, picture) }
    let html = page.render()
    let thumbnails = html.components(separatedBy: "data:image/png;base64,").count - 1
    #expect(thumbnails == ExplainFixture.images.count)
    #expect(!html.contains("expose for the symbol"), "the remedy of the first fault is enough")
    #expect(html.contains("Which of these 5 images are read, and why are the others not?"))
    #expect(
      html.contains("nothing was read; if there is a code: likely colours that are alike in grey"))
    #expect(html.contains("if there is a code: likely colours that are alike in grey: 1 image"))
    #expect(html.contains("Not read unchanged by any decoder, or not for certain: "))
    #expect(html.contains("Rescued by: "))
    #expect(!html.contains("fault unknown") && !html.contains("none is needed"))
    #expect(html.contains("1 of 5 images can be read unchanged (zbar 1); 1 more after a change"))
  }

  @Test func imagesThatNobodyReadsComeFirst() throws {
    var page = ExplainPage()
    func image(_ path: String, _ image: ExplainedImage) -> ExplainedImage {
      ExplainedImage(path: path, width: 320, height: 240, explanation: image.explanation)
    }
    try page.add(image("fine.png", ExplainFixture.images[2]), picture)
    try page.add(image("changed.png", ExplainFixture.full), picture)
    try page.add(image("unread.png", ExplainFixture.measured), picture)
    let places = try ["unread.png", "changed.png", "fine.png"].map {
      try #require(page.render().range(of: $0 + ", 320")).lowerBound
    }
    #expect(places == places.sorted())
  }

  @Test func theTableOfManyImagesListsThoseThatAreNotRead() {
    func named(_ path: String, _ image: ExplainedImage) -> ExplainedImage {
      ExplainedImage(path: path, width: 320, height: 240, explanation: image.explanation)
    }
    let all = ["zbar": Self.reading, "zxing": Self.reading, "dmtx": Self.reading]
    let fine = named("fine.png", ExplainFixture.image([], nil, unchanged: all))
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
    #expect(answer == "0 of 1 image can be read unchanged; 1 more after a change (cause unknown 1)")
    var page = ExplainPage()
    try page.add(explained(dark, .inverted), picture)
    #expect(!page.render().contains("light on dark"))
  }

  /// A symbol that is read enlarged and reduced is not too small; that is all that is known of one without a size.
  @Test func modulesAreCalledLargeEnoughOnlyWhereTheyWereMeasured() {
    func text(_ measurement: SymbolMeasurement?) -> String {
      let successes = [("zbar", ImageChange.enlarged(2)), ("zxing", .reduced(0.5))].map {
        Explanation.Success(
          decoder: $0, change: $1, reading: Self.reading, support: .agreement)
      }
      return ExplainText(TerminalStyle(width: 400)).render(
        ExplainFixture.image(successes, measurement))
    }
    let size = ScanFixture.value(6)
    let large = SymbolMeasurement(
      source: .measured, outline: ScanFixture.outline,
      moduleSize: ModuleSize(across: size, down: size, smallest: size, largest: size))
    #expect(text(large).contains("although its modules are large enough"), "\(text(large))")
    for unknown in [nil, SymbolMeasurement(source: .none(.notFound), outline: nil)] {
      let text = text(unknown)
      #expect(text.contains("although reducing was enough, too"), "\(text)")
      #expect(!text.contains("large enough"), "\(text)")
    }
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
      ExplainText(TerminalStyle(width: 200)).render(all).hasPrefix(
        "Nothing to explain: all 3 decoders read a code in a.png unchanged.\na.png, 320 × 240 px\n  read unchanged by"
      ))
  }

  @Test func aCodeThatADecoderMissesIsNamedWithItsReaders() throws {
    let other = Reading(symbology: .ean13, bytes: Array("4006381333931".utf8))
    let image = ExplainFixture.image(
      [], ScanFixture.measured, unchanged: ["zbar": other, "zxing": other, "dmtx": other],
      missed: [.init(reading: Self.reading, readers: ["dmtx"], decoders: ["zbar", "zxing"])])
    let text = ExplainText(TerminalStyle(width: 200)).render(image)
    #expect(text.hasPrefix("zbar and zxing miss a code in a.png that dmtx reads.\na.png, 320"))
    #expect(text.contains("\n  zbar and zxing miss A (QR Code), which dmtx reads"), "\(text)")
    #expect(text.contains("next: harness scan 'a.png' lists all codes"))
    #expect(!text.contains("Nothing to explain"))
    let table = ExplainTable(TerminalStyle(width: 200)).render([image, image])
    #expect(table.contains("2 of those that are read are missed by a decoder"), "\(table)")
    #expect(table.contains("missed by zbar and zxing (QR Code) (one of its codes)"), "\(table)")
    #expect(try PublishedSchema.objections(ExplainJSON.render(image), schema: "explain") == [])
  }

  /// The path comes after the answer, which names the file alone.
  @Test func anImageIsAnsweredFirst() {
    func lines(_ image: ExplainedImage) -> [String] {
      ExplainText(TerminalStyle(width: 100)).render(image).split(separator: "\n").map(String.init)
    }
    let cure = Explanation.Success(
      decoder: "zxing", change: .stretched, reading: Self.reading, support: .structure)
    let changed = lines(
      ExplainFixture.image(
        [cure], nil, signs: [FaultSign(.lowContrast, severity: 0.9)], path: "photos/m1.png"))
    #expect(
      changed[0]
        == "No decoder reads m1.png unchanged (low contrast); zxing reads it after stretching the contrast."
    )
    #expect(changed[1] == "photos/m1.png, 320 × 240 px" && changed[2] == "  Likely faults:")
    let some = lines(
      ExplainFixture.image([], nil, unchanged: ["zbar": Self.reading], path: "photos/m1.png"))
    #expect(some[0].hasPrefix("m1.png is read unchanged by zbar, and missed by "), "\(some)")
    for image in ExplainFixture.images {
      #expect(lines(image).firstIndex { $0.hasPrefix("a.png, 320 × 240 px") } ?? 0 > 0)
    }
  }

  @Test func aFaultThatIsOnlyMeasuredHasARemedyAndIsNoCure() {
    let text = ExplainText(TerminalStyle(width: 200)).render(ExplainFixture.measured)
    #expect(
      text.hasPrefix(
        "No decoder reads a.png; if there is a code: likely colours that are alike in grey.\na.png, 320"
      ))
    #expect(text.contains("\n  If the first place below is a code, the likely faults are:\n  1  "))
    #expect(text.contains("1  colours that are alike in grey, one colour has 4.0 × the contrast"))
    #expect(text.contains("motion blur, about 12 px along 30°"))
    #expect(
      !text.contains("was enough for zbar:") && text.contains("sharpening did not help"))
    #expect(
      ExplainWording.remedy(ExplainFixture.measured) == "read one colour alone")
  }

  @Test func aValueThatNothingConfirmsIsNotCalledUnreadAndHasNeitherFaultNorCure() throws {
    let signs = [FaultSign(.tooSmall, severity: 0.9, .modulePixels(1.5))]
    let again = [ImageChange.padded(9), .enlarged(2)].map {
      Explanation.Success(decoder: "zxing", change: $0, reading: Self.reading, support: nil)
    }
    func image(
      _ readings: [String: Reading], _ successes: [Explanation.Success] = [], hasTruth: Bool = false
    ) -> ExplainedImage {
      ExplainFixture.image(
        successes, nil, signs: signs, potential: ScanFixture.potential,
        unbackedUnchanged: readings, hasTruth: hasTruth, path: "photos/m1.png")
    }
    func text(_ image: ExplainedImage) -> String {
      ExplainText(TerminalStyle(width: 400)).render(image).replacing(/\s+/, with: " ")
    }
    let one = image(["zxing": Self.reading], again)
    let expected =
      "ead unchanged, but nothing confirms the value: A (QR Code) by zxing (and after 2 changes); only zxing "
      + "reads it: compare it with the print."
    #expect(text(one).contains(expected), "\(text(one))")
    #expect(
      ExplainTable(TerminalStyle(width: 400)).render([one]).contains("compare it with the print"))
    var page = ExplainPage()
    try page.add(one, picture)
    let all = [text(one), ExplainTable(TerminalStyle(width: 400)).render([one]), page.render()]
    for text in all {
      #expect(!text.contains("too small") && !text.contains("move closer"), "\(text)")
      #expect(!text.contains("not read by any decoder") && !text.contains("nothing was read;"))
      #expect(text.contains("nothing confirms the value"), "\(text)")
    }
    let known = text(image(["zxing": Self.reading], hasTruth: true))
    #expect(known.contains("but not as the truth beside it says") && !known.contains("compare it"))
    let other = Reading(symbology: .qrCode, bytes: Array("another".utf8))
    let both = text(image(["zxing": Self.reading, "zbar": other]))
    #expect(both.contains("these values contradict one another"), "\(both)")
    #expect(!text(one).contains("contradict"))
    let another = text(
      image(
        ["zxing": Self.reading],
        again + [.init(decoder: "zbar", change: .enlarged(3), reading: other, support: nil)]))
    #expect(another.contains("(and after 2 changes)"), "\(another)")
    #expect(
      another.contains("read as another (QR Code) by zbar after enlarging 3 ×; nothing confirms it")
    )
    let changed = text(ExplainFixture.image(again, nil, signs: signs))
    #expect(
      changed.contains(
        "read as A (QR Code) by zxing after a border of 9 px of paper (and after 1 more change)"))
    #expect(changed.contains("nothing confirms what was read after a change"), "\(changed)")
  }

  @Test func aCrashIsNoFaultOfThePhoto() throws {
    let crash = ScanAttempt(
      decoder: "zxing", outcome: .crash, detail: "killed by SIGABRT (abort)",
      printed: "foo.c:1: Assertion `n == 1' failed.")
    let image = ExplainFixture.image(
      [.init(decoder: "zxing", change: .reduced(0.5), reading: Self.reading, support: .structure)],
      nil, unchanged: ["zbar": Self.reading], errors: ["zxing": 23], failures: [crash])
    let text = ExplainText(TerminalStyle(width: 400)).render(image)
      .replacing(/\s+/, with: " ")
    #expect(
      text.hasPrefix(
        "a.png is read unchanged by zbar, and missed by zxing (crashes), dmtx (no change that was tried helps dmtx). "
          + "a.png, 320 × 240 px zxing crashes on this image and on 22 changed ones (crash: killed by"
      ),
      "\(text)")
    #expect(
      text.contains(
        "the photo is not the cause: zbar reads it unchanged. To see it: harness scan 'a.png' --decoder zxing"
      ))
    #expect(text.contains("a way round the error: reducing to 50 % was enough for zxing"))
    #expect(!text.contains("too large"), "\(text)")
    let table = ExplainTable(TerminalStyle(width: 200)).render([image])
    #expect(table.contains("a.png: read by zbar, missed by zxing (crashes), dmtx"), "\(table)")
    var page = ExplainPage()
    try page.add(image, picture)
    #expect(
      page.render().contains("zxing crashes: 1 image") && !page.render().contains("too large"))
    let json = try ExplainJSON.render(image)
    #expect(json.contains("\"unchanged\" : \"crash\""), "\(json)")
    #expect(try PublishedSchema.objections(json, schema: "explain") == [])
    let alone = ExplainFixture.image([], nil, failures: [crash])
    #expect(!ExplainText(TerminalStyle(width: 400)).render(alone).contains("not the cause"))
  }

  @Test func aTextureIsNotGivenACure() {
    func place(_ outline: Corners, _ faults: [ImageFault]) -> PotentialSymbol {
      PotentialSymbol(
        kind: .linear, outline: outline, moduleSizePixels: 2,
        obstacles: faults.map { FaultSign($0, severity: 0.5) })
    }
    let whole = Corners(
      topLeft: Point(x: 0, y: 0), topRight: Point(x: 320, y: 0),
      bottomRight: Point(x: 320, y: 240), bottomLeft: Point(x: 0, y: 240))
    let places: [(Corners, [ImageFault], Bool)] = [
      (whole, [.quietZone], true), (whole, [], false), (ScanFixture.outline, [.quietZone], false),
      (ScanFixture.outline, [.quietZone, .lowContrast], true),
      (ScanFixture.outline, [.quietZone, .lowContrast, .exposure], false),
      (ScanFixture.outline, [.lowContrast], false), (whole, [.lowContrast], true),
      (whole, [.lowContrast, .exposure], false),
    ]
    for (outline, faults, isDoubtful) in places {
      let texture = place(outline, faults)
      let image = ExplainFixture.image([], nil, signs: texture.obstacles, potential: [texture])
      #expect((image.standing == .doubtful) == isDoubtful, "\(faults)")
    }
    let image = ExplainFixture.image(
      [], nil, signs: [FaultSign(.lowContrast, severity: 0.5)],
      potential: [place(whole, [.quietZone, .lowContrast])])
    let read = ExplainFixture.image([], nil, unchanged: ["zbar": Self.reading])
    let table = ExplainTable(TerminalStyle(width: 200)).render([image, read])
      .replacing(/\s+/, with: " ")
    #expect(table.contains("1 not read by any decoder, probably without a code."), "\(table)")
    #expect(table.contains("probably no code in it") && !table.contains("likely"), "\(table)")
    let text = ExplainText(TerminalStyle(width: 400)).render(image).replacing(/\s+/, with: " ")
    #expect(
      text.contains("there is probably no code in it") && !text.contains("likely"), "\(text)")
    let both = ExplainWording.answer([image, ExplainFixture.measured])
    #expect(both.contains("2 not read by any decoder, of which 1 is probably without a code"))
  }

  @Test func aDecoderThatReadsAnotherValueIsNotAmongThoseThatReadIt() throws {
    let other = Reading(symbology: .qrCode, bytes: Array("B".utf8))
    let image = ExplainFixture.image(
      [], ScanFixture.measured, unchanged: ["zxing": Self.reading],
      unbackedUnchanged: ["zbar": other], hasTruth: true)
    #expect(image.standing == .partly)
    let table = ExplainTable(TerminalStyle(width: 200)).render([image, image])
    #expect(table.contains("zbar (reads another value)"), "\(table)")
  }

  @Test func whereAChangeOfAMeasuredFaultIsEnoughTheRestIsNoCure() {
    let reflected = SymbolMeasurement(
      source: .measured, outline: ScanFixture.outline)
    let image = ExplainFixture.image(
      [ImageChange.levelled(reach: 9), .sharpened(9)].map {
        .init(decoder: "zxing", change: $0, reading: Self.reading, support: .structure)
      }, reflected, unchanged: ["zbar": Self.reading],
      signs: [
        FaultSign(.unevenLight, severity: 1, .ratio(5.8)), FaultSign(.damage, severity: 0.4),
        FaultSign(.lowContrast, severity: 0.6),
      ])
    let text = ExplainText(TerminalStyle(width: 400)).render(image).replacing(/\s+/, with: " ")
    #expect(
      text.contains(
        "1 uneven light, 5.8 × as light at one end as at the other: evening out light and contrast was enough for "
          + "zxing; light the symbol evenly, and move the lamp so that it is not mirrored"),
      "\(text)")
    #expect(text.contains("also measured, and read in spite of it: "), "\(text)")
    #expect(text.contains("also enough: sharpening by 9 px was enough for zxing"), "\(text)")
    for cure in [" 2 ", "print it again", "print darker", "although"] {
      #expect(!text.contains(cure), "\(cure): \(text)")
    }
  }

  @Test func almostAnyChangeMakesAPhotoBorderline() {
    let changes: [ImageChange] = [
      .enlarged(1.5), .sharpened(2.5), .turned(345), .levelled(reach: 9),
    ]
    let image = ExplainFixture.image(
      changes.map {
        .init(decoder: "zxing", change: $0, reading: Self.reading, support: .structure)
      }, nil, unchanged: ["zbar": Self.reading])
    let text = ExplainText(TerminalStyle(width: 400)).render(image).replacing(/\s+/, with: " ")
    #expect(
      text.contains("1 zxing reads it after almost any change: a borderline photo (4 kinds: "))
    #expect(text.contains("turning by 15° anticlockwise") && !text.contains(" 2 "), "\(text)")
    #expect(!text.contains("perhaps"), "\(text)")
  }

  @Test func aMeasuredFaultAmongManyCuresIsBorderlineEverywhere() {
    let changes: [ImageChange] = [
      .deblocked(1), .enlarged(1.5), .sharpened(2.5), .turned(345), .levelled(reach: 9), .stretched,
      .toned(power: 2),
    ]
    func image(_ changes: some Collection<ImageChange>) -> ExplainedImage {
      ExplainFixture.image(
        changes.map {
          .init(decoder: "zxing", change: $0, reading: Self.reading, support: .structure)
        }, nil, signs: [FaultSign(.jpeg, severity: 0.5, .blockExcess(1.6))])
    }
    let text = ExplainText(TerminalStyle(width: 400)).render(image(changes))
    #expect(
      text.contains("borderline photo (6 kinds: ") && !text.contains("also enough"), "\(text)")
    #expect(ExplainWording.fault(image(changes)).hasPrefix("borderline"))
    #expect(ExplainWording.fault(image(changes.prefix(5))).hasPrefix("compressed too far"))
  }

  @Test func theNarrowQuietZoneIsGivenItsWidth() {
    let image = ExplainFixture.image(
      [.init(decoder: "zxing", change: .padded(16), reading: Self.reading, support: .structure)],
      nil, signs: [FaultSign(.quietZone, severity: 0.9, .modules(0))])
    let text = ExplainText(TerminalStyle(width: 400)).render(image).replacing(/\s+/, with: " ")
    #expect(text.contains("was enough for zxing: A (QR Code); leave 4 modules of blank paper"))
  }

  @Test func imagesThatSomeDecoderMissesAreListedWithItsNameAndThoseThatAllReadAreFolded() throws {
    let all = ["zbar": Self.reading, "zxing": Self.reading, "dmtx": Self.reading]
    let images = [
      ExplainFixture.image([], nil, unchanged: all, path: "photos/a/fine.png"),
      ExplainFixture.image([], nil, unchanged: ["zbar": Self.reading], path: "photos/b/some.png"),
    ]
    let table = ExplainTable(TerminalStyle(width: 200)).render(images)
    #expect(
      table.contains(
        "1 of those that are read is missed by a decoder that supports the code:\n  b/some.png: read by zbar, missed by"
      ),
      "\(table)")
    #expect(!table.contains("fine.png"))
    var page = ExplainPage()
    for image in images { try page.add(image, picture) }
    let html = page.render()
    let folded = try #require(html.range(of: "1 image that is read by every decoder"))
    #expect(html[..<folded.lowerBound].contains("b/some.png, 320"))
    #expect(
      html[folded.lowerBound...].contains("a/fine.png, 320")
        && !html.contains("photos/b/some.png, 320"))
    #expect(html.contains("missed by"))
  }

  @Test func whatThereWasNoTimeForIsNotCalledTried() throws {
    let image = ExplainFixture.image(
      [], nil, signs: [FaultSign(.blurred, severity: 0.9), FaultSign(.tooSmall, severity: 0.8)],
      untried: ["zxing": [.blurred]])
    let text = ExplainText(TerminalStyle(width: 400)).render(image)
      .replacing(/\s+/, with: " ")
    #expect(text.contains("blurred: measured; there was no time to try all changes of this kind"))
    #expect(text.contains("too small: measured; enlarging did not help"))
    #expect(text.contains("there was no time to try all (--time gives more), for zxing"), "\(text)")
    let json = try ExplainJSON.render(image)
    #expect(json.contains("\"not-tried\"") && json.contains("\"no-change-enough\""))
    #expect(try PublishedSchema.objections(json, schema: "explain") == [])
  }

  @Test func aSettingOfTheDecoderItselfComesBeforeChanges() throws {
    let image = ExplainFixture.image(
      [.init(decoder: "zbar", change: .inverted, reading: Self.reading, support: .structure)],
      ScanFixture.measured,
      settings: [
        .init(decoder: "zbar", setting: "profile=tuned", fault: .inverted, reading: Self.reading)
      ])
    #expect(
      ExplainWording.remedy(image)
        == "zbar:profile=tuned reads it unchanged; the negative; print it dark on light, or read the negative"
    )
    // Of one image the first sentence says so, too, and no change that is not needed.
    #expect(image.answer.hasSuffix("; zbar:profile=tuned does"), "\(image.answer)")
    #expect(!image.answer.contains(" after "))
    #expect(
      ExplainWording.answer([image, image]).hasSuffix(
        ", 2 of them unchanged with zbar:profile=tuned"))
    let partly = ExplainFixture.image(
      [], ScanFixture.measured, unchanged: ["zxing": Self.reading],
      settings: [
        .init(decoder: "zbar", setting: "profile=tuned", fault: .inverted, reading: Self.reading)
      ])
    #expect(partly.answer.hasSuffix("; zbar:profile=tuned reads it"), "\(partly.answer)")
    let text = ExplainText(TerminalStyle(width: 400)).render(image)
      .replacing(/\s+/, with: " ")
    #expect(
      text.contains(
        "a.png, 320 × 240 px zbar:profile=tuned reads it unchanged Likely faults: 1 "), "\(text)")
    #expect(text.contains("was enough for zbar: A (QR Code); print"), "\(text)")
    // It comes first where another change is named, too.
    let borderline = ExplainFixture.image(
      [ImageChange.enlarged(2), .stretched, .inverted, .turned(15)].map {
        .init(decoder: "zbar", change: $0, reading: Self.reading, support: .structure)
      }, nil,
      settings: [
        .init(decoder: "zbar", setting: "profile=tuned", fault: .inverted, reading: Self.reading)
      ])
    #expect(ExplainWording.cause(borderline.explanation)?.hasPrefix("borderline") == true)
    #expect(ExplainWording.remedy(borderline).hasPrefix("zbar:profile=tuned reads it unchanged; "))
    #expect(try PublishedSchema.objections(ExplainJSON.render(image), schema: "explain") == [])
  }

  @Test func groupsOfImagesHaveHeadings() {
    let images = [ExplainFixture.full, ExplainFixture.measured, ExplainFixture.full]
    for width in [40, 400] {
      let lines = ExplainTable(TerminalStyle(width: width)).render(images)
        .split(separator: "\n").map(String.init)
      #expect(lines.contains("Not read: 1") && lines.contains("Read after a change: 2"), "\(lines)")
      let one = ExplainTable(TerminalStyle(width: width)).render([ExplainFixture.full])
      #expect(!one.contains("Read after a change:"), "one group needs no heading")
    }
  }

  @Test func whoReadsAValueThatNothingConfirmsDoesNotMissIt() {
    let image = ExplainFixture.image([], nil, unbackedUnchanged: ["zxing": Self.reading])
    #expect(ExplainWording.missing(image.explanation) == "")
    #expect(ExplainWording.reading(image.explanation) == "zxing (not confirmed)")
  }

  @Test func aCureThatFailedHereIsNotAdvised() {
    func image(_ signs: [FaultSign], untried: [String: Set<ImageFault>] = [:]) -> ExplainedImage {
      ExplainFixture.image(
        [], nil, signs: signs, potential: Array(ScanFixture.potential.dropFirst()), untried: untried
      )
    }
    let small = FaultSign(.tooSmall, severity: 0.9, .modulePixels(1.9))
    #expect(
      ExplainWording.fault(image([small]))
        == "nothing was read; too small, 1.90 px per module; enlarging did not help")
    #expect(ExplainWording.remedy(image([small])) == "none was found")
    let text = ExplainText(TerminalStyle(width: 400)).render(image([small]))
    #expect(!text.contains("move closer") && text.contains("measured; enlarging did not help"))
    let blurred = image([small, FaultSign(.blurred, severity: 0.5, .sigmaPixels(3))])
    #expect(
      ExplainWording.fault(blurred) == "nothing was read; if there is a code: likely blurred")
    #expect(ExplainWording.remedy(blurred) == "focus", "no sharpening brings back what is lost")
    let untried = image([small], untried: ["zbar": [.tooSmall]])
    #expect(
      ExplainWording.fault(untried) == "nothing was read; if there is a code: likely too small")
    #expect(ExplainWording.remedy(untried).hasPrefix("move closer"))
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
