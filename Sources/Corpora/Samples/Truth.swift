/// What is in an image, as far as anybody knows.
public struct Truth: Hashable, Sendable {
  /// The symbols to find. Two identical ones take two readings.
  public var expected: [ExpectedSymbol]
  /// Whether these are all; `false` for photos, which may show more codes than their truth names.
  public var isComplete: Bool
  /// Whether anything is known at all; if not, readings are counted and not judged.
  public var isKnown: Bool

  /// Makes a truth; complete and known unless said otherwise.
  public init(expected: [ExpectedSymbol], isComplete: Bool = true, isKnown: Bool = true) {
    self.expected = expected
    self.isComplete = isComplete
    self.isKnown = isKnown
  }

  /// An image without any symbol.
  public static let noSymbol = Truth(expected: [])

  /// An image of which nobody wrote down what it shows.
  public static let unknown = Truth(expected: [], isComplete: false, isKnown: false)
}
