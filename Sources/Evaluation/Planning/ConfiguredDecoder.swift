import Corpora
import DecoderKit
import PluginHost
import Results

/// A decoder that takes part in a comparison: identified, configured, and started once as a check.
public struct ConfiguredDecoder: Hashable, Sendable {
  /// The name in tables: a label given by hand, or the canonical reference, options included.
  public let label: String
  /// The canonical reference, whatever the label: `zxing:try-harder=false`.
  public let reference: String
  /// The identity that the decoder reports.
  public let identity: DecoderIdentity
  /// Its options, every one with its value.
  public let options: DecoderOptions
  /// The settings of its workers; for a decoder chain, one per member, in the order in which they
  /// are tried.
  public let members: [WorkerSettings]
  /// The identity across runs.
  public let fingerprint: DecoderFingerprint

  /// Makes a configured decoder; without a reference, its label is one.
  public init(
    label: String, reference: String? = nil, identity: DecoderIdentity, options: DecoderOptions,
    members: [WorkerSettings], fingerprint: DecoderFingerprint
  ) {
    self.label = label
    self.reference = reference ?? label
    self.identity = identity
    self.options = options
    self.members = members
    self.fingerprint = fingerprint
  }

  /// The decoder as `--decoder` takes it, with its label if it has one.
  public var argument: String { label == reference ? label : "\(label)=\(reference)" }

  /// True if it can read any of a group's symbols. A group without symbols, or of unknown ones, is
  /// for every decoder.
  public func supports(_ group: CorpusGroup) -> Bool {
    group.symbologies.isEmpty || group.symbologies.contains(where: identity.supports)
  }
}
