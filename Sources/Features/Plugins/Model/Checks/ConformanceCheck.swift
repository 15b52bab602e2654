import DecoderKit

/// One requirement that a plugin is checked for.
struct ConformanceCheck: Sendable {
  /// The parts of the examination, in their order.
  enum Stage: String, CaseIterable, Hashable, Sendable, Codable {
    /// The plugin's identity and its options.
    case handshake
    /// Reading and writing of frames.
    case framing
    /// The end of the plugin's process.
    case ending
    /// Handling of images of every shape.
    case images
    /// The symbols that the plugin reads.
    case readings
  }

  /// The name for `--only`: `unknown-option`.
  let name: String
  /// The part of the examination that it belongs to.
  let stage: Stage
  /// The requirement, as the end of "the plugin …".
  let claim: String

  /// Makes the check, and says what was seen if the claim holds.
  ///
  /// Throws ``CheckFault`` if it does not hold and ``NotJudged`` if that cannot be told.
  let body: @Sendable (CheckBench) throws -> String

  init(
    _ name: String, _ stage: Stage, _ claim: String,
    _ body: @escaping @Sendable (CheckBench) throws -> String
  ) {
    self.name = name
    self.stage = stage
    self.claim = claim
    self.body = body
  }
}

/// The outcome of one check.
enum CheckOutcome: Hashable, Sendable {
  /// The plugin does what the protocol asks; the text says what was seen.
  case passed(String)
  /// The plugin does not do what the protocol asks.
  case failed(CheckFault)
  /// The plugin does not do it, and the caller has listed this check as known to fail.
  case known(CheckFault)
  /// The check could not be decided, for the reason given; this is no failure.
  case skipped(String)
}

/// A fault of a plugin, and the advice that corrects it.
struct CheckFault: Error, Hashable, Sendable {
  /// The behaviour observed: "answered "ready" to …". The plugin is the subject.
  var seen: String
  /// Advice for the plugin's author, in a sentence or more.
  var advice: String

  init(_ seen: String, advice: String) {
    self.seen = seen
    self.advice = advice
  }
}

/// The reason a check says nothing about a plugin.
struct NotJudged: Error {
  let reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}

/// The result of one check.
struct CheckReport: Hashable, Sendable {
  /// The check's name.
  let name: String
  /// The part of the examination.
  let stage: ConformanceCheck.Stage
  /// The requirement, as the end of "the plugin …".
  let claim: String
  /// The outcome of the check.
  let outcome: CheckOutcome

  init(name: String, stage: ConformanceCheck.Stage, claim: String, _ outcome: CheckOutcome) {
    self.name = name
    self.stage = stage
    self.claim = claim
    self.outcome = outcome
  }
}

/// The result of an examination.
struct PluginReport: Sendable {
  /// The executable that was examined.
  let executable: String
  /// The identity that the plugin reports; `nil` if it did not get as far.
  let identity: DecoderIdentity?
  /// The checks that were made, in their order.
  let checks: [CheckReport]
  /// True if the examination was asked to stop before all checks were made.
  let wasStopped: Bool
  /// The duration of the examination.
  let duration: Duration

  /// The number of checks that passed.
  var passed: Int {
    checks.count { if case .passed = $0.outcome { true } else { false } }
  }

  /// The number of checks that failed, without those listed as known to fail.
  var failed: Int {
    checks.count { if case .failed = $0.outcome { true } else { false } }
  }

  /// The number of checks that failed and were listed as known to fail.
  var known: Int {
    checks.count { if case .known = $0.outcome { true } else { false } }
  }

  /// The names of the checks that passed although they were listed as known to fail.
  let mended: [String]

  /// The number of checks that could not be decided.
  var skipped: Int {
    checks.count { if case .skipped = $0.outcome { true } else { false } }
  }
}
