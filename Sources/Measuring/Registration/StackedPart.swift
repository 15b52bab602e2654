/// The part of a PDF417 that is registered, where it is not a whole symbol with both its ends.
struct StackedPart: Hashable, Sendable {
  /// The rows of the whole symbol.
  var rows: Int
  /// The columns of data.
  var columns: Int
  /// The first of the rows that are registered: 0, unless the symbol's top is cut off.
  var firstRow = 0
  /// True if there are row indicators on the right: not in Compact PDF417.
  var hasRightIndicators = true
}
