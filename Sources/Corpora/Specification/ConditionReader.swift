/// Reads an item of `conditions` as a condition.
enum ConditionReader {
  private static let parameters = CameraParameter.allCases.map(\.rawValue)
  static let keys = ["name", "backdrop"] + parameters

  /// - Parameter axis: The parameter that the sweep varies; a condition must not set it too.
  static func read(
    _ node: SpecificationNode, axis: CameraParameter
  ) throws(CorpusError) -> Condition {
    let mapping = try node.mapping(known: keys)
    let name = try mapping.required("name").name()
    try mapping.refuse(axis.rawValue, because: "the sweep varies it")
    var values: [CameraParameter: ConditionValue] = [:]
    for parameter in CameraParameter.allCases {
      guard let value = mapping[parameter.rawValue] else { continue }
      values[parameter] = try ParameterReader.value(value, of: parameter)
    }
    if axis != .moduleSize, values[.moduleSize] == nil {
      throw node.error(
        "condition \"\(name)\" has no \"module-size\", which it needs: the sweep is over "
          + "\(axis.rawValue), so the size of a module in pixels is the condition's")
    }
    for parameter in CameraParameter.allCases where values[parameter] != nil {
      guard let governor = parameter.facts.governedBy, governor != axis, values[governor] == nil,
        let value = mapping[parameter.rawValue]
      else { continue }
      throw value.error("\"\(parameter.rawValue)\" says nothing without \"\(governor.rawValue)\"")
    }
    return Condition(
      name: name, values: values, backdrop: try mapping["backdrop"].map(backdrop))
  }

  private static func backdrop(
    _ node: SpecificationNode
  ) throws(CorpusError) -> Condition.Backdrop {
    let mapping = try node.mapping(known: ["texture", "scale"])
    let scale = try mapping.required("scale")
    let pixels = try scale.decimal().value
    if let reason = TextureRasteriser.objection(toScale: pixels) { throw scale.error(reason) }
    return Condition.Backdrop(
      texture: try mapping.required("texture").choice("texture", of: Texture.self),
      scalePixels: pixels)
  }
}
