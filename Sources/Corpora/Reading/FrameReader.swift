import Base
import Drawing

/// Reads `frame` as the sides of the image: `640` for a square, `1280x720`, or a list of sizes.
enum FrameReader {
  /// A value for each side of the image; the height is `nil` if all frames are squares.
  struct Sides {
    let width: ConditionValue
    let height: ConditionValue?
  }

  /// True if both sides are written, as they always are in a list.
  static func hasHeight(_ node: YAMLNode) -> Bool {
    node.isList || node.scalarText?.contains("x") == true
  }

  static func sides(_ node: YAMLNode) throws(FileFault) -> Sides {
    guard node.isList else {
      guard hasHeight(node) else {
        return Sides(width: try ParameterReader.value(node, of: .frame), height: nil)
      }
      let (width, height) = try size(node)
      return Sides(
        width: .fixed(width), height: height == square ? nil : .fixed(height))
    }
    let items = try node.list(of: "frames, one for each trial in turn")
    try refuseNumbers(items, in: node)
    var widths: [Double] = []
    var heights: [Double] = []
    for item in items {
      let (width, height) = try size(item)
      widths.append(width)
      heights.append(height)
    }
    return Sides(
      width: .list(widths),
      height: heights.allSatisfy { $0 == square } ? nil : .list(heights))
  }

  /// The height of a frame that is as high as it is wide.
  private static let square = CameraParameter.frameHeight.facts.neutral

  /// Reads `1280x720`.
  private static func size(_ node: YAMLNode) throws(FileFault) -> (width: Double, height: Double) {
    let wanted = "a width and a height in pixels such as 1280x720"
    let text = try node.plainScalar(wanted)
    let sides = text.sides { side in Int(side).flatMap { "\($0)" == side ? $0 : nil } }
    guard let (width, height) = sides else {
      throw node.error("\(node.label) is \(text), not \(wanted)")
    }
    for (side, parameter) in zip([width, height], [CameraParameter.frame, .frameHeight]) {
      if let reason = parameter.objection(to: Double(side)) {
        throw node.error("a frame of \(text) is not possible: \(reason)")
      }
    }
    return (Double(width), height == width ? square : Double(height))
  }

  /// Refuses a list of plain numbers, which reads like the sides of one frame and would be squares.
  private static func refuseNumbers(_ items: [YAMLNode], in node: YAMLNode) throws(FileFault) {
    let numbers = items.compactMap { $0.scalarText.flatMap(Int.init) }
    guard !numbers.isEmpty else { return }
    let squares = numbers.map { "\($0)x\($0)" }.joined(separator: ", ")
    let one =
      numbers.count == 2 ? "\(numbers[0])x\(numbers[1]) for one frame of these sides, or " : ""
    throw node.error(
      "a list goes round the trials, and sizes in it are written with both sides: write "
        + "\(one)[\(squares)] for squares")
  }
}
