/// The kind of symbol that carried a payload, as far as it decides what the payload means.
public enum Carrier: String, CaseIterable, Hashable, Sendable, Codable {
  /// EAN-13, EAN-8, UPC-A and ITF-14, with or without an add-on: digits that are a product's number.
  case retail
  /// Interleaved 2 of 5: of 14 digits, a product's number if the last checks the others, as in ITF-14.
  case itf
  /// UPC-E: six digits, with or without number system and check digit.
  case upcE = "upc-e"
  /// A symbol with FNC1 in the first position (GS1-128, GS1 DataBar, GS1 DataMatrix, GS1 QR Code).
  case gs1
  /// PDF417, which carries driver licences.
  case pdf417
  /// Any other symbol, or an unknown one: the payload speaks for itself.
  case other
}
