/// `sweep` → a sweep at whose every level every recipe can be drawn.
enum SweepReader {
  /// More levels than anyone reads; a step typed with a zero too many is caught here.
  private static let maximumLevels = 1000

  static func read(
    _ node: SpecificationNode, recipes: [Recipe]
  ) throws(CorpusError) -> Sweep {
    let mapping = try node.mapping(known: ["axis", "harder", "levels"])
    let axis = try mapping.required("axis").choice("axis", of: Sweep.Axis.self)
    let harder = try mapping.required("harder").choice("direction", of: Sweep.Direction.self)
    let list = try mapping.required("levels")
    var numbers: [DecimalNumber: Int?] = [:]
    for item in try list.list(of: "levels") {
      for number in try levels(item) {
        try check(number, of: axis, recipes: recipes, node: item)
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
    return Sweep(axis: axis, harder: harder, levels: numbers.keys.map(Level.init))
  }

  /// A number, or `{from, to, step}`.
  private static func levels(_ node: SpecificationNode) throws(CorpusError) -> [DecimalNumber] {
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

  private static func check(
    _ number: DecimalNumber, of axis: Sweep.Axis, recipes: [Recipe], node: SpecificationNode
  ) throws(CorpusError) {
    switch axis {
    case .moduleSize:
      for recipe in recipes {
        if let objection = Corpus.objection(toModuleSize: number.value, for: recipe.options) {
          throw node.error("a module size of \(number.text) px cannot be drawn: \(objection)")
        }
      }
    }
  }
}
