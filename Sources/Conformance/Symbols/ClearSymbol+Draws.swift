import Corpora
import DecoderKit

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
    default: ("Clear symbol \(n)", .linear(.code128))
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
