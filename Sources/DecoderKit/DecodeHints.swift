/// Hints from a caller to a decoder about the image that it is about to read.
public struct DecodeHints: Hashable, Sendable, Codable {
  /// The symbologies wanted; `nil` means a general reader that looks for all it knows.
  public var symbologies: Set<Symbology>?

  /// The largest number of symbols to return; `nil` leaves it to the decoder's own default.
  public var maximumCount: Int?

  /// No hint at all: the harness's choice unless a corpus asks for hints.
  public static let none = DecodeHints()

  /// Makes hints; both parts may be left out.
  public init(symbologies: Set<Symbology>? = nil, maximumCount: Int? = nil) {
    self.symbologies = symbologies
    self.maximumCount = maximumCount
  }
}
