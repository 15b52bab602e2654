import CZint
import DecoderKit
import Foundation
import Testing
import ZXingDecoder

@Suite struct ZXingAdapterTests {
  static let clean: [CleanSymbol] = [
    CleanSymbol(symbology: .code128, zint: BARCODE_CODE128, payload: "Hello-128"),
    CleanSymbol(
      symbology: .gs1_128, zint: BARCODE_GS1_128, payload: CleanSymbol.gs1, mode: GS1_MODE,
      bytes: CleanSymbol.gs1Bytes),
    CleanSymbol(symbology: .code39, zint: BARCODE_CODE39, payload: "ABC-39"),
    CleanSymbol(symbology: .code93, zint: BARCODE_CODE93, payload: "CODE93"),
    CleanSymbol(
      symbology: .codabar, zint: BARCODE_CODABAR, payload: "A12345B", bytes: "12345"),
    CleanSymbol(
      symbology: .codabar, zint: BARCODE_CODABAR, payload: "A12345B",
      options: ["codabar-start-stop": "true"]),
    CleanSymbol(
      symbology: .ean13, zint: BARCODE_EANX, payload: "978020137962", bytes: "9780201379624"),
    CleanSymbol(symbology: .ean8, zint: BARCODE_EANX, payload: "1234567", bytes: "12345670"),
    CleanSymbol(symbology: .itf, zint: BARCODE_C25INTER, payload: "123456"),
    CleanSymbol(
      symbology: .itf14, zint: BARCODE_ITF14, payload: "1540014128876", bytes: "15400141288763",
      reported: .itf),
    CleanSymbol(
      symbology: .upcA, zint: BARCODE_UPCA, payload: "01234567890", bytes: "012345678905"),
    CleanSymbol(symbology: .upcE, zint: BARCODE_UPCE, payload: "0123456", bytes: "01234565"),
    CleanSymbol(symbology: .upcE, zint: BARCODE_UPCE, payload: "1123456", bytes: "11234562"),
    CleanSymbol(symbology: .qrCode, zint: BARCODE_QRCODE, payload: "hello"),
    CleanSymbol(
      symbology: .gs1QRCode, zint: BARCODE_QRCODE, payload: CleanSymbol.gs1, mode: GS1_MODE,
      bytes: CleanSymbol.gs1Bytes),
    CleanSymbol(symbology: .microQRCode, zint: BARCODE_MICROQR, payload: "12345"),
    CleanSymbol(symbology: .dataMatrix, zint: BARCODE_DATAMATRIX, payload: "hello"),
    CleanSymbol(symbology: .dataMatrix, zint: BARCODE_DATAMATRIX, payload: "rect", option2: 26),
    CleanSymbol(symbology: .dataMatrix, zint: BARCODE_DATAMATRIX, payload: "DMRE", option2: 31),
    CleanSymbol(symbology: .dataMatrix, zint: BARCODE_DATAMATRIX, payload: "144", option2: 24),
    CleanSymbol(
      symbology: .gs1DataMatrix, zint: BARCODE_DATAMATRIX, payload: CleanSymbol.gs1,
      mode: GS1_MODE, bytes: CleanSymbol.gs1Bytes),
    CleanSymbol(symbology: .aztec, zint: BARCODE_AZTEC, payload: "hello"),
    CleanSymbol(symbology: .pdf417, zint: BARCODE_PDF417, payload: "hello"),
    CleanSymbol(symbology: .maxiCode, zint: BARCODE_MAXICODE, payload: "hello", option1: 4),
    CleanSymbol(
      symbology: .dataBar, zint: BARCODE_DBAR_OMN, payload: "950110153000",
      bytes: "09501101530003"),
    CleanSymbol(
      symbology: .dataBarExpanded, zint: BARCODE_DBAR_EXP,
      payload: "[01]90012345678908[3103]001750", mode: GS1_MODE,
      bytes: "(01)90012345678908(3103)001750"),
    CleanSymbol(
      symbology: .dataBarStacked, zint: BARCODE_DBAR_STK, payload: "950110153000",
      bytes: "09501101530003", reported: .dataBar, options: ["profile": "tuned"]),
    CleanSymbol(
      symbology: .dataBarStacked, zint: BARCODE_DBAR_OMNSTK, payload: "950110153000",
      bytes: "09501101530003", reported: .dataBar, options: ["profile": "tuned"]),
    CleanSymbol(
      symbology: .dataBarExpandedStacked, zint: BARCODE_DBAR_EXPSTK,
      payload: "[01]90012345678908[3103]001750", mode: GS1_MODE,
      bytes: "(01)90012345678908(3103)001750", reported: .dataBarExpanded,
      options: ["profile": "tuned"]),
  ]

