/// The light margin around a symbol, in modules.
public struct QuietZone: Hashable, Sendable {
  /// The margin left of the symbol; not negative.
  public var left: Double
  /// The margin above the symbol; not negative.
  public var top: Double
  /// The margin right of the symbol; not negative.
  public var right: Double
  /// The margin below the symbol; not negative.
  public var bottom: Double

  /// Makes a margin.
  public init(left: Double, top: Double, right: Double, bottom: Double) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }

  /// Makes a margin that is the same on all sides.
  public init(_ margin: Double) {
    self.init(left: margin, top: margin, right: margin, bottom: margin)
  }

  /// Makes the margin of a linear symbol, whose standard asks for nothing above and below the bars.
  ///
  /// Two modules are drawn there, so that the ends of the bars are visible.
  init(left: Double, right: Double) {
    self.init(left: left, top: 2, right: right, bottom: 2)
  }
}

extension SymbolOptions {
  /// The margin that the symbology's standard asks for.
  ///
  /// | symbology | modules | standard |
  /// |---|---|---|
  /// | QR Code, GS1 QR Code | 4 | ISO/IEC 18004, 5.3.8 |
  /// | Micro QR Code | 2 | ISO/IEC 18004, 5.3.8 |
  /// | rMQR Code | 2 | ISO/IEC 23941 |
  /// | Data Matrix, GS1 DataMatrix | 1 | ISO/IEC 16022 and ISO/IEC 21471 |
  /// | Aztec, Aztec Rune | 0; one is drawn | ISO/IEC 24778 asks for none |
  /// | PDF417 | 2 | ISO/IEC 15438 |
  /// | MicroPDF417 | 1 | ISO/IEC 24728 |
  /// | MaxiCode | one module, one row | ISO/IEC 16023 |
  /// | Code 128, GS1-128 | 10 left and right | ISO/IEC 15417 |
  /// | Code 39 | 10 left and right | ISO/IEC 16388 |
  /// | Code 93 | 10 left and right | AIM BC5 |
  /// | Codabar | 10 left and right | EN 798 |
  /// | ITF, ITF-14 | 10 left and right | ISO/IEC 16390 |
  /// | EAN-13 | 11 left, 7 right | ISO/IEC 15420; GS1 General Specifications, 5.2 |
  /// | EAN-8 | 7 left and right | the same |
  /// | UPC-A | 9 left and right | the same |
  /// | UPC-E | 9 left, 7 right | the same |
  /// | an add-on | 5 right of it | the same |
  /// | DataBar, all kinds | 0; one is drawn | ISO/IEC 24724 asks for none |
  ///
  /// If a standard does not mention the sides above and below the bars, two modules are drawn
  /// there. ITF-14's bearer bars stand at the outer ends of the quiet zones, which are then part of
  /// the symbol; around them, two modules are drawn.
  public var quietZone: QuietZone {
    switch self {
    case .qrCode, .gs1QRCode: QuietZone(4)
    case .microQRCode, .rMQRCode, .pdf417: QuietZone(2)
    case .dataMatrix, .gs1DataMatrix, .aztec, .aztecRune, .microPDF417: QuietZone(1)
    case .maxiCode:
      QuietZone(left: 1, top: MaxiCodeShape.rowPitch, right: 1, bottom: MaxiCodeShape.rowPitch)
    case .dataBarStacked, .dataBarExpandedStacked: QuietZone(left: 1, right: 1)
    case .linear(let kind, _): kind.quietZone
    }
  }
}

extension LinearKind {
  fileprivate var quietZone: QuietZone {
    switch self {
    case .code128, .gs1_128, .code39, .code93, .codabar, .itf: QuietZone(left: 10, right: 10)
    case .itf14(let bearers): bearers == .none ? QuietZone(left: 10, right: 10) : QuietZone(2)
    case .ean13(let addOn): QuietZone(left: 11, right: addOn == nil ? 7 : 5)
    case .ean8: QuietZone(left: 7, right: 7)
    case .upcA(let addOn): QuietZone(left: 9, right: addOn == nil ? 9 : 5)
    case .upcE(let addOn): QuietZone(left: 9, right: addOn == nil ? 7 : 5)
    case .dataBar, .dataBarLimited, .dataBarExpanded: QuietZone(left: 1, right: 1)
    }
  }
}
