/// The thing that backs a reading besides the word of the decoder that made it.
///
/// One decoder's word is not enough: decoders see symbols in halves of symbols, in shelves and in
/// writing.
public enum ReadingSupport: String, CaseIterable, Hashable, Sendable, Codable, Comparable {
  /// The image has the structure of the symbol that the value would draw.
  case structure
  /// Unlike decoders read the same contents.
  case agreement
  /// The truth beside the photo has the same contents.
  case truth

  private var rank: Int {
    switch self {
    case .structure: 0
    case .agreement: 1
    case .truth: 2
    }
  }

  public static func < (a: ReadingSupport, b: ReadingSupport) -> Bool { a.rank < b.rank }
}

/// The notes that somebody has made of the contents of an image.
public enum WrittenTruth: Hashable, Sendable {
  /// Nothing is known.
  case unknown
  /// The image has a symbol with these contents, in UTF-8 if they are text.
  case contents([UInt8], isText: Bool)
}
