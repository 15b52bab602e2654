import CZXingWriter

/// ZXing's own encoders, which share no code with libzint.
enum ZXingWriter {
  /// The modules of a symbol, row after row; `nil` if the encoder refuses the text.
  ///
  /// - Parameter format: ZXing's name for the symbology.
  static func modules(
    _ format: String, _ payload: [UInt8], errorCorrection: Int = -1
  ) -> (columns: Int, rows: Int, modules: [UInt8])? {
    let drawing = czxing_write(format, payload, payload.count, Int32(errorCorrection))
    defer { czxing_writer_free(drawing) }
    guard let modules = drawing.modules else { return nil }
    let (columns, rows) = (Int(drawing.columns), Int(drawing.rows))
    return (columns, rows, Array(UnsafeBufferPointer(start: modules, count: columns * rows)))
  }
}
