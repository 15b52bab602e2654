import DecoderKit
import Measuring

extension SymbolMeasurement {
  /// True if the image has the structure of the symbol that was read.
  ///
  /// The gauge has found all bars of the value, or codewords that chance does not explain. Where a linear
  /// symbology has no check digit of its own, or its start is like the middle of another, paper on both
  /// sides must show besides that these bars are all that there is.
  package func hasStructure(of reading: Reading) -> Bool {
    guard source == .measured, backing?.isProof == true, let condition,
      let symbology = symbology ?? reading.symbology
    else { return false }
    if backing == .codewords || symbology.carrier.endsAreUnique { return true }
    let needed = ImageFault.neededQuietZone(symbology.carrier)
    return condition.quietZone.narrowest >= needed / 2
  }
}

extension Symbology {
  /// True if bars from the middle of a symbol end like a whole one, seen slantingly, and no check digit is asked for:
  /// all decoders take them for one.
  var partsLookWhole: Bool {
    switch self {
    case .itf, .matrix2of5, .industrial2of5, .iata2of5, .dataLogic2of5, .msi: true
    default: false
    }
  }

  /// True if each symbol has a check of its own, and no part of one is a whole symbol of the same or
  /// another symbology.
  fileprivate var endsAreUnique: Bool {
    switch self {
    case .code128, .code93, .ean13, .ean8, .upcA, .dataBar, .dataBarStacked, .dataBarLimited,
      .dataBarExpanded, .dataBarExpandedStacked:
      true
    default: false
    }
  }
}
