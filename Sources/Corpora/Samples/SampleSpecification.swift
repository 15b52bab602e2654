import Base
import DecoderKit
import Drawing
import Symbols

/// All that determines a drawn sample, before anything is encoded or drawn.
package struct SampleSpecification: Hashable, Sendable {
  /// The sample's name.
  package let key: SampleKey
  /// The symbols on the label, in the layout's order; empty for textures.
  package let symbols: [SymbolSpecification]
  /// A value for each parameter of print, geometry and camera.
  package let camera: CameraSettings
  /// The shift of the whole scene to the right and down, in pixels, each in [0, 1).
  package let phase: Point
  /// 128 bits in lower-case hexadecimal: two samples with one hash have the same image and truth.
  ///
  /// It is the first half of the SHA-256 of the resolved parameters, the payloads and the versions
  /// of encoder and renderer. Names, keys and seeds are not part of it, unless the image itself is
  /// made of random numbers.
  package private(set) var hash = ""

  /// The subject of the sample's recipe.
  let subject: Recipe.Subject
  /// True if readings are judged by what they mean too.
  let judgesMeaning: Bool
  /// The frame of the condition's camera, into which the image must fit; `nil` without a camera.
  let limit: Frame?
  let backdrop: Condition.Backdrop?
  /// True if a texture surrounds the label.
  package var hasBackdrop: Bool { backdrop != nil }
  let selection: CorpusSelection?
  let randomness: SampleRandomness
  /// The origin of the sensor's noise: in streams each frame has its own.
  let noise: SampleRandomness
  /// The way that a belt has carried the label since it was wholly in view; `nil` without a belt.
  let travelPixels: Double?

  /// One symbol of a sample.
  package struct SymbolSpecification: Hashable, Sendable {
    /// The options of the symbol.
    package let options: SymbolOptions
    /// The payload that is encoded.
    package let payload: [UInt8]
    /// The charset that the symbol announces for it; `nil` for none.
    package var interpretation: Interpretation?
  }

  /// Resolves all values of a sample.
  init(
    key: SampleKey, symbols: [SymbolSpecification], subject: Recipe.Subject,
    judgesMeaning: Bool = false, camera: CameraSettings, limit: Frame?,
    backdrop: Condition.Backdrop?, selection: CorpusSelection? = nil, phase: Point,
    randomness: SampleRandomness, noise: SampleRandomness? = nil, travelPixels: Double? = nil
  ) {
    self.key = key
    self.symbols = symbols
    self.subject = subject
    self.judgesMeaning = judgesMeaning
    self.camera = camera
    self.limit = limit
    self.backdrop = backdrop
    self.selection = selection
    self.phase = phase
    self.randomness = randomness
    self.noise = noise ?? randomness
    self.travelPixels = travelPixels
    hash = String(ContentHash.sha256(ofParts: identityTexts).prefix(32))
  }
}

extension Scene {
  /// Arranges what a specification describes in front of the camera.
  ///
  /// - Parameter symbols: The specification's symbols, encoded.
  init(_ specification: SampleSpecification, _ symbols: [Symbol]) throws(SceneError) {
    let camera = try specification.camera.withModuleSize(of: symbols)
    let randomness = specification.randomness
    let layout: SceneLayout
    switch specification.subject {
    case .texture(let texture, let width, let height):
      try self.init(
        width: width, height: height,
        filledWith: .texture(
          texture, scalePixels: camera[.moduleSize], generator: randomness.generator(.texture)))
      return
    case .symbols(_, let arrangement):
      layout =
        camera.isNeutral(.gap) ? arrangement : arrangement.spaced(byModules: camera[.gap])
    }
    var chances = PrintChances(camera, randomness)
    var printed: [PrintedSymbol] = []
    for symbol in symbols { printed.append(try chances.print(symbol)) }
    try self.init(
      printed, layout: layout, viewpoint: Viewpoint(camera, phase: specification.phase),
      surroundings: Surroundings(camera, specification.backdrop, randomness),
      frame: camera.frame,
      sampling: camera.isSet(.nearestSampling) ? .nearest : .area)
    // A camera's image may be a part of its frame, but never more.
    _ = try specification.limit?.shift(width: width, height: height)
    if let travel = specification.travelPixels, let limit = specification.limit,
      travel > Double(limit.width - width)
    {
      self = Scene(without: self)
    }
  }
}

