/// An item of `conditions` → a condition.
enum ConditionReader {
  static func read(_ node: SpecificationNode) throws(CorpusError) -> Condition {
    let mapping = try node.mapping(known: ["name", "rotation"])
    return Condition(
      name: try mapping.required("name").name(),
      rotationDegrees: try mapping["rotation"].map(rotation) ?? .fixed(0))
  }

  /// A number, a list of numbers, or `{random: [low, high]}`; in degrees.
  private static func rotation(_ node: SpecificationNode) throws(CorpusError) -> ConditionValue {
    if node.isList {
      var values: [Double] = []
      for item in try node.list(of: "angles in degrees") { values.append(try degrees(item)) }
      return .list(values)
    }
    guard node.isMapping else { return .fixed(try degrees(node)) }

    let range = try node.mapping(known: ["random"]).required("random")
    let bounds = try range.list(of: "two angles in degrees")
    guard bounds.count == 2 else {
      throw range.error("\"random\" has \(bounds.count) numbers: give the lowest and the highest")
    }
    let low = try degrees(bounds[0])
    let high = try degrees(bounds[1])
    guard low < high else {
      throw range.error(
        low == high
          ? "\"random\" is a range without width: write \"rotation: \(bounds[0].node.string ?? "")\""
          : "\"random\" is reversed: the lowest comes first")
    }
    return .random(low: low, high: high)
  }

  private static func degrees(_ node: SpecificationNode) throws(CorpusError) -> Double {
    let degrees = try node.decimal().value
    guard abs(degrees) <= 360 else {
      throw node.error("an angle of \(try node.decimal().text)° is not between -360 and 360")
    }
    return degrees
  }
}
