/// The screen from which a scanner of its own read a run's samples, and what came beside its answers.
public struct ScreenRecord: Hashable, Sendable, Codable {
  /// Pixels of the screen along each side of a sample's pixel.
  public var scale: Int
  /// Millimetres of a pixel of the screen, as somebody measured it with a ruler; `nil` if nobody did.
  public var pixelMillimetres: Double?
  /// Samples without an answer in time.
  public var missing = 0
  /// Answers that came once more.
  public var doubled = 0
  /// Answers that came after their time, and count as misses.
  public var late = 0
  /// Answers that came while nothing was shown and that belong to no sample.
  public var stray = 0

  /// Makes a record without answers.
  package init(scale: Int, pixelMillimetres: Double?) {
    self.scale = scale
    self.pixelMillimetres = pixelMillimetres
  }
}
