/// Reads `sweep` as a sweep of levels that its axis allows.
enum SweepReader {
  /// More levels than anyone needs; the limit catches a step with a zero too many.
  private static let maximumLevels = 1000

  static func read(_ node: SpecificationNode) throws(CorpusError) -> Sweep {
    let mapping = try node.mapping(known: ["axis", "harder", "levels"])
    let axisNode = try mapping.required("axis")
    let axis = try axisNode.choice("axis", of: CameraParameter.self)
    guard axis.facts.kind != .flag else {
      throw axisNode.error(
        "\"\(axis.rawValue)\" has no levels, it is so or not: make two conditions of it")
    }
    let harder =
      try mapping["harder"]?.choice("direction", of: Sweep.Direction.self) ?? axis.facts.harder
    if let given = mapping["harder"], harder != .unordered, axis.facts.harder != .unordered,
      harder != axis.facts.harder
    {
      throw given.error(
        "\(axis.facts.harder.rawValue) values of \(axis.rawValue) are the harder ones")
    }
    return Sweep(
      axis: axis, harder: harder, levels: try levels(mapping.required("levels"), of: axis))
  }

  private static func levels(
    _ list: SpecificationNode, of axis: CameraParameter
  ) throws(CorpusError) -> [Level] {
    var numbers: [DecimalNumber: Int?] = [:]
    for item in try list.list(of: "levels") {
      for number in try steps(item) {
        if let reason = axis.objection(to: number.value) {
          throw item.error(
            "a level of \(number.text) \(axis.unit) cannot be drawn: \(reason)")
        }
        if let line = numbers[number] {
          throw item.error(
            "level \(number.text) comes twice"
              + (line.map { ", here and on line \($0)" } ?? "") + ": levels are listed once")
        }
        numbers[number] = item.line
        guard numbers.count <= maximumLevels else {
          throw item.error("there are more than the \(maximumLevels) levels that a sweep may have")
        }
      }
    }
    return numbers.keys.map(Level.init)
  }

  /// Reads a number, or `{from, to, step}`.
  private static func steps(_ node: SpecificationNode) throws(CorpusError) -> [DecimalNumber] {
    guard node.isMapping else { return [try node.decimal()] }
    let mapping = try node.mapping(known: ["from", "to", "step"])
    let from = try mapping.required("from").decimal()
    let to = try mapping.required("to").decimal()
    let step = try mapping.required("step").decimal()
    guard step.billionths > 0 else { throw node.error("\"step\" is \(step.text): it is above 0") }
    guard from < to else {
      throw node.error("\"from\" is \(from.text) and \"to\" is \(to.text): the smaller comes first")
    }
    let (count, rest) = (to.billionths - from.billionths).quotientAndRemainder(
      dividingBy: step.billionths)
    guard rest == 0 else {
      let last = DecimalNumber(billionths: to.billionths - rest)
      throw node.error(
        "steps of \(step.text) from \(from.text) miss \(to.text): write \"to: \(last.text)\" "
          + "or another step")
    }
    guard count < maximumLevels else {
      throw node.error("there are more than the \(maximumLevels) levels that a sweep may have")
    }
    return (0...count).map { DecimalNumber(billionths: from.billionths + $0 * step.billionths) }
  }
}
