/// The strength with which a symbol's own structure, as the gauge sees it, backs what was read.
///
/// A decoder that searches long enough finds a value in anything. The modules at the place tell whether
/// a symbol is there: the gauge reads them on its own and asks the symbol's error correction.
public enum StructuralBacking: String, CaseIterable, Hashable, Sendable, Codable {
  /// The codewords in the image belong together so well that chance does not explain it: damaged or
  /// random modules look so in fewer than one case in a hundred million.
  case codewords
  /// The bars that the value must have fit the image; linear symbols.
  case bars
  /// The fixed patterns fit, and no more is known: the symbology's codewords are not read here, there
  /// are too few of them to tell, or they use up most of their error correction.
  case patterns

  /// True if the reading can be taken for that of a real symbol on the strength of the structure alone.
  public var isProof: Bool { self != .patterns }
}
