import CZint

/// The unchecked result of libzint for a request.
struct EncodedModules {
  let columns: Int
  let rows: Int
  /// The modules, row after row; 1 is dark.
  let modules: [UInt8]
  /// The heights of the rows, in modules; 0 if zint leaves the choice open.
  let rowHeights: [Double]
  /// The text that is printed below the bars.
  let humanReadable: [UInt8]

  /// Runs the encoder.
  ///
  /// - Parameter wanted: The options that errors name.
  init(_ request: EncoderRequest, wanted: SymbolOptions) throws(SymbolError) {
    guard let handle = ZBarcode_Create() else { throw .refused("out of memory") }
    defer { ZBarcode_Delete(handle) }
    handle.pointee.symbology = request.code
    handle.pointee.input_mode = request.inputMode
    if let option = request.option1 { handle.pointee.option_1 = option }
    if let option = request.option2 { handle.pointee.option_2 = option }
    if let option = request.option3 { handle.pointee.option_3 = option }
    zint_set_primary(handle, request.primary)

    let status = ZBarcode_Encode(handle, request.data, Int32(request.data.count))
    // For these symbologies zint takes a larger symbol than the one asked for and warns of it.
    let isEnlarged =
      status == ZINT_WARN_INVALID_OPTION
      && [BARCODE_PDF417, BARCODE_MICROPDF417].contains(request.code)
    guard status != ZINT_ERROR_TOO_LONG, !isEnlarged else {
      throw .tooLong(bytes: request.data.count, into: wanted.description)
    }
    // Warnings count as refusals too: each means that the symbol is not exactly what was asked for.
    guard status == 0 else { throw .refused(String(cString: zint_message(handle))) }
    guard handle.pointee.symbology == request.code else {
      throw .notAsAsked(
        wanted: wanted.description, got: "zint's symbology \(handle.pointee.symbology)")
    }

    let columns = Int(handle.pointee.width)
    let rows = Int(handle.pointee.rows)
    self.columns = columns
    self.rows = rows
    modules = [UInt8](unsafeUninitializedCapacity: columns * rows) { modules, count in
      for row in 0..<rows {
        guard let bits = zint_row(handle, Int32(row)) else { continue }
        for column in 0..<columns {
          modules[row * columns + column] = bits[column >> 3] >> UInt8(column & 7) & 1
        }
      }
      count = columns * rows
    }
    rowHeights = (0..<rows).map { Double(zint_row_height(handle, Int32($0))) }
    humanReadable = Array(String(cString: zint_text(handle)).utf8)
  }

  /// Returns true if a module is dark.
  func isDark(column: Int, row: Int) -> Bool { modules[row * columns + column] != 0 }
}
