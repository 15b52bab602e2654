/// The symbols of a corpus with their conditions and outcomes, and what was left out.
struct SeenCorpus: Hashable, Sendable {
  /// The corpus's name.
  var name: String
  /// The decoders' labels, in the order of ``SeenSymbol/reads``.
  var decoders: [String]
  /// All symbols whose data is known.
  var symbols: [SeenSymbol] = []
  /// The reasons for images that could not be read, with their files.
  var unreadable: [String] = []
  /// The number of images whose truth nobody wrote down.
  var withoutTruth = 0
  /// The number of images that are known to hold no code.
  var withoutCode = 0
}
