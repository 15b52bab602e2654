import DecoderKit

/// The properties of a symbol on which the form of its payload depends.
public struct PayloadCarrier: Hashable, Sendable {
  /// The symbology of the symbol.
  public let symbology: Symbology
  /// The digits of the add-on beside an EAN-13, UPC-A or UPC-E: 2 or 5, or 0 without an add-on.
  public let addOnDigits: Int

  /// Makes a carrier.
  public init(_ symbology: Symbology, addOnDigits: Int = 0) {
    self.symbology = symbology
    self.addOnDigits = addOnDigits
  }

  /// Makes the carrier for a recipe's symbols.
  init(_ options: SymbolOptions) {
    guard case .linear(let kind, _) = options else {
      self.init(options.symbology)
      return
    }
    self.init(options.symbology, addOnDigits: kind.addOn?.rawValue ?? 0)
  }
}
