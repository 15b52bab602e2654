import DecoderKit
import Evaluation
import Results

/// The result of fuzzing one decoder: what was tried, and the findings by cause.
struct FuzzReport: Hashable, Sendable {
  /// The decoder that was fuzzed.
  var decoder: TestedDecoder
  /// The corpus whose images were the sources.
  var corpus: Corpus
  /// The seed of all changes.
  var seed: UInt64
  /// The number of source images.
  var sources = 0
  /// The number of inputs, the untouched source images included.
  var inputs = 0
  /// Misreads that a second try did not repeat; they are no findings.
  var unconfirmed = 0
  /// The time it took, with the minimising, in seconds.
  var wallSeconds = 0.0
  /// The longest time for one image, in seconds.
  var timeoutSeconds: Double
  /// True if it was interrupted.
  var wasStopped = false
  /// The findings, those of the worst verdict and most inputs first.
  var groups: [FuzzGroup] = []

  /// The images that took longest, the one of the highest ratio first; `nil` if that was not the goal.
  var slowest: [SlowImage]?

  /// The number of inputs with a finding.
  var findings: Int { groups.reduce(0) { $0 + $1.count } }

  /// True if a finding is to be looked at.
  var hasFindings: Bool {
    !groups.isEmpty || slowest?.first.map { $0.ratio >= SlowImage.notable } ?? false
  }

  /// A corpus by name and content.
  struct Corpus: Hashable, Encodable {
    let name: String
    let version: Int
    let sha256: String
  }
}

/// The words that findings of one cause have in common.
struct FuzzSignature: Hashable, Sendable {
  /// A reading that is not in the image.
  struct Misread: Hashable, Sendable {
    /// The symbology that was read; `nil` if the decoder named none.
    let symbology: Symbology?
    /// The symbology of the symbol that it was most likely meant to be; `nil` where nothing was to be read.
    let expected: Symbology?
    /// The class of the misread; `nil` where nothing was to be read.
    let misreadClass: MisreadClass?
  }

  /// `crash`, `timeout`, `failed`, `misread` or `falsePositive`.
  let verdict: Verdict
  /// The ending and the telling line of what was printed; empty for timeouts and misreads.
  let text: String
  /// The kind of misread; `nil` for other verdicts.
  let misread: Misread?

  /// Makes the signature of a broken answer.
  init(_ finding: borrowing Finding) {
    (verdict, text, misread) = (finding.verdict, ErrorSignature(finding).text, nil)
  }

  /// Makes the signature of a wrong reading.
  init(_ misread: Misread) {
    verdict = misread.misreadClass == nil ? .falsePositive : .misread
    (text, self.misread) = ("", misread)
  }
}

/// All findings of one cause.
struct FuzzGroup: Hashable, Sendable {
  /// The cause.
  let signature: FuzzSignature
  /// The number of inputs with it.
  var count: Int
  /// The number of those that were untouched source images.
  var untouched: Int
  /// The numbers of the first ones, in order.
  var inputs: [Int]
  /// The first one, as small as it could be made.
  var example: FuzzExample
}

/// An image that took long.
struct SlowImage: Hashable, Sendable {
  /// CPU time in milliseconds, the shorter one of two tries.
  var milliseconds: Double
  /// The median of other images of its size.
  var usualMilliseconds: Double
  /// Its source and the changes to it.
  var example: FuzzExample

  /// The time as a multiple of the usual one.
  var ratio: Double { milliseconds / usualMilliseconds }

  /// The ratio from which a time counts as a finding.
  static let notable = 10.0
}

/// One input with a finding.
struct FuzzExample: Hashable, Encodable {
  /// The input's number, from 0.
  var input: Int
  /// The source image: the key of its sample.
  var source: String
  /// The changes that were made to it, in order; those that the finding does not need are left out.
  var mutations: [ImageMutation]
  /// The input's measures in pixels, as it was found.
  var originalWidth: Int
  var originalHeight: Int
  /// Its measures once it was made small.
  var width: Int
  var height: Int
  /// The decodes that went into making it small.
  var minimisingDecodes: Int
  /// The way in which the decoder ended, or what it read.
  var detail: String?
  /// The end of what it printed.
  var printed: String?
  /// The reproducer's file, relative to the report's folder; `nil` before it was written.
  var file: String?
  /// The command that decodes it again; `nil` before it was written.
  var reproduce: String?

  /// Makes an example as it was found.
  init(
    input: Int, source: String, mutations: [ImageMutation], width: Int, height: Int,
    detail: String?, printed: String?
  ) {
    (self.input, self.source, self.mutations) = (input, source, mutations)
    (originalWidth, originalHeight, self.width, self.height) = (width, height, width, height)
    (self.detail, self.printed) = (detail, printed)
    (minimisingDecodes, file, reproduce) = (0, nil, nil)
  }
}
