import Base
import DecoderKit
import PluginHost
import Results

extension DecoderFingerprint {
  /// Computes a decoder's fingerprint.
  ///
  /// - Parameters:
  ///   - reference: The canonical reference. A label of one's own does not count, so that renaming
  ///     a decoder loses no result.
  ///   - settings: The worker's settings. Limits change what an answer means: a decoder with less
  ///     memory fails earlier.
  package init(
    reference: String, introduction: Introduction, options: DecoderOptions,
    settings: WorkerSettings
  ) {
    let files = introduction.files.map { File(path: $0, sha256: ContentHash.sha256(ofFile: $0)) }
    let identity = introduction.identity
    var parts = [reference, identity.name, identity.library, identity.version]
    parts += options.values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    parts.append("timeout \(settings.decodeDeadlineNanoseconds)")
    parts.append("memory \(settings.memoryLimitBytes ?? 0)")
    // A decoder that fails in one sandbox may work in another.
    if settings.sandbox != .automatic { parts.append("sandbox \(settings.sandbox.rawValue)") }
    // By content only: the same library in another folder reads the same.
    parts += files.map { $0.sha256 ?? $0.path }.sorted()
    self.init(sha256: ContentHash.sha256(ofParts: parts), files: files)
  }

  /// Combines the members' fingerprints, in their order, into that of a decoder chain; a single one
  /// stays as it is.
  static func chain(of members: [DecoderFingerprint]) -> DecoderFingerprint {
    guard members.count != 1 else { return members[0] }
    let files = Dictionary(members.flatMap(\.files).map { ($0.path, $0) }) { first, _ in first }
    // "team" is the word of version 0.1.0; it stays, so that stored results are found again.
    return DecoderFingerprint(
      sha256: ContentHash.sha256(ofParts: ["team"] + members.map(\.sha256)),
      files: files.values.sorted { $0.path < $1.path })
  }
}

extension DecoderFingerprint {
  /// Returns the fingerprint of the decoder when it is given a hint of its own.
  func hinted(_ setting: HintSetting) -> DecoderFingerprint {
    DecoderFingerprint(
      sha256: ContentHash.sha256(ofParts: ["hints \(setting)", sha256]), files: files)
  }
}

extension DecoderFingerprint {
  /// The version of the ways to select; raise it when one of them selects otherwise.
  private static let selectionVersion = 1

  /// Returns the fingerprint of the decoder when it selects among its readings.
  func selecting(_ strategy: SelectionStrategy) -> DecoderFingerprint {
    DecoderFingerprint(
      sha256: ContentHash.sha256(
        ofParts: ["selection \(Self.selectionVersion) \(strategy.rawValue)", sha256]),
      files: files)
  }
}
