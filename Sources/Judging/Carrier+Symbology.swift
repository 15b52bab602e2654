import DecoderKit
import Values

extension Carrier {
  /// The kind of carrier that a symbology is; without one, a carrier that says nothing.
  public init(_ symbology: Symbology?) {
    self =
      switch symbology {
      case .ean13, .ean8, .upcA, .itf14: .retail
      case .itf: .itf
      case .upcE: .upcE
      case .gs1_128, .gs1DataMatrix, .gs1QRCode, .dataBar, .dataBarStacked, .dataBarLimited,
        .dataBarExpanded, .dataBarExpandedStacked:
        .gs1
      case .pdf417: .pdf417
      default: .other
      }
  }
}
