import Base
import Drawing
import Statistics

/// Reads an item of `conditions` as a condition.
enum ConditionReader {
  private static let parameters = CameraParameter.allCases.map(\.rawValue)
  static let keys = ["name", "backdrop"] + ConditionCameraReader.keys + parameters

  /// - Parameters:
  ///   - axes: The parameters that the sweep varies; a condition must not set them too.
  ///   - cameras: The cameras that a condition can name.
  static func read(
    _ node: YAMLNode, axes: [CameraParameter], cameras: CameraSource
  ) throws(FileFault) -> Condition {
    let mapping = try node.mapping(known: keys)
    let name = try mapping.required("name").name()
    for axis in axes { try mapping.refuse(axis.rawValue, because: "the sweep varies it") }
    let camera = try ConditionCameraReader.read(mapping, axes: axes, from: cameras)
    var values: [CameraParameter: ConditionValue] = [:]
    for parameter in CameraParameter.allCases where parameter != .frame {
      guard let value = mapping[parameter.rawValue] else { continue }
      if let figure = try ConditionCameraReader.figure(value, of: parameter, camera) {
        values[parameter] = .fixed(figure)
      } else {
        values[parameter] = try ParameterReader.value(value, of: parameter)
      }
    }
    if let frame = mapping["frame"] {
      let sides = try FrameReader.sides(frame)
      values[.frame] = sides.width
      if FrameReader.hasHeight(frame) {
        let height = CameraParameter.frameHeight
        try mapping.refuse(height.rawValue, because: "\"frame\" gives the height already")
        guard !axes.contains(height) else {
          throw frame.error(
            "\(frame.label) gives a height, and the sweep varies it: write the width alone")
        }
        values[height] = sides.height
      }
      // A height that is swept is checked level by level, when it is known.
      if let camera, !axes.contains(.frameHeight) {
        try camera.checkHolds(sides.width, values[.frameHeight], frame)
      }
    }
    try ConditionCameraReader.checkDistance(
      mapping, isGiven: axes.contains(.distance) || values[.distance] != nil, camera)
    if camera == nil { try checkScale(node, name, mapping, axes) }
    for parameter in CameraParameter.allCases where values[parameter] != nil {
      guard let governor = parameter.facts.governedBy, !axes.contains(governor),
        values[governor] == nil,
        let value = mapping[parameter.rawValue]
      else { continue }
      throw value.error("\"\(parameter.rawValue)\" says nothing without \"\(governor.rawValue)\"")
    }
    if mapping["backdrop"] != nil, axes.contains(.crop) || values[.crop] != nil {
      try mapping.refuse("backdrop", because: "crop ends the image before any surroundings")
    }
    try StreamReader.check(mapping, values, axes: axes, camera)
    return Condition(
      name: name, values: values, backdrop: try mapping["backdrop"].map(backdrop), camera: camera)
  }

  /// Checks that exactly one parameter says how large the symbol is.
  private static func checkScale(
    _ node: YAMLNode, _ name: String, _ mapping: YAMLMapping, _ axes: [CameraParameter]
  ) throws(FileFault) {
    let scales = [CameraParameter.moduleSize, .symbolWidth]
    let given = scales.filter { mapping[$0.rawValue] != nil }
    let swept = axes.filter(scales.contains)
    guard swept.count < 2 else {
      throw node.error(
        "the sweep varies both module-size and symbol-width, which say the same: leave one out")
    }
    guard let scale = swept.first ?? given.first else {
      throw node.error(
        "condition \"\(name)\" has no \"module-size\", which it needs: the sweep is over "
          + axes.map(\.rawValue).joined(separator: " and ")
          + ", so the size of a module in pixels is the condition's")
    }
    for other in given where other != scale {
      try mapping.refuse(other.rawValue, because: "\(scale.rawValue) says how large a module is")
    }
  }

