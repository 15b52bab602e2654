import DecoderKit
import Evaluation
import Results
import Statistics

/// The result of a hunt; `hunt.json` has exactly these fields.
struct HuntReport: Hashable, Sendable, Codable {
  /// One symbology's unbiased draws.
  struct Symbols: Hashable, Sendable, Codable {
    var symbology: Symbology
    var decodes: Int
    var failures: Int
    var rate: RateRecord
    var levels: [LevelRate]
  }

  /// One level of one factor, over the unbiased draws of its symbology.
  struct LevelRate: Hashable, Sendable, Codable {
    var factor: String
    var level: String
    var decodes: Int
    var failures: Int
    var rate: RateRecord
  }

  static let currentSchemaVersion = 1
  /// The probability with which the bounds of a rate hold together, whenever the hunt ends.
  static let confidence = 0.95

  /// A rate of failures with its bounds.
  static func rate(failures: Int, decodes: Int) -> RateRecord {
    RateRecord(AnytimeRate.bounds(events: failures, trials: decodes, confidence: confidence))
  }

  var schemaVersion = Self.currentSchemaVersion
  var decoder: TestedDecoder
  /// libzint's version.
  var encoder: String
  var seed: String
  var moduleSizes: [Int]
  var confidence = Self.confidence
  /// Unbiased draws, on which all rates stand.
  var decodes = 0
  var failures = 0
  var rate = Self.rate(failures: 0, decodes: 0)
  /// Unbiased draws of which something is read that is not there, beside the right data.
  var phantoms = 0
  /// Unbiased draws whose text is read in another charset; they are no failures.
  var otherCharsets = 0
  /// Draws near failures, which no rate counts.
  var focusedDecodes = 0
  var symbologies: [Symbols] = []
  var findings: [HuntFinding] = []
  /// The reason the hunt ended before its budget; `nil` for none.
  var trouble: String?
  var wasStopped = false
  /// The most failures in a million that were asked about; `nil` for none.
  var below: Double?
  var wallSeconds = 0.0

  /// The answer to ``below``: true if shown to hold, false if refuted; `nil` if neither.
  func isAtMost(_ below: Double) -> Bool? { rate.isAtMost(below / 1e6) }
}

/// Failures with one cause, and the simplest symbol that shows it.
struct HuntFinding: Hashable, Sendable, Codable {
  var symbology: Symbology
  var verdict: Verdict
  /// The class of a misread or the telling words of a crash; empty for misses.
  var signature: String
  /// The levels that the failures are attributed to; empty if to none.
  var levels: [HuntLevel]
  /// The largest Holm-adjusted p-value of a level; absent without one.
  var pValue: Double?
  /// Unbiased draws with these levels, and those that fail in this way.
  var decodes: Int
  var failures: Int
  /// Draws near the cause, which no rate counts, and those that fail in any way.
  var focusedDecodes = 0
  var focusedFailures = 0
  var example: Example
  /// Unlike decoders that read the example, and those that do not.
  var readBy: [String] = []
  var notReadBy: [String] = []

  /// A symbol that fails.
  struct Example: Hashable, Sendable, Codable {
    /// The number of the draw; with the seed it makes the symbol again as it was found.
    var draw: Int
    /// The symbol as it was found, in words.
    var found: String
    /// The symbol as simple as it could be made, in words.
    var symbol: String
    var payload: String
    var payloadHex: String
    var payloadBytes: Int
    var modules: Int
    var width: Int
    var height: Int
    /// The levels of the simplest symbol.
    var levels: [HuntLevel]
    var minimisingDecodes = 0
    /// True if a second decode failed in the same way; `nil` if there was none.
    var isRepeated: Bool?
    /// The way in which the decoder ended, or what it read.
    var detail: String?
    /// The issue's text and the image, relative to this file.
    var issue = ""
    var image = ""
    var reproduce = ""

    /// The file beside the image that `harness reproduce` reads.
    var record: String { image.dropLast(4) + ".json" }
  }
}
