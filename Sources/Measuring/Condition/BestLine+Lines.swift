import DecoderKit

extension BestLine {
  /// The best of some lines across a symbol; `nil` without any.
  init?(of lines: [ScanProfile], _ symbology: Symbology?) {
    guard let modulation = lines.map(\.modulation).max() else { return nil }
    let decodability = lines.compactMap {
      Decodability.value(symbology, widths: $0.widths, nominal: $0.nominalWidths)
    }.max()
    self.init(modulation: modulation, decodability: decodability)
  }
}