  private static func backdrop(
    _ node: YAMLNode
  ) throws(FileFault) -> Condition.Backdrop {
    let mapping = try node.mapping(known: ["texture", "scale"])
    let scale = try mapping.required("scale")
    let pixels = try scale.decimal().value
    if let reason = TextureRasteriser.objection(toScale: pixels) { throw scale.error(reason) }
    return Condition.Backdrop(
      texture: try mapping.required("texture").choice("texture", of: Texture.self),
      scalePixels: pixels)
  }
}

/// Reads the values of the camera's parameters from a corpus file.
enum ParameterReader {
  /// Reads a value, a list of values, or `{random: [low, high]}`.
  static func value(
    _ node: YAMLNode, of parameter: CameraParameter
  ) throws(FileFault) -> ConditionValue {
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
            + "\(bounds[0].scalarText ?? "")\""
          : "\"random\" is reversed: the lowest comes first")
    }
    return .random(low: low, high: high)
  }

  /// Reads one value; `true` or `false` for a flag.
  static func number(
    _ node: YAMLNode, of parameter: CameraParameter
  ) throws(FileFault) -> Double {
    if parameter.facts.kind == .flag { return try node.flag() ? 1 : 0 }
    let number = try node.decimal()
    if let reason = parameter.objection(to: number.value) {
      throw node.error("a value of \(number.text) is not possible: \(reason)")
    }
    return number.value
  }
}

/// Reads `sweep` as a sweep of levels that its axis allows.
enum SweepReader {
  /// More levels than anyone needs; the limit catches a step with a zero too many.
  private static let maximumLevels = 1000

  static func read(_ node: YAMLNode) throws(FileFault) -> Sweep {
    let mapping = try node.mapping(known: ["axis", "harder", "levels", "second", "duration"])
    let axisNode = try mapping.required("axis")
    let axis = try axis(axisNode)
    if axis == .time { return try StreamReader.sweep(mapping, axisNode) }
    try StreamReader.check(axis, axisNode, first: nil)
    try mapping.refuse(
      "duration", because: "it is of streams, and the sweep is over \(axis.rawValue)")
    let harder =
      try mapping["harder"]?.choice("direction", of: SweepDirection.self) ?? axis.facts.harder
    if let given = mapping["harder"], harder != .unordered, axis.facts.harder != .unordered,
      harder != axis.facts.harder
    {
      throw given.error(
        "\(axis.facts.harder.rawValue) values of \(axis.rawValue) are the harder ones")
    }
    guard axis != .resolution || harder == .unordered else {
      throw (mapping["harder"] ?? axisNode).error(
        "a sweep over \(axis.rawValue) has no harder end: every trial is the same scene at every "
          + "level, so that levels depend on each other and have no threshold: write \"harder: "
          + "unordered\"; the knee is what it gives")
    }
    return Sweep(
      axis: axis, harder: harder, levels: try levels(mapping.required("levels"), of: axis),
      second: try mapping["second"].map { second throws(FileFault) in
        try SecondAxisReader.read(second, first: axis, harder: harder)
      })
  }

  /// Reads the name of a parameter that has levels.
  static func axis(_ node: YAMLNode) throws(FileFault) -> CameraParameter {
    let axis = try node.choice("axis", of: CameraParameter.self)
    guard axis.facts.kind != .flag else {
      throw node.error(
        "\"\(axis.rawValue)\" is either on or off and has no levels: make two conditions of it")
    }
    return axis
  }

  /// Reads levels of an axis, each listed once.
  static func levels(
    _ list: YAMLNode, of axis: CameraParameter
  ) throws(FileFault) -> [Level] {
    var numbers: [DecimalNumber: Int?] = [:]
    for item in try list.list(of: "levels") {
      if axis == .distance { try ConditionCameraReader.refuseUnit(item) }
      for number in try steps(item) {
        if let reason = axis.objection(to: number.value) {
          throw item.error(
            "a level of \(number.text) \(axis.unit) cannot be drawn: \(reason)")
        }
        if let line = numbers[number] {
          throw item.error(
            "level \(number.text) is listed twice"
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
  private static func steps(_ node: YAMLNode) throws(FileFault) -> [DecimalNumber] {
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
