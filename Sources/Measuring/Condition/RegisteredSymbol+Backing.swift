import DecoderKit

extension RegisteredSymbol {
  /// Tells how well the symbol's own structure backs what was read.
  func backing(of symbology: Symbology?) -> StructuralBacking {
    let pattern = registration.pattern
    guard pattern.rows > 1 else { return .bars }
    let codewords = SymbolCodewords(
      symbology, columns: pattern.columns, rows: pattern.rows, part: pattern.part,
      isDark: { pattern[$0, $1] != 0 })
    return codewords?.areSound == true ? .codewords : .patterns
  }
}
