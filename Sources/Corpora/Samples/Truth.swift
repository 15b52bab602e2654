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

  /// An image without any symbol.
  public static let noSymbol = Truth(expected: [])

  /// The truth of an image whose symbols nobody wrote down.
  public static let unknown = Truth(expected: [], isComplete: false, isKnown: false)
}
