import CZint
import DecoderKit
import DmtxDecoder
import Foundation
import TestSupport
import Testing

@Suite struct DmtxAdapterTests {
  /// The sizes by zint's `option_2`: 1 to 23 are squares up to 132 × 132, 25 to 30 rectangles.
  @Test(arguments: Array(1...23) + Array(25...30))
  func readsEverySize(option: Int) throws {
    let symbol = try Drawing(
      BARCODE_DATAMATRIX, "abc", option2: Int32(option), moduleSizePixels: option < 15 ? 8 : 4)
    let readings = try read(DmtxAdapter.self, symbol.image)
    #expect(readings.map(\.ascii) == ["abc"])
    #expect(readings.map(\.symbology) == [.dataMatrix])
  }

  @Test func missesSomeCleanRectangles() throws {
    // 8 × 32 modules
    let symbol = try Drawing(BARCODE_DATAMATRIX, "ab", option2: 26, moduleSizePixels: 4)
    #expect(try read(DmtxAdapter.self, symbol.image).isEmpty)
  }

  @Test func claimsDataMatrixOnly() {
    #expect(DmtxAdapter.identity.symbologies == [.dataMatrix])
    #expect(DmtxAdapter.identity.supports(.gs1DataMatrix))
  }

  @Test func cannotReadDMRENorZintsLargest() throws {
    let extended = try Drawing(BARCODE_DATAMATRIX, "hello", option2: 31, moduleSizePixels: 4)
    let largest = try Drawing(BARCODE_DATAMATRIX, "hello", option2: 24, moduleSizePixels: 4)
    let options = ["timeout-ms": "200"]
    #expect(try read(DmtxAdapter.self, extended.image, options).isEmpty)
    #expect(try read(DmtxAdapter.self, largest.image, options).isEmpty)
  }

  @Test func versionNamesThePackageAndWhatTheLibrarySays() {
    #expect(DmtxAdapter.identity.version.contains(/\d+\.\d+\.\d+/))
    #expect(DmtxAdapter.identity.version.contains("0.7.5"), "all libdmtx up to 0.7.7 say so")
  }

