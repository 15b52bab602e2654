import CZint
import CodeGeneration
import DecoderKit
import Foundation
import Images
import TestSupport
import Testing

/// Generated programs are built, run, and read what the harness reads.
@Suite(.serialized) struct GeneratedProgramTests {
  struct Target: CustomTestStringConvertible, Sendable {
    let language: String
    let decoder: String
    let module: String?
    /// The place of the configuration that is tried where proofs are not asked for, of ``configurations(_:_:)``.
    let first: Int
    var testDescription: String { "\(language) with \(decoder)" }

    var isInstalled: Bool { module.map(ProgramFixture.hasModule) ?? true }
  }

  static let targets = [
    Target(language: "cpp", decoder: "zbar", module: nil, first: 0),
    Target(language: "cpp", decoder: "zxing", module: nil, first: 1),
    Target(language: "c", decoder: "dmtx", module: nil, first: 1),
    Target(language: "python", decoder: "zbar", module: "pyzbar.wrapper", first: 1),
    Target(language: "python", decoder: "zxing-cpp", module: "zxingcpp", first: 0),
    Target(language: "swift", decoder: "zbar", module: nil, first: 0),
  ]

  // MARK: - Samples

  private static let code = "AB-12\"*/%s"

  /// Three kinds of samples: retail codes, matrix codes of which one is light on dark, and a label with
  /// several codes; and an image without any.
  private static let images = Result { () throws -> [GrayImage] in
    let retail = try [
      (BARCODE_EANX, "4006381333931"), (BARCODE_EANX, "9638507"), (BARCODE_UPCA, "03600029145"),
    ].map { try Drawing($0.0, $0.1, moduleSizePixels: 2, height: 40).image }
    let tiny = try Drawing(BARCODE_DATAMATRIX, "tiny", moduleSizePixels: 4).image
    let gs1 = try Drawing(BARCODE_DATAMATRIX, "[01]04012345678901[10]A1", mode: GS1_MODE).image
    let label = try canvas([
      (Drawing(BARCODE_CODE128, "LABEL42", moduleSizePixels: 2, height: 30).image, 10, 10),
      (Drawing(BARCODE_QRCODE, code, moduleSizePixels: 4).image, 10, 130),
      (Drawing(BARCODE_DATAMATRIX, "box", moduleSizePixels: 4).image, 260, 150),
      (Drawing(BARCODE_PDF417, "pallet", moduleSizePixels: 2).image, 10, 310),
    ])
    return retail + [
      tiny, tiny.inverted, gs1, label, GrayImage(width: 90, height: 60, filledWith: 255),
    ]
  }

  private static func canvas(_ parts: [(GrayImage, Int, Int)]) throws -> GrayImage {
    let (width, height) = (460, 440)
    var pixels = [UInt8](repeating: 255, count: width * height)
    for (image, left, top) in parts {
      for y in 0..<image.height {
        for x in 0..<image.width { pixels[(top + y) * width + left + x] = image[x, y] }
      }
    }
    return try GrayImage(width: width, height: height, pixels: pixels)
  }

  /// The samples as files of all kinds; JPEG changes the pixels, which are read back.
  private static func files(in folder: String) throws -> (paths: [String], images: [GrayImage]) {
    var paths: [String] = []
    for (index, image) in try images.get().enumerated() {
      let name = "\(folder)/it's \"\(index)\""
      switch index % 3 {
      case 0:
        paths.append(name + ".png")
        try PNG.write(image, path: name + ".png")
      case 1:
        paths.append(name + ".jpg")
        try Data(JPEG.encode(image, quality: 85)).write(to: URL(filePath: name + ".jpg"))
      default:
        paths.append(name + ".pgm")
        let header = Array("P5 \(image.width) \(image.height) 255\n".utf8)
        try Data(header + image.packed().pixels).write(to: URL(filePath: name + ".pgm"))
      }
    }
    return (paths, try paths.map { try ImageFile.read(path: $0) })
  }

  // MARK: - Configurations

  private static let options: [String: [String: String]] = [
    "zbar": ["test-inverted": "true", "upca": "true", "x-density": "2"],
    "zxing": ["binarizer": "global-histogram", "try-downscale": "false", "min-lines": "1"],
    "dmtx": ["max-count": "3", "fnc1": "29", "symbol-size": "square", "max-positions": "3000"],
    "zxing-cpp": ["binarizer": "global-histogram", "try-invert": "false"],
  ]

  private static func configurations(
    _ decoder: String, _ identity: DecoderIdentity
  ) -> [ScannerConfiguration] {
    let plain = ScannerConfiguration(decoder: decoder)
    var full = ScannerConfiguration(decoder: decoder, options: options[decoder] ?? [:])
    full.symbologies = Set([.ean13, .upcA, .qrCode, .gs1DataMatrix, .code128])
      .filter { identity.supports($0) }
    full.lengths = [.ean13: 13...13, .code128: 7...9, .dataMatrix: 4...4]
    full.rejections = [
      .exact(text: code), .prefix(text: "03600"), .pattern("0\\d{3}[36].*"), .pattern("bo(x|y)"),
    ]
    // One code fewer than there are for those that read Data Matrix, too.
    full.stopRule = .init(uniqueCodes: 2)
    full.captureResolution = .init(width: 1280, height: 720)
    var placed = plain
    placed.scanArea = .init(left: 0, top: 0.25, width: 0.999, height: 0.75)
    // On the label, it is the Data Matrix symbol, or for a decoder that does not read it the QR Code. With
    // several codes an image, the selection alone keeps the label's other codes out.
    let x = identity.supports(.dataMatrix) ? 0.65 : 0.2
    let isCircle = decoder.hasPrefix("zxing")
    placed.selection = .init(
      x: x, y: 0.3, isCircle ? .circle(radius: 0.1) : .rectangle(width: 0.4, height: 0.3))
    placed.severalPerImage = isCircle
    placed.stopRule = .init(uniqueCodes: isCircle ? nil : 2, seconds: 100)
    return [full, placed]
  }

