import DecoderKit
import Drawing
import Judging
import Symbols

/// A symbol that every reader of its symbology should read: black on white, large by default.
struct ClearSymbol: Sendable {
  /// The default module size, in pixels.
  static let moduleSizePixels = 8.0

  /// The name of the drawing: "QR Code version 2, ecc M".
  let name: String
  let symbology: Symbology
  let image: GrayImage
  /// The expected symbol, with its corners.
  let expected: ExpectedSymbol

  /// Draws a symbol with more white to the right and below than to the left and above.
  ///
  /// A decoder that counts coordinates from the right or from below therefore gives others.
  ///
  /// - Parameters:
  ///   - moduleSizePixels: The module size, in pixels.
  ///   - rotationDegrees: 0 or 90, clockwise as seen.
  ///   - phase: Pixels by which it is moved right, in [0, 1). Down it is always half a pixel.
  init(
    _ payload: String, _ options: SymbolOptions,
    moduleSizePixels: Double = ClearSymbol.moduleSizePixels, rotationDegrees: Double = 0,
    phase: Double = 0.25
  ) throws {
    var encoder = SymbolEncoder()
    var rasteriser = SymbolRasteriser()
    let symbol = try encoder.encode(Array(payload.utf8), options: options)
    let placement = Placement(
      symbol, moduleSizePixels: moduleSizePixels, rotationDegrees: rotationDegrees,
      phase: Point(x: phase, y: 0.5))
    let drawn = try rasteriser.draw(symbol, placement)
    let corners = placement.transform.corners(width: symbol.width, height: symbol.height)

    name =
      "\(options)" + (moduleSizePixels == Self.moduleSizePixels ? "" : ", small")
      + (rotationDegrees == 0 ? "" : ", turned by 90°")
    symbology = options.symbology
    (image, expected) = try Self.surround(
      drawn,
      ExpectedSymbol(
        symbology: symbol.symbology, bytes: symbol.payload, corners: corners,
        extent: symbol.extent))
  }

  /// White pixels around the image: left, above, right, below.
  private static let surroundings = (left: 16, top: 24, right: 48, bottom: 96)

  private static func surround(
    _ image: GrayImage, _ expected: ExpectedSymbol
  ) throws -> (GrayImage, ExpectedSymbol) {
    let white = surroundings
    let width = white.left + image.width + white.right
    let height = white.top + image.height + white.bottom
    let placed = image.placed(
      x: white.left, y: white.top, in: GrayImage(width: width, height: height, filledWith: 255))
    let moved = expected.corners.map { $0.moved(x: Double(white.left), y: Double(white.top)) }
    return (
      placed,
      ExpectedSymbol(
        symbology: expected.symbology, bytes: expected.bytes, corners: moved,
        extent: expected.extent)
    )
  }

  /// Judges the readings against this symbol, by the rules of a comparison.
  func judge(_ readings: [Reading]) -> Judgement {
    TruthMatching.judge(readings, against: expected)
  }

  /// The reading that is this symbol.
  func reading(among readings: [Reading]) -> Reading? {
    let judgement = judge(readings)
    guard judgement.verdict == .read, let index = judgement.symbols.first?.reading else {
      return nil
    }
    return readings[index]
  }

  /// The image in words, for messages about a plugin.
  var what: String { "a clear \(name)" }
}

extension GrayImage {
  /// A larger image that contains this one.
  ///
  /// - Precondition: It fits there.
  func placed(x: Int, y: Int, in ground: GrayImage) -> GrayImage {
    precondition(x + width <= ground.width && y + height <= ground.height)
    var pixels = ground.packed().pixels
    for row in 0..<height {
      let start = (y + row) * ground.width + x
      pixels.replaceSubrange(
        start..<start + width, with: self.pixels[row * rowStride..<row * rowStride + width])
    }
    return GrayImage(ground.width, ground.height, pixels)
  }

  /// The same image, with rows padded by bytes that are not white.
  func padded(by bytes: Int) -> GrayImage {
    let stride = width + bytes
    var pixels: [UInt8] = []
    pixels.reserveCapacity(stride * height)
    for row in 0..<height {
      pixels += self.pixels[row * rowStride..<row * rowStride + width]
      for column in 0..<bytes { pixels.append(UInt8(truncatingIfNeeded: 37 &* (row &+ column))) }
    }
    return GrayImage(width, height, pixels, rowStride: stride)
  }

  /// Makes an image from a size and bytes that are known to fit.
  init(_ width: Int, _ height: Int, _ pixels: [UInt8], rowStride: Int? = nil) {
    guard
      let image = try? GrayImage(
        width: width, height: height, rowStride: rowStride, pixels: pixels)
    else { preconditionFailure("the kit's own image has the wrong measures") }
    self = image
  }
}

