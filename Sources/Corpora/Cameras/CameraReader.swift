import Base
import Optics

/// Reads a camera file's text as a camera, or reports the first error in it.
enum CameraReader {
  /// The version of the file format that this reader accepts.
  static let format = 1

  private static let keys = [
    "format", "name", "title", "sensor", "modes", "equivalent", "field-of-view", "focal-pixels",
    "focal-length", "pitch", "sensor-width", "f-number", "focus", "near-limit", "read-out",
    "photons", "read-noise", "jpeg",
  ]

  static func read(_ yaml: String, file: String) throws(FileFault) -> CameraModel {
    let root = try YAMLNode(
      yaml: yaml, file: file, label: "the camera",
      empty: "the file is empty: a camera starts with \"format: \(format)\"")
    try root.checkFormat(format, of: "camera", keys: keys)
    let mapping = try root.mapping(known: keys)
    let sensor = try CameraFigures.figure(mapping.required("sensor"), CameraFigures.size)
    let lens = try mapping["focal-length"].map(length(in: 0.5...2000, "0.5 mm to 2 m"))
    var camera = CameraModel(
      name: try mapping.required("name").name(), title: try mapping.required("title").text(),
      sensor: sensor, focalLength: try focalLength(mapping, sensor.value, lens: lens),
      modes: try modes(mapping.required("modes"), sensor: sensor.value))
    camera.lensMillimetres = lens
    camera.fNumber = try mapping["f-number"].map(number(in: 0.5...64))
    camera.focus = try mapping["focus"].map(focus) ?? .automatic
    camera.nearLimitMillimetres = try mapping["near-limit"].map(
      length(in: 1...10_000, "1 mm to 10 m"))
    camera.readOutSeconds = try mapping["read-out"].map { node throws(FileFault) in
      try CameraFigures.figure(node) { value throws(FileFault) in
        try CameraFigures.quantity(value, .duration, in: 0...1, "0 ms, a global shutter, to 1 s")
      }
    }
    camera.photons = try mapping["photons"].map(number(in: 1...1_000_000))
    camera.readNoiseLevels = try mapping["read-noise"].map(number(in: 0...128))
    camera.jpegQuality = try mapping["jpeg"].map { node throws(FileFault) in
      try CameraFigures.figure(node) { value throws(FileFault) in try value.integer(in: 1...100) }
    }
    return camera
  }

  // MARK: Figures

  private typealias FigureReader<Value> = (YAMLNode) throws(FileFault) -> Value

  private static func length(
    in range: ClosedRange<Double>, _ wanted: String
  ) -> (YAMLNode) throws(FileFault) -> SourcedFigure<Double> {
    { node throws(FileFault) in
      try CameraFigures.figure(node) { value throws(FileFault) in
        try CameraFigures.quantity(value, .length, in: range, wanted)
      }
    }
  }

  private static func number(
    in range: ClosedRange<Double>
  ) -> (YAMLNode) throws(FileFault) -> SourcedFigure<Double> {
    { node throws(FileFault) in
      try CameraFigures.figure(node) { value throws(FileFault) in
        try CameraFigures.number(value, in: range)
      }
    }
  }

  /// Reads `auto`, or a fixed distance.
  private static func focus(_ node: YAMLNode) throws(FileFault) -> CameraFocus {
    guard node.isMapping else {
      guard try node.text() == "auto" else {
        throw node.error(
          "\"focus\" is auto, or a fixed distance: {value: 2 m, source: where it is stated}")
      }
      return .automatic
    }
    return .fixed(
      try CameraFigures.figure(node) { value throws(FileFault) in
        if value.scalarText == "infinity" { return .infinity }
        return try CameraFigures.quantity(
          value, .length, in: 10...1e6, "10 mm to 1 km, or infinity")
      })
  }

  private static func modes(
    _ node: YAMLNode, sensor: PixelSize
  ) throws(FileFault) -> [CameraMode] {
    var modes: [CameraMode] = []
    for item in try node.list(of: "modes, each with a frame") {
      let mapping = try item.mapping(known: ["frame", "area", "source", "derived"])
      let frame = try CameraFigures.size(mapping.required("frame"))
      let area = try mapping["area"].map(CameraFigures.size) ?? sensor
      guard sensor.holds(area) else {
        throw item.error("\"area\" is \(area), and the sensor has \(sensor) pixels")
      }
      let (across, down) = (
        Double(area.columns) / Double(frame.columns), Double(area.rows) / Double(frame.rows)
      )
      guard abs(across / down - 1) < 0.01 else {
        throw item.error(
          "pixels of this mode would not be square: \(area) of the sensor, seen as \(frame). Write the "
            + "\"area\" that the frame shows")
      }
      guard !modes.contains(where: { $0.frame == frame || $0.frame == frame.turned }) else {
        throw item.error("the frame \(frame) comes twice")
      }
      modes.append(
        CameraMode(
          frame: frame, area: SourcedFigure(area, origin: try CameraFigures.origin(mapping))))
    }
    return modes
  }

