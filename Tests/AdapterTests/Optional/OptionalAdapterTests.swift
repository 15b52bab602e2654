import CZint
import DecoderKit
import Foundation
import Testing

/// The adapters whose libraries `make plugins` installs, each in a process of its own.
@Suite(.serialized)
struct OptionalAdapterTests {
  /// An adapter and a symbol that it reads.
  struct Adapter: Sendable, CustomTestStringConvertible {
    var name: String
    /// A file of the installed library: in the virtual environment, or an absolute path.
    var library: String
    var zint: Int32 = BARCODE_QRCODE
    var symbology: Symbology = .qrCode
    var payload = "hello"
    var moduleSizePixels = 8
    /// Quiet zones in modules; the adapter reads the symbol with at least one of them.
    var margins = [30]
    /// True if the adapter reports the symbol's corners.
    var givesCorners = true
    /// How far corners may be off, in pixels.
    var cornerErrorPixels = 1.5
    /// The bytes read from a QR Code with the bytes C0 C8; `nil` if the adapter reads no QR Codes.
    var latin1: [UInt8]? = [0xC0, 0xC8]

    var testDescription: String { name }

    var isInstalled: Bool {
      let environment = PluginRun.root.path + "/.venv-plugins"
      let files = FileManager.default
      if library.hasPrefix("/") { return files.fileExists(atPath: library) }
      let packages = (try? files.contentsOfDirectory(atPath: environment + "/lib")) ?? []
      return packages.contains {
        files.fileExists(atPath: "\(environment)/lib/\($0)/site-packages/\(library)")
      } || files.fileExists(atPath: environment + "/" + library)
    }
  }

  static let adapters = [
    Adapter(name: "zxing-cpp", library: "zxingcpp"),
    Adapter(name: "quirc", library: "quirc"),
    Adapter(name: "tapirscan", library: "tapirscan"),
    // These two take the bytes for Latin-1 and return them as UTF-8.
    Adapter(name: "opencv-qr", library: "cv2", latin1: Array("ÀÈ".utf8)),
    Adapter(name: "opencv-aruco", library: "cv2", latin1: Array("ÀÈ".utf8)),
    Adapter(name: "opencv-wechat", library: "cv2"),
    // This one reads a symbol or not by chance: see its README.
    Adapter(
      name: "opencv-barcode", library: "cv2", zint: BARCODE_EANX, symbology: .ean13,
      payload: "4006381333931", moduleSizePixels: 2, margins: [60, 70, 80, 90, 100],
      givesCorners: false,
      latin1: nil),
    Adapter(name: "deqr", library: "deqr"),
    // Its two readers differ over bytes that are no UTF-8, and both answers come back. The far
    // corners are one module of 8 pixels out.
    Adapter(
      name: "qrcode-ai-scanner", library: "qrcode_ai_scanner", cornerErrorPixels: 9, latin1: nil),
    Adapter(name: "rxing", library: "rxing", givesCorners: false),
    Adapter(
      name: "arbez-dmtx", library: "arbez_dmtx", zint: BARCODE_DATAMATRIX, symbology: .dataMatrix,
      givesCorners: false, latin1: nil),
    Adapter(
      name: "pharmacode-toolkit", library: "pharmacode", zint: BARCODE_PHARMA,
      symbology: .pharmacode, payload: "1234", givesCorners: false, latin1: nil),
    Adapter(
      name: "aztec-tool", library: "aztec_tool", zint: BARCODE_AZTEC, symbology: .aztec,
      givesCorners: false, latin1: nil),
    Adapter(
      name: "pdf417decoder", library: "pdf417decoder", zint: BARCODE_PDF417, symbology: .pdf417,
      moduleSizePixels: 3, givesCorners: false, latin1: nil),
    Adapter(name: "zxing-java", library: "java/ZXingJava.class", givesCorners: false),
    Adapter(name: "zbarimg", library: "/usr/bin/zbarimg", givesCorners: false),
    Adapter(
      name: "dmtxread", library: "/usr/bin/dmtxread", zint: BARCODE_DATAMATRIX,
      symbology: .dataMatrix, givesCorners: false, latin1: nil),
  ]

