/// The size of a symbol with its quiet zone, in modules.
public struct SymbolExtent: Hashable, Sendable {
  /// The width from the left end of its quiet zone to the right end.
  public let width: Double
  /// The height from the upper end of its quiet zone to the lower end.
  public let height: Double
}

extension SymbolOptions {
  /// Returns the size that no symbol with a payload of this length exceeds.
  ///
  /// It is exact if the options determine the size. In Code 128 and similar symbologies it is the
  /// size for the payload that is hardest to encode.
  ///
  /// - Parameter payloadBytes: The payload's length as given to the encoder, 1 or more.
  public func largestExtent(payloadBytes: Int) -> SymbolExtent {
    let (width, height) = largestSize(payloadBytes)
    let quietZone = quietZone
    return SymbolExtent(
      width: quietZone.left + width + quietZone.right,
      height: quietZone.top + height + quietZone.bottom)
  }

  /// The number of modules in a row that the encoder must make; `nil` if it depends on the payload.
  package var columns: Int? {
    switch self {
    case .qrCode(let version, _, _, _), .gs1QRCode(let version, _, _): 17 + 4 * version
    case .microQRCode(let version, _, _): 9 + 2 * version
    case .rMQRCode(let size, _): size.columns
    case .dataMatrix(let size), .gs1DataMatrix(let size): size.columns
    case .aztec(let size): size.side
    case .aztecRune: 11
    case .pdf417(let columns, _, _, _): 69 + 17 * columns
    case .microPDF417(let columns, _): [38, 55, 82, 99][columns - 1]
    case .maxiCode: MaxiCodeShape.columns
    case .dataBarStacked: 50
    case .dataBarExpandedStacked: nil
    case .linear(let kind, _): kind.columns
    }
  }

  /// The number of rows of modules that the encoder must make; `nil` if it depends on the payload.
  package var rows: Int? {
    switch self {
    case .rMQRCode(let size, _): size.rows
    case .dataMatrix(let size), .gs1DataMatrix(let size): size.rows
    case .pdf417(_, let rows, _, _): rows
    case .microPDF417, .dataBarExpandedStacked: nil
    case .maxiCode: MaxiCodeShape.rows
    case .dataBarStacked(let isOmnidirectional): isOmnidirectional ? 5 : 3
    case .linear: 1
    default: columns
    }
  }

  /// Returns the same size without quiet zone.
  private func largestSize(_ bytes: Int) -> (width: Double, height: Double) {
    switch self {
    case .pdf417(let columns, let rows, _, let rowHeight):
      return (Double(69 + 17 * columns), Double((rows ?? 90) * rowHeight))
    // ISO/IEC 24728, table 1.
    case .microPDF417(let columns, let rowHeight):
      return (
        Double([38, 55, 82, 99][columns - 1]), Double([28, 26, 44, 44][columns - 1] * rowHeight)
      )
    case .maxiCode: return (Double(MaxiCodeShape.columns), MaxiCodeShape.height)
    case .dataBarStacked(let isOmnidirectional): return (50, isOmnidirectional ? 69 : 13)
    // A column is two characters of 17 modules and a finder of 15; two guards take 4. There are at
    // most 22 characters, and three separators between rows.
    case .dataBarExpandedStacked(let columns):
      return (Double(49 * columns + 4), Double((10 / columns + 1) * 34 + 10 / columns * 3))
    case .linear(let kind, let height):
      let bars = [UInt8](repeating: 0, count: kind.largestColumns(bytes))
      let shape = LinearShape(bars, kind, height: height)
      return (Double(shape.columns), shape.rows.reduce(0) { $0 + $1.height })
    default: return (Double(columns ?? 0), Double(rows ?? 0))
    }
  }
}

extension LinearKind {
  /// The number of modules in the row that the encoder must make; `nil` if it depends on the
  /// payload.
  fileprivate var columns: Int? {
    switch self {
    case .itf14: 135
    case .ean8: 67
    case .ean13(let addOn): 95 + Self.columns(of: addOn, gap: 7)
    case .upcA(let addOn): 95 + Self.columns(of: addOn, gap: 9)
    case .upcE(let addOn): 51 + Self.columns(of: addOn, gap: 7)
    case .dataBar: 96
    case .dataBarLimited: 79
    default: nil
    }
  }

  /// Returns the modules that an add-on takes: a gap as wide as the main symbol's quiet zone, a
  /// start of 4 modules, 7 for each digit and 2 between digits.
  private static func columns(of addOn: EANAddOn?, gap: Int) -> Int {
    addOn.map { gap + 4 + 7 * $0.rawValue + 2 * ($0.rawValue - 1) } ?? 0
  }

  /// Returns the largest number of modules that the bars of a payload can take.
  fileprivate func largestColumns(_ bytes: Int) -> Int {
    switch self {
    // Start, check and stop; in the worst case a byte takes FNC4, a shift and a character.
    case .code128: 35 + 33 * bytes
    case .gs1_128: 46 + 22 * bytes
    case .code39(let isFullASCII, _): 13 * ((isFullASCII ? 2 : 1) * bytes + 3) - 1
    case .code93: 9 * (2 * bytes + 4) + 1
    case .codabar: 11 * (bytes + 1)
    case .itf: 9 + 9 * (bytes + 1)
    // 22 characters of 17 modules, 11 finders of 15, two guards of 2: the maximum.
    case .dataBarExpanded: 22 * 17 + 11 * 15 + 4
    default: columns ?? 0
    }
  }
}
