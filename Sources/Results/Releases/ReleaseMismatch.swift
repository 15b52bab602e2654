/// The reason that samples are not those of a release.
public enum ReleaseMismatch: Error, Hashable, Sendable {
  /// The corpus file differs, byte for byte.
  case specification(corpus: String, ReleaseNumber, was: String, is: String)
  /// The seed is another one.
  case seed(corpus: String, ReleaseNumber, was: UInt64, is: UInt64)
  /// The drawing code has another version.
  case renderer(corpus: String, ReleaseNumber, was: Int, is: Int)
  /// There are other groups, levels or numbers of trials.
  case samples(corpus: String, ReleaseNumber)
  /// Images of a group at a level differ.
  case images(
    corpus: String, ReleaseNumber, group: String, level: String, differing: Int, of: Int,
    libraries: [LibraryChange])
  /// The store holds a run that is not of the release.
  case store(path: String, ReleaseNumber, run: Int, other: ReleaseNumber?)
  /// A run names the release with another root: it was another lock file.
  case root(corpus: String, ReleaseNumber, was: String, is: String)
  /// The stores that are to be joined are of different releases.
  case stores(String, String, corpus: String)

  /// A library that is another one than when the release was frozen.
  public struct LibraryChange: Hashable, Sendable {
    /// The library with its version, then.
    public var was: String
    /// The library with its version, now.
    public var now: String

    public init(was: String, now: String) { (self.was, self.now) = (was, now) }
  }
}

extension ReleaseLock {
  /// The first reason that a corpus, drawn here, is not the one of this release; `nil` if it is, bit for bit.
  ///
  /// - Parameter drawn: The corpus as it is drawn here, under the same release number.
  public func mismatch(_ drawn: ReleaseLock) -> ReleaseMismatch? {
    if let reason = mismatch(drawn.specification) { return reason }
    let corpus = specification.corpus
    guard groups.map(\.shape) == drawn.groups.map(\.shape) else {
      return .samples(corpus: corpus, release)
    }
    let pairs = zip(groups, drawn.groups).flatMap { group, other in
      zip(group.levels, other.levels).map { (group.id, $0, $1) }
    }
    let differing = pairs.filter { $0.1 != $0.2 }
    guard let first = differing.first else { return nil }
    return .images(
      corpus: corpus, release, group: first.0, level: first.1.level.text,
      differing: differing.count, of: pairs.count, libraries: changes(drawn.specification))
  }

  /// The first reason for which images need not even be drawn; `nil` if there is none.
  public func mismatch(_ current: Specification) -> ReleaseMismatch? {
    let (was, corpus) = (specification, specification.corpus)
    if was.sha256 != current.sha256 || was.corpus != current.corpus {
      return .specification(corpus: corpus, release, was: was.sha256, is: current.sha256)
    }
    if was.seed != current.seed {
      return .seed(corpus: corpus, release, was: was.seed, is: current.seed)
    }
    if was.renderer != current.renderer {
      return .renderer(corpus: corpus, release, was: was.renderer, is: current.renderer)
    }
    return nil
  }

  private func changes(_ current: Specification) -> [ReleaseMismatch.LibraryChange] {
    [
      (specification.encoder, current.encoder),
      (specification.jpeg ?? "none", current.jpeg ?? "none"),
    ].filter { $0.0 != $0.1 }.map { .init(was: $0.0, now: $0.1) }
  }
}

extension ReleaseLock.Group {
  /// The group without its digests.
  fileprivate var shape: [String] { [id, "\(trials)"] + levels.map(\.level.text) }
}
