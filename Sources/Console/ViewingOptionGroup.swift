import ArgumentParser
import Base
import Optics
import Scanning

/// The options that turn module sizes into distances.
package struct ViewingOptionGroup: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The camera, for distances: its name (see list cameras) or file, or its equivalent focal length "
        + "(35 mm film): 26mm.",
      discussion: "A focal length is valid only for whole photos, not for cropped or zoomed ones.",
      valueName: "camera"), completion: Completions.cameras)
  package var camera: String?

  @Option(
    help: ArgumentHelp(
      "The focal length in pixels of the images, instead of --camera.", valueName: "pixels"))
  package var focalPixels: Double?

  @Option(
    help: ArgumentHelp(
      "The symbols' width without quiet zone, for distances: 20mm, 2cm, 0.8in, 800mil.",
      valueName: "length"), transform: PhysicalOption.codeSize)
  package var codeSize: Double?

  package init() {}

  package func validate() throws {
    if camera != nil, focalPixels != nil {
      throw ValidationError("--camera and --focal-pixels both give the focal length: leave one out")
    }
    try NumberBounds.positive.check(focalPixels, "--focal-pixels")
    _ = try Self.equivalentMillimetres(camera)
    guard (camera != nil || focalPixels != nil) == (codeSize != nil) else {
      throw ValidationError(
        codeSize == nil
          ? "a distance needs the symbols' width, too: --code-size 20mm"
          : "a distance needs the focal length, too: --camera 26mm or --focal-pixels 3000")
    }
  }

  /// The equivalent focal length that was given in place of a camera's name; `nil` for a name.
  package static func equivalentMillimetres(_ camera: String?) throws -> Double? {
    guard let length = camera.flatMap(Quantity.length.value(parsing:)) else { return nil }
    guard (4...4000).contains(length) else {
      throw ValidationError("--camera is a focal length from 4mm to 4m; check the unit")
    }
    return length
  }

  /// Looks up the camera; `nil` if no distances are wanted.
  ///
  /// - Throws: `CameraCatalogError` or `FileFault` for a camera that cannot be had.
  package func viewing() throws -> Viewing? {
    guard let codeSize else { return nil }
    if let focalPixels {
      return Viewing(camera: .focalLength(.pixels(focalPixels)), codeWidthMillimetres: codeSize)
    }
    guard let camera else { return nil }
    let known: ViewingCamera =
      if let length = try Self.equivalentMillimetres(camera) {
        .focalLength(.equivalentMillimetres(length))
      } else {
        .model(try Installation.cameras.load(nameOrPath: camera))
      }
    return Viewing(camera: known, codeWidthMillimetres: codeSize)
  }
}
