import Base
import Drawing
import Statistics

/// Reads `second` in a sweep as its second axis.
enum SecondAxisReader {
  /// - Parameters:
  ///   - first: The sweep's own axis.
  ///   - harder: The direction in which the sweep gets harder.
  static func read(
    _ node: YAMLNode, first: CameraParameter, harder: SweepDirection
  ) throws(FileFault) -> SecondAxis {
    let mapping = try node.mapping(known: ["axis", "levels"])
    let axisNode = try mapping.required("axis")
    let axis = try SweepReader.axis(axisNode)
    try StreamReader.check(axis, axisNode, first: first)
    guard axis != first else {
      throw axisNode.error(
        "the sweep is over \(axis.rawValue) already: the second axis is another parameter")
    }
    guard harder != .unordered || first == .time else {
      throw node.error(
        "the sweep has no order, so there is no boundary to map: leave out \"second\""
          + (first == .resolution ? "" : " or \"harder: unordered\""))
    }
    let list = try mapping.required("levels")
    let levels = try SweepReader.levels(list, of: axis)
    guard levels.count > 1 else {
      throw list.error(
        "the second axis has one level, but a map needs two or more: for one, write "
          + "\"\(axis.rawValue): \(levels.first?.text ?? "")\" in the conditions")
    }
    return SecondAxis(axis: axis, levels: levels)
  }
}