  @Test(arguments: clean) func readsWhatItClaims(symbol: CleanSymbol) throws {
    let readings = try read(ZXingAdapter.self, symbol.draw(), symbol.options)
    #expect(readings.map(\.ascii) == [symbol.bytes ?? symbol.payload])
    #expect(readings.first?.symbology == symbol.reported ?? symbol.symbology)
    #expect(ZXingAdapter.identity.supports(symbol.symbology))
  }

  @Test func everyClaimIsTested() {
    let tested = Set(Self.clean.map(\.symbology.carrier))
    #expect(ZXingAdapter.identity.symbologies == tested)
  }

  @Test(arguments: [
    (Symbology.rMQRCode, BARCODE_RMQR, "12345"), (.microPDF417, BARCODE_MICROPDF417, "hello"),
    (.aztecRune, BARCODE_AZRUNE, "25"), (.dataBarLimited, BARCODE_DBAR_LTD, "950110153000"),
  ])
  func claimsNothingThatItCannotRead(
    symbology: Symbology, zint: Int32, payload: String
  ) throws {
    #expect(try read(ZXingAdapter.self, Drawing(zint, payload).image).isEmpty)
    #expect(!ZXingAdapter.identity.supports(symbology))
  }

  @Test func versionComesFromTheHeader() {
    #expect(ZXingAdapter.identity.version.wholeMatch(of: /\d+\.\d+\.\d+/) != nil)
  }

  @Test func textIsUTF8AndBytesAreAsEncoded() throws {
    let symbol = try Drawing(BARCODE_QRCODE, "Привет", mode: UNICODE_MODE, eci: 22)
    let reading = try #require(try read(ZXingAdapter.self, symbol.image).first)
    #expect(reading.text == "Привет")
    #expect(reading.bytes == [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2])
    #expect(reading.facts.interpretations == [.init(offset: 0, number: 22)])
  }

  /// The library tells ECIs among the data only, where backslashes of the data are doubled.
  @Test(arguments: [BARCODE_QRCODE, BARCODE_DATAMATRIX, BARCODE_AZTEC, BARCODE_PDF417])
  func announcedCharsetsAreToldFromBackslashes(zint: Int32) throws {
    let bytes = Array(#"\000026\\x\"#.utf8) + [0xC5]
    for eci in [0, 9] {
      let image = try Drawing(zint, bytes, eci: Int32(eci), moduleSizePixels: 4).image
      let reading = try #require(try read(ZXingAdapter.self, image).first)
      #expect(reading.bytes == bytes)
      #expect(
        reading.facts.interpretations == (eci == 0 ? [] : [.init(offset: 0, number: eci)]))
    }
  }

  @Test func dataBehindAPercentSignOfAGS1QRCodeAreSaidToBeLost() throws {
    let losses = try ["[10]A%B", "[10]AB"].map { payload in
      let image = try Drawing(BARCODE_QRCODE, payload, mode: GS1_MODE).image
      return try read(ZXingAdapter.self, image).first?.facts.losses
    }
    #expect(losses == [[.data], []])
  }

  @Test func gs1AztecIsToldByItsIdentifier() throws {
    let gs1 = try Drawing(BARCODE_AZTEC, CleanSymbol.gs1, mode: GS1_MODE).image
    let plain = try Drawing(BARCODE_AZTEC, "0109501101530003").image
    let identifiers = try [gs1, plain].map {
      try read(ZXingAdapter.self, $0).first?.facts.identifier
    }
    #expect(identifiers.map { $0?.isGS1 } == [true, false])
  }

