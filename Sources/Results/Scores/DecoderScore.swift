import DecoderKit

/// One decoder's part of a score table.
public struct DecoderScore: Hashable, Sendable, Codable {
  /// The reason a decoder is ranked or not.
  public enum Standing: String, Hashable, Sendable, Codable {
    case ranked
    /// It reads none of the corpus's symbologies, which is not an error.
    case unsupported
    /// It was given up for too many fatal images in a row.
    case givenUp = "given-up"
    /// Its program was no longer there during the run.
    case lost
    /// Every decode ended in an error (crash, timeout or failure).
    case broken
    /// Too little was tried to compute a mean threshold.
    case insufficient
    /// It shares too little work with the ranked decoders.
    case apart
    /// Nobody wrote down what the images hold.
    case unjudged
  }

  /// The name in tables.
  public var label: String
  /// The decoder as it was asked for, if its label does not say so: `zxing:try-harder=false`.
  public var reference: String?
  /// The hint that it was given, if it is its own: `none`, `symbologies`, or `formats:` and a list;
  /// `nil` for the corpus's.
  public var hints: String?
  /// The way in which it selects among its readings, such as `filter`; `nil` if it keeps them all.
  public var selection: String?
  /// The decoder's name.
  public var name: String
  /// The decoding library.
  public var library: String
  /// The library's version.
  public var version: String
  /// Every option with its value.
  public var options: [String: String]
  /// The reason the decoder is ranked or not.
  public var standing: Standing
  /// 1 + the number of decoders that are significantly better; `nil` when not ranked.
  public var rank: Int?
  /// Significance groups as a compact letter display: decoders that share a letter are not
  /// significantly different; `nil` when not ranked.
  public var letters: String?
  /// Mean threshold, averaged over the ranked groups with equal weight.
  public var meanThreshold: Estimate?
  /// The decode rate over the work that all ranked decoders share, 0 to 1; `nil` when not ranked.
  public var sharedRate: Estimate?
  /// The part of the corpus that it supports.
  public var coverage: Coverage?
  /// Its results symbology by symbology, in the corpus's order; empty where none is known.
  public var symbologies: [SymbologyScore]
  /// The fit of its corners to the symbols that it read, by symbology and turn; `nil` where the true
  /// outlines are not known, and where none was read.
  public var outlines: [SymbologyOutlineScore]?
  /// The meanings of its readings beside those of the symbols, over all groups whose recipes ask for
  /// it; `nil` where none does.
  public var meaning: MeaningScore?
  /// The part of the shared work that it reads significantly less than the rest, where the sweep has
  /// no order; `nil` if there is none.
  public var weakPart: WeakPart?
  /// Counts over all groups that it supports.
  public var total: Counts
  /// Its errors by cause, the most frequent first; `nil` if there are none.
  public var causes: [ErrorCause]?
  /// Each group that it supports, in the corpus's order.
  public var groups: [GroupScore]

  package init(
    label: String, reference: String? = nil, hints: String? = nil, selection: String? = nil,
    name: String, library: String, version: String,
    options: [String: String], standing: Standing, rank: Int? = nil, letters: String? = nil,
    meanThreshold: Estimate? = nil, sharedRate: Estimate? = nil, coverage: Coverage? = nil,
    symbologies: [SymbologyScore] = [], outlines: [SymbologyOutlineScore]? = nil,
    meaning: MeaningScore? = nil, total: Counts, causes: [ErrorCause]? = nil, groups: [GroupScore]
  ) {
    self.sharedRate = sharedRate
    self.coverage = coverage
    self.symbologies = symbologies
    self.outlines = outlines
    self.meaning = meaning
    self.causes = causes
    self.label = label
    self.reference = reference
    self.hints = hints
    self.selection = selection
    self.name = name
    self.library = library
    self.version = version
    self.options = options
    self.standing = standing
    self.rank = rank
    self.letters = letters
    self.meanThreshold = meanThreshold
    self.total = total
    self.groups = groups
  }
}

extension DecoderScore {
  /// The decoder as `--decoder` takes it, with its label if it has one of its own.
  public var argument: String { reference.map { "\(label)=\($0)" } ?? label }

  /// True if it is certified at a level of a group that is asked for. What a decoder read before it was given up
  /// or lost certifies nothing.
  package func isCertified(in isAsked: (GroupScore) -> Bool = { _ in true }) -> Bool {
    ![.givenUp, .lost].contains(standing)
      && groups.contains { $0.threshold.certified != nil && isAsked($0) }
  }
}

/// The part of a corpus that a decoder supports.
public struct Coverage: Hashable, Sendable, Codable {
  /// The number of the corpus's symbologies that it reads.
  public var symbologies: Int
  /// The number of symbologies in the corpus.
  public var ofSymbologies: Int
  /// The number of images, or of symbols where images hold several, that it supports.
  public var units: Int
  /// The number of these in the corpus.
  public var ofUnits: Int

  package init(symbologies: Int, ofSymbologies: Int, units: Int, ofUnits: Int) {
    self.symbologies = symbologies
    self.ofSymbologies = ofSymbologies
    self.units = units
    self.ofUnits = ofUnits
  }

  /// True if it supports everything.
  public var isWhole: Bool { units == ofUnits }
}

/// A level or a group that a decoder reads significantly less than all others together.
public struct WeakPart: Hashable, Sendable, Codable {
  /// The kind of part.
  public enum Kind: String, Hashable, Sendable, Codable {
    /// A level of the sweep, in all groups.
    case level
    /// A group, at all levels.
    case group
  }

  /// The kind of part.
  public var kind: Kind
  /// The level as the corpus writes it, or the group.
  public var name: String
  /// The decode rate there, 0 to 1.
  public var rate: Double
  /// The decode rate of all other parts of the kind together.
  public var elsewhere: Double

  package init(kind: Kind, name: String, rate: Double, elsewhere: Double) {
    (self.kind, self.name, self.rate, self.elsewhere) = (kind, name, rate, elsewhere)
  }
}

/// One decoder on one symbology: images of that symbology, and symbols in images with several.
public struct SymbologyScore: Hashable, Sendable, Codable {
  public var symbology: Symbology
  /// The number of symbols that it was tried on.
  public var tried: Int
  /// The number of them that it read.
  public var read: Int
  /// The decode rate with its interval, 0 to 1, over clusters of one image or one payload.
  public var rate: Estimate

  package init(symbology: Symbology, tried: Int, read: Int, rate: Estimate) {
    (self.symbology, self.tried, self.read, self.rate) = (symbology, tried, read, rate)
  }
}

/// The errors of one decoder that have one cause.
public struct ErrorCause: Hashable, Sendable, Codable {
  /// Crash, timeout or failure.
  public var verdict: Verdict
  /// The ending and the telling line of what the worker printed, such as
  /// ``killed by SIGABRT (abort): Assertion `lineCount() == 1' failed.``; empty where nothing is known.
  public var signature: String
  /// The number of samples.
  public var count: Int
  /// The key of the first of them, as `harness reproduce` takes it.
  public var firstSample: String
  /// The command that gives the first of them to the decoder again, for a POSIX shell.
  public var command: String
  /// The path of its image, relative to the report folder; `nil` if none was kept there.
  public var reproducer: String?

  package init(
    verdict: Verdict, signature: String, count: Int, firstSample: String, command: String,
    reproducer: String? = nil
  ) {
    (self.verdict, self.signature) = (verdict, signature)
    (self.count, self.firstSample) = (count, firstSample)
    (self.command, self.reproducer) = (command, reproducer)
  }
}