  @Test func dropsEveryFNC1UnlessTold() throws {
    let image = try Drawing(BARCODE_DATAMATRIX, CleanSymbol.gs1, mode: GS1_MODE).image
    let plain = try #require(try read(DmtxAdapter.self, image).first)
    #expect(plain.symbology == .gs1DataMatrix)
    #expect(plain.ascii == CleanSymbol.gs1Bytes.filter { $0 != "\u{1D}" })
    for options in [["fnc1": "29"], ["profile": "tuned"]] {
      #expect(
        try read(DmtxAdapter.self, image, options).map(\.ascii) == [CleanSymbol.gs1Bytes])
    }
  }

  @Test func returnsECIAsDataByte() throws {
    let symbol = try Drawing(BARCODE_DATAMATRIX, "é", mode: UNICODE_MODE, eci: 26)
    let readings = try read(DmtxAdapter.self, symbol.image)
    #expect(readings.map(\.bytes) == [[0x1A, 0xC3, 0xA9]])
    #expect(
      readings.first?.facts
        == ReadingFacts(
          identifier: SymbologyIdentifier("]d1"), interpretations: [.init(offset: 1, number: 26)],
          losses: [.charset]))
  }

  /// The codeword of an announcement is data in every encodation but one: of payloads in all of them, only
  /// those that announce a charset are told to.
  @Test func announcementsAreFoundInEveryEncodationAndNowhereElse() throws {
    var random = SeededGenerator(seed: 41)
    let alphabets: [[UInt8]] = [
      Array("ABCDEFGHIJ 0123456789".utf8), Array("abcdefghij 0123".utf8), Array("AB*>\r 01".utf8),
      Array("A.B/C:D;E<F=G?0123".utf8), Array(0xE8...0xF8), Array(0...255),
    ]
    for number in 0..<120 {
      let bytes = (0..<Int.random(in: 1...4, using: &random)).flatMap { _ in
        let alphabet = alphabets[Int.random(in: 0..<alphabets.count, using: &random)]
        return (0..<Int.random(in: 1...9, using: &random)).map { _ in
          alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
        }
      }
      let isAnnounced = number % 3 == 0
      let symbol = try Drawing(
        BARCODE_DATAMATRIX, bytes, option3: DM_SQUARE, eci: isAnnounced ? 9 : 0,
        moduleSizePixels: 4)
      // The library misses a clean symbol now and then.
      guard let reading = try read(DmtxAdapter.self, symbol.image).first else { continue }
      let expected = isAnnounced ? [AnnouncedInterpretation(offset: 1, number: 9)] : []
      #expect(reading.facts.interpretations == expected, "\(bytes)")
      #expect(reading.facts.losses == (isAnnounced ? [.charset] : []), "\(bytes)")
    }
  }

  @Test func bytesAboveASCIIAreKept() throws {
    let bytes: [UInt8] = [0x41, 0xE9, 0x00, 0xFF, 0x80]
    let symbol = try Drawing(BARCODE_DATAMATRIX, bytes)
    #expect(try read(DmtxAdapter.self, symbol.image).map(\.bytes) == [bytes])
  }

  @Test func readsInvertedSymbols() throws {
    let image = try Drawing(BARCODE_DATAMATRIX, "hello").image.inverted
    #expect(try read(DmtxAdapter.self, image).map(\.ascii) == ["hello"])
  }

  @Test func doesNotReadMirroredSymbols() throws {
    let image = try Drawing(BARCODE_DATAMATRIX, "HELLO WORLD 99").image.mirrored
    #expect(try read(DmtxAdapter.self, image).isEmpty)
  }

  /// libdmtx's error correction accepts data that it should refuse: the library itself misreads.
  @Test func returnsRubbishForSomeMirroredSymbols() throws {
    let image = try Drawing(BARCODE_DATAMATRIX, "hello").image.mirrored
    let readings = try read(DmtxAdapter.self, image)
    #expect(readings.count == 1)
    #expect(readings.map(\.ascii) != ["hello"])
  }

  @Test func returnsOneSymbolUnlessAskedForMore() throws {
    let one = try Drawing(BARCODE_DATAMATRIX, "hello", moduleSizePixels: 4).image
    let image = try one.beside(Drawing(BARCODE_DATAMATRIX, "world", moduleSizePixels: 4).image)
    func texts(_ options: [String: String], _ count: Int? = nil) throws -> Set<String> {
      let hints = DecodeHints(maximumCount: count)
      return Set(try read(DmtxAdapter.self, image, options, hints: hints).map(\.ascii))
    }
    #expect(try texts([:]).count == 1)
    #expect(try texts(["max-count": "2"]) == ["hello", "world"])
    #expect(try texts([:], 2) == ["hello", "world"])
    #expect(try texts(["max-count": "2"], 1).count == 1)
  }

  @Test func hintsForOtherSymbologiesFindNothing() throws {
    let image = try Drawing(BARCODE_DATAMATRIX, "hello").image
    let qr = DecodeHints(symbologies: [.qrCode])
    let gs1 = DecodeHints(symbologies: [.gs1DataMatrix])
    #expect(try read(DmtxAdapter.self, image, hints: qr).isEmpty)
    #expect(try read(DmtxAdapter.self, image, hints: gs1).map(\.ascii) == ["hello"])
  }

  @Test func symbolSizeRestrictsTheShape() throws {
    let square = try Drawing(BARCODE_DATAMATRIX, "hello").image
    func isRead(_ size: String) throws -> Bool {
      try !read(DmtxAdapter.self, square, ["symbol-size": size, "timeout-ms": "200"]).isEmpty
    }
    #expect(try isRead("square"))
    #expect(try isRead("12x12"))
    #expect(try !isRead("rectangle"))
    #expect(try !isRead("14x14"))
    #expect(try !isRead("8x18"))
  }

  @Test func shrinkMissesSmallModulesAndKeepsCorners() throws {
    let small = try Drawing(BARCODE_DATAMATRIX, "hello", moduleSizePixels: 2).image
    #expect(try read(DmtxAdapter.self, small).count == 1)
    #expect(try read(DmtxAdapter.self, small, ["shrink": "2"]).isEmpty)
    let large = try Drawing(BARCODE_DATAMATRIX, "hello").image
    let corners = try #require(
      try read(DmtxAdapter.self, large, ["shrink": "2"]).first?.corners)
    #expect(corners.error(from: [(80, 80), (176, 80), (176, 176), (80, 176)]) <= 3)
  }

  @Test func edgeLimitsExcludeSymbols() throws {
    let image = try Drawing(BARCODE_DATAMATRIX, "hello").image  // 96 pixels a side
    func isRead(_ options: [String: String]) throws -> Bool {
      try !read(DmtxAdapter.self, image, options).isEmpty
    }
    #expect(try isRead(["edge-min": "40", "edge-max": "120"]))
    #expect(try !isRead(["edge-min": "150"]))
    #expect(try !isRead(["edge-max": "20"]))
  }

  @Test func edgeThresholdExcludesFaintSymbols() throws {
    var image = try Drawing(BARCODE_DATAMATRIX, "hello").image
    for y in 0..<image.height {
      for x in 0..<image.width { image[x, y] = 100 + image[x, y] / 8 }
    }
    #expect(try read(DmtxAdapter.self, image, ["edge-threshold": "5"]).count == 1)
    #expect(try read(DmtxAdapter.self, image, ["edge-threshold": "90"]).isEmpty)
  }

  @Test func squareDeviationExcludesShearedSymbols() throws {
    let image = try Drawing(BARCODE_DATAMATRIX, "hello").image.sheared
    #expect(try read(DmtxAdapter.self, image).map(\.ascii) == ["hello"])
    #expect(try read(DmtxAdapter.self, image, ["square-deviation": "5"]).isEmpty)
  }

  @Test func coarseScanGapStepsOverSmallSymbols() throws {
    let symbol = try Drawing(BARCODE_DATAMATRIX, "hello", moduleSizePixels: 2, margin: 90).image
    #expect(try read(DmtxAdapter.self, symbol).map(\.ascii) == ["hello"])
    let image = symbol.cropped(x: 0, y: 0, width: symbol.width - 40, height: symbol.height - 40)
    #expect(try read(DmtxAdapter.self, image, ["scan-gap": "300"]).isEmpty)
  }

  /// Without the deadline the search takes most of a minute, also with a billion positions.
  @Test(arguments: ["0", "1000000000"])
  func deadlineEndsTheSearchInNoise(positions: String) throws {
    let seed = SeededGenerator.testSeed
    var random = SeededGenerator(seed: seed)
    let noise = (0..<640 * 480).map { _ in UInt8.random(in: 0...255, using: &random) }
    let image = try GrayImage(width: 640, height: 480, pixels: noise)
    let elapsed = try ContinuousClock().measure {
      _ = try read(DmtxAdapter.self, image, ["timeout-ms": "50", "max-positions": positions])
    }
    #expect(elapsed < .seconds(20), "seed \(seed)")
  }

  @Test func positionsEndTheSearchWhereTheyDidBefore() throws {
    let image = try Drawing(BARCODE_DATAMATRIX, "hello", margin: 90).image
    let needed = try #require(
      (1...5000).first {
        try !read(DmtxAdapter.self, image, ["max-positions": "\($0)"]).isEmpty
      })
    #expect(needed > 1)
    for _ in 0..<3 {
      #expect(try read(DmtxAdapter.self, image, ["max-positions": "\(needed - 1)"]).isEmpty)
      #expect(
        try read(DmtxAdapter.self, image, ["max-positions": "\(needed)"])
          == read(DmtxAdapter.self, image))
    }
  }

  /// Time is measured here: a limit of the test's own would count the wait for its turn.
  @Test(arguments: ["1", "2"])
  func theImageEndsBeforeThePositionsDo(shrink: String) throws {
    let image = GrayImage(width: 60, height: 60, filledWith: 255)
    let options = ["max-positions": "1000000000", "timeout-ms": "60000", "shrink": shrink]
    let start = ContinuousClock.now
    #expect(try read(DmtxAdapter.self, image, options).isEmpty)
    #expect(ContinuousClock.now - start < .seconds(30))
  }

  /// The packaged library's own assertion fails here; the adapter leaves this behaviour as it is.
  @Test func onePixelAborts() async {
    await #expect(processExitsWith: .signal(SIGABRT)) {
      _ = try read(DmtxAdapter.self, GrayImage(width: 1, height: 1, filledWith: 255))
    }
  }

  @Test func fourPixelsAbort() async {
    await #expect(processExitsWith: .signal(SIGABRT)) {
      _ = try read(DmtxAdapter.self, GrayImage(width: 2, height: 2, filledWith: 255))
    }
  }
}
