import DecoderKit

/// What a recipe fixes about its symbols, symbology by symbology.
public enum SymbolOptions: Hashable, Sendable {
  /// A QR Code of one version and error correction level.
  ///
  /// - version: 1 to 40; version v has 17 + 4 v modules a side.
  /// - mask: 0 to 7, or `nil` to let the encoder choose as the standard says.
  case qrCode(version: Int, errorCorrection: QRErrorCorrection, mask: Int?)

  /// A Data Matrix (ECC 200) of one size.
  case dataMatrix(DataMatrixSize)

  /// What kind of barcode the options are for.
  public var symbology: Symbology {
    switch self {
    case .qrCode: .qrCode
    case .dataMatrix: .dataMatrix
    }
  }

  /// Modules in a row.
  public var columns: Int {
    switch self {
    case .qrCode(let version, _, _): 17 + 4 * version
    case .dataMatrix(let size): size.columns
    }
  }

  /// Rows of modules.
  public var rows: Int {
    switch self {
    case .qrCode(let version, _, _): 17 + 4 * version
    case .dataMatrix(let size): size.rows
    }
  }

  /// The margin on each side, in modules: 4 for QR Code (ISO/IEC 18004), 1 for Data Matrix
  /// (ISO/IEC 16022).
  public var quietZone: Int {
    switch self {
    case .qrCode: 4
    case .dataMatrix: 1
    }
  }
}

extension SymbolOptions: CustomStringConvertible {
  /// The options in words: `QR Code version 2, ecc M`, `Data Matrix 20x20`.
  public var description: String {
    switch self {
    case .qrCode(let version, let errorCorrection, let mask):
      "QR Code version \(version), ecc \(errorCorrection.rawValue)"
        + (mask.map { ", mask \($0)" } ?? "")
    case .dataMatrix(let size): "Data Matrix \(size)"
    }
  }
}

/// How much of a QR Code may be damaged: about 7, 15, 25 or 30 % of its codewords.
public enum QRErrorCorrection: String, CaseIterable, Hashable, Sendable, Codable {
  /// Low.
  case low = "L"
  /// Medium.
  case medium = "M"
  /// Quartile.
  case quartile = "Q"
  /// High.
  case high = "H"
}
