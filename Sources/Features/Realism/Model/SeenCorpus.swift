/// The symbols of a corpus with their conditions and outcomes, and what was left out.
public struct SeenCorpus: Hashable, Sendable {
  /// The corpus's name.
  public var name: String
  /// The decoders' labels, in the order of ``SeenSymbol/reads``.
  public var decoders: [String]
  /// All symbols whose data is known.
  public var symbols: [SeenSymbol] = []
  /// The reasons for images that could not be read, with their files.
  public var unreadable: [String] = []
  /// The number of images whose truth nobody wrote down.
  public var withoutTruth = 0
  /// The number of images that are known to hold no code.
  public var withoutCode = 0

  package init(name: String, decoders: [String]) {
    self.name = name
    self.decoders = decoders
  }
}