extension Corners {
  fileprivate func moved(x: Double, y: Double) -> Corners {
    func moved(_ point: Point) -> Point { Point(x: point.x + x, y: point.y + y) }
    return Corners(
      topLeft: moved(topLeft), topRight: moved(topRight), bottomRight: moved(bottomRight),
      bottomLeft: moved(bottomLeft))
  }
}

extension ClearSymbol {
  /// The number of symbols of one symbology that are tried before it counts as not read.
  ///
  /// Libraries miss a clear symbol now and then: libdmtx misses some sizes, ZXing-C++ some places
  /// on the pixel grid, zbar some contents of DataBar Expanded. The last symbol is small: OpenCV's
  /// barcode detector reads EAN at 2 pixels per module, and not at 8.
  static let drawCount = 4

  /// Draws one of the symbols that show if a symbology is read.
  ///
  /// - Precondition: `number` is from 0 to ``drawCount`` − 1.
  static func draw(
    _ symbology: Symbology, number: Int, rotationDegrees: Double = 0
  ) throws -> ClearSymbol {
    precondition((0..<drawCount).contains(number))
    let isSmall = number == drawCount - 1
    let (payload, options) = content(symbology, number % 3)
    return try ClearSymbol(
      payload, isSmall ? options.withoutHeight : options,
      moduleSizePixels: isSmall ? 2 : Self.moduleSizePixels, rotationDegrees: rotationDegrees,
      phase: [0.25, 0, 0.75, 0][number])
  }

  /// The most that bars are high, in modules.
  ///
  /// Images thus stay below 500 pixels on the shorter side. Above that, libraries begin to work on
  /// smaller copies, which is another question.
  private static let barHeight = 32.0

  private static func content(_ symbology: Symbology, _ n: Int) -> (String, SymbolOptions) {
    matrix(symbology, n) ?? stacked(symbology, n) ?? retail(symbology, n)
      ?? linear(symbology, n)
  }

  private static let elementStrings = [
    "[01]09501101530003", "[01]90012345678908[3103]001750",
    "[01]09501101530003[17]261231[10]AB12",
  ]

  private static func matrix(_ symbology: Symbology, _ n: Int) -> (String, SymbolOptions)? {
    switch symbology {
    case .qrCode:
      ("Clear symbol \(n)", .qrCode(version: 2 + n, errorCorrection: .medium, mask: nil))
    case .gs1QRCode:
      (elementStrings[n], .gs1QRCode(version: 4, errorCorrection: .medium, mask: nil))
    case .microQRCode:
      (
        "CLEAR \(n)",
        .microQRCode(version: 4, errorCorrection: [.medium, .low, .quartile][n], mask: nil)
      )
    case .rMQRCode:
      ("clear \(n)", .rMQRCode(RMQRSize.all[[12, 17, 22][n]], errorCorrection: .medium))
    case .dataMatrix: ("Clear symbol \(n)", .dataMatrix(DataMatrixSize.all[[5, 6, 7][n]]))
    case .gs1DataMatrix: (elementStrings[n], .gs1DataMatrix(DataMatrixSize.all[[9, 10, 11][n]]))
    case .aztec: ("Clear symbol \(n)", .aztec(AztecSize.all[[1, 2, 7][n]]))
    case .aztecRune: (["25", "128", "255"][n], .aztecRune)
    case .maxiCode: ("Clear symbol number \(n)", .maxiCode(.standard))
    case .dotCode: ("Clear symbol \(n)", .dotCode(columns: 23 + n))
    default: nil
    }
  }

  private static func stacked(_ symbology: Symbology, _ n: Int) -> (String, SymbolOptions)? {
    switch symbology {
    case .pdf417:
      (
        "Clear symbol number \(n)",
        .pdf417(columns: 3 + n, rows: nil, errorCorrection: 3, rowHeight: 3)
      )
    case .microPDF417: ("Clear symbol \(n)", .microPDF417(columns: 2 + n % 2, rowHeight: 2))
    case .codablockF: ("Clear symbol \(n)", .codablockF(columns: 6 + n, rowHeight: 10))
    case .code16K: ("Clear symbol \(n)", .code16K(rowHeight: 8))
    case .dataBarStacked: (gtin(n), .dataBarStacked(isOmnidirectional: n != 1))
    case .dataBarExpandedStacked: (elementStrings[n], .dataBarExpandedStacked(columns: 1 + n % 2))
    default: nil
    }
  }