  /// The adapters whose libraries are installed; `make plugins` installs them.
  static let installed = adapters.filter(\.isInstalled)
  static let hasZXingCpp = installed.contains { $0.name == "zxing-cpp" }

  @Test(arguments: installed)
  func aCleanSymbolIsReadWhateverStoodInTheImageBefore(adapter: Adapter) async throws {
    let settings = try PluginRun.settings(of: adapter.name)
    let candidates = try adapter.margins.map {
      try Drawing(
        adapter.zint, adapter.payload, moduleSizePixels: adapter.moduleSizePixels, margin: $0,
        height: 60
      ).image
    }
    let readable = try await PluginRun.decode(candidates, with: settings)
      .firstIndex { $0.readings?.isEmpty == false }
    let symbol = candidates[try #require(readable, "none of \(adapter.margins) is read")]
    let empty = GrayImage(width: 300, height: 200, filledWith: 255)
    let attempts = try await PluginRun.decode(
      [symbol, try symbol.padded(by: 13), empty, symbol, symbol.turned], with: settings)
    let all = try attempts.map { try #require($0.readings, "\($0.outcome)") }
    #expect(all[0].count == 1)
    let reading = try #require(all[0].first)
    #expect(reading.ascii == adapter.payload)
    #expect(reading.symbology == adapter.symbology)
    #expect((reading.corners != nil) == adapter.givesCorners)
    #expect(all[1] == all[0], "rows with padding")
    #expect(all[2].isEmpty)
    #expect(all[3] == all[0], "the second time")
    #expect(attempts.allSatisfy { $0.wallNanoseconds > 0 && !$0.wasRetried })
  }

  @Test(arguments: installed.filter(\.givesCorners))
  func cornersFollowTheSymbolRound(adapter: Adapter) async throws {
    var image = try Drawing(adapter.zint, adapter.payload).image
    let (low, high) = (80, image.width - 80)
    var expected = [(low, low), (high, low), (high, high), (low, high)]
    var images: [GrayImage] = []
    for _ in 0..<4 {
      images.append(image)
      image = image.turned
    }
    let settings = try PluginRun.settings(of: adapter.name)
    for attempt in try await PluginRun.decode(images, with: settings) {
      let corners = try #require(attempt.readings?.first?.corners)
      #expect(corners.error(from: expected) <= adapter.cornerErrorPixels)
      expected = expected.map { (low + high - $0.1, $0.0) }
    }
  }

  @Test(arguments: installed.filter { $0.latin1 != nil })
  func bytesAreWhatTheReadmeSays(adapter: Adapter) async throws {
    let symbol = try Drawing(BARCODE_QRCODE, [0xC0, 0xC8]).image
    let settings = try PluginRun.settings(of: adapter.name)
    let attempts = try await PluginRun.decode([symbol], with: settings)
    let expected = try #require(adapter.latin1)
    #expect(attempts[0].readings?.map(\.bytes) == [expected])
  }

  @Test(arguments: installed)
  func imagesWithoutPixelsAreFailuresAndThinOnesAreSurvived(adapter: Adapter) async throws {
    let sizes = [(0, 0), (0, 7), (9, 0), (1, 1), (1, 40), (40, 1), (3, 3)]
    let images = sizes.map { GrayImage(width: $0.0, height: $0.1, filledWith: 255) }
    let settings = try PluginRun.settings(of: adapter.name)
    let attempts = try await PluginRun.decode(images, with: settings)
    for attempt in attempts.prefix(3) {
      #expect(attempt.failure?.contains(" pixels") == true, "\(attempt.outcome)")
    }
    for (attempt, size) in zip(attempts, sizes).dropFirst(3) {
      let isAnswer = attempt.readings?.isEmpty == true || attempt.failure != nil
      // libdmtx itself aborts on one pixel, and the attempt says so.
      let aborts = ["arbez-dmtx", "dmtxread"].contains(adapter.name) && size == (1, 1)
      let isAbort = aborts && attempt.readings == nil
      #expect(isAnswer || isAbort, "\(size): \(attempt.outcome)")
    }
  }

  @Test(arguments: installed)
  func whatItDoesNotKnowIsRefused(adapter: Adapter) async throws {
    let settings = try PluginRun.settings(of: adapter.name, options: ["no-such": "1"])
    let refusal = try await PluginRun.refusal(of: settings)
    #expect(
      refusal?.message.contains("decoder \"\(adapter.name)\" has no option \"no-such\"") == true)
  }

  /// FNC1 in front makes a symbol one of GS1: by its name where it has one, else by its identifier.
  @Test(.enabled(if: hasZXingCpp, "zxing-cpp is not installed: make plugins"))
  func gs1SymbolsAreToldFromPlainOnes() async throws {
    let kinds: [(Int32, Symbology, Symbology, String)] = [
      (BARCODE_QRCODE, .gs1QRCode, .qrCode, "]Q3"),
      (BARCODE_DATAMATRIX, .gs1DataMatrix, .dataMatrix, "]d2"),
      (BARCODE_AZTEC, .aztec, .aztec, "]z1"), (BARCODE_RMQR, .rMQRCode, .rMQRCode, "]Q3"),
    ]
    let settings = try PluginRun.settings(of: "zxing-cpp")
    for (zint, gs1, plain, identifier) in kinds {
      let images = [
        try Drawing(zint, CleanSymbol.gs1, mode: GS1_MODE, moduleSizePixels: 4).image,
        try Drawing(zint, "0109501101530003", moduleSizePixels: 4).image,
      ]
      let readings = try await PluginRun.decode(images, with: settings).map { $0.readings?.first }
      #expect(readings.map { $0?.symbology } == [gs1, plain])
      #expect(readings[0]?.ascii == CleanSymbol.gs1Bytes)
      #expect(readings[0]?.facts.identifier?.description == identifier)
      #expect(readings[1]?.facts.identifier?.isGS1 == false)
    }
  }

  /// Announced charsets are told where they matter, also those of one symbol beside another.
  @Test(.enabled(if: hasZXingCpp, "zxing-cpp is not installed: make plugins"))
  func announcedCharsetsAreTold() async throws {
    let settings = try PluginRun.settings(of: "zxing-cpp")
    func image(_ zint: Int32, _ eci: Int32) throws -> GrayImage {
      let bytes = Array(#"\000026"#.utf8) + [0xC5, 0xEB, 0x5C, 0x5C]
      return try Drawing(zint, bytes, eci: eci, moduleSizePixels: 4).image
    }
    for zint in [BARCODE_QRCODE, BARCODE_DATAMATRIX, BARCODE_AZTEC, BARCODE_PDF417] {
      let images = [
        try image(zint, 9), try image(zint, 0), try image(zint, 7).beside(try image(zint, 9)),
      ]
      let readings = try await PluginRun.decode(images, with: settings).map { $0.readings ?? [] }
      let announced = readings.map { $0.map(\.facts.interpretations) }
      #expect(announced[0] == [[.init(offset: 0, number: 9)]])
      #expect(announced[1] == [[]])
      #expect(
        Set(announced[2].compactMap { $0?.first?.number }) == [7, 9], "\(announced[2])")
    }
  }

  /// The rarer symbologies that a decoder reads; another encoder's word for them is in SymbolsTests.
  @Test(.enabled(if: hasZXingCpp, "zxing-cpp is not installed: make plugins"))
  func telepenIsReadAsWhatItHolds() async throws {
    let settings = try PluginRun.settings(of: "zxing-cpp")
    let texts = ["Hello", "A1-b/2 c", "12345"]
    let images = try texts.map {
      try Drawing(BARCODE_TELEPEN, $0, moduleSizePixels: 3, margin: 40, height: 60).image
    }
    for (attempt, text) in zip(try await PluginRun.decode(images, with: settings), texts) {
      #expect(attempt.readings?.map(\.ascii) == [text])
      #expect(attempt.readings?.first?.symbology == .telepen)
    }
  }

  /// The library can be installed for free and reads nothing without a licence.
  @Test func dynamsoftIsUnavailableWithoutALicence() async throws {
    var environment = ProcessInfo.processInfo.environment
    environment["DYNAMSOFT_LICENSE"] = nil
    let location = try PluginRun.search(environment: environment).locations()
      .first { $0.name == "dynamsoft" }
    guard case .success? = location?.program else { return }
    let refusal = try await PluginRun.refusal(
      of: PluginRun.settings(of: "dynamsoft", environment: environment))
    #expect(refusal?.code == .unavailable)
  }
}
