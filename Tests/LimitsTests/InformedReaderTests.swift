import DecoderKit
import Drawing
import Images
import Symbols
import Testing

@testable import Limits

@Suite struct InformedReaderTests {
  private static let qr = SymbolOptions.qrCode(version: 2, errorCorrection: .medium, mask: nil)

  /// A kind of symbol, and two payloads that make symbols of one size.
  static let kinds: [(SymbolOptions, String, String)] = [
    (qr, "INFORMED BUT NOT TOLD", "TOLD BUT NOT INFORMED"),
    (.qrCode(version: 8, errorCorrection: .high, mask: 3), "SEVERAL BLOCKS", "OF DATA BY TURNS"),
    (.dataMatrix(DataMatrixSize(parsing: "20x20") ?? .all[0]), "ABCDEFGHIJKL", "12AB34CD56EF"),
    (.dataMatrix(DataMatrixSize(parsing: "16x48") ?? .all[0]), "RECTANGLES", "TWO REGIONS"),
    (.aztec(AztecSize(parsing: "compact-2") ?? .all[0]), "AZTEC CODE 1", "AZTEC CODE 2"),
    (.aztec(AztecSize(parsing: "full-5") ?? .all[0]), "ONE OF MANY LAYERS", "ANOTHER OF THEM"),
    (.pdf417(columns: 3, rows: 10, errorCorrection: 3, rowHeight: 3), "STACKED", "ROWS"),
    (.linear(.code128), "AB12cd3456", "ZY98xw7654"),
    (.linear(.code39(isFullASCII: false, hasCheckCharacter: true)), "CODE-39", "$1.00 A"),
    (.linear(.code93), "CODE93", "ABC+12"),
    (.linear(.itf(hasCheckDigit: true)), "1234567", "7654321"),
    (.linear(.itf14(bearers: .box)), "1540014128876", "0040014128877"),
    (.linear(.codabar(hasCheckCharacter: true)), "A1234.56B", "B6543.21A"),
    (.linear(.ean13(addOn: nil)), "400638133393", "978020137962"),
    (.linear(.ean8), "9031101", "1234567"),
    (.linear(.upcA(addOn: nil)), "03600029145", "12345678901"),
    (.linear(.dataBar), "0950110153001", "2001234567890"),
  ]

  /// Small modules, noise and blur: the reader must earn its answer, and it may not know the truth.
  @Test(arguments: kinds.indices)
  func answerIsThatOfTheSymbolDrawn(_ index: Int) throws {
    let (options, first, second) = Self.kinds[index]
    let camera = ForwardModelTests.camera(
      [.moduleSize: 1.4, .rotation: 3, .blur: 0.5, .readNoise: 4, .symbolContrast: 80])
    var reader = InformedReader()
    var answers: [InformedReader.Answer] = []
    for payload in [first, second] {
      let (symbol, image, view) = try ForwardModelTests.scene(
        options, payload, camera, phase: Point(x: 0.2, y: 0.6))
      let truth = try #require(try reader.answer(of: symbol, options: options))
      let answer = try #require(try reader.read(image, view))
      #expect(answer == truth, "\(options) \(payload)")
      answers.append(answer)
    }
    #expect(answers[0] != answers[1])
  }

  /// Under two truths the reader's whole input is equal, and so is its answer to one image.
  @Test(arguments: [0, 3, 4, 6, 7, 12, 13])
  func answerDoesNotDependOnTheTruth(_ index: Int) throws {
    let (options, first, second) = Self.kinds[index]
    let camera = ForwardModelTests.camera([.moduleSize: 0.7, .rotation: 2, .readNoise: 25])
    let (_, image, view) = try ForwardModelTests.scene(
      options, first, camera, phase: Point(x: 0.5, y: 0.1))
    let (_, _, other) = try ForwardModelTests.scene(
      options, second, camera, phase: Point(x: 0.5, y: 0.1))
    try #require(view.columns == other.columns && view.rows == other.rows)
    #expect(view == other)
    var (one, two) = (InformedReader(), InformedReader())
    // A reader that has met the other symbol remembers nothing of it.
    _ = try two.read(
      try ForwardModelTests.scene(options, second, camera, phase: Point(x: 0.5, y: 0.1)).image,
      other)
    #expect(try one.read(image, view) == two.read(image, other))
  }

  /// An image that says nothing is not read.
  @Test func blankImageIsNotReadRight() throws {
    var reader = InformedReader()
    for (options, payload, _) in Self.kinds {
      let (symbol, image, view) = try ForwardModelTests.scene(
        options, payload, ForwardModelTests.camera([.moduleSize: 2, .readNoise: 60]),
        phase: Point(x: 0, y: 0))
      let blank = GrayImage(width: image.width, height: image.height, filledWith: 128)
      #expect(try reader.read(blank, view) != reader.answer(of: symbol, options: options))
    }
  }

  @Test func whatTheModelLacksIsNotCovered() throws {
    var reader = InformedReader()
    for (camera, options, gap) in [
      (ForwardModelTests.camera([.barGrowth: 0.2]), Self.qr, InformedGap.print),
      (ForwardModelTests.camera([.damage: 5]), Self.qr, .print),
      (ForwardModelTests.camera([.skew: 5]), Self.qr, .print),
      (ForwardModelTests.camera([.dots: 1]), Self.qr, .print),
      (
        CameraSettings(), .microQRCode(version: 2, errorCorrection: .low, mask: nil), .symbology
      ),
    ] {
      let (_, image, view) = try ForwardModelTests.scene(
        options, "12345", camera, phase: Point(x: 0, y: 0))
      #expect(throws: gap) { try reader.read(image, view) }
    }
  }
}
