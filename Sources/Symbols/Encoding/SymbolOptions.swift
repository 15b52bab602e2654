import DecoderKit

/// The options of a recipe's symbols that are the same for all trials, by symbology.
public enum SymbolOptions: Hashable, Sendable {
  /// A QR Code of one version and error correction level.
  ///
  /// - version: 1 to 40; version v has 17 + 4 v modules a side.
  /// - mask: 0 to 7, or `nil` to let the encoder choose as the standard says.
  case qrCode(
    version: Int, errorCorrection: QRErrorCorrection, mask: Int?, mode: QRMode = .automatic)

  /// A QR Code with FNC1 in first position, for GS1 element strings; the options are QR Code's.
  case gs1QRCode(version: Int, errorCorrection: QRErrorCorrection, mask: Int?)

  /// A Micro QR Code.
  ///
  /// - version: 1 to 4, for M1 to M4; version v has 9 + 2 v modules a side.
  /// - errorCorrection: `nil` for M1, which only detects errors; L or M for M2 and M3; L, M or Q for
  ///   M4.
  /// - mask: 0 to 3, or `nil` to let the encoder choose as the standard says.
  case microQRCode(version: Int, errorCorrection: QRErrorCorrection?, mask: Int?)

  /// An rMQR Code of one size; its error correction level is M or H.
  case rMQRCode(RMQRSize, errorCorrection: QRErrorCorrection)

  /// A Data Matrix (ECC 200, or its rectangular extension) of one size.
  case dataMatrix(DataMatrixSize)

  /// A Data Matrix with FNC1 in first position, for GS1 element strings.
  case gs1DataMatrix(DataMatrixSize)

  /// An Aztec Code of one size; the space that the data leaves free is used for error correction.
  case aztec(AztecSize)

  /// An Aztec Rune, which holds a number from 0 to 255.
  case aztecRune

  /// A PDF417 symbol.
  ///
  /// - columns: Data columns, 1 to 30.
  /// - rows: 3 to 90, or `nil` for as many as the data needs.
  /// - errorCorrection: Level 0 to 8: 2 to 512 codewords.
  /// - rowHeight: The height of a row in modules; the standard recommends 3 or more.
  case pdf417(columns: Int, rows: Int?, errorCorrection: Int, rowHeight: Int)

  /// A MicroPDF417 symbol of 1 to 4 data columns and as many rows as the data needs.
  ///
  /// - rowHeight: The height of a row in modules; the standard recommends 2 or more.
  case microPDF417(columns: Int, rowHeight: Int)

  /// A MaxiCode, whose size is always the same.
  case maxiCode(MaxiCodeMode)

  /// A DataBar Stacked: its two halves one above the other.
  ///
  /// - isOmnidirectional: True for rows as high as in DataBar Omnidirectional; else 5 and 7
  ///   modules.
  case dataBarStacked(isOmnidirectional: Bool)

  /// A DataBar Expanded Stacked with 1 to 11 columns, each two segments wide.
  case dataBarExpandedStacked(columns: Int)

  /// A DotCode of a number of columns, and as many rows as the data needs.
  case dotCode(columns: Int)

  /// A postal code: bars of two or four heights.
  case postal(PostalKind)

  /// A Codablock F: rows of Code 128 between bars, as many as the data needs.
  ///
  /// - columns: Characters of data in a row, 4 to 62.
  /// - rowHeight: The height of a row in modules, without the bars; the standard asks for 8 or more.
  case codablockF(columns: Int, rowHeight: Int)

  /// A Code 16K: rows of five characters between bars, 2 to 16 of them.
  ///
  /// - rowHeight: The height of a row in modules, without the bars; the standard asks for 8 or more.
  case code16K(rowHeight: Int)

  /// A symbol of bars.
  ///
  /// - height: The height of the bars in modules, without the extensions of guard bars and without
  ///   bearer bars; `nil` for what ``LinearKind/height(columns:)`` returns.
  case linear(LinearKind, height: Double? = nil)

