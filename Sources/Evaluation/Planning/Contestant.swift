import Corpora
import DecoderKit
import PluginHost

/// A decoder that takes part in a comparison: known, configured, and seen to start.
public struct Contestant: Hashable, Sendable {
  /// The name in tables: the reference as typed, options included.
  public let label: String
  /// Who it says it is.
  public let identity: DecoderIdentity
  /// Its options with every value settled.
  public let options: DecoderOptions
  /// What its workers are started with; of a team, each member's, in the order in which they are asked.
  public let members: [WorkerSettings]
  /// What it is known by across runs.
  public let fingerprint: DecoderFingerprint

  /// Makes a contestant.
  public init(
    label: String, identity: DecoderIdentity, options: DecoderOptions, members: [WorkerSettings],
    fingerprint: DecoderFingerprint
  ) {
    self.label = label
    self.identity = identity
    self.options = options
    self.members = members
    self.fingerprint = fingerprint
  }

  /// Whether it can read any of a group's symbols. A group without symbols, or of unknown ones,
  /// is for everyone.
  public func supports(_ group: CorpusGroup) -> Bool {
    group.symbologies.isEmpty || group.symbologies.contains(where: identity.supports)
  }
}