  @Test func bytesAreRightWhereTheCharsetGuessIsWrong() throws {
    let latin: [UInt8] = [0xC0, 0xC8, 0xCC]
    let reading = try #require(
      try read(ZXingAdapter.self, Drawing(BARCODE_QRCODE, latin).image).first)
    #expect(reading.bytes == latin)
    #expect(reading.text == "ﾀﾈﾌ", "ZXing takes Latin-1 for half-width kana")
  }

  @Test func bytesOfGB2312WithoutECISurvive() throws {
    let bytes: [UInt8] = [0xD6, 0xD0, 0xCE, 0xC4, 0xB1, 0xE0, 0xC2, 0xEB]
    let readings = try read(ZXingAdapter.self, Drawing(BARCODE_QRCODE, bytes).image)
    #expect(readings.map(\.bytes) == [bytes])
  }

  @Test func askedForUPCAItReturnsEAN13Too() throws {
    let image = try Drawing(BARCODE_EANX, "978020137962", moduleSizePixels: 4).image
    let hints = DecodeHints(symbologies: [.upcA])
    #expect(try read(ZXingAdapter.self, image, hints: hints).map(\.symbology) == [.ean13])
  }

  @Test func checkDigitsOfCode39AndITFComeBackAsData() throws {
    let code39 = try Drawing(BARCODE_CODE39, "ABC-39X", option2: 1, moduleSizePixels: 4)
    #expect(try read(ZXingAdapter.self, code39.image).first?.bytes.count == 8)
    let itf = try Drawing(BARCODE_C25INTER, "1234567", option2: 1, moduleSizePixels: 4)
    #expect(try read(ZXingAdapter.self, itf.image).first?.ascii == "12345670")
  }

  @Test func checkDigitsCanBeDemanded() throws {
    let code39 = try Drawing(BARCODE_CODE39, "ABC-39", moduleSizePixels: 4).image
    #expect(try read(ZXingAdapter.self, code39, ["validate-code39-check": "true"]).isEmpty)
    let itf = try Drawing(BARCODE_C25INTER, "12345678", moduleSizePixels: 4).image
    #expect(try !read(ZXingAdapter.self, itf).isEmpty)
    #expect(try read(ZXingAdapter.self, itf, ["validate-itf-check": "true"]).isEmpty)
  }

  @Test func extendedCode39IsReadAsFullASCIIWhenAskedTo() throws {
    let image = try Drawing(BARCODE_EXCODE39, "aBc", moduleSizePixels: 4).image
    #expect(try read(ZXingAdapter.self, image).map(\.ascii) == ["+AB+C"])
    #expect(
      try read(ZXingAdapter.self, image, ["try-code39-extended": "true"]).map(\.ascii) == ["aBc"])
  }

  @Test func addOnsAreIgnoredReadOrRequired() throws {
    let with = try Drawing(BARCODE_EANX, "978020137962+12345", moduleSizePixels: 4).image
    let without = try Drawing(BARCODE_EANX, "978020137962", moduleSizePixels: 4).image
    #expect(try read(ZXingAdapter.self, with).map(\.ascii) == ["9780201379624"])
    let required = ["ean-add-on": "require"]
    #expect(try read(ZXingAdapter.self, with, required).map(\.ascii) == ["9780201379624 12345"])
    #expect(try read(ZXingAdapter.self, without, required).isEmpty)
    let asked = try read(ZXingAdapter.self, with, ["ean-add-on": "read"])
    #expect(asked.map(\.ascii).contains("9780201379624 12345"))
  }

  @Test func linearCodesTurnedByAQuarterNeedTryRotate() throws {
    let image = try Drawing(BARCODE_CODE128, "hello", moduleSizePixels: 4).image.turned
    #expect(try read(ZXingAdapter.self, image).map(\.ascii) == ["hello"])
    #expect(try read(ZXingAdapter.self, image, ["try-rotate": "false"]).isEmpty)
  }

  @Test func tryHarderLooksAwayFromTheMiddle() throws {
    let symbol = try Drawing(BARCODE_CODE128, "hello", moduleSizePixels: 4, height: 10).image
    var image = GrayImage(width: symbol.width, height: 400, filledWith: 255)
    for y in 0..<symbol.height {
      for x in 0..<symbol.width { image[x, y] = symbol[x, y] }
    }
    #expect(try read(ZXingAdapter.self, image).map(\.ascii) == ["hello"])
    #expect(try read(ZXingAdapter.self, image, ["try-harder": "false"]).isEmpty)
  }

  @Test func minLinesAsksForThatManyRows() throws {
    let image = try Drawing(BARCODE_CODE128, "hello", moduleSizePixels: 4, height: 10).image
    #expect(try read(ZXingAdapter.self, image, ["min-lines": "30"]).count == 1)
    #expect(try read(ZXingAdapter.self, image, ["min-lines": "60"]).isEmpty)
  }

  @Test func binarizersDifferOnDimImages() throws {
    var image = try Drawing(BARCODE_QRCODE, "hello", moduleSizePixels: 4).image
    for y in 0..<image.height {
      for x in 0..<image.width { image[x, y] /= 3 }
    }
    #expect(try read(ZXingAdapter.self, image).count == 1)
    #expect(try read(ZXingAdapter.self, image, ["binarizer": "global-histogram"]).count == 1)
    #expect(try read(ZXingAdapter.self, image, ["binarizer": "fixed-threshold"]).isEmpty)
    #expect(try read(ZXingAdapter.self, image, ["binarizer": "bool-cast"]).count == 1)
  }

  @Test func maximumCountOfTheCallerReplacesTheOption() throws {
    let one = try Drawing(BARCODE_QRCODE, "hello", moduleSizePixels: 4).image
    let image = try one.beside(Drawing(BARCODE_QRCODE, "world", moduleSizePixels: 4).image)
    #expect(try read(ZXingAdapter.self, image).count == 2)
    #expect(try read(ZXingAdapter.self, image, ["max-symbols": "1"]).count == 1)
    let two = DecodeHints(maximumCount: 2)
    #expect(try read(ZXingAdapter.self, image, ["max-symbols": "1"], hints: two).count == 2)
    #expect(try read(ZXingAdapter.self, image, hints: DecodeHints(maximumCount: 1)).count == 1)
  }

  @Test func hintsRestrictTheFormats() throws {
    let image = try Drawing(BARCODE_QRCODE, "hello", moduleSizePixels: 4).image
      .beside(Drawing(BARCODE_DATAMATRIX, "hello", moduleSizePixels: 4).image)
    func symbologies(_ hints: DecodeHints) throws -> Set<Symbology?> {
      Set(try read(ZXingAdapter.self, image, hints: hints).map(\.symbology))
    }
    #expect(try symbologies(.none) == [.qrCode, .dataMatrix])
    #expect(try symbologies(DecodeHints(symbologies: [.gs1QRCode])) == [.qrCode])
    #expect(try symbologies(DecodeHints(symbologies: [.dataMatrix, .rMQRCode])) == [.dataMatrix])
    #expect(try symbologies(DecodeHints(symbologies: [.rMQRCode])).isEmpty)
  }

  @Test func readsMirroredDataMatrixAndAztecButNotQR() throws {
    for (zint, isRead) in [
      (BARCODE_DATAMATRIX, true), (BARCODE_AZTEC, true), (BARCODE_QRCODE, false),
    ] {
      let image = try Drawing(zint, "hello").image.mirrored
      #expect(try read(ZXingAdapter.self, image).map(\.ascii) == (isRead ? ["hello"] : []))
    }
  }

  @Test func doesNotReadInvertedSymbols() throws {
    let image = try Drawing(BARCODE_QRCODE, "hello").image.inverted
    #expect(try read(ZXingAdapter.self, image).isEmpty)
  }

  @Test func readsMaxiCodeUprightOnlyAndWithoutCorners() throws {
    let image = try Drawing(BARCODE_MAXICODE, "hello", option1: 4, moduleSizePixels: 4).image
    #expect(try read(ZXingAdapter.self, image).map(\.corners) == [nil])
    #expect(try read(ZXingAdapter.self, image.turned).isEmpty)
  }

  @Test func exceptionOnAStripIsAnError() throws {
    let symbol = try Drawing(BARCODE_DATAMATRIX, "hello", moduleSizePixels: 4).image
    let strip = symbol.cropped(x: 0, y: 48, width: symbol.width, height: 5)
    let error = #expect(throws: DecoderError.self) { try read(ZXingAdapter.self, strip) }
    #expect(error?.message.hasPrefix("ZXing threw ") == true)
  }
}

