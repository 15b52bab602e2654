import DecoderKit

/// What kind of symbol to draw: symbology, options and payload generator.
public struct Recipe: Hashable, Sendable {
  /// The name in keys and reports.
  public let name: String
  /// What is fixed about the symbol.
  public let options: SymbolOptions
  /// What is drawn afresh for each trial.
  public let payload: PayloadGenerator

  /// What kind of barcode it is.
  public var symbology: Symbology { options.symbology }
}
