/// A symbol that was fitted to an image, with the fit that tells how certain it is.
struct RegisteredSymbol {
  var registration: Registration
  var fit: RegistrationFit
  /// The share of fixed modules that have the right colour, 0 to 1; `nil` for linear symbols.
  var fixedAgreement: Double?
  /// The fixed modules of a matrix symbol.
  var layout: MatrixLayout?
  /// Where the outline begins and ends along the columns, in rows: guard bars may go beyond.
  var span = (top: 0.0, bottom: 0.0)

  /// A figure for comparing fits of one symbol, 0 to 1.
  var quality: Double { registration.correlation * (fixedAgreement ?? 1) }
}
