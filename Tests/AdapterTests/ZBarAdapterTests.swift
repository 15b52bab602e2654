import CZint
import DecoderKit
import Testing
import ZBarDecoder

@Suite struct ZBarAdapterTests {
  static let clean: [CleanSymbol] = [
    CleanSymbol(symbology: .code128, zint: BARCODE_CODE128, payload: "Hello-128"),
    CleanSymbol(
      symbology: .gs1_128, zint: BARCODE_GS1_128, payload: CleanSymbol.gs1, mode: GS1_MODE,
      bytes: CleanSymbol.gs1Bytes),
    CleanSymbol(symbology: .code39, zint: BARCODE_CODE39, payload: "ABC-39"),
    CleanSymbol(symbology: .code93, zint: BARCODE_CODE93, payload: "CODE93"),
    CleanSymbol(symbology: .codabar, zint: BARCODE_CODABAR, payload: "A12345B"),
    CleanSymbol(
      symbology: .ean13, zint: BARCODE_EANX, payload: "978020137962", bytes: "9780201379624"),
    CleanSymbol(symbology: .ean8, zint: BARCODE_EANX, payload: "1234567", bytes: "12345670"),
    CleanSymbol(symbology: .itf, zint: BARCODE_C25INTER, payload: "123456"),
    CleanSymbol(
      symbology: .itf14, zint: BARCODE_ITF14, payload: "1540014128876", bytes: "15400141288763",
      reported: .itf),
    CleanSymbol(
      symbology: .upcA, zint: BARCODE_UPCA, payload: "01234567890", bytes: "0012345678905",
      reported: .ean13),
    CleanSymbol(
      symbology: .upcA, zint: BARCODE_UPCA, payload: "01234567890", bytes: "012345678905",
      options: ["upca": "true"]),
    CleanSymbol(
      symbology: .upcE, zint: BARCODE_UPCE, payload: "0123456", bytes: "0012345000065",
      reported: .ean13),
    CleanSymbol(
      symbology: .upcE, zint: BARCODE_UPCE, payload: "0123456", bytes: "01234565",
      options: ["upce": "true"]),
    CleanSymbol(symbology: .qrCode, zint: BARCODE_QRCODE, payload: "hello"),
    CleanSymbol(
      symbology: .gs1QRCode, zint: BARCODE_QRCODE, payload: CleanSymbol.gs1, mode: GS1_MODE,
      bytes: CleanSymbol.gs1Bytes),
    CleanSymbol(
      symbology: .dataBar, zint: BARCODE_DBAR_OMN, payload: "950110153000",
      bytes: "0109501101530003"),
    CleanSymbol(
      symbology: .dataBarStacked, zint: BARCODE_DBAR_STK, payload: "950110153000",
      bytes: "0109501101530003", reported: .dataBar),
    CleanSymbol(
      symbology: .dataBarStacked, zint: BARCODE_DBAR_OMNSTK, payload: "950110153000",
      bytes: "0109501101530003", reported: .dataBar),
    CleanSymbol(
      symbology: .dataBarExpanded, zint: BARCODE_DBAR_EXP,
      payload: "[01]90012345678908[3103]001750", mode: GS1_MODE,
      bytes: "01900123456789083103001750"),
  ]

  @Test(arguments: clean) func readsWhatItClaims(symbol: CleanSymbol) throws {
    let readings = try read(ZBarAdapter.self, symbol.draw(), symbol.options)
    #expect(readings.map(\.ascii) == [symbol.bytes ?? symbol.payload])
    #expect(readings.first?.symbology == symbol.reported ?? symbol.symbology)
    #expect(ZBarAdapter.identity.supports(symbol.symbology))
  }

  @Test func dataBarExpandedWithLettersIsSaidToBeDoubtful() throws {
    let losses = try ["[01]90012345678908[3103]001750", "[10]AB12345[17]271231"].map { payload in
      let image = try Drawing(BARCODE_DBAR_EXP, payload, mode: GS1_MODE, height: 34).image
      return try read(ZBarAdapter.self, image).first?.facts.losses
    }
    #expect(losses == [[], [.data]])
  }

