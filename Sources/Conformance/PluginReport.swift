import DecoderKit

/// What one check found.
public struct CheckReport: Hashable, Sendable {
  /// The check's name.
  public let name: String
  /// The part of the examination.
  public let stage: ConformanceCheck.Stage
  /// What was asked, as the end of "the plugin …".
  public let claim: String
  /// What came of it.
  public let outcome: CheckOutcome

  init(name: String, stage: ConformanceCheck.Stage, claim: String, _ outcome: CheckOutcome) {
    self.name = name
    self.stage = stage
    self.claim = claim
    self.outcome = outcome
  }
}

/// What an examination found.
public struct PluginReport: Sendable {
  /// The executable that was examined.
  public let executable: String
  /// Who the plugin says it is; `nil` if it did not get as far.
  public let identity: DecoderIdentity?
  /// The checks that were made, in their order.
  public let checks: [CheckReport]
  /// Whether someone asked to stop before all were made.
  public let wasStopped: Bool
  /// How long it took.
  public let duration: Duration

  /// How many checks passed.
  public var passed: Int {
    checks.count { if case .passed = $0.outcome { true } else { false } }
  }

  /// How many checks failed, known faults left out.
  public var failed: Int {
    checks.count { if case .failed = $0.outcome { true } else { false } }
  }

  /// How many checks failed as was known.
  public var known: Int {
    checks.count { if case .known = $0.outcome { true } else { false } }
  }

  /// The checks that passed although they were said to fail.
  public let mended: [String]

  /// How many checks could not tell.
  public var skipped: Int {
    checks.count { if case .skipped = $0.outcome { true } else { false } }
  }
}
