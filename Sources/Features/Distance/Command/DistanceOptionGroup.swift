import ArgumentParser
import Base
import Console
import Optics
import Reporting
import Results
import Sessions

/// The options that name a camera, one of its frames and a code.
struct DistanceOptionGroup: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The camera: its name (see list cameras) or file, or its equivalent focal length (35 mm film), with --frame: 26mm.",
      valueName: "camera"),
    completion: Completions.cameras)
  var camera: String?

  @Option(
    help: ArgumentHelp(
      "The focal length in pixels of the frames, instead of --camera.",
      discussion: "harness live shows it after Fit the camera.", valueName: "pixels"))
  var focalPixels: Double?

  @Option(
    help: ArgumentHelp(
      "The angle between opposite corners of the frames, instead of --camera: 78deg; or horizontal: 70deg-horizontal.",
      discussion:
        "Angles of phones, webcams and camera files are diagonal ones. Focal length in pixels = half the diagonal, "
        + "or half the columns, of --frame ÷ the tangent of half the angle.",
      valueName: "angle"), transform: FrameOption.angle)
  var fieldOfView: FieldOfView?

  @Option(
    help: ArgumentHelp(
      "The size of the frames: 1920x1080.",
      discussion:
        "Default: that of the walk-away, or the first in the camera's file. Without either, give it.",
      valueName: "size"),
    transform: FrameOption.size)
  var frame: PixelSize?

  @Option(
    help: ArgumentHelp(
      "The code: qr:v2:20mm, datamatrix:16x16:0.5mm, ean-13:100%, code-128:10mil, pdf417:4:40mm.",
      discussion:
        "20mm is the symbol's width without quiet zone; of a Data Matrix and of linear codes other than "
        + "EAN and UPC it is the side of a module (the X-dimension). v2 is version 2: 25 × 25 modules, up to 26 "
        + "bytes at level M. Give the text, and the encoder finds the size: qr:text=https://example.com:20mm, or "
        + "with a level qr:H:text=…; also datamatrix:text= and aztec:text=.", valueName: "code"),
    transform: PrintedCode.init(parsing:))
  var code: PrintedCode

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The angle by which the label leans away: 30.", valueName: "degrees"))
  var tilt = TiltOption(degrees: 0)

  @Option(
    help: ArgumentHelp("The speed across the image, with --exposure: 1m/s.", valueName: "speed"),
    transform: PhysicalOption.speed)
  var speed: Double?

  @Option(
    help: ArgumentHelp("The exposure time, with --speed: 5ms.", valueName: "time"),
    transform: PhysicalOption.exposure)
  var exposure: Double?

  /// True if the code neither leans nor moves.
  var isStill: Bool { tilt.degrees == 0 && speed == nil }

  func validate() throws {
    let given = [
      camera.map { _ in "--camera" }, focalPixels.map { _ in "--focal-pixels" },
      fieldOfView.map { _ in "--field-of-view" },
    ].compactMap(\.self)
    if given.count > 1 {
      throw ValidationError(
        "\(given[0]) and \(given[1]) both give the focal length: leave one out")
    }
    try NumberBounds.positive.check(focalPixels, "--focal-pixels")
    _ = try ViewingOptionGroup.equivalentMillimetres(camera)
    guard tilt.degrees <= 80 else { throw ValidationError("--tilt is from 0 to 80 degrees") }
    guard (speed == nil) == (exposure == nil) else {
      throw ValidationError("--speed and --exposure go together: --speed 1m/s --exposure 5ms")
    }
  }

  /// Looks up the camera and its mode.
  ///
  /// - Throws: Errors of the catalog, `RequestError` without a camera, and for a frame that it does not deliver.
  func question(of walk: WalkRecord?) throws -> DistanceQuestion {
    let isLength = try ViewingOptionGroup.equivalentMillimetres(self.camera) != nil
    let named =
      try isLength ? nil : self.camera.map { try Installation.cameras.load(nameOrPath: $0) }
    guard let camera = try named ?? own(self.frame ?? walk?.frame) ?? walk?.model else {
      throw RequestError(
        walk == nil
          ? "name the camera: --camera iphone-11 (harness list cameras), or give --focal-pixels or "
            + "--field-of-view, and --frame"
          : "the walk-away does not know the focal length of its camera: give --focal-pixels, which harness live "
            + "shows after Fit the camera, or name the camera by --camera")
    }
    let frame = self.frame ?? walk?.frame ?? camera.modes[0].frame
    guard let view = camera.view(frame) else {
      throw RequestError(
        "\(camera.name) delivers no frames of \(frame): its frames are "
          + camera.modes.map(\.frame.description).joined(separator: ", "))
    }
    let motion = speed.flatMap { speed in
      exposure.map {
        DistanceQuestion.Motion(millimetresPerSecond: speed, exposureSeconds: $0)
      }
    }
    var question = DistanceQuestion(
      view: view, code: code, tiltDegrees: tilt.degrees, motion: motion)
    question.hasCameraFile = named != nil
    return question
  }
}

