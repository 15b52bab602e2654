import Base
import Drawing
import Optics
import Statistics

/// Reads what only streams have: a sweep over time, and conditions with a label on its way.
enum StreamReader {
  /// The keys of a sweep over time.
  static let keys = ["axis", "duration", "second"]

  /// Reads a sweep over time: its levels are the instants of the frames, 30 a second.
  static func sweep(_ mapping: YAMLMapping, _ axis: YAMLNode) throws(FileFault) -> Sweep {
    try mapping.refuse(
      "levels", because: "the frames of a stream follow from \"duration\", 30 of them a second")
    try mapping.refuse("harder", because: "the frames of a stream show one scene and have no order")
    guard let duration = mapping["duration"] else {
      throw axis.error("a sweep over time has a \"duration\": write duration: 2s")
    }
    let count = Int((try seconds(duration) * StreamFrames.perSecond + 1e-6).rounded(.down))
    return Sweep(
      axis: .time, harder: .unordered, levels: (0..<count).map(instant),
      second: try mapping["second"].map { second throws(FileFault) in
        try SecondAxisReader.read(second, first: .time, harder: .unordered)
      })
  }

  /// The instant of a frame, to the microsecond, so that keys stay readable.
  private static func instant(_ frame: Int) -> Level {
    let microseconds = (Double(frame) / StreamFrames.perSecond * 1e6).rounded()
    return Level(DecimalNumber(billionths: Int64(microseconds) * 1000))
  }

  private static func seconds(_ node: YAMLNode) throws(FileFault) -> Double {
    let wanted = "a time with its unit, from 0.1s to 30s"
    let text = try node.plainScalar(wanted)
    guard let seconds = Quantity.duration.value(parsing: text), (0.1...30).contains(seconds) else {
      throw node.error("\(node.label) is \(text), not \(wanted)")
    }
    return seconds
  }

  /// Checks an axis beside or instead of time.
  ///
  /// - Parameter first: The sweep's own axis, where this is its second one; `nil` where it is the first.
  static func check(
    _ axis: CameraParameter, _ node: YAMLNode, first: CameraParameter?
  ) throws(FileFault) {
    guard axis.isOfStreams else { return }
    guard axis != .time else {
      throw node.error("time is no second axis: sweep time, and make the other axis the second one")
    }
    guard first == .time else {
      throw node.error(
        "\"\(axis.rawValue)\" is of streams: write axis: time and duration: 2s, and make it the "
          + "\"second\" axis")
    }
  }

  /// Checks the parameters of a condition that are of streams, and those that follow from them.
  static func check(
    _ mapping: YAMLMapping, _ values: [CameraParameter: ConditionValue], axes: [CameraParameter],
    _ camera: ConditionCamera?
  ) throws(FileFault) {
    guard axes.contains(.time) else {
      let asked = CameraParameter.allCases.first { $0.isOfStreams && values[$0] != nil }
      guard let asked, let node = mapping[asked.rawValue] else { return }
      throw node.error(
        "\"\(asked.rawValue)\" is for streams, but the sweep is over \(axes[0].rawValue): write axis: time "
          + "and duration: 2s")
    }
    guard let camera else {
      throw mapping.whole.error(
        "\(mapping.whole.label) has no \"camera\", which a stream needs: write camera: iphone-11 and "
          + "mode: 1920x1080")
    }
    func isAsked(_ parameter: CameraParameter) -> Bool {
      values[parameter] != nil || axes.contains(parameter)
    }
    func refuse(_ result: CameraParameter, from cause: CameraParameter) throws(FileFault) {
      guard isAsked(cause), isAsked(result) else { return }
      let node = mapping[result.rawValue] ?? mapping.whole
      throw node.error(
        "\"\(result.rawValue)\" does not belong here: it follows from \"\(cause.rawValue)\"")
    }
    try refuse(.motion, from: .exposure)
    try refuse(.photons, from: .light)
    try refuse(.shear, from: .readOut)
    try refuse(.defocus, from: .hunting)
    try checkNeeds(mapping, isAsked, camera)
    guard let start = values[.distance]?.extremes.min(), let nearest = mapping["nearest"],
      let end = values[.nearest]?.extremes.max(), end > start
    else { return }
    throw nearest.error(
      "the label starts at \(DecimalText.of(start)) m and comes nearer: \"nearest\" is at most that"
    )
  }

  /// Checks that what is asked for has all that it follows from.
  private static func checkNeeds(
    _ mapping: YAMLMapping, _ isAsked: (CameraParameter) -> Bool, _ camera: ConditionCamera
  ) throws(FileFault) {
    func node(_ parameter: CameraParameter) -> YAMLNode {
      mapping[parameter.rawValue] ?? mapping.whole
    }
    if isAsked(.light) {
      guard isAsked(.exposure) else {
        throw node(.light).error(
          "\"light\" needs the time for which it falls in: write exposure: 33")
      }
      guard camera.view.lens != nil else {
        throw node(.light).error(
          "the file of camera \"\(camera.view.camera.name)\" has no \"focal-length\" or no \"f-number\", "
            + "from which the light on its sensor would follow: write \"photons\" instead")
      }
    }
    if isAsked(.hunting), camera.focus != .camera {
      throw node(.hunting).error("\"hunting\" is of autofocus: write focus: camera")
    }
    if isAsked(.readOut), camera.view.frame != camera.view.mode.frame {
      throw node(.readOut).error(
        "\"read-out\" goes along the rows of the mode: write mode: \(camera.view.mode.frame)")
    }
  }

  /// Checks that a stream shows one symbol, whose first read counts.
  static func check(_ recipes: [Recipe], _ nodes: [YAMLNode]) throws(FileFault) {
    for (recipe, node) in zip(recipes, nodes) where recipe.symbols.count != 1 {
      throw node.error(
        "\"\(recipe.name)\" is not an image of one symbol, and a stream is about the first read of one"
      )
    }
  }
}
