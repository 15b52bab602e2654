import CZint
import DecoderKit

/// Payload → modules, by libzint.
///
/// libzint ignores options that it does not like and still reports success, so that what came out is
/// checked against what was asked for.
package struct SymbolEncoder {
  /// What the masks of QR Codes change, by the options of the recipe.
  private var masks: [SymbolOptions: QRMasks] = [:]

  package init() {}

  /// libzint's version, such as `2.11.1`.
  package static let version: String = {
    let number = Int(ZBarcode_Version())
    return "\(number / 10_000).\(number / 100 % 100).\(number % 100)"
  }()

  /// Encodes a payload.
  ///
  /// - Throws: ``SymbolError`` when it does not fit, or the encoder made something else.
  package mutating func encode(
    _ payload: [UInt8], options: SymbolOptions
  ) throws(SymbolError) -> Symbol {
    guard case .qrCode(let version, let errorCorrection, nil) = options else {
      return try Self.encodeAsAsked(payload, options, wanted: options)
    }
    func masked(_ mask: Int) -> SymbolOptions {
      .qrCode(version: version, errorCorrection: errorCorrection, mask: mask)
    }
    if masks[options] == nil {
      var symbols: [Symbol] = []
      for mask in 0..<8 {
        symbols.append(try Self.encodeAsAsked(payload, masked(mask), wanted: options))
      }
      masks[options] = QRMasks(learningFrom: symbols)
    }
    let symbol = try Self.encodeAsAsked(payload, masked(0), wanted: options)
    return masks[options]?.best(for: symbol) ?? symbol
  }

  /// Encodes with every option settled; errors speak of what the caller wanted.
  private static func encodeAsAsked(
    _ payload: [UInt8], _ options: SymbolOptions, wanted: SymbolOptions
  ) throws(SymbolError) -> Symbol {
    guard let handle = ZBarcode_Create() else { throw .refused("out of memory") }
    defer { ZBarcode_Delete(handle) }
    configure(&handle.pointee, options)

    let status = ZBarcode_Encode(handle, payload, Int32(payload.count))
    guard status != ZINT_ERROR_TOO_LONG else {
      throw .tooLong(bytes: payload.count, into: wanted.description)
    }
    // Warnings are refusals too: each means that the symbol is not quite what was asked for.
    guard status == 0 else { throw .refused(String(cString: zint_message(handle))) }

    let columns = Int(handle.pointee.width)
    let rows = Int(handle.pointee.rows)
    guard columns == options.columns, rows == options.rows else {
      // The encoder takes a larger symbol where the one asked for is too small.
      if columns * rows > options.columns * options.rows {
        throw .tooLong(bytes: payload.count, into: wanted.description)
      }
      throw .notAsAsked(wanted: wanted.description, got: "\(columns) × \(rows) modules")
    }
    let symbol = Symbol(
      symbology: options.symbology, payload: payload, columns: columns, rows: rows,
      modules: modules(of: handle, columns: columns, rows: rows), quietZone: options.quietZone)
    if case .qrCode(_, let errorCorrection, let mask) = options {
      try check(symbol, errorCorrection: errorCorrection, mask: mask, wanted: wanted)
    }
    return symbol
  }

  private static func configure(_ symbol: inout zint_symbol, _ options: SymbolOptions) {
    // Bytes are encoded as they are: without this, zint takes them for text in some charset.
    symbol.input_mode = DATA_MODE
    switch options {
    case .qrCode(let version, let errorCorrection, let mask):
      symbol.symbology = BARCODE_QRCODE
      symbol.option_1 = errorCorrection.zintLevel
      symbol.option_2 = Int32(version)
      if let mask { symbol.option_3 = Int32(mask + 1) << 8 }
    case .dataMatrix(let size):
      symbol.symbology = BARCODE_DATAMATRIX
      // zint numbers the sizes as the standard lists them, from 1.
      symbol.option_2 = Int32((DataMatrixSize.all.firstIndex(of: size) ?? 0) + 1)
    }
  }

  private static func modules(
    of symbol: UnsafeMutablePointer<zint_symbol>, columns: Int, rows: Int
  ) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: columns * rows) { modules, count in
      for row in 0..<rows {
        guard let bits = zint_row(symbol, Int32(row)) else { continue }
        for column in 0..<columns {
          modules[row * columns + column] = bits[column >> 3] >> UInt8(column & 7) & 1
        }
      }
      count = columns * rows
    }
  }

  private static func check(
    _ symbol: Symbol, errorCorrection: QRErrorCorrection, mask: Int?, wanted: SymbolOptions
  ) throws(SymbolError) {
    let format = QRFormat(reading: symbol)
    guard format.errorCorrection == errorCorrection, mask == nil || format.mask == mask else {
      throw .notAsAsked(
        wanted: wanted.description,
        got: "ecc \(format.errorCorrection.rawValue), mask \(format.mask)")
    }
  }
}

extension QRErrorCorrection {
  /// zint's number for the level.
  fileprivate var zintLevel: Int32 {
    switch self {
    case .low: 1
    case .medium: 2
    case .quartile: 3
    case .high: 4
    }
  }
}
