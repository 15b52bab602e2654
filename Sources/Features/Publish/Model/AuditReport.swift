import Foundation
import Results

/// The result of decoding a random part of a bundle's samples again.
struct AuditReport: Hashable, Sendable {
  /// The share of verdicts that a submitter is supposed to have changed, where chances are stated.
  static let supposedShare = 0.01
  /// The confidence of the bound on wrong verdicts.
  static let confidence = 0.95
  /// The probability below which better answers than an unsteady decoder's own are no luck.
  static let leastLuck = 1e-4

  /// The corpus's name.
  var corpus: String
  /// The seed of the choice: with it the same part is chosen again.
  var seed: UInt64
  /// The decoders that were checked.
  var decoders: [Entry]
  /// The decoders that are not here.
  var absent: [UnavailableDecoder]

  /// One decoder's part.
  struct Entry: Hashable, Sendable {
    /// The name in tables.
    var label: String
    /// Verdicts in the bundle.
    var verdicts: Int
    /// Samples that were decoded again.
    var decoded: Int
    /// Samples with another outcome, twice.
    var contradicted: [FlippedSample]
    /// Samples with another outcome the first time and the bundle's at a further attempt.
    var unsteady = 0
    /// Those of them that the bundle has as a success and the first attempt here has not, and the reverse.
    var luckier = 0, unluckier = 0
    /// Timeouts of the bundle that end here, time after time, sooner than its machine's speed explains.
    var quick = 0
    /// Timeouts of the bundle that end in time here, and that its machine's speed explains.
    var trusted = 0
    /// Failures of the bundle that do not happen here.
    var unfailing = 0
    /// Verdicts of the bundle where the decoder does not answer here.
    var unanswered = 0
    /// Fatal images of a decoder that was given up, which were decoded beside the random part.
    var deaths = 0
    /// Samples that were not tried, because the decoder was given up.
    var untried = 0
    /// Samples of which nothing can be said here.
    var open: Int { quick + unfailing + unanswered }
    /// True if the decoder runs from the same code, file by file; `nil` where that is not known.
    var isSameCode: Bool?
    /// True if the bundle has no digest of the decoder's code.
    var lacksCode = false
    /// The corners that were compared, and those of them that fit better in the bundle than here, and worse.
    var corners = 0, betterCorners = 0, worseCorners = 0
    /// The library's version in the bundle and here, where they differ.
    var versions: [String]?

    init(label: String, verdicts: Int, decoded: Int) {
      (self.label, self.verdicts, self.decoded) = (label, verdicts, decoded)
      contradicted = []
    }

    /// The probability with which a bundle of honest answers has so many of the better ones: each of two
    /// answers to a sample is as likely to be the bundle's.
    var luck: Double { Self.chance(of: luckier, against: unluckier) }

    /// True if the bundle's corners are shifted to one side, by less than one sample shows: roundings of other
    /// machines are few, or go either way.
    var areCornersShifted: Bool {
      let (more, fewer) = (
        max(betterCorners, worseCorners), min(betterCorners, worseCorners)
      )
      return 10 * (more + fewer) > corners
        && Self.chance(of: more, against: fewer) < AuditReport.leastLuck
    }

    private static func chance(of luckier: Int, against unluckier: Int) -> Double {
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
  enum Conclusion: Hashable, Sendable {
    /// Every verdict that could be compared is confirmed.
    case confirmed
    /// A verdict is wrong.
    case contradicted
    /// A decoder is not here in that version, or timeouts and failures are not those of this machine.
    case open
  }

  var conclusion: Conclusion {
    if decoders.contains(where: { !$0.contradicted.isEmpty }) { return .contradicted }
    let isOpen = decoders.contains {
      $0.open > 0 || $0.versions != nil || $0.luck < Self.leastLuck || $0.areCornersShifted
    }
    return isOpen || !absent.isEmpty || decoders.isEmpty ? .open : .confirmed
  }
}
