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
  /// What its workers are started with.
  public let settings: WorkerSettings

  /// Makes a contestant.
  public init(
    label: String, identity: DecoderIdentity, options: DecoderOptions, settings: WorkerSettings
  ) {
    self.label = label
    self.identity = identity
    self.options = options
    self.settings = settings
  }

  /// Whether it can read the symbols of a group at all.
  public func supports(_ group: CorpusGroup) -> Bool {
    identity.supports(group.symbology)
  }
}