  private static func retail(_ symbology: Symbology, _ n: Int) -> (String, SymbolOptions)? {
    switch symbology {
    case .ean13: ("59012341234\(n)", .linear(.ean13(addOn: nil), height: barHeight))
    case .ean8: ("965018\(n)", .linear(.ean8, height: barHeight))
    case .upcA: ("0360002914\(n)", .linear(.upcA(addOn: nil), height: barHeight))
    case .upcE: ("0123\(n)56", .linear(.upcE(addOn: nil), height: barHeight))
    case .itf14: ("195011015300\(n)", .linear(.itf14(bearers: [.none, .bars, .box][n])))
    case .dataBar: (gtin(n), .linear(.dataBar))
    case .dataBarLimited: (gtin(n), .linear(.dataBarLimited))
    case .dataBarExpanded: (elementStrings[n], .linear(.dataBarExpanded))
    default: nil
    }
  }

  private static func linear(_ symbology: Symbology, _ n: Int) -> (String, SymbolOptions) {
    switch symbology {
    case .gs1_128: (elementStrings[n], .linear(.gs1_128))
    case .code39:
      ("CLEAR \(n)", .linear(.code39(isFullASCII: false, hasCheckCharacter: false)))
    case .code93: ("CLEAR \(n)", .linear(.code93))
    case .codabar: ("A4015612\(n)7B", .linear(.codabar(hasCheckCharacter: false)))
    case .itf: ("12345678\(n)0", .linear(.itf(hasCheckDigit: false)))
    default: rare(symbology, n) ?? ("Clear symbol \(n)", .linear(.code128))
    }
  }

  private static func rare(_ symbology: Symbology, _ n: Int) -> (String, SymbolOptions)? {
    switch symbology {
    case .telepen: ("Clear \(n)", .linear(.telepen))
    case .code11: ("12-345\(n)", .linear(.code11))
    case .msi: ("123456\(n)", .linear(.msi))
    case .plessey: ("12AB\(n)F", .linear(.plessey))
    case .pharmacode: ("1234\(n)", .linear(.pharmacode))
    case .matrix2of5: ("123456\(n)", .linear(.matrix2of5))
    case .industrial2of5: ("123456\(n)", .linear(.industrial2of5))
    case .iata2of5: ("123456\(n)", .linear(.iata2of5))
    case .dataLogic2of5: ("123456\(n)", .linear(.dataLogic2of5))
    case .postnet: ("1234\(n)", .postal(.postnet))
    case .planet: ("4012345235\(n)", .postal(.planet))
    case .royalMail: ("LE28HS9\(n)Z", .postal(.royalMail))
    case .kix: ("2500GG30250\(n)", .postal(.kix))
    case .uspsIntelligentMail: ("0123456709498765432\(n)", .postal(.uspsIntelligentMail))
    case .japanPost: ("154002336\(n)1", .postal(.japanPost))
    case .australiaPost: ("3987654\(n)", .postal(.australiaPost))
    default: nil
    }
  }

  /// Thirteen digits of a GTIN-14; the encoder appends the check digit.
  private static func gtin(_ n: Int) -> String { "095011015300\(n)" }
}

extension SymbolOptions {
  /// The same options with the bar height that the symbology has by default.
  fileprivate var withoutHeight: SymbolOptions {
    guard case .linear(let kind, _) = self else { return self }
    return .linear(kind)
  }
}

/// The result of giving one clear symbol to a plugin.
struct SymbolReading: Sendable {
  let symbol: ClearSymbol
  let outcome: Outcome

  enum Outcome: Sendable {
    case answered([Reading])
    /// It answered that the library failed.
    case failed(String)
    /// It did not answer as it should.
    case broken(CheckFault)
  }

  var readings: [Reading] {
    guard case .answered(let readings) = outcome else { return [] }
    return readings
  }

  var isRead: Bool { symbol.judge(readings).verdict == .read }
}

/// Finds out which of its claimed symbologies a plugin reads.
struct SymbolSurvey {
  let bench: CheckBench

  /// Draws symbols of each symbology until one is read, four at most.
  func run() throws -> [SymbolReading] {
    let claimed = try bench.identity().symbologies
    var conversation: PluginConversation?
    var survey: [SymbolReading] = []
    for symbology in Symbology.allCases where claimed.contains(symbology) {
      for number in 0..<ClearSymbol.drawCount {
        let symbol = try ClearSymbol.draw(symbology, number: number)
        let outcome = try decode(symbol, in: &conversation)
        let reading = SymbolReading(symbol: symbol, outcome: outcome)
        survey.append(reading)
        if reading.isRead { break }
      }
    }
    return survey
  }

  private func decode(
    _ symbol: ClearSymbol, in conversation: inout PluginConversation?
  ) throws -> SymbolReading.Outcome {
    do {
      let current = try conversation ?? bench.open()
      conversation = current
      switch try current.decode(symbol.image, symbol.what).outcome {
      case .success(let readings): return .answered(readings)
      case .failure(let error): return .failed(error.message)
      }
    } catch let objection as CheckFault {
      conversation = nil
      return .broken(objection)
    } catch let refusal as Refusal {
      conversation = nil
      return .broken(.gaveUp(refusal))
    }
  }
}
