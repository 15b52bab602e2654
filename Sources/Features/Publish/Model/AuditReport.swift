import Foundation

/// The result of decoding a random part of a bundle's samples again.
public struct AuditReport: Hashable, Sendable {
  /// The share of verdicts that a submitter is supposed to have changed, where chances are stated.
  public static let supposedShare = 0.01
  /// The confidence of the bound on wrong verdicts.
  public static let confidence = 0.95
  /// The probability below which better answers than an unsteady decoder's own are no luck.
  public static let leastLuck = 1e-4

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
    /// Samples with another outcome the first time and the bundle's at a further attempt.
    public var unsteady = 0
    /// Those of them that the bundle has as a success and the first attempt here has not, and the reverse.
    public var luckier = 0, unluckier = 0
    /// Timeouts of the bundle that end here, time after time, in less than a tenth of the time.
    public var quick = 0
    /// Failures of the bundle that do not happen here.
    public var unfailing = 0
    /// Verdicts of the bundle where the decoder does not answer here.
    public var unanswered = 0
    /// Fatal images of a decoder that was given up, which were decoded beside the random part.
    public var deaths = 0
    /// Samples that were not tried, because the decoder was given up.
    public var untried = 0
    /// Samples of which nothing can be said here.
    public var open: Int { quick + unfailing + unanswered }
    /// True if the decoder runs from the same code, file by file; `nil` where that is not known.
    public var isSameCode: Bool?
    /// The library's version in the bundle and here, where they differ.
    public var versions: [String]?

    /// Makes an entry.
    public init(label: String, verdicts: Int, decoded: Int) {
      (self.label, self.verdicts, self.decoded) = (label, verdicts, decoded)
      contradicted = []
    }

    /// The probability with which a bundle of honest answers has so many of the better ones: each of two
    /// answers to a sample is as likely to be the bundle's.
    public var luck: Double {
      let all = luckier + unluckier
      guard luckier > 0 else { return 1 }
      let terms = (luckier...all).map { good in
        (0..<good).reduce(-Double(all) * log(2)) {
          $0 + log(Double(all - $1)) - log(Double($1 + 1))
        }
      }
      return min(terms.reduce(0) { $0 + exp($1) }, 1)
    }
  }

  /// The conclusions of an audit.
  public enum Conclusion: Hashable, Sendable {
    /// Every verdict that could be compared is confirmed.
    case confirmed
    /// A verdict is wrong.
    case contradicted
    /// A decoder is not here in that version, or timeouts and failures are not those of this machine.
    case open
  }

  /// Makes a report.
  public init(corpus: String, seed: UInt64, decoders: [Entry], absent: [UnavailableDecoder]) {
    (self.corpus, self.seed, self.decoders, self.absent) = (corpus, seed, decoders, absent)
  }

  /// The conclusion.
  public var conclusion: Conclusion {
    if decoders.contains(where: { !$0.contradicted.isEmpty }) { return .contradicted }
    let isOpen = decoders.contains { $0.open > 0 || $0.versions != nil || $0.luck < Self.leastLuck }
    return isOpen || !absent.isEmpty || decoders.isEmpty ? .open : .confirmed
  }
}
