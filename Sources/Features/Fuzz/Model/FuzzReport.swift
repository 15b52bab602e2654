import DecoderKit

/// The result of fuzzing one decoder: what was tried, and the findings by cause.
public struct FuzzReport: Hashable, Sendable {
  /// The decoder's label.
  public var decoder: String
  /// The name and version of its library, and its options.
  public var library: String
  public var version: String
  public var options: [String: String]
  /// The corpus whose images were the sources.
  public var corpus: String
  public var corpusVersion: Int
  public var corpusSHA256: String
  /// The seed of all changes.
  public var seed: UInt64
  /// The number of source images.
  public var sources: Int
  /// The number of inputs, the untouched source images included.
  public var inputs: Int
  /// Misreads that a second try did not repeat; they are no findings.
  public var unconfirmed: Int
  /// The time it took, with the minimising, in seconds.
  public var wallSeconds: Double
  /// The longest time for one image, in seconds.
  public var timeoutSeconds: Double
  /// True if it was interrupted.
  public var wasStopped: Bool
  /// The findings, those of the worst verdict and most inputs first.
  public var groups: [FuzzGroup]

  /// The number of inputs with a finding.
  public var findings: Int { groups.reduce(0) { $0 + $1.count } }

  /// Makes a report without findings.
  package init(
    decoder: String, library: String, version: String, options: [String: String], corpus: String,
    corpusVersion: Int, corpusSHA256: String, seed: UInt64, timeoutSeconds: Double
  ) {
    (self.decoder, self.library, self.version) = (decoder, library, version)
    (self.options, self.corpus, self.corpusVersion) = (options, corpus, corpusVersion)
    (self.corpusSHA256, self.seed, self.timeoutSeconds) = (corpusSHA256, seed, timeoutSeconds)
    (sources, inputs, unconfirmed, wallSeconds, wasStopped, groups) = (0, 0, 0, 0, false, [])
  }
}

/// The words that findings of one cause have in common.
public struct FuzzSignature: Hashable, Sendable {
  /// A reading that is not in the image.
  public struct Misread: Hashable, Sendable {
    /// The symbology that was read; `nil` if the decoder named none.
    public let symbology: Symbology?
    /// The symbology of the symbol that it was most likely meant to be; `nil` where nothing was to be read.
    public let expected: Symbology?
    /// The class of the misread; `nil` where nothing was to be read.
    public let misreadClass: MisreadClass?

    /// Makes a misread.
    package init(symbology: Symbology?, expected: Symbology?, misreadClass: MisreadClass?) {
      (self.symbology, self.expected, self.misreadClass) = (symbology, expected, misreadClass)
    }
  }

  /// `crash`, `timeout`, `failed`, `misread` or `falsePositive`.
  public let verdict: Verdict
  /// The ending and the telling line of what was printed; empty for timeouts and misreads.
  public let text: String
  /// The kind of misread; `nil` for other verdicts.
  public let misread: Misread?

  /// Makes the signature of a broken answer.
  package init(_ finding: borrowing Finding) {
    (verdict, text, misread) = (finding.verdict, ErrorSignature(finding).text, nil)
  }

  /// Makes the signature of a wrong reading.
  package init(_ misread: Misread) {
    verdict = misread.misreadClass == nil ? .falsePositive : .misread
    (text, self.misread) = ("", misread)
  }
}

/// All findings of one cause.
public struct FuzzGroup: Hashable, Sendable {
  /// The cause.
  public let signature: FuzzSignature
  /// The number of inputs with it.
  public var count: Int
  /// The number of those that were untouched source images.
  public var untouched: Int
  /// The numbers of the first ones, in order.
  public var inputs: [Int]
  /// The first one, as small as it could be made.
  public var example: FuzzExample

  /// Makes a group.
  package init(
    signature: FuzzSignature, count: Int, untouched: Int, inputs: [Int], example: FuzzExample
  ) {
    (self.signature, self.count, self.untouched) = (signature, count, untouched)
    (self.inputs, self.example) = (inputs, example)
  }
}

/// One input with a finding.
public struct FuzzExample: Hashable, Sendable {
  /// The input's number, from 0.
  public var input: Int
  /// The source image: the key of its sample.
  public var source: String
  /// The changes that were made to it, in order; those that the finding does not need are left out.
  public var mutations: [ImageMutation]
  /// The input's measures in pixels, as it was found.
  public var originalWidth: Int
  public var originalHeight: Int
  /// Its measures once it was made small.
  public var width: Int
  public var height: Int
  /// The decodes that went into making it small.
  public var minimisingDecodes: Int
  /// The way in which the decoder ended, or what it read.
  public var detail: String?
  /// The end of what it printed.
  public var printed: String?
  /// The reproducer's file, relative to the report's folder; `nil` before it was written.
  public var file: String?
  /// The command that decodes it again; `nil` before it was written.
  public var reproduce: String?

  /// Makes an example as it was found.
  package init(
    input: Int, source: String, mutations: [ImageMutation], width: Int, height: Int,
    detail: String?, printed: String?
  ) {
    (self.input, self.source, self.mutations) = (input, source, mutations)
    (originalWidth, originalHeight, self.width, self.height) = (width, height, width, height)
    (self.detail, self.printed) = (detail, printed)
    (minimisingDecodes, file, reproduce) = (0, nil, nil)
  }
}
