import DecoderKit

/// One encoded barcode: its payload and its modules, without quiet zone.
///
/// The ink is a grid of modules whose rows may differ in height: one row for most linear symbols,
/// two if guard bars extend below the others. MaxiCode's hexagons and rings are ``polygons``, and
/// all modules of its grid are light.
public struct Symbol: Hashable, Sendable {
  /// The symbology of the symbol.
  public let symbology: Symbology
  /// The data that a reader must return.
  public let payload: [UInt8]
  /// The number of modules in a row; each is one module wide.
  public let columns: Int
  /// The number of rows of modules.
  public let rows: Int
  /// The modules, row after row from the symbol's top left: 1 is dark, 0 is light.
  public let modules: [UInt8]
  /// The height of each row, in modules; each above 0.
  public let rowHeights: [Double]
  /// Ink outside the grid: closed loops in modules from the symbol's top left, y down.
  ///
  /// Each loop runs clockwise, as seen, around ink and counter-clockwise around a hole in it, and
  /// is closed implicitly. Ink never overlaps ink.
  public let polygons: [[Point]]
  /// The margin that the symbology's standard asks for.
  public let quietZone: QuietZone
  /// The symbol's height, in modules.
  public let height: Double

  /// The symbol's width, in modules.
  public var width: Double { Double(columns) }

  /// Makes a symbol of square modules, with the same margin on all sides.
  ///
  /// - Precondition: There are `columns` × `rows` modules, each 0 or 1, and `quietZone` is not
  ///   negative.
  public init(
    symbology: Symbology, payload: [UInt8], columns: Int, rows: Int, modules: [UInt8],
    quietZone: Int
  ) {
    self.init(
      symbology: symbology, payload: payload, columns: columns, rows: rows, modules: modules,
      quietZone: QuietZone(Double(quietZone)))
  }

  /// Makes a symbol from its modules.
  ///
  /// - Parameter rowHeights: One height for each row, in modules; by default all are 1.
  /// - Precondition: There are `columns` × `rows` modules, each 0 or 1, and as many heights as
  ///   rows.
  public init(
    symbology: Symbology, payload: [UInt8], columns: Int, rows: Int, modules: [UInt8],
    quietZone: QuietZone, rowHeights: [Double]? = nil, polygons: [[Point]] = []
  ) {
    precondition(columns > 0 && rows > 0 && modules.count == columns * rows)
    precondition(rowHeights.map { $0.count == rows && $0.allSatisfy { $0 > 0 } } ?? true)
    self.symbology = symbology
    self.payload = payload
    self.columns = columns
    self.rows = rows
    self.modules = modules
    self.quietZone = quietZone
    self.rowHeights = rowHeights ?? [Double](repeating: 1, count: rows)
    self.polygons = polygons
    height = self.rowHeights.reduce(0, +)
  }

  /// Returns true if a module is dark; everything outside the symbol is light.
  public func isDark(column: Int, row: Int) -> Bool {
    guard column >= 0, column < columns, row >= 0, row < rows else { return false }
    return modules[row * columns + column] != 0
  }

  /// The top edges of the rows and the bottom edge of the last one, in modules from the top.
  package var rowEdges: [Double] {
    var edges = [0.0]
    edges.reserveCapacity(rows + 1)
    var edge = 0.0
    for height in rowHeights {
      edge += height
      edges.append(edge)
    }
    return edges
  }
}

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

  package init(left: Double, top: Double, right: Double, bottom: Double) {
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
  /// | DotCode | 3 | AIM ISS DotCode |
  /// | Telepen, Code 11, Pharmacode, 2 of 5 | 10 left and right | AIM USS X-9 and the makers' rules |
  /// | MSI, Plessey | 12 left and right | the makers' rules |
  /// | POSTNET, PLANET, Intelligent Mail | ⅛ inch left and right: 6 | USPS-B-3200 |
  /// | Royal Mail, KIX, Japan Post | 2 mm: 4 | the posts' rules |
  /// | Australia Post | 6 mm left and right, 2 mm above and below: 12, 4 | its rules |
  /// | Codablock F | 10 left and right | EN 12323, AIM BC4 |
  /// | Code 16K | 10 left, 1 right, between bars: part of the symbol; one is drawn around it | EN 12323 |
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
    case .dataBarStacked, .dataBarExpandedStacked, .code16K: QuietZone(left: 1, right: 1)
    case .codablockF: QuietZone(left: 10, right: 10)
    case .dotCode: QuietZone(3)
    case .postal(let kind): kind.quietZone
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
    case .telepen, .code11, .pharmacode, .matrix2of5, .industrial2of5, .iata2of5, .dataLogic2of5:
      QuietZone(left: 10, right: 10)
    case .msi, .plessey: QuietZone(left: 12, right: 12)
    }
  }
}

extension PostalKind {
  fileprivate var quietZone: QuietZone {
    switch self {
    case .postnet, .planet, .uspsIntelligentMail: QuietZone(left: 6, right: 6)
    case .royalMail, .kix, .japanPost: QuietZone(4)
    case .australiaPost: QuietZone(left: 12, top: 4, right: 12, bottom: 4)
    }
  }
}