/// Assertions of the packaged library that end the process; the adapter leaves them as they are.
@Suite struct ZXingAssertionTests {
  @Test func stackedDataBarAbortsByDefault() async {
    await #expect(processExitsWith: .signal(SIGABRT)) {
      let image = try Drawing(BARCODE_DBAR_STK, "950110153000", moduleSizePixels: 4).image
      _ = try read(ZXingAdapter.self, image)
    }
  }

  @Test func twoEqualLinearCodesAbortByDefault() async {
    await #expect(processExitsWith: .signal(SIGABRT)) {
      let image = try Drawing(BARCODE_EANX, "978020137962", moduleSizePixels: 2).image
      _ = try read(ZXingAdapter.self, image.beside(image))
    }
  }

  @Test func linearCodesInLargeImagesAbortByDefault() async {
    await #expect(processExitsWith: .signal(SIGABRT)) {
      let image = try Drawing(BARCODE_EANX, "978020137962").image
      _ = try read(ZXingAdapter.self, image)
    }
  }

  @Test(arguments: [["try-downscale": "false"], ["max-symbols": "1"], ["profile": "tuned"]])
  func largeImagesAreReadWithout(options: [String: String]) throws {
    let image = try Drawing(BARCODE_EANX, "978020137962").image
    #expect(min(image.width, image.height) > 500)
    #expect(try read(ZXingAdapter.self, image, options).map(\.ascii) == ["9780201379624"])
  }

  @Test func thresholdOfDownscalingMovesTheAbort() throws {
    let image = try Drawing(BARCODE_EANX, "978020137962").image
    let options = ["downscale-threshold": "1000"]
    #expect(try read(ZXingAdapter.self, image, options).map(\.ascii) == ["9780201379624"])
  }
}
