import DecoderKit

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
