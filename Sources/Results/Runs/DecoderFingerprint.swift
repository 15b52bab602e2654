import Base

/// The identity of a decoder across runs: equal fingerprints mean that results can be reused.
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

    package init(path: String, sha256: String?) {
      self.path = path
      self.sha256 = sha256
    }
  }

  /// SHA-256 over name, versions, options, limits and files, in hexadecimal.
  public var sha256: String
  /// The files that it runs from, by path.
  public var files: [File]

  /// SHA-256 over the bytes of all files, whatever their paths, options and limits; `nil` unless the
  /// bytes of every file are known.
  package var code: String? {
    let hashes = files.compactMap(\.sha256).sorted()
    return hashes.isEmpty || hashes.count < files.count ? nil : ContentHash.sha256(ofParts: hashes)
  }

  package init(sha256: String, files: [File]) {
    self.sha256 = sha256
    self.files = files
  }
}
