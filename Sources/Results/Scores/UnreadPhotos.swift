/// The photos of a run that no decoder reads, of those that some decoder was given.
///
/// In several rotations, each is a photo of its own. Photos that show no code are left out.
public struct UnreadPhotos: Hashable, Sendable, Codable {
  /// Photos whose contents are known.
  public var judged: Int
  /// Those of them that no decoder reads; of several codes in a photo, none.
  public var unread: Int
  /// Photos whose contents nobody wrote down.
  public var unjudged: Int
  /// Those of them in which no decoder finds anything.
  public var undetected: Int

  package init(judged: Int = 0, unread: Int = 0, unjudged: Int = 0, undetected: Int = 0) {
    (self.judged, self.unread) = (judged, unread)
    (self.unjudged, self.undetected) = (unjudged, undetected)
  }
}
