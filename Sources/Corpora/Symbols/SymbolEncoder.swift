import CZint
import DecoderKit

/// Encodes payloads as modules with libzint.
///
/// libzint ignores options that it does not like and still reports success, so that the result is
/// checked against the request.
package struct SymbolEncoder {
  /// The masks of QR Codes, by the options of the recipe.
  private var masks: [SymbolOptions: QRMasks] = [:]

  package init() {}

  /// libzint's version, such as `2.11.1`.
  package static let version: String = {
    let number = Int(ZBarcode_Version())
    return "\(number / 10_000).\(number / 100 % 100).\(number % 100)"
  }()

  /// Encodes a payload.
  ///
  /// The symbol's payload is the bytes that readers return, which may differ from the given ones:
  /// check digits are appended, and GS1 element strings lose their brackets.
  ///
  /// - Throws: ``SymbolError`` if the payload does not fit, the symbology cannot carry it, or the
  ///   encoder made something else.
  package mutating func encode(
    _ payload: [UInt8], options: SymbolOptions
  ) throws(SymbolError) -> Symbol {
    guard options.leavesQRMaskOpen else {
      return try Self.encodeAsAsked(payload, options, wanted: options)
    }
    if masks[options] == nil {
      var symbols: [Symbol] = []
      for mask in 0..<8 {
        symbols.append(try Self.encodeAsAsked(payload, options.masked(mask), wanted: options))
      }
      masks[options] = QRMasks(learningFrom: symbols)
    }
    let symbol = try Self.encodeAsAsked(payload, options.masked(0), wanted: options)
    return masks[options]?.best(for: symbol) ?? symbol
  }

  /// Encodes with all options resolved; errors name the options that the caller wanted.
  private static func encodeAsAsked(
    _ payload: [UInt8], _ options: SymbolOptions, wanted: SymbolOptions
  ) throws(SymbolError) -> Symbol {
    let request = try EncoderRequest(payload, options)
    let encoded = try EncodedModules(request, wanted: wanted)
    try SymbolCheck(options, wanted: wanted, bytes: payload.count).check(encoded, request)
    return symbol(encoded, request, options)
  }

  private static func symbol(
    _ encoded: EncodedModules, _ request: EncoderRequest, _ options: SymbolOptions
  ) -> Symbol {
    var (columns, rows, modules) = (encoded.columns, encoded.rows, encoded.modules)
    var heights: [Double]?
    var polygons: [[Point]] = []
    switch options {
    case .pdf417(_, _, _, let rowHeight), .microPDF417(_, let rowHeight):
      heights = [Double](repeating: Double(rowHeight), count: rows)
    case .dataBarStacked:
      // Rows that zint leaves open are as high as in DataBar Omnidirectional (ISO/IEC 24724).
      heights = encoded.rowHeights.map { $0 > 0 ? $0 : 33 }
    case .dataBarExpandedStacked: heights = encoded.rowHeights.map { $0 > 0 ? $0 : 34 }
    case .linear(let kind, let height):
      let shape = LinearShape(modules, kind, height: height)
      (columns, rows) = (shape.columns, shape.rows.count)
      modules = shape.rows.flatMap(\.modules)
      heights = shape.rows.map(\.height)
    case .maxiCode:
      polygons = MaxiCodeShape.polygons { encoded.isDark(column: $0, row: $1) }
      modules = [UInt8](repeating: 0, count: columns * rows)
      heights = [Double](repeating: MaxiCodeShape.height / Double(rows), count: rows)
    default: break
    }
    return Symbol(
      symbology: options.symbology, payload: request.truth, columns: columns, rows: rows,
      modules: modules, quietZone: options.quietZone, rowHeights: heights, polygons: polygons)
  }
}

extension SymbolOptions {
  /// True if the encoder is to choose a QR Code's mask.
  fileprivate var leavesQRMaskOpen: Bool {
    switch self {
    case .qrCode(_, _, nil, _), .gs1QRCode(_, _, nil): true
    default: false
    }
  }

  /// Returns the options of the same QR Code with a fixed mask.
  fileprivate func masked(_ mask: Int) -> SymbolOptions {
    switch self {
    case .qrCode(let version, let errorCorrection, _, let mode):
      .qrCode(version: version, errorCorrection: errorCorrection, mask: mask, mode: mode)
    case .gs1QRCode(let version, let errorCorrection, _):
      .gs1QRCode(version: version, errorCorrection: errorCorrection, mask: mask)
    default: self
    }
  }
}
