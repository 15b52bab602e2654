import DecoderKit

extension Scene {
  /// Arranges what a specification describes in front of the camera.
  ///
  /// - Parameter symbols: The specification's symbols, encoded.
  init(_ specification: SampleSpecification, _ symbols: [Symbol]) throws(SceneObjection) {
    let camera = specification.camera
    let randomness = specification.randomness
    let layout: SceneLayout
    switch specification.subject {
    case .texture(let texture, let width, let height):
      try self.init(
        width: width, height: height,
        filledWith: .texture(
          texture, scalePixels: camera[.moduleSize], generator: randomness.generator(.texture)))
      return
    case .symbols(_, let arrangement): layout = arrangement
    }
    var damage = randomness.generator(.damage)
    var printed: [PrintedSymbol] = []
    for symbol in symbols {
      let spots =
        camera.isNeutral(.damage)
        ? [] : try Damage.spots(percent: camera[.damage], on: symbol, &damage)
      printed.append(
        PrintedSymbol(symbol, barGrowthModules: camera[.barGrowth], spots: spots))
    }
    try self.init(
      printed, layout: layout, viewpoint: Viewpoint(camera, phase: specification.phase),
      surroundings: Surroundings(camera, specification.backdrop, randomness),
      frame: camera.isNeutral(.frame)
        ? nil : Frame(width: Int(camera[.frame]), height: Int(camera[.frame])),
      sampling: camera.isSet(.nearestSampling) ? .nearest : .area)
  }
}

extension Viewpoint {
  fileprivate init(_ camera: CameraSettings, phase: Point) {
    self.init(moduleSizePixels: camera[.moduleSize])
    rotationDegrees = camera[.rotation]
    tiltDegrees = camera[.tilt]
    tiltDirectionDegrees = camera[.tiltDirection]
    curvatureDegrees = camera[.curvature]
    isMirrored = camera.isSet(.mirrored)
    self.phase = phase
  }
}

extension Surroundings {
  /// Makes the surroundings. A requested quiet zone ends at dark surroundings, unless there is a
  /// backdrop.
  fileprivate init(
    _ camera: CameraSettings, _ backdrop: Condition.Backdrop?, _ randomness: SampleRandomness
  ) {
    let isAsked = !camera.isNeutral(.quietZone)
    let fill: Fill =
      if let backdrop {
        .texture(
          backdrop.texture, scalePixels: backdrop.scalePixels,
          generator: randomness.generator(.texture))
      } else {
        isAsked ? .dark : .paper
      }
    self.init(fill, quietZonePercent: isAsked ? camera[.quietZone] : 100)
  }
}