extension DistanceOptionGroup {
  /// The camera that is known by its focal length alone; `nil` without one.
  private func own(_ frame: PixelSize?) throws -> CameraModel? {
    let equivalent = try ViewingOptionGroup.equivalentMillimetres(camera)
    let option =
      focalPixels != nil ? "focal-pixels" : fieldOfView != nil ? "field-of-view" : "camera"
    guard focalPixels != nil || fieldOfView != nil || equivalent != nil else { return nil }
    guard let frame else {
      throw RequestError("--\(option) needs the size of the frame: add --frame 1280x720")
    }
    var focal = FocalLength.pixels(focalPixels ?? 0)
    var title = "Your camera"
    if let fieldOfView {
      focal = fieldOfView.focalLength(frame)
      title += ", \(fieldOfView)"
    } else if let equivalent {
      focal = .equivalentMillimetres(equivalent)
      title += ", \(Numerals.digits(equivalent)) mm equivalent by the frame's diagonal"
    }
    return CameraModel(
      focalPixels: focal.pixels(of: frame), of: frame, from: option, title: title)
  }
}

extension CameraModel {
  /// Makes a camera of which the focal length in frames of a size is known, and no more.
  ///
  /// - Parameter origin: Where it is known from.
  init(focalPixels: Double, of frame: PixelSize, from origin: String, title: String? = nil) {
    func figure<Value: Hashable & Sendable>(_ value: Value) -> SourcedFigure<Value> {
      SourcedFigure(value, origin: .derived(origin))
    }
    self.init(
      name: origin, title: title ?? "Your camera", sensor: figure(frame),
      focalLength: figure(.pixels(focalPixels)),
      modes: [CameraMode(frame: frame, area: figure(frame))])
  }
}

/// The angle that a camera's frames show.
struct FieldOfView: Hashable, Sendable, CustomStringConvertible {
  /// The corners or sides between which it is meant.
  enum Direction: String, Hashable, Sendable {
    case diagonal
    case horizontal
  }

  let degrees: Double
  let direction: Direction

  var description: String {
    "whose \(direction.rawValue) angle of view is \(Numerals.digits(degrees))°"
  }

  /// The focal length for frames of a size.
  func focalLength(_ frame: PixelSize) -> FocalLength {
    switch direction {
    case .diagonal: .diagonalDegrees(degrees)
    case .horizontal:
      .pixels(Double(frame.columns) / 2 / FocalLength.tangent(degrees: degrees / 2))
    }
  }
}

/// Sizes of frames and claims about them as people type them: for `transform:`.
enum FrameOption {
  /// `1920x1080`.
  static func size(_ text: String) throws -> PixelSize {
    guard let size = PixelSize(parsing: text) else {
      throw OptionValueError(description: "write columns x rows: 1920x1080")
    }
    return size
  }

  /// `78deg`, `70deg-horizontal`.
  static func angle(_ text: String) throws -> FieldOfView {
    let parts = text.split(separator: "-", maxSplits: 1).map(String.init)
    guard let angle = parts.first.flatMap(Quantity.angle.value(parsing:)),
      (1...170).contains(angle),
      let direction = FieldOfView.Direction(rawValue: parts.count > 1 ? parts[1] : "diagonal")
    else {
      throw OptionValueError(
        description:
          "write an angle from 1 to 170 degrees: 78deg, which is the diagonal one, or 70deg-horizontal"
      )
    }
    return FieldOfView(degrees: angle, direction: direction)
  }

  /// `10cm@3m=15px`.
  static func claim(_ text: String) throws -> SizeClaim {
    let parts = text.split(separator: "=", omittingEmptySubsequences: false)
    let places = parts[0].split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, places.count == 2, parts[1].hasSuffix("px"),
      let pixels = NumberBounds.positive.number(parsing: String(parts[1].dropLast(2)))
    else {
      throw OptionValueError(description: "write width@distance=pixels: 10cm@3m=15px")
    }
    return SizeClaim(
      widthMillimetres: try PhysicalOption.codeSize(String(places[0])),
      distanceMillimetres: try PhysicalOption.distance(String(places[1])),
      moduleSizePixels: pixels)
  }
}

/// An angle as people type it: `30`, `30deg`; a label that leans the other way is seen alike.
struct TiltOption: ExpressibleByArgument, CustomStringConvertible {
  /// From 0 on.
  let degrees: Double

  init(degrees: Double) { self.degrees = degrees }

  init?(argument: String) {
    guard let angle = Double(argument) ?? Quantity.angle.value(parsing: argument) else {
      return nil
    }
    degrees = abs(angle)
  }

  var description: String { "\(degrees)" }
}
