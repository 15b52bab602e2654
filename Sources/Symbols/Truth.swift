import DecoderKit

/// The symbols in an image, as far as they are known.
public struct Truth: Hashable, Sendable {
  /// The symbols to find. Two identical symbols need two readings.
  public var expected: [ExpectedSymbol]
  /// True if these are all; false for photos, which may show more codes than their truth names.
  public var isComplete: Bool
  /// True if anything is known at all; if not, readings are counted and not judged.
  public var isKnown: Bool

  /// Makes a truth; complete and known by default.
  public init(expected: [ExpectedSymbol], isComplete: Bool = true, isKnown: Bool = true) {
    self.expected = expected
    self.isComplete = isComplete
    self.isKnown = isKnown
  }

  /// The truth of an image whose symbols nobody wrote down.
  public static let unknown = Truth(expected: [], isComplete: false, isKnown: false)
}

/// A symbol that a decoder should find in an image.
public struct ExpectedSymbol: Hashable, Sendable {
  /// The certainty with which a symbol is known.
  public enum Certainty: Hashable, Sendable {
    /// The harness drew it: symbology and bytes are exactly right.
    case drawn
    /// A person wrote down its bytes. The symbology names the family only: Data Matrix may be GS1.
    case writtenBytes
    /// A person wrote down its text, given here in UTF-8; the symbol may encode it in another
    /// charset.
    case writtenText
  }

  /// The symbology; `nil` if it is not known.
  public let symbology: Symbology?
  /// Its data.
  public let bytes: [UInt8]
  /// The outer corners of the symbol's modules, without quiet zone; `nil` if they are not known.
  public let corners: Corners?
  /// The certainty of the symbology and the bytes.
  public let certainty: Certainty

  /// Makes an expectation; by default, of a symbol that was drawn.
  public init(
    symbology: Symbology?, bytes: [UInt8], corners: Corners?, certainty: Certainty = .drawn
  ) {
    self.symbology = symbology
    self.bytes = bytes
    self.corners = corners
    self.certainty = certainty
  }
}
