import DecoderKit

/// A symbol that was fitted to an image, with the fit that tells how certain it is.
struct RegisteredSymbol {
  var registration: Registration
  var fit: RegistrationFit
  /// The fit of a matrix's bend; `nil` for flat symbols.
  var bent: WarpFit?
  /// The map of a symbol that ends a standard error further down, where that end is not the fit's; `nil`
  /// where it is.
  var longerMap: Homography?
  /// The share of fixed modules that have the right colour, 0 to 1; `nil` for linear symbols.
  var fixedAgreement: Double?
  /// The corners of the whole symbol, where the registration is that of one of its two rows of bars; `nil`
  /// elsewhere.
  var outlineOfRows: Corners?
  /// The corners of what is seen, where that is not what was fitted: of a linear symbol whose bars go on,
  /// curved or in glare, and of a PDF417 whose first or last rows are not there; `nil` elsewhere.
  var otherOutline: Corners?
  /// The fixed modules of a matrix symbol; `nil` for linear symbols.
  var layout: MatrixLayout?
  /// True if rows are as high as modules are wide: in matrices, not in linear symbols and PDF417.
  var hasSquareModules = false

  /// A figure for comparing fits of one symbol, 0 to 1.
  var quality: Double { registration.correlation * (fixedAgreement ?? 1) }

  /// The outer corners.
  var outline: Corners { outlineOfRows ?? otherOutline ?? registration.outline }
}
