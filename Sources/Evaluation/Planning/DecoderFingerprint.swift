import Corpora
import DecoderKit
import PluginHost

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The identity of a contestant across runs: equal fingerprints mean that results can be reused.
///
/// A version is what a library reports; a library that was replaced without a new number, or
/// rebuilt with other flags, has other bytes. So the bytes count too: those of the plugin's own
/// file, and of all code that its process had loaded when it was ready.
public struct DecoderFingerprint: Hashable, Sendable, Codable {
  /// A file that the decoder runs from.
  public struct File: Hashable, Sendable, Codable {
    /// Its absolute path.
    public var path: String
    /// The SHA-256 of its bytes, as `sha256sum` prints it; `nil` when it could not be read.
    public var sha256: String?

    /// Makes a file's entry.
    public init(path: String, sha256: String?) {
      self.path = path
      self.sha256 = sha256
    }
  }

  /// SHA-256 over name, versions, options, limits and files, in hexadecimal.
  public var sha256: String
  /// The files that it runs from, by path.
  public var files: [File]

  /// Makes a fingerprint from known parts.
  package init(sha256: String, files: [File]) {
    self.sha256 = sha256
    self.files = files
  }

  /// Computes a decoder's fingerprint.
  ///
  /// - Parameters:
  ///   - label: The contestant's name in tables; two contestants of one comparison never share it.
  ///   - settings: The worker's settings. Limits change what an answer means: a decoder with less
  ///     memory fails earlier.
  public init(
    label: String, introduction: Introduction, options: DecoderOptions, settings: WorkerSettings,
    hasher: inout FileHasher
  ) {
    files = introduction.files.map { File(path: $0, sha256: hasher.sha256(ofFile: $0)) }
    let identity = introduction.identity
    var parts = [label, identity.name, identity.library, identity.version]
    parts += options.values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    parts.append("timeout \(settings.decodeDeadlineNanoseconds)")
    parts.append("memory \(settings.memoryLimitBytes ?? 0)")
    // By content only: the same library in another folder reads the same.
    parts += files.map { $0.sha256 ?? $0.path }.sorted()
    sha256 = ContentHash.sha256(ofParts: parts)
  }
}

extension DecoderFingerprint {
  /// Combines the members' fingerprints, in their order, into that of a decoder chain; a single one
  /// stays as it is.
  static func team(of members: [DecoderFingerprint]) -> DecoderFingerprint {
    guard members.count != 1 else { return members[0] }
    let files = Dictionary(members.flatMap(\.files).map { ($0.path, $0) }) { first, _ in first }
    return DecoderFingerprint(
      sha256: ContentHash.sha256(ofParts: ["team"] + members.map(\.sha256)),
      files: files.values.sorted { $0.path < $1.path })
  }
}

/// Hashes files, each only once even if several decoders run from it.
public struct FileHasher: Sendable {
  private var known: [String: String?] = [:]

  /// Makes a hasher that has seen no file yet.
  public init() {}

  /// Returns the SHA-256 of a file's bytes in hexadecimal; `nil` when it cannot be read.
  public mutating func sha256(ofFile path: String) -> String? {
    if let digest = known[path] { return digest }
    let digest = FileManager.default.contents(atPath: path)
      .map { ContentHash.sha256(of: Array($0)) }
    known[path] = digest
    return digest
  }
}
