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
  private static func isCompactAztec(_ encoded: EncodedModules) -> Bool {
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
