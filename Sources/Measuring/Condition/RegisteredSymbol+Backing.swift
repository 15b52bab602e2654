import DecoderKit

extension RegisteredSymbol {
  /// Tells how well the symbol's own structure backs what was read.
  func backing(of symbology: Symbology?) -> StructuralBacking {
    guard registration.pattern.rows > 1 else { return .bars }
    return codewords(of: symbology)?.areSound == true ? .codewords : .patterns
  }

  /// The correlation at which a symbol is believed whose codewords are too few to prove anything.
  private static let sureCorrelation = 0.975

  /// True if a symbol that was found where no decoder has pointed is one: its codewords prove it. Those
  /// of the smallest Micro QR Code are too few: it must fit very well.
  func isLikely(_ symbology: Symbology) -> Bool {
    if backing(of: symbology).isProof { return true }
    let isSmallest = symbology.carrier == .microQRCode && registration.pattern.columns == 11
    return isSmallest && registration.correlation > Self.sureCorrelation
  }

  /// True if the symbol's codewords carry another value than the one that was read: it is another
  /// symbol's, or a phantom's.
  func contradicts(_ reading: Reading) -> Bool {
    guard sideOfAnotherSize(reading.symbology) == nil else { return true }
    guard registration.pattern.rows > 1,
      let text = codewords(of: reading.symbology)?
        .text(of: reading.symbology, columns: registration.pattern.columns)
    else { return false }
    return text != reading.bytes
  }

  /// The modules along the side of the Micro QR Code that this is a part of, by its format; `nil` for what is no part.
  func sideOfAnotherSize(_ symbology: Symbology?) -> Int? {
    let pattern = registration.pattern
    guard symbology?.carrier == .microQRCode,
      let side = MicroQRCodewords.format(isDark: { pattern[$0, $1] != 0 })?.side
    else { return nil }
    return side == pattern.columns ? nil : side
  }

  /// The same symbol, taken for one that is seen from the other side; `nil` where fixed modules tell the sides apart.
  func mirrored(_ symbology: Symbology) -> RegisteredSymbol? {
    let pattern = registration.pattern
    let side = pattern.columns
    guard side == pattern.rows, registration.map.inverse != nil else { return nil }
    // Rows become columns. The legs of a Data Matrix meet at the other diagonal.
    let isFromEnd = symbology.carrier == .dataMatrix
    guard isFromEnd || [.qrCode, .microQRCode].contains(symbology.carrier) else { return nil }
    let end = Double(side)
    let swap =
      isFromEnd
      ? Homography(x: [0, -1, end], y: [-1, 0, end], w: [0, 0, 1])
      : Homography(x: [0, 1, 0], y: [1, 0, 0], w: [0, 0, 1])
    var other = self
    other.registration.map = registration.map.after(swap)
    other.registration.pattern.modules = (0..<side * side).map { index -> UInt8 in
      let (column, row) = (index % side, index / side)
      return isFromEnd ? pattern[side - 1 - row, side - 1 - column] : pattern[row, column]
    }
    other.fit = fit.turned(other.registration)
    return other
  }

  func codewords(of symbology: Symbology?) -> SymbolCodewords? {
    let pattern = registration.pattern
    return SymbolCodewords(
      symbology, columns: pattern.columns, rows: pattern.rows, part: pattern.part,
      isDark: { pattern[$0, $1] != 0 })
  }
}
