import Base

/// A release that a run keeps to.
public struct ReleaseRecord: Hashable, Sendable, Codable {
  /// The release's number.
  public var release: ReleaseNumber
  /// The root of the corpus's lock file.
  public var root: String

  package init(release: ReleaseNumber, root: String) {
    (self.release, self.root) = (release, root)
  }
}

/// The number of a release: the year, a point, and a number within the year.
public struct ReleaseNumber: Hashable, Sendable, CustomStringConvertible {
  /// `2026.1`.
  public let description: String

  /// Parses a number.
  ///
  /// - Returns: `nil` unless the text is a year of four digits, a point and a number from 1 without zeros
  ///   before it.
  public init?(parsing text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count == 4, parts[1].utf8.count <= 4,
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let number = Int(parts[1]), number >= 1, String(number) == parts[1]
    else { return nil }
    description = text
  }
}

/// Stored as its text.
extension ReleaseNumber: TextCodable {
  public static let mismatch = "no release: write it as 2026.1"

  public var text: String { description }
}
