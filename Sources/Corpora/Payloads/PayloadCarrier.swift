import DecoderKit

/// What the form of a payload depends on about the symbol that carries it.
public struct PayloadCarrier: Hashable, Sendable {
  /// What kind of symbol it is.
  public let symbology: Symbology
  /// Digits of the add-on beside an EAN-13, UPC-A or UPC-E: 2 or 5, or 0 without one.
  public let addOnDigits: Int

  /// Makes a carrier.
  public init(_ symbology: Symbology, addOnDigits: Int = 0) {
    self.symbology = symbology
    self.addOnDigits = addOnDigits
  }

  /// The carrier that a recipe's symbols are.
  init(_ options: SymbolOptions) {
    guard case .linear(let kind, _) = options else {
      self.init(options.symbology)
      return
    }
    self.init(options.symbology, addOnDigits: kind.addOn?.rawValue ?? 0)
  }
}
