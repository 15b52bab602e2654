/// The one axis along which a corpus gets harder.
public struct Sweep: Hashable, Sendable {
  /// The direction in which decoding gets harder.
  public enum Direction: String, CaseIterable, Hashable, Sendable, Codable {
    /// Smaller values are harder, as with module size.
    case smaller
    /// Larger values are harder, as with blur.
    case larger
    /// The levels have no order: they have rates, and no threshold.
    case unordered
  }

  /// The parameter that is varied.
  public let axis: CameraParameter
  /// The direction in which decoding gets harder.
  public let harder: Direction
  /// The values tried, ascending; at least one.
  public let levels: [Level]

  /// Makes a sweep; the levels are put in ascending order.
  ///
  /// - Precondition: There is at least one level, and none twice.
  public init(axis: CameraParameter, harder: Direction, levels: [Level]) {
    precondition(!levels.isEmpty && Set(levels).count == levels.count, "levels are listed once")
    self.axis = axis
    self.harder = harder
    self.levels = levels.sorted()
  }

  /// The unit of the levels, as reports print it.
  public var unit: String { axis.unit }
}
