import DecoderKit
import Measuring

extension SymbolMeasurement {
  /// True if the image has the structure of the symbol that was read.
  ///
  /// - Bars: the gauge has found all bars of the value. Where the symbology has no check digit of its
  ///   own, or its start is like the middle of another, paper on both sides must show that they are
  ///   all that there is.
  /// - Matrices and PDF417: the gauge has found the symbol's fixed patterns, and the codewords that
  ///   it reads itself can be mended with much to spare, which chance does not bring about.
  package func hasStructure(of reading: Reading) -> Bool {
    guard source == .measured, let condition, let dimension,
      let symbology = symbology ?? reading.symbology
    else { return false }
    if dimension.rows > 1 {
      return condition.grades.unusedErrorCorrection ?? 0 >= Self.leastUnusedErrorCorrection
    }
    if symbology.carrier.endsAreUnique { return true }
    let needed = ImageFault.neededQuietZone(symbology.carrier)
    return condition.quietZone.narrowest >= needed / 2
  }

  /// Of codewords that are no symbol's, one block in ten thousand can be mended with this to spare.
  private static let leastUnusedErrorCorrection = 0.3
}

extension Symbology {
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
