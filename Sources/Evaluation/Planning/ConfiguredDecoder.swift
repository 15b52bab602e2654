import Corpora
import DecoderKit
import PluginHost
import Results

/// A decoder that takes part in a comparison: identified, configured, and started once as a check.
public struct ConfiguredDecoder: Hashable, Sendable {
  /// The name in tables: a label given by hand, or the canonical reference, options included.
  public private(set) var label: String
  /// The canonical reference, whatever the label: `zxing:try-harder=false`.
  public private(set) var reference: String
  /// The hint that it is given with each image; `nil` for the corpus's own.
  public private(set) var hints: HintSetting?
  /// The identity that the decoder reports.
  public let identity: DecoderIdentity
  /// Its options, every one with its value.
  public let options: DecoderOptions
  /// The settings of its workers; for a decoder chain, one per member, in the order in which they
  /// are tried.
  public let members: [WorkerSettings]
  /// The identity across runs.
  public private(set) var fingerprint: DecoderFingerprint

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
  public var argument: String {
    guard label != reference else { return label }
    let suffix = hints.map { "@\($0)" } ?? ""
    return "\(label.dropLast(suffix.count))=\(reference)"
  }

  /// Returns the same decoder with a hint of its own: `zxing@symbologies`.
  ///
  /// - Precondition: It has none yet.
  public func hinted(_ setting: HintSetting) -> ConfiguredDecoder {
    precondition(hints == nil, "a decoder has one hint")
    var hinted = self
    hinted.hints = setting
    hinted.label += "@\(setting)"
    hinted.reference += "@\(setting)"
    hinted.fingerprint = fingerprint.hinted(setting)
    return hinted
  }

  /// True if it can read any of a group's symbols. A group without symbols, or of unknown ones, is
  /// for every decoder.
  public func supports(_ group: CorpusGroup) -> Bool {
    group.symbologies.isEmpty || group.symbologies.contains(where: identity.supports)
  }
}
