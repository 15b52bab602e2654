/// The result of decoding a random part of a bundle's samples again.
public struct AuditReport: Hashable, Sendable {
  /// The share of verdicts that a submitter is supposed to have changed, where chances are stated.
  public static let supposedShare = 0.01
  /// The confidence of the bound on wrong verdicts.
  public static let confidence = 0.95
  /// The share of the part above which timeouts and failures leave too much open.
  public static let mostOpen = 0.01

  /// The corpus's name.
  public var corpus: String
  /// The seed of the choice: with it the same part is chosen again.
  public var seed: UInt64
  /// The decoders that were checked.
  public var decoders: [Entry]
  /// The decoders that are not here.
  public var absent: [UnavailableDecoder]

  /// One decoder's part.
  public struct Entry: Hashable, Sendable {
    /// The name in tables.
    public var label: String
    /// Verdicts in the bundle.
    public var verdicts: Int
    /// Samples that were decoded again.
    public var decoded: Int
    /// Samples with another outcome, twice.
    public var contradicted: [FlippedSample]
    /// Samples with another outcome the first time and the bundle's the second.
    public var unsteady: Int
    /// Samples that timed out or failed on one side only, which depends on the machine.
    public var open: Int
    /// True if the decoder runs from the same code, file by file; `nil` where that is not known.
    public var isSameCode: Bool?
    /// The library's version in the bundle and here, where they differ.
    public var versions: [String]?

    /// Makes an entry.
    public init(label: String, verdicts: Int, decoded: Int) {
      (self.label, self.verdicts, self.decoded) = (label, verdicts, decoded)
      (contradicted, unsteady, open) = ([], 0, 0)
    }
  }

  /// The conclusions of an audit.
  public enum Conclusion: Hashable, Sendable {
    /// Every verdict that could be compared is confirmed.
    case confirmed
    /// A verdict is wrong.
    case contradicted
    /// A decoder is not here, or too many samples timed out or failed.
    case open
  }

  /// Makes a report.
  public init(corpus: String, seed: UInt64, decoders: [Entry], absent: [UnavailableDecoder]) {
    (self.corpus, self.seed, self.decoders, self.absent) = (corpus, seed, decoders, absent)
  }

  /// The conclusion.
  public var conclusion: Conclusion {
    if decoders.contains(where: { !$0.contradicted.isEmpty }) { return .contradicted }
    let isOpen = decoders.contains { Double($0.open) > Self.mostOpen * Double($0.decoded) }
    return isOpen || !absent.isEmpty || decoders.isEmpty ? .open : .confirmed
  }
}
