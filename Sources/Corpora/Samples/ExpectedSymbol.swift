import DecoderKit

/// A symbol that a decoder should find in an image.
public struct ExpectedSymbol: Hashable, Sendable {
  /// How well a symbol is known.
  public enum Certainty: Hashable, Sendable {
    /// We drew it: name and bytes are exactly right.
    case drawn
    /// A person wrote its bytes down; the symbology is the family's name: Data Matrix may be GS1.
    case writtenBytes
    /// A person wrote its text down, here in UTF-8; the symbol may have it in another charset.
    case writtenText
  }

  /// What kind of barcode it is; `nil` when nobody said.
  public let symbology: Symbology?
  /// Its data.
  public let bytes: [UInt8]
  /// Where it lies: the outer corners of its modules, without quiet zone; `nil` when nobody said.
  public let corners: Corners?
  /// How well it is known.
  public let certainty: Certainty

  /// Makes an expectation; of a symbol that was drawn unless said otherwise.
  public init(
    symbology: Symbology?, bytes: [UInt8], corners: Corners?, certainty: Certainty = .drawn
  ) {
    self.symbology = symbology
    self.bytes = bytes
    self.corners = corners
    self.certainty = certainty
  }
}
