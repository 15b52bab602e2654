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
  /// - Parameter interpretation: The Extended Channel Interpretation that the symbol announces before
  ///   its data; `nil` for none.
  /// - Throws: ``SymbolError`` if the payload does not fit, the symbology cannot carry it, or the
  ///   encoder made something else.
  package mutating func encode(
    _ payload: [UInt8], options: SymbolOptions, interpretation: Interpretation? = nil
  ) throws(SymbolError) -> Symbol {
    func symbol(_ resolved: SymbolOptions) throws(SymbolError) -> Symbol {
      var request = try EncoderRequest(payload, resolved)
      request.interpretation = interpretation
      return try Self.encode(request, resolved, wanted: options, bytes: payload.count)
    }
    guard options.leavesQRMaskOpen else { return try symbol(options) }
    if masks[options] == nil {
      var symbols: [Symbol] = []
      for mask in 0..<8 {
        symbols.append(try symbol(options.masked(mask)))
      }
      masks[options] = QRMasks(learningFrom: symbols)
    }
    let first = try symbol(options.masked(0))
    return masks[options]?.best(for: first) ?? first
  }

  /// Encodes with all options resolved; errors name the options that the caller wanted.
  private static func encode(
    _ request: EncoderRequest, _ options: SymbolOptions, wanted: SymbolOptions, bytes: Int
  ) throws(SymbolError) -> Symbol {
    let encoded = try EncodedModules(request, wanted: wanted)
    try SymbolCheck(options, wanted: wanted, bytes: bytes).check(encoded, request)
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
    case .postal: heights = encoded.rowHeights.map { $0 > 0 ? $0 : 1 }
    case .codablockF(_, let rowHeight):
      let stack = StackedRows(codablockF: encoded, rowHeight: rowHeight)
      (columns, rows, modules, heights) = (
        stack.columns, stack.heights.count, stack.modules, stack.heights
      )
    case .code16K(let rowHeight):
      let stack = StackedRows(code16K: encoded, rowHeight: rowHeight)
      (columns, rows, modules, heights) = (
        stack.columns, stack.heights.count, stack.modules, stack.heights
      )
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

/// An error that prevents a symbol from being encoded as asked.
public enum SymbolError: Error, Equatable, CustomStringConvertible {
  /// The payload does not fit; `into` describes in words the symbol that was asked for.
  case tooLong(bytes: Int, into: String)
  /// The encoder refused with this message.
  case refused(String)
  /// The encoder made something other than what was asked for.
  case notAsAsked(wanted: String, got: String)

  public var description: String {
    switch self {
    case .tooLong(let bytes, let target): "a payload of \(bytes) bytes does not fit \(target)"
    case .refused(let message): "the encoder refused: \(message)"
    case .notAsAsked(let wanted, let got): "the encoder made \(got) where \(wanted) was asked for"
    }
  }
}

/// Checks that a symbol from the encoder is the one asked for.
struct SymbolCheck {
  private let options: SymbolOptions
  private let wanted: SymbolOptions
  private let bytes: Int

  /// - Parameters:
  ///   - options: The options given to the encoder.
  ///   - wanted: The options the caller asked for, which errors name.
  ///   - bytes: The payload's length.
  init(_ options: SymbolOptions, wanted: SymbolOptions, bytes: Int) {
    self.options = options
    self.wanted = wanted
    self.bytes = bytes
  }

  /// - Throws: ``SymbolError`` that describes the symbol that was made instead.
  func check(_ encoded: EncodedModules, _ request: EncoderRequest) throws(SymbolError) {
    try checkSize(encoded)
    if let text = request.humanReadable, text != encoded.humanReadable {
      throw .notAsAsked(
        wanted: "\(wanted) with \"\(String(decoding: text, as: UTF8.self))\"",
        got: "one with \"\(String(decoding: encoded.humanReadable, as: UTF8.self))\"")
    }
    if let difference = difference(encoded) {
      throw .notAsAsked(wanted: wanted.description, got: difference)
    }
  }

  private func checkSize(_ encoded: EncodedModules) throws(SymbolError) {
    let columns = options.columns ?? encoded.columns
    let rows = options.rows ?? encoded.rows
    guard encoded.columns == columns, encoded.rows == rows else {
      // The encoder takes a larger symbol if the one asked for is too small.
      if encoded.columns * encoded.rows > columns * rows {
        throw .tooLong(bytes: bytes, into: wanted.description)
      }
      throw .notAsAsked(
        wanted: wanted.description, got: "\(encoded.columns) × \(encoded.rows) modules")
    }
  }

  /// A description of the symbol, read from its modules, if it is not what was asked for; else
  /// `nil`.
  private func difference(_ encoded: EncodedModules) -> String? {
    switch options {
    case .qrCode(_, let errorCorrection, let mask, let mode):
      let isOther = qrDifference(encoded, errorCorrection, mask)
      if isOther == nil, mode == .kanji, QRFormat(reading: encoded).modeIndicator(in: encoded) != 8
      {
        return "a symbol that does not start in kanji mode"
      }
      return isOther
    case .gs1QRCode(_, let errorCorrection, let mask):
      return qrDifference(encoded, errorCorrection, mask)
    case .microQRCode(let version, let errorCorrection, let mask):
      let format = MicroQRFormat(reading: encoded)
      let isAsAsked =
        format.version == version && format.errorCorrection == errorCorrection
        && (mask == nil || format.mask == mask)
      return isAsAsked ? nil : "\(format)"
    case .rMQRCode(let size, let errorCorrection):
      let format = RMQRFormat(reading: encoded)
      return format.indicator == size.indicator && format.errorCorrection == errorCorrection
        ? nil : "\(format)"
    case .aztec(let size):
      return Self.isCompactAztec(encoded) == size.isCompact
        ? nil : "the \(size.isCompact ? "full" : "compact") symbol of that size"
    case .maxiCode(let mode):
      let number = Self.maxiCodeMode(encoded)
      return number == mode.number ? nil : "mode \(number)"
    default: return nil
    }
  }

  private func qrDifference(
    _ encoded: EncodedModules, _ errorCorrection: QRErrorCorrection, _ mask: Int?
  ) -> String? {
    let format = QRFormat(reading: encoded)
    guard format.errorCorrection != errorCorrection || (mask ?? format.mask) != format.mask else {
      return nil
    }
    return "ecc \(format.errorCorrection.rawValue), mask \(format.mask)"
  }

  /// Returns true for a compact Aztec. A full one has one more dark ring in its bullseye.
  ///
  /// That ring is the whole sixth square around the centre.
  static func isCompactAztec(_ encoded: EncodedModules) -> Bool {
    let centre = encoded.columns / 2
    let isRing = (-6...6).allSatisfy { offset in
      encoded.isDark(column: centre + offset, row: centre - 6)
        && encoded.isDark(column: centre + offset, row: centre + 6)
        && encoded.isDark(column: centre - 6, row: centre + offset)
        && encoded.isDark(column: centre + 6, row: centre + offset)
    }
    return !isRing
  }

  /// Returns the low three bits of the first codeword (ISO/IEC 16023, figure 5: modules 4 to 6), in
  /// which modes 2 to 6 differ.
  private static func maxiCodeMode(_ encoded: EncodedModules) -> Int {
    let bits = [(16, 10), (17, 11), (16, 11)]
    return bits.reduce(0) { $0 << 1 | (encoded.isDark(column: $1.0, row: $1.1) ? 1 : 0) }
  }
}
