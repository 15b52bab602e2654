import DecoderKit

/// One requirement that a plugin is checked for.
public struct ConformanceCheck: Sendable {
  /// The parts of the examination, in their order.
  public enum Stage: String, CaseIterable, Hashable, Sendable, Codable {
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
  public let name: String
  /// The part of the examination that it belongs to.
  public let stage: Stage
  /// The requirement, as the end of "the plugin …".
  public let claim: String

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
public enum CheckOutcome: Hashable, Sendable {
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
public struct CheckFault: Error, Hashable, Sendable {
  /// The behaviour observed: "answered "ready" to …". The plugin is the subject.
  public var seen: String
  /// Advice for the plugin's author, in a sentence or more.
  public var advice: String

  /// Makes an objection.
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
public struct CheckReport: Hashable, Sendable {
  /// The check's name.
  public let name: String
  /// The part of the examination.
  public let stage: ConformanceCheck.Stage
  /// The requirement, as the end of "the plugin …".
  public let claim: String
  /// The outcome of the check.
  public let outcome: CheckOutcome

  init(name: String, stage: ConformanceCheck.Stage, claim: String, _ outcome: CheckOutcome) {
    self.name = name
    self.stage = stage
    self.claim = claim
    self.outcome = outcome
  }
}

/// The result of an examination.
public struct PluginReport: Sendable {
  /// The executable that was examined.
  public let executable: String
  /// The identity that the plugin reports; `nil` if it did not get as far.
  public let identity: DecoderIdentity?
  /// The checks that were made, in their order.
  public let checks: [CheckReport]
  /// True if the examination was asked to stop before all checks were made.
  public let wasStopped: Bool
  /// The duration of the examination.
  public let duration: Duration

  /// The number of checks that passed.
  public var passed: Int {
    checks.count { if case .passed = $0.outcome { true } else { false } }
  }

  /// The number of checks that failed, without those listed as known to fail.
  public var failed: Int {
    checks.count { if case .failed = $0.outcome { true } else { false } }
  }

  /// The number of checks that failed and were listed as known to fail.
  public var known: Int {
    checks.count { if case .known = $0.outcome { true } else { false } }
  }

  /// The names of the checks that passed although they were listed as known to fail.
  public let mended: [String]

  /// The number of checks that could not be decided.
  public var skipped: Int {
    checks.count { if case .skipped = $0.outcome { true } else { false } }
  }
}