  /// The symbology for which the options are.
  public var symbology: Symbology {
    switch self {
    case .qrCode: .qrCode
    case .gs1QRCode: .gs1QRCode
    case .microQRCode: .microQRCode
    case .rMQRCode: .rMQRCode
    case .dataMatrix: .dataMatrix
    case .gs1DataMatrix: .gs1DataMatrix
    case .aztec: .aztec
    case .aztecRune: .aztecRune
    case .pdf417: .pdf417
    case .microPDF417: .microPDF417
    case .maxiCode: .maxiCode
    case .dataBarStacked: .dataBarStacked
    case .dataBarExpandedStacked: .dataBarExpandedStacked
    case .dotCode: .dotCode
    case .postal(let kind): kind.symbology
    case .codablockF: .codablockF
    case .code16K: .code16K
    case .linear(let kind, _): kind.symbology
    }
  }
}

extension SymbolOptions: CustomStringConvertible {
  /// The options in words: `QR Code version 2, ecc M`, `Data Matrix 20x20`.
  public var description: String {
    let parts: [String?] =
      switch self {
      case .qrCode(let version, let errorCorrection, let mask, let mode):
        [
          "version \(version)", "ecc \(errorCorrection.rawValue)", mask.map { "mask \($0)" },
          mode == .automatic ? nil : "mode \(mode.rawValue)",
        ]
      case .gs1QRCode(let version, let errorCorrection, let mask):
        ["version \(version)", "ecc \(errorCorrection.rawValue)", mask.map { "mask \($0)" }]
      case .microQRCode(let version, let errorCorrection, let mask):
        [
          "version M\(version)", errorCorrection.map { "ecc \($0.rawValue)" },
          mask.map { "mask \($0)" },
        ]
      case .rMQRCode(let size, let errorCorrection): ["\(size)", "ecc \(errorCorrection.rawValue)"]
      case .dataMatrix(let size), .gs1DataMatrix(let size): ["\(size)"]
      case .aztec(let size): ["\(size)"]
      case .aztecRune: []
      case .pdf417(let columns, let rows, let errorCorrection, let rowHeight):
        [
          "columns \(columns)", rows.map { "rows \($0)" }, "ecc \(errorCorrection)",
          "row height \(rowHeight)",
        ]
      case .microPDF417(let columns, let rowHeight), .codablockF(let columns, let rowHeight):
        ["columns \(columns)", "row height \(rowHeight)"]
      case .maxiCode(let mode): ["\(mode)"]
      case .dataBarStacked(let isOmnidirectional): [isOmnidirectional ? "omnidirectional" : nil]
      case .dataBarExpandedStacked(let columns): ["columns \(columns)"]
      case .dotCode(let columns): ["columns \(columns)"]
      case .postal: []
      case .code16K(let rowHeight): ["row height \(rowHeight)"]
      case .linear(let kind, let height): [kind.words, height.map { "height \($0)" }]
      }
    let words = parts.compactMap { $0 }.joined(separator: ", ")
    return words.isEmpty ? "\(symbology)" : "\(symbology) \(words)"
  }
}

extension SymbolOptions {
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
    case .dataBarExpandedStacked, .postal: nil
    case .dotCode(let columns): columns
    // Start, code set, row number, check and stop, which has 13 modules; the others have 11.
    case .codablockF(let columns, _): 11 * columns + 57
    case .code16K: 70
    case .linear(let kind, _): kind.columns
    }
  }

  /// The number of rows of modules that the encoder must make; `nil` if it depends on the payload.
  package var rows: Int? {
    switch self {
    case .rMQRCode(let size, _): size.rows
    case .dataMatrix(let size), .gs1DataMatrix(let size): size.rows
    case .pdf417(_, let rows, _, _): rows
    case .microPDF417, .dataBarExpandedStacked, .dotCode, .postal, .codablockF, .code16K: nil
    case .maxiCode: MaxiCodeShape.rows
    case .dataBarStacked(let isOmnidirectional): isOmnidirectional ? 5 : 3
    case .linear: 1
    default: columns
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
}