  // MARK: Focal length

  /// Reads the one figure that geometry follows from.
  private static func focalLength(
    _ mapping: YAMLMapping, _ sensor: PixelSize, lens: SourcedFigure<Double>?
  ) throws(FileFault) -> SourcedFigure<FocalLength> {
    let pitch = try pitch(mapping, sensor)
    let ofLens = lens.flatMap { lens in
      pitch.map { FocalLength.millimetres(lens.value, pitchMicrometres: $0.value) }
    }
    guard let stated = try stated(mapping, sensor) else {
      guard let lens, let ofLens else { throw missing(mapping, lens, pitch) }
      return SourcedFigure(ofLens, origin: lens.origin)
    }
    if let ofLens {
      let ratio = ofLens.pixels(of: sensor) / stated.value.pixels(of: sensor)
      guard (0.9...1.1).contains(ratio) else {
        throw mapping.whole.error(
          "the focal lengths contradict each other: "
            + "\(Int(stated.value.pixels(of: sensor).rounded())) pixels as stated for the image, "
            + "\(Int(ofLens.pixels(of: sensor).rounded())) from \"focal-length\" and the sensor")
      }
    }
    return stated
  }

  /// Reads `equivalent`, `field-of-view` or `focal-pixels`: at most one of them.
  private static func stated(
    _ mapping: YAMLMapping, _ sensor: PixelSize
  ) throws(FileFault) -> SourcedFigure<FocalLength>? {
    var found: SourcedFigure<FocalLength>?
    let readers: [(String, FigureReader<FocalLength>)] = [
      (
        "equivalent",
        { node throws(FileFault) in
          .equivalentMillimetres(
            try CameraFigures.quantity(node, .length, in: 4...4000, "4 mm to 4 m"))
        }
      ),
      (
        "field-of-view",
        { node throws(FileFault) in
          .diagonalDegrees(
            try CameraFigures.quantity(node, .angle, in: 1...170, "1 to 170 degrees"))
        }
      ),
      (
        "focal-pixels",
        { node throws(FileFault) in
          .pixels(try CameraFigures.number(node, in: 10...1_000_000))
        }
      ),
    ]
    for (key, read) in readers {
      guard let node = mapping[key] else { continue }
      let figure = try CameraFigures.figure(node, read)
      if let found {
        let (first, second) = (found.value.pixels(of: sensor), figure.value.pixels(of: sensor))
        throw node.error(
          "\"\(key)\" is a second focal length, \(Int(second.rounded())) pixels beside "
            + "\(Int(first.rounded())), \(Int((abs(second / first - 1) * 100).rounded())) % apart: keep one of "
            + "equivalent, field-of-view and focal-pixels")
      }
      found = figure
    }
    return found
  }

  /// Reads the distance of the sensor's pixels in micrometres, from itself or from the sensor's width.
  private static func pitch(
    _ mapping: YAMLMapping, _ sensor: PixelSize
  ) throws(FileFault) -> SourcedFigure<Double>? {
    let pitch = try mapping["pitch"].map(length(in: 0.0003...0.1, "0.3 um to 0.1 mm"))
    guard let width = try mapping["sensor-width"].map(length(in: 0.5...100, "0.5 mm to 10 cm"))
    else { return pitch.map { SourcedFigure($0.value * 1000, origin: $0.origin) } }
    if pitch != nil {
      try mapping.refuse("sensor-width", because: "\"pitch\" states the same")
    }
    return SourcedFigure(width.value * 1000 / Double(sensor.columns), origin: width.origin)
  }

  private static func missing(
    _ mapping: YAMLMapping, _ lens: SourcedFigure<Double>?, _ pitch: SourcedFigure<Double>?
  ) -> FileFault {
    let remedy =
      lens != nil
      ? "\"focal-length\" needs the size of the sensor, too: \"pitch\" or \"sensor-width\""
      : "write equivalent: {value: 26 mm, source: ...}, or field-of-view, or focal-pixels"
        + (pitch == nil ? ", or focal-length and pitch" : ", or focal-length")
    return mapping.whole.error("the camera has no focal length: \(remedy)")
  }
}

extension CameraModel {
  /// Reads a camera from its YAML text.
  ///
  /// - Parameters:
  ///   - yaml: The text.
  ///   - file: The file's name in error messages.
  /// - Throws: ``FileFault`` with the line.
  package init(yaml: String, file: String) throws {
    self = try CameraReader.read(yaml, file: file)
  }

  /// Reads a camera file.
  ///
  /// - Throws: ``FileFault`` when the file cannot be read or its contents are not a camera.
  package static func load(path: String) throws -> CameraModel {
    try CameraModel(yaml: CorpusFile.text(path), file: path)
  }
}
