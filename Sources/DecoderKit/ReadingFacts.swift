/// The facts about a symbol's data that the bytes do not say themselves.
///
/// A library that does not know them leaves them out: nothing is concluded from that.
public struct ReadingFacts: Hashable, Sendable {
  /// The symbology identifier, which says whether the symbol holds GS1 data; `nil` where the library gives
  /// none.
  public var identifier: SymbologyIdentifier?

  /// The Extended Channel Interpretations (ECI) that the symbol announces, in the order of its bytes; empty
  /// if it announces none, and `nil` where the library does not say.
  public var interpretations: [AnnouncedInterpretation]?

  /// The things that the symbol holds and the bytes lack, as far as the adapter knows; empty if nothing.
  public var losses: Set<ReadingLoss>

  /// Makes facts; without arguments nothing is known.
  public init(
    identifier: SymbologyIdentifier? = nil, interpretations: [AnnouncedInterpretation]? = nil,
    losses: Set<ReadingLoss> = []
  ) {
    self.identifier = identifier
    self.interpretations = interpretations
    self.losses = losses
  }

  /// Facts of a library of which nothing is known.
  public static let unknown = ReadingFacts()
}

/// An Extended Channel Interpretation that a symbol announces for the bytes that follow.
public struct AnnouncedInterpretation: Hashable, Sendable {
  /// The number of bytes before it.
  public let offset: Int
  /// Its number in AIM's register, such as 26 for UTF-8.
  public let number: Int

  /// Makes an announcement; offset and number are 0 or more.
  public init(offset: Int, number: Int) {
    (self.offset, self.number) = (offset, number)
  }
}

/// Something that a symbol holds and a reading lacks. The raw value is the word on the wire.
public enum ReadingLoss: String, CaseIterable, Hashable, Sendable, Codable {
  /// The separators between GS1 element strings.
  case separators
  /// The announcement of a charset: it is missing, or stands among the data.
  case charset
  /// A part of the data, in a symbol of a kind in which the library is known to drop or change some.
  case data
}
