import Base

/// A corpus frozen in a release: digests of all of its images, with all that they were drawn from.
///
/// A release never changes. Its file has exactly these fields; a digest stands for the images of one group
/// at one level, so that tens of thousands of images take a few kilobytes.
public struct ReleaseLock: Hashable, Sendable, Codable {
  /// The version of this layout. A published version keeps its meaning; fields may be added.
  public static let currentSchemaVersion = 1

  /// The version of the layout.
  public var schemaVersion = ReleaseLock.currentSchemaVersion
  /// The release, such as `2026.1`.
  public var release: ReleaseNumber
  /// The day on which the corpus was frozen.
  public var frozenOn: CalendarDay
  /// The source of the images: the corpus as it was written, and its version.
  public var specification: Specification
  /// The number of images.
  public var images: Int
  /// Digests of the images, group by group.
  public var groups: [Group]
  /// SHA-256 over everything but the day; see ``computedRoot``.
  public var root: String

  /// All that images are drawn from.
  public struct Specification: Hashable, Sendable, Codable {
    /// The corpus's name.
    public var corpus: String
    /// The corpus's version.
    public var version: Int
    /// SHA-256 of the corpus file, as `sha256sum` prints it.
    public var sha256: String
    /// The seed from which all randomness is derived.
    public var seed: UInt64
    /// The version of the drawing code.
    public var renderer: Int
    /// The library that encodes symbols, with its version.
    public var encoder: String
    /// The library that compresses images, with its version; `nil` where none are compressed.
    public var jpeg: String?

    package init(
      corpus: String, version: Int, sha256: String, seed: UInt64, renderer: Int, encoder: String,
      jpeg: String?
    ) {
      (self.corpus, self.version, self.sha256) = (corpus, version, sha256)
      (self.seed, self.renderer, self.encoder, self.jpeg) = (seed, renderer, encoder, jpeg)
    }
  }

  /// One recipe under one condition.
  public struct Group: Hashable, Sendable, Codable {
    /// `recipe/condition`.
    public var id: String
    /// Images at each level.
    public var trials: Int
    /// The digest of each level, the smallest value first.
    public var levels: [LevelDigest]

    package init(id: String, trials: Int, levels: [LevelDigest]) {
      (self.id, self.trials, self.levels) = (id, trials, levels)
    }
  }

  /// Makes a lock and computes its root.
  public init(
    release: ReleaseNumber, frozenOn: CalendarDay, specification: Specification, groups: [Group]
  ) {
    (self.release, self.frozenOn, self.specification) = (release, frozenOn, specification)
    self.groups = groups
    images = groups.reduce(0) { $0 + $1.trials * $1.levels.count }
    root = ""
    root = computedRoot
  }

  /// SHA-256 over the release, the specification and all digests, in this order.
  ///
  /// Libraries are not part of it: what they do is in the digests.
  public var computedRoot: String {
    let from = specification
    return ContentHash.sha256(
      ofParts: [
        release.description, from.corpus, "\(from.version)", from.sha256, "\(from.seed)",
        "renderer \(from.renderer)",
      ] + groups.flatMap { ["\($0.id) \($0.trials)"] + $0.levels.map(\.text) })
  }

  /// The release as a run names it.
  public var record: ReleaseRecord { ReleaseRecord(release: release, root: root) }
}
