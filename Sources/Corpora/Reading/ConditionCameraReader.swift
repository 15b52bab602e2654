import Base
import Drawing
import Optics

/// Reads the camera of a condition: `camera: iphone-11`, its `mode` and its `focus`.
enum ConditionCameraReader {
  /// The keys of a condition that belong to its camera.
  static let keys = ["camera", "mode", "focus"]
  /// The parameters whose value may be the camera's: `photons: camera`.
  static let figures: [CameraParameter] = [.photons, .readNoise, .jpeg, .readOut]

  /// Reads the camera; `nil` if the condition has none.
  static func read(
    _ mapping: YAMLMapping, axes: [CameraParameter], from cameras: CameraSource
  ) throws(FileFault) -> ConditionCamera? {
    guard let node = mapping["camera"] else {
      for key in keys { try mapping.refuse(key, because: "the condition has no \"camera\"") }
      return nil
    }
    for scale in [CameraParameter.moduleSize, .symbolWidth] {
      try mapping.refuse(
        scale.rawValue, because: "it follows from \"camera\", distance and printed size")
      guard !axes.contains(scale) else {
        throw node.error(
          "\"camera\" does not belong here: the sweep varies \(scale.rawValue), which a camera and a "
            + "distance give: sweep the distance")
      }
    }
    try mapping.refuse(
      CameraParameter.resolution.rawValue, because: "the \"mode\" of the camera gives it")
    guard !axes.contains(.resolution) else {
      throw node.error(
        "\"camera\" does not belong here: the sweep varies the resolution, which its mode gives")
    }
    let camera = try load(node, from: cameras)
    let view = try view(mapping.required("mode"), of: camera)
    return ConditionCamera(view: view, focus: try focus(mapping, axes, view))
  }

  /// Reads the figure of the condition's camera where a parameter is `camera`; `nil` elsewhere.
  static func figure(
    _ node: YAMLNode, of parameter: CameraParameter, _ camera: ConditionCamera?
  ) throws(FileFault) -> Double? {
    guard node.scalarText == keys[0] else { return nil }
    guard let camera = camera?.view.camera else {
      throw node.error("\(node.label) is the camera's, and the condition has no \"camera\"")
    }
    guard figures.contains(parameter) else {
      let known = figures.map(\.rawValue).joined(separator: ", ")
      throw node.error("\(node.label) is no figure of a camera's file. Known: \(known).")
    }
    let figure: Double? =
      switch parameter {
      case .photons: camera.photons?.value
      case .readNoise: camera.readNoiseLevels?.value
      case .readOut: camera.readOutSeconds.map { $0.value * 1000 }
      default: camera.jpegQuality.map { Double($0.value) }
      }
    guard let figure else {
      throw node.error(
        "the file of camera \"\(camera.name)\" has no \"\(parameter.rawValue)\": write a number")
    }
    return figure
  }

  /// Checks that a distance and a camera come together.
  static func checkDistance(
    _ mapping: YAMLMapping, isGiven: Bool, _ camera: ConditionCamera?
  ) throws(FileFault) {
    guard isGiven != (camera != nil) else { return }
    throw mapping.whole.error(
      isGiven
        ? "\(mapping.whole.label) has no \"camera\", which a distance needs: write camera: iphone-11 "
          + "and mode: 1920x1080"
        : "\(mapping.whole.label) has a \"camera\" and no \"distance\": give one, or sweep it")
  }

  /// Refuses a level of distance with a unit.
  static func refuseUnit(_ level: YAMLNode) throws(FileFault) {
    guard let text = level.scalarText, let length = Quantity.length.value(parsing: text) else {
      return
    }
    throw level.error(
      "a level is \(text): distances are in metres, without the unit: write "
        + DecimalText.of(length / 1000))
  }

  private static func load(
    _ node: YAMLNode, from cameras: CameraSource
  ) throws(FileFault) -> CameraModel {
    let name = try node.text()
    do {
      return try cameras.load(name)
    } catch let error as FileFault {
      throw error
    } catch {
      throw node.error("\(error)")
    }
  }

  private static func view(
    _ node: YAMLNode, of camera: CameraModel
  ) throws(FileFault) -> CameraView {
    let size = try CameraFigures.size(node)
    guard let view = camera.view(size) else {
      let known = camera.modes.map(\.frame.description).joined(separator: ", ")
      throw node.error(
        "camera \"\(camera.name)\" has no mode \(size). Its modes: \(known).")
    }
    return view
  }

  private static func focus(
    _ mapping: YAMLMapping, _ axes: [CameraParameter], _ view: CameraView
  ) throws(FileFault) -> ConditionCamera.Focus {
    guard let node = mapping["focus"] else { return .everywhere }
    let text = try node.text()
    try mapping.refuse("defocus", because: "it follows from \"focus\" and the distance")
    guard !axes.contains(.defocus) else {
      throw node.error("\"focus\" does not belong here: the sweep varies the defocus")
    }
    guard let lens = view.lens else {
      throw node.error(
        "camera \"\(view.camera.name)\" has no \"focal-length\" or no \"f-number\" in its file, from "
          + "which the blur would follow: leave \"focus\" out, or write \"defocus\"")
    }
    if text == keys[0] { return .camera }
    if text == "infinity" { return .fixed(.infinity) }
    let wanted = "camera, infinity or a distance with its unit, such as 1m"
    guard let distance = Quantity.length.value(parsing: text) else {
      throw node.error("\(node.label) is \(text), not \(wanted)")
    }
    let near = max(view.camera.nearLimitMillimetres?.value ?? 0, 2 * lens.focalMillimetres)
    guard distance >= near else {
      throw node.error(
        "\(node.label) is \(text), nearer than the \(near / 1000) m that the camera can focus on")
    }
    return .fixed(distance)
  }
}

extension ConditionCamera {
  /// Refuses frames that are larger than the camera's: the image is at most what it sees.
  ///
  /// - Parameter height: The height, given with the width or by itself; `nil` for squares.
  func checkHolds(
    _ width: ConditionValue, _ height: ConditionValue?, _ node: YAMLNode
  ) throws(FileFault) {
    let widths = width.extremes
    let heights = height?.extremes ?? [.infinity]
    // Lists go round the trials, each by itself.
    for trial in 0..<widths.count * heights.count {
      let (width, height) = (widths[trial % widths.count], heights[trial % heights.count])
      let size = PixelSize(
        columns: Int(width), rows: Int(height.isFinite ? height : width))
      guard !view.frame.holds(size) else { continue }
      throw node.error(
        "a frame of \(size) is more than the camera's mode \(view.frame): the image is that frame or a "
          + "part of it")
    }
  }
}

/// The cameras that a corpus can name.
struct CameraSource {
  /// The cameras with names.
  let catalog: CameraCatalog
  /// The folder of the corpus's file, from which the paths of cameras start.
  let folder: String

  func load(_ name: String) throws -> CameraModel {
    let isRelative = name.contains("/") && !name.hasPrefix("/")
    return try catalog.load(nameOrPath: isRelative ? "\(folder)/\(name)" : name)
  }
}
