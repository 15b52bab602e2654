/// The meanings of one decoder's readings beside those of the symbols.
public struct MeaningScore: Hashable, Sendable, Codable {
  /// The symbols that it was tried on.
  public var tried: Int
  /// Those of them whose reading means the same.
  public var same: Int
  /// Those of them whose reading means the same although its data are wrong, as text in another charset
  /// may.
  public var sameMisread: Int
  /// Those of the symbols tried whose reading means something else and looks right.
  public var different: Int
  /// Those of the symbols tried whose reading shows by itself that it is broken.
  public var unreadable: Int
  /// The share of the same meaning among the symbols tried, 0 to 1, with its interval over clusters of
  /// one image or one payload.
  public var rate: Estimate

  package init(
    tried: Int, same: Int, sameMisread: Int = 0, different: Int, unreadable: Int, rate: Estimate
  ) {
    (self.tried, self.same, self.sameMisread, self.rate) = (tried, same, sameMisread, rate)
    (self.different, self.unreadable) = (different, unreadable)
  }
}
