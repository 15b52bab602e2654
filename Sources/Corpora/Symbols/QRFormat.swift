/// A QR Code's format information, ISO/IEC 18004 clause 7.9: what the symbol says of itself.
package struct QRFormat: Equatable {
  /// The error correction level.
  package let errorCorrection: QRErrorCorrection
  /// The mask pattern, 0 to 7.
  package let mask: Int

  /// Reads the five data bits beside the top left finder pattern.
  ///
  /// - Precondition: The symbol is a QR Code, undamaged.
  package init(reading symbol: Symbol) {
    // The 15 bits run along row 8 from the left edge, most significant first; the data is in the
    // first five, under the mask 10101 00000 10010.
    var data = 0
    for column in 0..<5 {
      data = data << 1 | (symbol.isDark(column: column, row: 8) ? 1 : 0)
    }
    data ^= 0b10101
    mask = data & 0b111
    errorCorrection =
      switch data >> 3 {
      case 0b00: .medium
      case 0b01: .low
      case 0b10: .high
      default: .quartile
      }
  }
}
