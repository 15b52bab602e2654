import CZint
import DecoderKit

extension SymbolEncoder {
  /// Lets the encoder choose the size of a symbol for a payload: the smallest QR Code of a level, the smallest square
  /// Data Matrix, or the smallest Aztec with as much error correction as its standard recommends.
  ///
  /// - Parameter errorCorrection: The level of a QR Code.
  /// - Returns: The options of that size; `nil` for symbologies of which it is not asked.
  /// - Throws: ``SymbolError`` for a payload that is empty or too long.
  package static func fitted(
    _ symbology: Symbology, to payload: [UInt8], errorCorrection: QRErrorCorrection = .medium
  ) throws(SymbolError) -> SymbolOptions? {
    let largest: SymbolOptions
    switch symbology {
    case .qrCode: largest = .qrCode(version: 40, errorCorrection: errorCorrection, mask: 0)
    case .dataMatrix:
      guard let size = DataMatrixSize(parsing: "144x144") else { return nil }
      largest = .dataMatrix(size)
    case .aztec:
      guard let size = AztecSize(parsing: "full-32") else { return nil }
      largest = .aztec(size)
    default: return nil
    }
    var request = try EncoderRequest(payload, largest)
    request.option2 = nil
    if symbology == .dataMatrix { request.option3 = DM_SQUARE }
    let made = try EncodedModules(request, wanted: largest)
    switch symbology {
    case .qrCode:
      return .qrCode(
        version: (made.columns - 17) / 4, errorCorrection: errorCorrection, mask: nil)
    case .dataMatrix:
      return DataMatrixSize(parsing: "\(made.rows)x\(made.columns)").map(SymbolOptions.dataMatrix)
    default:
      let isCompact = SymbolCheck.isCompactAztec(made)
      return AztecSize.all.first { $0.side == made.columns && $0.isCompact == isCompact }
        .map(SymbolOptions.aztec)
    }
  }
}