  // MARK: - Tests

  @Test(arguments: targets.filter(\.isInstalled))
  func programsReadWhatTheHarnessReads(target: Target) async throws {
    let folder = try ScratchFolder()
    let (paths, images) = try Self.files(in: folder.path)
    let identity = try await ProgramFixture.identity(of: target.decoder)
    var counts: [Int] = []
    let ways = Proof.isAsked ? [0, 1] : [target.first]
    for index in ways {
      let configuration = Self.configurations(target.decoder, identity)[index]
      let fixture = ProgramFixture(configuration: configuration, language: target.language)
      let runner = try await fixture.build(in: "\(folder.path)/program\(index)")
      let said = try await runner.read(paths, limit: .seconds(120))
      var expected = try await fixture.expected(images)
      #expect(said.status == 0, "\(said.errors)")
      // Past the end of the scan, the program reads no more.
      expected += Array(repeating: [], count: images.count - expected.count)
      #expect(said.readings == expected)
      counts.append(expected.joined().count)
    }
    // The rules must have something to do, and something to leave.
    let plain = ProgramFixture(
      configuration: ScannerConfiguration(decoder: target.decoder), language: target.language)
    let all = try await plain.expected(images).joined().count
    #expect((ways[0] > 0 || counts[0] < all) && counts.allSatisfy { $0 > 0 }, "\(counts) of \(all)")
  }

  @Test func anImageThatCannotBeReadIsSaidAndTheOthersAreRead() async throws {
    let folder = try ScratchFolder()
    let (paths, _) = try Self.files(in: folder.path)
    let bad = try folder.file("bad.png", "no image")
    let fixture = ProgramFixture(
      configuration: ScannerConfiguration(decoder: "dmtx"), language: "c")
    let said = try await fixture.build(in: folder.path + "/program")
      .read([bad, paths[3], "/nowhere.png"], limit: .seconds(60))
    #expect(
      said.status == 2 && said.errors.contains("/bad.png: ")
        && said.errors.contains("/nowhere.png: "))
    #expect(said.readings[1]?.map(\.bytes) == [Array("tiny".utf8)])
  }

  /// The code for Apple's systems cannot be built here; stub headers stand for their frameworks.
  @Test func objectiveCHasTheRightSyntax() async throws {
    let folder = try ScratchFolder()
    var configuration = ScannerConfiguration(decoder: "zxing", symbologies: [.qrCode, .ean13])
    configuration.lengths = [.ean13: 13...13]
    configuration.rejections = [.exact(text: "a\"??/*/"), .prefix([0xff]), .pattern("[^\"]+")]
    configuration.selection = .init(.circle(radius: 0.1))
    configuration.viewFinder = .laser(width: 0.8)
    let generator = try #require(
      try ProgramFixture.catalogue.get().generator(language: "objc", decoder: "zxing"))
    let program = try generator.program(
      for: configuration, of: try await ProgramFixture.identity(of: "zxing"), package: "")
    try program.write(to: folder.path)
    let headers = ProgramFixture.root + "/Tests/AdapterTests/Plugins/objc-headers"
    try await ProgramRunner(
      build: [
        "clang", "-target", "arm64-apple-ios17", "-nostdinc", "-ffreestanding", "-fsyntax-only",
        "-fobjc-arc", "-Wall", "-Werror", "-x", "objective-c", "-I", headers, "BarcodeScanner.m",
      ], run: [], in: folder.path
    ).build(limit: .seconds(60))
  }

  /// The templates are complete: every decoder's options and symbologies have code in every template.
  @Test(arguments: targets.filter(\.isInstalled))
  func everyOptionAndSymbologyHasCode(target: Target) async throws {
    let identity = try await ProgramFixture.identity(of: target.decoder)
    let generator = try #require(
      try ProgramFixture.catalogue.get()
        .generator(language: target.language, decoder: target.decoder))
    for option in identity.options {
      let values: [String] =
        switch option.kind {
        case .choice(let words): words
        case .flag: ["true", "false"]
        case .integer(let range): ["\(range.lowerBound)", "\(range.upperBound)"]
        }
      for value in values {
        let configuration = ScannerConfiguration(
          decoder: target.decoder, options: [option.name: value])
        _ = try generator.program(for: configuration, of: identity, package: "")
      }
    }
    let carried: Set<Symbology> = [.gs1_128, .gs1DataMatrix, .gs1QRCode, .itf14]
    let wanted = identity.symbologies.union(carried.filter { identity.supports($0) })
    let all = ScannerConfiguration(decoder: target.decoder, symbologies: wanted)
    #expect(try generator.program(for: all, of: identity, package: "").ignored.isEmpty)
  }
}
