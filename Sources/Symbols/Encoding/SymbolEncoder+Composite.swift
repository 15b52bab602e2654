import CZint

extension SymbolEncoder {
  /// Encodes the bars of a DataBar above which stands a composite component (ISO/IEC 24723): what they say
  /// of it makes them others than those of the number alone.
  ///
  /// - Parameter number: A GTIN-14, with or without its check digit.
  /// - Returns: The 96 modules, the space on either side included.
  /// - Throws: ``SymbolError`` if it is no number of a DataBar.
  package static func barsBelowComposite(_ number: [UInt8]) throws(SymbolError) -> [UInt8] {
    var request = try EncoderRequest.dataBar(BARCODE_DBAR_OMN_CC, number, .dataBar)
    let wanted = SymbolOptions.linear(.dataBar, height: nil)
    request.primary = String(decoding: request.data, as: UTF8.self)
    // Any component does; it is not used.
    request.data = Array("[21]1".utf8)
    request.inputMode = GS1_MODE
    let encoded = try EncodedModules(request, wanted: wanted)
    let bars = encoded.modules.suffix(encoded.columns)
    guard let first = bars.firstIndex(of: 1), bars.endIndex - first >= width - 1 else {
      throw .notAsAsked(wanted: wanted.description, got: "\(encoded.columns) columns")
    }
    return [0] + bars[first..<min(first + width - 1, bars.endIndex)]
  }

  /// The modules of a DataBar.
  private static let width = 96
}