  /// zbar's table for Shift_JIS is that of JIS X 0201, and it does not tell the ECI.
  @Test func signsThatZBarMayHaveChangedAreSaid() throws {
    let payload = Array(#"C:\~"#.utf8) + [0x93, 0xFA]
    let readings = try [20, 0].map { eci in
      try read(
        ZBarAdapter.self, Drawing(BARCODE_QRCODE, payload, eci: Int32(eci)).image
      ).first
    }
    #expect(readings.map { $0?.facts.losses } == [[.data], []])
    #expect(readings[0]?.ascii == "C:¥‾日")
    #expect(readings[1]?.bytes == payload)
  }

  @Test func everyClaimIsTested() {
    let tested = Set(Self.clean.map(\.symbology.carrier))
    #expect(ZBarAdapter.identity.symbologies == tested)
  }

  /// zbar reads two rows and not three, whatever the contents; the adapter does not claim them.
  @Test func readsStackedExpandedDataBarOfTwoRowsOnly() throws {
    let short = try Drawing(BARCODE_DBAR_EXPSTK, "[10]12345", mode: GS1_MODE, moduleSizePixels: 4)
    #expect(try read(ZBarAdapter.self, short.image).map(\.ascii) == ["1012345"])
    let long = try Drawing(
      BARCODE_DBAR_EXPSTK, "[01]09501101530003[17]290101[10]LOT0042[21]SERIAL000123456",
      mode: GS1_MODE, moduleSizePixels: 4)
    #expect(try read(ZBarAdapter.self, long.image).isEmpty)
    #expect(!ZBarAdapter.identity.supports(.dataBarExpandedStacked))
  }

  @Test func versionComesFromTheLibrary() {
    #expect(ZBarAdapter.identity.version.wholeMatch(of: /0\.\d+\.\d+/) != nil)
  }

  @Test func readsUPCEOfNumberSystemZeroOnly() throws {
    let symbol = try Drawing(BARCODE_UPCE, "1123456", moduleSizePixels: 4)
    #expect(try read(ZBarAdapter.self, symbol.image, ["upce": "true"]).isEmpty)
  }

  @Test func upcaOptionAlsoRelabelsEAN13WithLeadingZero() throws {
    let symbol = try Drawing(BARCODE_EANX, "001234567890", moduleSizePixels: 4)
    let reading = try read(ZBarAdapter.self, symbol.image, ["upca": "true"]).first
    #expect(reading?.symbology == .upcA)
    #expect(reading?.ascii == "012345678905")
  }

  @Test func bookNumbersStayEAN13AndAddOnsStayAway() throws {
    let symbol = try Drawing(BARCODE_EANX, "978020137962+12345", moduleSizePixels: 4)
    let readings = try read(ZBarAdapter.self, symbol.image)
    #expect(readings.map(\.symbology) == [.ean13])
    #expect(readings.map(\.ascii) == ["9780201379624"])
  }

  @Test func bytesOfQRCodesAreNotGuessedAt() throws {
    let latin: [UInt8] = [0xC0, 0xC8, 0xCC]
    let symbol = try Drawing(BARCODE_QRCODE, latin)
    let faithful = try read(ZBarAdapter.self, symbol.image)
    #expect(faithful.map(\.bytes) == [latin])
    #expect(faithful.map(\.text) == [nil])
    let guessed = try read(ZBarAdapter.self, symbol.image, ["binary": "false"])
    #expect(guessed.map(\.text) == ["ﾀﾈﾌ"], "zbar takes Latin-1 for half-width kana")
  }

  /// zbar converts data of an ECI of ISO 8859 (3 to 18) or Shift JIS (20) to UTF-8, even in binary
  /// mode. It knows no other charsets and leaves their bytes as they are.
  @Test(arguments: [
    ("ÀÈÌ", 3, Array("ÀÈÌ".utf8)), ("日本", 20, Array("日本".utf8)),
    ("ÀÈÌ", 26, Array("ÀÈÌ".utf8)), ("Привет", 22, [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2]),
    ("中文", 29, [0xD6, 0xD0, 0xCE, 0xC4]),
  ])
  func bytesWithECIAreConvertedForSomeCharsets(
    text: String, eci: Int, expected: [UInt8]
  ) throws {
    let symbol = try Drawing(BARCODE_QRCODE, text, mode: UNICODE_MODE, eci: Int32(eci))
    #expect(try read(ZBarAdapter.self, symbol.image).map(\.bytes) == [expected])
  }

  @Test func code128LosesFNC4Silently() throws {
    let symbol = try Drawing(BARCODE_CODE128, "café", mode: UNICODE_MODE, moduleSizePixels: 4)
    #expect(try read(ZBarAdapter.self, symbol.image).map(\.ascii) == ["cafi"])
  }

  @Test func checkDigitsOfCode39AndITFComeBackAsData() throws {
    let code39 = try Drawing(BARCODE_CODE39, "ABC-39X", option2: 1, moduleSizePixels: 4)
    #expect(try read(ZBarAdapter.self, code39.image).first?.bytes.count == 8)
    let itf = try Drawing(BARCODE_C25INTER, "1234567", option2: 1, moduleSizePixels: 4)
    #expect(try read(ZBarAdapter.self, itf.image).first?.ascii == "12345670")
  }

  @Test func shortITFAndCodabarNeedAnOption() throws {
    let itf = try Drawing(BARCODE_C25INTER, "1234", moduleSizePixels: 4).image
    #expect(try read(ZBarAdapter.self, itf).isEmpty)
    #expect(try read(ZBarAdapter.self, itf, ["i25-min-length": "4"]).map(\.ascii) == ["1234"])
    let codabar = try Drawing(BARCODE_CODABAR, "A1B", moduleSizePixels: 4).image
    #expect(try read(ZBarAdapter.self, codabar).isEmpty)
    #expect(
      try read(ZBarAdapter.self, codabar, ["codabar-min-length": "3"]).map(\.ascii) == ["A1B"])
    let code39 = try Drawing(BARCODE_CODE39, "ABC", moduleSizePixels: 4).image
    #expect(try read(ZBarAdapter.self, code39).map(\.ascii) == ["ABC"])
    #expect(try read(ZBarAdapter.self, code39, ["code39-min-length": "4"]).isEmpty)
  }