extension CameraSettings {
  /// Replaces the width asked of a symbol by the size of its modules.
  ///
  /// - Throws: ``SceneError`` for a module that is too small or too large to be drawn.
  fileprivate func withModuleSize(of symbols: [Symbol]) throws(SceneError) -> CameraSettings {
    guard !isNeutral(.symbolWidth), let symbol = symbols.first else { return self }
    let size = self[.symbolWidth] / symbol.width
    if let reason = CameraParameter.moduleSize.objection(to: size) {
      throw SceneError(
        "\(self[.symbolWidth]) px for \(symbol.columns) modules are \(size) px each: \(reason)")
    }
    var settings = self
    settings[.moduleSize] = size
    return settings
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
    shear = camera[.shear] / 100
    self.phase = phase
  }
}

extension Surroundings {
  /// Makes the surroundings. A requested quiet zone ends at dark surroundings, unless there is a
  /// backdrop.
  fileprivate init(
    _ camera: CameraSettings, _ backdrop: Condition.Backdrop?, _ randomness: SampleRandomness
  ) {
    // A cropped image ends where bare paper does.
    guard camera.isNeutral(.crop) else {
      self.init(.paper, quietZonePercent: camera[.crop])
      return
    }
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

/// All random streams of one sample, derived from its key and never from the order of drawing.
///
/// Each parameter draws from its own stream, so that a parameter added later leaves the others
/// unchanged. A stream's generator starts from
/// SHA-256(SHA-256(corpus seed, recipe, condition, level, trial), name of the stream).
struct SampleRandomness: Hashable, Sendable {
  /// The streams besides those of the camera's parameters.
  enum Stream: String, CaseIterable {
    case payload
    case phase
    /// Spots on the print.
    case damage = "spots"
    /// Dots of a mark.
    case dots = "places of dots"
    /// Heating elements of a print head.
    case elements
    /// The crease of a ribbon.
    case wrinkle = "crease"
    /// Waves that bend the grid.
    case waves
    /// Streaks of brushed metal.
    case streaks
    /// Spots that mirror the lamp.
    case mirrors
    case texture
    case noise
    /// The target and the aiming error.
    case aim
    /// Phases of what moves in a stream.
    case way
  }

  private let root: SHA256Digest

  init(seed: UInt64, recipe: String, condition: String, level: String, trial: Int) {
    // No part can contain a line feed, so that different keys always give different texts.
    let text = "barcode-harness sample\n\(seed)\n\(recipe)\n\(condition)\n\(level)\n\(trial)\n"
    root = SHA256Digest(of: Array(text.utf8))
  }

  private init(root: SHA256Digest) {
    self.root = root
  }

  /// The randomness of one frame of a stream, by the text of its instant.
  func ofFrame(_ instant: String) -> SampleRandomness {
    SampleRandomness(root: SHA256Digest(of: root.bytes + Array("frame \(instant)".utf8)))
  }

  /// The digest from which all streams derive, in hexadecimal.
  var identity: String { root.hex }

  /// The generator of one stream.
  func generator(_ stream: Stream) -> Xoshiro256 { generator(named: stream.rawValue) }

  /// The generator of one of the camera's parameters.
  func generator(of parameter: CameraParameter) -> Xoshiro256 {
    generator(named: parameter.rawValue)
  }

  private func generator(named name: String) -> Xoshiro256 {
    let digest = SHA256Digest(of: root.bytes + Array(name.utf8))
    return Xoshiro256(state: (digest.word(0), digest.word(1), digest.word(2), digest.word(3)))
  }
}
