import Results
import Statistics

/// The verdict on two builds of one decoder, with all that it rests on.
///
/// `judge.json` has exactly these fields.
struct Judgement: Hashable, Sendable, Encodable {
  /// The version of this layout.
  static let currentSchemaVersion = 1
  /// The largest chance of "better", "worse" or "mixed" for two builds that answer alike.
  static let alpha = 0.05

  /// A verdict on two builds.
  enum Verdict: String, CaseIterable, Hashable, Sendable, Codable {
    /// Something is significantly better, and nothing worse.
    case better
    /// Something is significantly worse, and nothing better.
    case worse
    /// Something is significantly better, and something else worse.
    case mixed
    /// Nothing is significantly different.
    case noDifference = "no-difference"
  }

  /// One of the two builds.
  struct Build: Hashable, Sendable, Codable {
    /// The build as it was named.
    var asked: String
    /// The decoder's name, with its options.
    var decoder: String
    /// The decoding library.
    var library: String
    /// The version that it reports.
    var version: String
    /// Options of `harness reproduce` that lead to this build.
    var reproduceOptions: String
  }

  /// The version of the layout.
  var schemaVersion = currentSchemaVersion
  /// The earlier build.
  var before: Build
  /// The later build.
  var after: Build
  /// True if both run from the same files, with the same options.
  var isSameProgram: Bool
  /// The verdict; `nil` if there is nothing to judge by.
  var verdict: Verdict?
  /// The chance of a wrong verdict for builds that answer alike.
  var alpha = Self.alpha
  /// The number of exact tests that could have told a difference; Holm's correction is over them.
  var tests: Int
  /// The results on each corpus.
  var corpora: [JudgedCorpus]
  /// True if it was interrupted; the results until then are judged.
  var wasStopped: Bool

  /// Judges two builds by what was counted on each corpus.
  ///
  /// Every corpus, and every group of it, is tested for each kind of change by an exact paired test. A test of so
  /// few differences that it cannot be significant whichever way they go takes no part in Holm's correction (1979):
  /// the number of differences tells nothing of their direction.
  init(
    before: Build, after: Build, isSameProgram: Bool = false, _ evidence: [CorpusEvidence],
    latencyRatio: Double = 1.25, wasStopped: Bool = false
  ) {
    (self.before, self.after, self.isSameProgram) = (before, after, isSameProgram)
    self.wasStopped = wasStopped
    let counts = evidence.flatMap { $0.parts.flatMap(\.counts) }
    let tested = counts.indices.filter { counts[$0].canBeSignificant(alpha: Self.alpha) }
    let adjusted = Dictionary(
      uniqueKeysWithValues: zip(tested, Holm.adjust(tested.map { counts[$0].p })))
    tests = tested.count
    let possible = counts.count { $0.pairs > 0 }
    var next = 0
    corpora = evidence.map { corpus in
      let parts = corpus.parts.map { part in
        let judged = part.counts.map { count in
          defer { next += 1 }
          return JudgedChange(count, adjustedP: adjusted[next] ?? 1)
        }
        return JudgedPart(
          group: part.group, pairs: part.pairs, changes: judged, timeRatio: part.timeRatio,
          speed: .init(part.timeRatio, beyond: latencyRatio))
      }
      return JudgedCorpus(
        corpus: corpus.name, version: corpus.version, title: corpus.title, unit: corpus.unit,
        independentImages: corpus.parts.first?.independent ?? 0,
        visibleShare: corpus.parts.first.flatMap { part in
          Self.visibleShare(
            tests: possible, of: part.independent, varying: part.counts.first?.clusters ?? 0)
        }, parts: parts,
        flips: corpus.flips)
    }
    let changes = corpora.flatMap { $0.parts.flatMap(\.changes) }.map(\.direction)
    let found: Verdict =
      switch (changes.contains(.better), changes.contains(.worse)) {
      case (true, true): .mixed
      case (true, false): .better
      case (false, true): .worse
      case (false, false): .noDifference
      }
    verdict = corpora.isEmpty ? nil : found
  }

  /// The smallest share of independent images that, if a change breaks them and fixes none, is seen whatever the
  /// other tests say; see ``VisibleLoss``.
  static func visibleShare(tests: Int, of images: Int, varying: Int = 0) -> Double? {
    VisibleLoss.share(of: images, varying: varying) {
      McNemar.exact(losses: $0, gains: $1) * Double(max(tests, 1)) <= alpha
    }
  }
}

