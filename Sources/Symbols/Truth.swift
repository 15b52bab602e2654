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
  package init(expected: [ExpectedSymbol], isComplete: Bool = true, isKnown: Bool = true) {
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
  /// The width and height between its corners; `nil` if they are not known.
  public let extent: SymbolExtent?
  /// The certainty of the symbology and the bytes.
  public let certainty: Certainty
  /// The charset that the symbol announces for its bytes (ECI), by its IANA name; `nil` if it
  /// announces none.
  public let charset: String?

  /// Makes an expectation; by default, of a symbol that was drawn.
  package init(
    symbology: Symbology?, bytes: [UInt8], corners: Corners?, extent: SymbolExtent? = nil,
    certainty: Certainty = .drawn, charset: String? = nil
  ) {
    self.charset = charset
    self.symbology = symbology
    self.bytes = bytes
    self.corners = corners
    self.extent = extent
    self.certainty = certainty
  }
}

/// The width and height of a symbol without its quiet zone.
public struct SymbolExtent: Hashable, Sendable {
  /// The width, in modules; above 0.
  public let widthModules: Double
  /// The height, in modules; above 0.
  public let heightModules: Double
  /// The modules between either side and the outermost bar of the code: those of ITF-14's bearer frame
  /// and of the margin inside it; else 0.
  public let frameModules: Double

  package init(widthModules: Double, heightModules: Double, frameModules: Double = 0) {
    (self.widthModules, self.heightModules) = (widthModules, heightModules)
    self.frameModules = frameModules
  }
}

extension Symbol {
  /// The width and height without the quiet zone.
  public var extent: SymbolExtent {
    SymbolExtent(widthModules: width, heightModules: height, frameModules: Double(frameColumns))
  }

  /// The columns outside the bars of an ITF-14 symbol between bearer bars: a bar of the frame, if it
  /// is closed, and the margin.
  private var frameColumns: Int {
    guard symbology == .itf14, rows == 3 else { return 0 }
    let bars = modules[columns..<2 * columns]
    let frame = bars.prefix { $0 == 1 }.count
    let margin = bars.dropFirst(frame).prefix { $0 == 0 }.count
    return margin > 1 ? frame + margin : 0
  }
}