  @Test(arguments: [(BARCODE_QRCODE, "hello"), (BARCODE_CODE128, "hello")])
  func readsInvertedSymbolsWhenAskedTo(symbology: Int32, payload: String) throws {
    let image = try Drawing(symbology, payload, moduleSizePixels: 4).image.inverted
    #expect(try read(ZBarAdapter.self, image).isEmpty)
    let asked = try read(ZBarAdapter.self, image, ["test-inverted": "true"])
    #expect(asked.map(\.ascii) == [payload])
    #expect(try read(ZBarAdapter.self, image, ["profile": "tuned"]).map(\.ascii) == [payload])
  }

  @Test func readsMirroredQRCodesAndKeepsTheirTopLeft() throws {
    let image = try Drawing(BARCODE_QRCODE, "hello").image.mirrored
    let reading = try #require(try read(ZBarAdapter.self, image).first)
    #expect(reading.ascii == "hello")
    let corners = try #require(reading.corners)
    #expect(corners.error(from: [(248, 80), (80, 80), (80, 248), (248, 248)]) <= 1)
  }

  @Test func densityZeroScansNothing() throws {
    let image = try Drawing(BARCODE_CODE128, "hello", moduleSizePixels: 4).image
    #expect(try read(ZBarAdapter.self, image, ["y-density": "0"]).isEmpty)
    #expect(try !read(ZBarAdapter.self, image.turned, ["y-density": "0"]).isEmpty)
    #expect(try read(ZBarAdapter.self, image.turned, ["x-density": "0"]).isEmpty)
  }

  @Test func positionSavesTimeAndChangesNoReading() throws {
    let image = try Drawing(BARCODE_QRCODE, "hello", moduleSizePixels: 4).image
      .beside(Drawing(BARCODE_CODE128, "hello", moduleSizePixels: 4).image)
    let readings = try read(ZBarAdapter.self, image)
    #expect(readings.count == 2)
    #expect(try read(ZBarAdapter.self, image, ["position": "false"]) == readings)
  }

  @Test func linearCodesHaveNoCorners() throws {
    let image = try Drawing(BARCODE_CODE128, "hello", moduleSizePixels: 4).image
    #expect(try read(ZBarAdapter.self, image).map(\.corners) == [nil])
  }

  /// The two halves of a stacked DataBar in two images are not one symbol. zbar's own scanner would
  /// remember the first half.
  @Test func halfASymbolDoesNotWaitForTheNextImage() throws {
    let whole = try Drawing(BARCODE_DBAR_STK, "950110153000", moduleSizePixels: 8).image
    let upper = whole.cropped(x: 0, y: 0, width: whole.width, height: 80 + 5 * 8)
    let lower = whole.cropped(x: 0, y: 80 + 6 * 8, width: whole.width, height: 7 * 8 + 80)
    let options = try DecoderOptions(resolving: [:], for: ZBarAdapter.identity)
    let decoder = ZBarAdapter(options: options)
    #expect(try decoder.decode(whole, hints: .none).count == 1)
    #expect(try decoder.decode(upper, hints: .none).isEmpty)
    #expect(try decoder.decode(lower, hints: .none).isEmpty)
  }

  @Test func hintsSwitchOtherSymbologiesOff() throws {
    let image = try Drawing(BARCODE_QRCODE, "hello", moduleSizePixels: 4).image
      .beside(Drawing(BARCODE_CODE128, "hello", moduleSizePixels: 4).image)
    func symbologies(_ hints: DecodeHints) throws -> Set<Symbology?> {
      Set(try read(ZBarAdapter.self, image, hints: hints).map(\.symbology))
    }
    #expect(try symbologies(.none) == [.qrCode, .code128])
    #expect(try symbologies(DecodeHints(symbologies: [.gs1QRCode])) == [.qrCode])
    #expect(try symbologies(DecodeHints(symbologies: [.code128, .aztec])) == [.code128])
    #expect(try symbologies(DecodeHints(symbologies: [.aztec])).isEmpty)
    #expect(try read(ZBarAdapter.self, image, hints: DecodeHints(maximumCount: 1)).count == 1)
  }

  @Test func hintForUPCStillReadsItsSymbols() throws {
    let image = try Drawing(BARCODE_UPCA, "01234567890", moduleSizePixels: 4).image
    let readings = try read(ZBarAdapter.self, image, hints: DecodeHints(symbologies: [.upcA]))
    #expect(readings.map(\.ascii) == ["0012345678905"])
  }
}