/// The results of two builds on one corpus.
struct JudgedCorpus: Hashable, Sendable, Encodable {
  /// What reads are counted in.
  enum Unit: String, Hashable, Sendable, Encodable {
    case images
    /// The symbols of images that hold several.
    case symbols
  }

  /// The corpus's name.
  var corpus: String
  var version: Int
  /// Its question, or its title where it has none.
  var title: String
  /// What reads are counted in.
  var unit: Unit
  /// The images that do not depend on each other: photos of one payload count once, as images of a scene do.
  var independentImages: Int
  /// The smallest share of them, 0 to 1, that a change must break, fixing none, to be seen in nine runs of ten;
  /// `nil` where they are too few for any.
  var visibleShare: Double?
  /// All groups together, and then each group where there are several.
  var parts: [JudgedPart]
  /// Every image with another outcome, or with a new phantom.
  var flips: [FlippedSample]
}

/// The results of two builds on a corpus or on a group of it.
struct JudgedPart: Hashable, Sendable, Encodable {
  /// `recipe/condition`; `nil` for all groups of the corpus.
  var group: String?
  /// Images that both tried; where images hold several symbols, the symbols in them.
  var pairs: Int
  /// What changed, by kind.
  var changes: [JudgedChange]
  /// The median ratio of the later build's time to the earlier one's on images that both read, with its 95 %
  /// interval; `nil` for too few.
  var timeRatio: Estimate?
  /// The speed of the later build.
  var speed: Speed

  /// The speed of a build against an earlier one.
  enum Speed: String, Hashable, Sendable, Codable {
    /// The whole interval of the ratio is above the one that counts.
    case slower
    /// The whole interval is below its reciprocal.
    case quicker
    /// Neither is certain.
    case alike

    init(_ ratio: Estimate?, beyond limit: Double) {
      self =
        ratio.map { $0.lower > limit ? .slower : $0.upper < 1 / limit ? .quicker : .alike }
        ?? .alike
    }
  }

  /// The change of one kind.
  func change(_ kind: JudgedKind) -> JudgedChange? { changes.first { $0.kind == kind } }
}

/// The kinds of change that are tested.
enum JudgedKind: String, CaseIterable, Hashable, Sendable, Codable {
  /// Images that are read.
  case reads
  /// Images of which something else is read than they hold.
  case misreads
  /// Images in which something is read that is not there, beside what is.
  case phantoms
  /// Images on which the decoder crashes.
  case crashes
  /// Images that take too long, or on which the decoder reports an error.
  case timeouts
}

/// The images that one build alone got right, by one kind of change.
struct KindCount: Hashable, Sendable {
  var kind: JudgedKind
  /// Images that are worse in the later build.
  var worse: Int
  /// Images that are better in the later build.
  var better: Int
  /// Images that were compared.
  var pairs: Int
  /// The independent images that differ.
  var clusters: Int
  /// The two-sided p-value of the exact paired test.
  var p: Double

  /// True if so many differences, all in one direction, are significant.
  func canBeSignificant(alpha: Double) -> Bool {
    McNemar.exact(losses: clusters, gains: 0) <= alpha
  }
}

/// A tested change of one kind.
struct JudgedChange: Hashable, Sendable, Encodable {
  /// The directions of a change.
  enum Direction: String, Hashable, Sendable, Codable {
    case better
    case worse
    /// Not significant.
    case none
  }

  var kind: JudgedKind
  /// Images that are worse in the later build: broken, newly misread, with a new phantom, crashing, too slow.
  var worse: Int
  /// The reverse.
  var better: Int
  /// The two-sided p-value of the exact paired test.
  var p: Double
  /// The p-value after Holm's correction over all tests.
  var adjustedP: Double
  /// The direction, if it is significant.
  var direction: Direction

  init(_ count: KindCount, adjustedP: Double) {
    (kind, worse, better, p) = (count.kind, count.worse, count.better, count.p)
    self.adjustedP = adjustedP
    direction =
      adjustedP > Judgement.alpha || worse == better ? .none : worse > better ? .worse : .better
  }
}
