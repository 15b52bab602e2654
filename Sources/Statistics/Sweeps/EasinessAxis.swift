/// A sweep in the form that the statistics need: larger is easier.
///
/// A sweep on which larger values are harder (blur, tilt) is mirrored on input, and results are
/// mirrored back.
package struct EasinessAxis: Sendable {
  private let levels: [Level]
  private let sign: Double
  /// True if larger levels are harder, so that positions are mirrored.
  package let isMirrored: Bool
  /// True if the sweep has an easier and a harder end.
  package let isOrdered: Bool

  /// Makes the axis of a sweep's levels, the smallest first.
  package init(_ levels: [Level], harder: SweepDirection) {
    self.levels = levels
    isOrdered = harder != .unordered
    isMirrored = harder == .larger
    sign = isMirrored ? -1 : 1
  }

  /// Converts an index of ascending positions to the index of the level; the reverse conversion is
  /// the same.
  package func index(ofPosition index: Int) -> Int {
    isMirrored ? levels.count - 1 - index : index
  }

  /// The position of the level at an index.
  package func position(of level: Int) -> Double { sign * levels[level].value }

  /// Converts a position to a value on the sweep; `nil` for an end that nothing bounds.
  package func level(_ position: Double) -> Double? {
    position.isFinite ? sign * position : nil
  }

  /// Converts an interval of positions to one of values, its ends in ascending order.
  package func interval(_ positions: Interval) -> Interval {
    let ends = [sign * positions.lower, sign * positions.upper].sorted()
    return Interval(lower: ends[0], upper: ends[1])
  }
}
