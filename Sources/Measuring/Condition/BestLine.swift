import DecoderKit

/// The best that one line across a linear symbol shows, of some that are spread over its height.
///
/// Decoders try line after line until one can be read; the standards' grades are of the mean, which crumpled
/// foil or a highlight on a few lines spoils.
package struct BestLine: Hashable, Sendable {
  /// The highest modulation of a line, 0 to 1.
  package let modulation: Double
  /// The highest decodability of a line, 0 to 1; `nil` for symbologies without a rule.
  package let decodability: Double?

  /// Makes it.
  package init(modulation: Double, decodability: Double?) {
    self.modulation = modulation
    self.decodability = decodability
  }

  init?(of lines: [ScanProfile], _ symbology: Symbology?) {
    guard let modulation = lines.map(\.modulation).max() else { return nil }
    self.modulation = modulation
    decodability = lines.compactMap {
      Decodability.value(symbology, widths: $0.widths, nominal: $0.nominalWidths)
    }.max()
  }
}
