import Evaluation
import Statistics

/// The result of a soak; `soak.json` has exactly these fields.
struct SoakReport: Hashable, Sendable, Codable {
  /// The things that may grow.
  enum Subject: String, CaseIterable, Sendable, Codable {
    case memory, descriptors, time

    /// The largest growth that counts as none: bytes or descriptors per decode, or the share by which the CPU time,
    /// as a multiple of a young process's, grows while growth is measured.
    var limit: Double {
      switch self {
      case .memory: 16
      case .descriptors: 2e-4
      case .time: 0.1
      }
    }
  }

  /// The answer about one of them.
  enum Verdict: String, Sendable, Codable {
    case grows
    case steady
    case undecided
  }

  /// The growth of one of them, in units of ``Subject/limit``.
  struct Series: Hashable, Sendable, Codable {
    var subject: Subject
    var verdict: Verdict
    /// Bytes, descriptors, or CPU time as a multiple of a young process's, when warm and at the end; absent if too
    /// little was measured.
    var first: Double?
    var last: Double?
    var estimate: Double?
    var atLeast: Double?
    var atMost: Double?

    /// Judges a series.
    init(_ subject: Subject, _ growth: Growth?) {
      self.subject = subject
      guard let growth else {
        verdict = .undecided
        return
      }
      (first, last) = (growth.first, growth.last)
      let unit = subject == .time ? growth.work / growth.first : 1
      let (lower, upper) = (growth.lower * unit, growth.upper * unit)
      (estimate, atLeast, atMost) = (growth.estimate * unit, lower, upper)
      // Other work on the machine moves times: growth below the limit is none that a decoder is accused of.
      let least = subject == .time ? subject.limit : 0
      verdict = upper <= subject.limit ? .steady : lower > least ? .grows : .undecided
    }
  }

  /// A decode without an answer.
  struct Death: Hashable, Sendable, Codable {
    /// The kinds of death.
    enum Kind: String, Sendable, Codable {
      /// No answer came, and the processor was not used: as in a deadlock.
      case hang
      /// No answer came, and the processor was used all the time.
      case endless
      case crash
    }

    var kind: Kind
    /// The number of decodes that its process had answered.
    var decodes: Int
    var image: String
    var waitedSeconds: Double
    /// The CPU time in the last half of the wait by its length; absent for crashes.
    var processorShare: Double?
    var detail: String?
  }

  static let currentSchemaVersion = 1
  /// The probability with which all intervals hold together.
  static let confidence = 0.95

  var schemaVersion = Self.currentSchemaVersion
  var decoder: TestedDecoder
  var corpus: String
  var images = 0
  var confidence = Self.confidence
  /// Answered decodes, and those of the process on which the growth stands.
  var decodes = 0
  var longestLife = 0
  var series: [Series] = []
  /// Milliseconds of a decode as the worker measures it; p99.99 is absent below 10 000 decodes.
  var medianMilliseconds: Double?
  var p9999Milliseconds: Double?
  var worst: Worst?
  var slowReads = 0
  var slowSeconds = 0.0
  var deaths: [Death] = []
  var wasStopped = false
  /// The reason it ended early; `nil` for none.
  var trouble: String?
  var wallSeconds = 0.0

  /// The decode that took longest.
  struct Worst: Hashable, Sendable, Codable {
    var milliseconds: Double
    var processorMilliseconds: Double
    var image: String
  }

  /// The verdict on all.
  var verdict: Verdict {
    if !deaths.isEmpty || series.contains(where: { $0.verdict == .grows }) { return .grows }
    return series.isEmpty || series.contains { $0.verdict == .undecided } ? .undecided : .steady
  }
}
