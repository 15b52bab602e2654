import Base
import Optics

/// Reads figures of a camera: `{value: 26 mm, source: ...}` or `{value: 1.4 um, derived: ...}`.
enum CameraFigures {
  /// Reads a figure with its origin.
  static func figure<Value>(
    _ node: YAMLNode, _ read: (YAMLNode) throws(FileFault) -> Value
  ) throws(FileFault) -> SourcedFigure<Value> {
    guard node.isMapping else {
      throw node.error(
        "\(node.label) has no source: write {value: ..., source: where it is stated}, or derived: how "
          + "it was computed")
    }
    let mapping = try node.mapping(known: ["value", "source", "derived"])
    return SourcedFigure(
      try read(mapping.required("value").named(node.label)), origin: try origin(mapping))
  }

  /// Reads the place where a figure is stated, or how it was computed: one of the two.
  static func origin(_ mapping: YAMLMapping) throws(FileFault) -> FigureOrigin {
    switch (mapping["source"], mapping["derived"]) {
    case (let source?, nil): return .source(try source.text())
    case (nil, let derived?): return .derived(try derived.text())
    case (_?, let derived?):
      throw derived.error("a figure has a \"source\" or is \"derived\": leave one out")
    case (nil, nil):
      throw mapping.whole.error(
        "\(mapping.whole.label) has no \"source\": write where it is stated, or \"derived\": how it was "
          + "computed")
    }
  }

  /// Reads a quantity with its unit, and refuses what no camera has.
  ///
  /// - Parameters:
  ///   - range: The values that are plausible, in the quantity's base unit.
  ///   - wanted: The range in words.
  static func quantity(
    _ node: YAMLNode, _ quantity: Quantity, in range: ClosedRange<Double>, _ wanted: String
  ) throws(FileFault) -> Double {
    try node.quantity(
      quantity, in: range, otherwise: ", which no camera has: \(wanted). Check the unit.")
  }

  /// Reads a number without a unit in a range.
  static func number(
    _ node: YAMLNode, in range: ClosedRange<Double>
  ) throws(FileFault) -> Double {
    let value = try node.decimal().value
    guard range.contains(value) else {
      throw node.error(
        "\(node.label) is \(value): it is from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  /// Reads columns and rows.
  static func size(_ node: YAMLNode) throws(FileFault) -> PixelSize {
    let wanted = "columns x rows, such as 1920x1080"
    let text = try node.plainScalar(wanted)
    guard let size = PixelSize(parsing: text) else {
      throw node.error("\(node.label) is \(text), not \(wanted)")
    }
    return size
  }
}

extension YAMLNode {
  /// Reads a number with its unit.
  ///
  /// - Parameters:
  ///   - range: The values that are taken, in the quantity's base unit.
  ///   - objection: What is said behind another value.
  func quantity(
    _ quantity: Quantity, in range: ClosedRange<Double>, otherwise objection: String
  ) throws(FileFault) -> Double {
    let wanted = "a number with a unit: \(quantity.examples)"
    let text = try plainScalar(wanted)
    guard let value = quantity.value(parsing: text) else {
      throw error("\(label) is \(text), not \(wanted)")
    }
    guard range.contains(value) else { throw error("\(label) is \(text)\(objection)") }
    return value
  }
}

extension PixelSize {
  /// Reads a size as people write it: `1920x1080`.
  ///
  /// - Returns: `nil` for anything else, and for sides above a million.
  package init?(parsing text: String) {
    let bounds = NumberBounds(whole: 1...1_000_000)
    guard let sides = text.sides(bounds.whole(parsing:)) else { return nil }
    self.init(columns: sides.width, rows: sides.height)
  }
}
