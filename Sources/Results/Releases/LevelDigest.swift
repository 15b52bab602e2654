import Base
import Statistics

/// The digest of the images of one group at one level.
public struct LevelDigest: Hashable, Sendable {
  public var level: Level
  /// SHA-256 over a line for each image, in hexadecimal; see ``ImageLine``.
  public var sha256: String

  package init(level: Level, sha256: String) {
    (self.level, self.sha256) = (level, sha256)
  }

  /// The level, a space, and the digest.
  public var text: String { "\(level.text) \(sha256)" }
}

/// Stored as its text: a line for each level.
extension LevelDigest: TextCodable {
  public static let mismatch = "no level with a space and a SHA-256"

  public init?(parsing text: String) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let level = Level(parsing: parts[0]), parts[1].utf8.count == 64,
      Hexadecimal.bytes(parts[1]) != nil
    else { return nil }
    self.init(level: level, sha256: parts[1])
  }
}

/// The line of one image in a list of images: what digests are made of.
public enum ImageLine {
  /// SHA-256 of the image as a binary PGM, two spaces, and the sample's key: as `sha256sum` prints a file of
  /// that name; then for each symbol a space, its symbology, a colon and its data in hexadecimal.
  public static func text(
    imageSHA256: String, key: String, symbols: [(symbology: String, bytes: [UInt8])]
  ) -> String {
    "\(imageSHA256)  \(key)"
      + symbols.map { " \($0.symbology):\(Hexadecimal.text($0.bytes))" }.joined() + "\n"
  }
}
