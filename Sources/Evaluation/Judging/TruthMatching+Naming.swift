import Corpora
import DecoderKit

extension TruthMatching {
  /// The result of comparing a reading's symbology with the expected one.
  enum Naming: Hashable {
    /// The exact symbology, as far as that is known.
    case right
    /// A different symbology that this rule allows.
    case allowed(TruthRule)
    case wrong
  }

  static func naming(_ reading: Reading, _ expected: ExpectedSymbol) -> Naming {
    guard let truth = expected.symbology else { return .right }
    guard let name = reading.symbology else { return .allowed(.unnamedSymbology) }
    if name == truth { return .right }
    if expected.certainty != .drawn, name.family == truth.family { return .right }
    switch (truth, name) {
    case (.itf14, .itf): return .allowed(.itf14Name)
    case (.itf, .itf14):
      let fits = reading.bytes.count == 14 && Digits.endInCheckDigit(reading.bytes)
      return fits ? .allowed(.itf14Name) : .wrong
    case (.ean13, .upcA), (.ean13, .upcE), (.upcA, .ean13), (.upcA, .upcE), (.upcE, .ean13),
      (.upcE, .upcA):
      return .allowed(.retailFamily)
    default:
      if name == truth.carrier { return .allowed(.gs1Carrier) }
      return name.unstacked == truth.unstacked ? .allowed(.stackedLayout) : .wrong
    }
  }
}

extension Symbology {
  /// The family name that people commonly use: without GS1, without the layout.
  var family: Symbology { carrier.unstacked }

  /// The DataBar symbology with all characters in one row; any other symbology as it is.
  fileprivate var unstacked: Symbology {
    switch self {
    case .dataBarStacked: .dataBar
    case .dataBarExpandedStacked: .dataBarExpanded
    default: self
    }
  }
}
