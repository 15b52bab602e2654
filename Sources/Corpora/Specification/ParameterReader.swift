/// Reads the values of the camera's parameters from a corpus file.
enum ParameterReader {
  /// Reads a value, a list of values, or `{random: [low, high]}`.
  static func value(
    _ node: SpecificationNode, of parameter: CameraParameter
  ) throws(CorpusError) -> ConditionValue {
    if node.isList {
      var values: [Double] = []
      for item in try node.list(of: "values, one for each trial in turn") {
        values.append(try number(item, of: parameter))
      }
      return .list(values)
    }
    guard node.isMapping else { return .fixed(try number(node, of: parameter)) }

    let range = try node.mapping(known: ["random"]).required("random")
    guard parameter.facts.kind == .real else {
      throw range.error(
        "\"\(parameter.rawValue)\" is not drawn from a range: list its values instead")
    }
    let bounds = try range.list(of: "two numbers, the lowest and the highest")
    guard bounds.count == 2 else {
      throw range.error("\"random\" has \(bounds.count) numbers: give the lowest and the highest")
    }
    let low = try number(bounds[0], of: parameter)
    let high = try number(bounds[1], of: parameter)
    guard low < high else {
      throw range.error(
        low == high
          ? "\"random\" is a range without width: write \"\(parameter.rawValue): "
            + "\(bounds[0].node.string ?? "")\""
          : "\"random\" is reversed: the lowest comes first")
    }
    return .random(low: low, high: high)
  }

  /// Reads one value; `true` or `false` for a flag.
  private static func number(
    _ node: SpecificationNode, of parameter: CameraParameter
  ) throws(CorpusError) -> Double {
    if parameter.facts.kind == .flag { return try node.flag() ? 1 : 0 }
    let number = try node.decimal()
    if let reason = parameter.objection(to: number.value) {
      throw node.error("a value of \(number.text) cannot be had: \(reason)")
    }
    return number.value
  }
}
