import DecoderKit

/// All that determines a drawn sample, before anything is encoded or drawn.
public struct SampleSpecification: Hashable, Sendable {
  /// The sample's name.
  public let key: SampleKey
  /// The symbols on the label, in the layout's order; empty for textures.
  public let symbols: [SymbolSpecification]
  /// A value for each parameter of print, geometry and camera.
  public let camera: CameraSettings
  /// The shift of the whole scene to the right and down, in pixels, each in [0, 1).
  public let phase: Point
  /// 128 bits in lower-case hexadecimal: two samples with one hash have the same image and truth.
  ///
  /// It is the first half of the SHA-256 of the resolved parameters, the payloads and the versions
  /// of encoder and renderer. Names, keys and seeds are not part of it, unless the image itself is
  /// made of random numbers.
  public let hash: String

  /// The subject of the sample's recipe.
  let subject: Recipe.Subject
  let backdrop: Condition.Backdrop?
  let randomness: SampleRandomness

  /// One symbol of a sample.
  public struct SymbolSpecification: Hashable, Sendable {
    /// The options of the symbol.
    public let options: SymbolOptions
    /// The payload that is encoded.
    public let payload: [UInt8]
  }

  /// Resolves all values of a sample.
  init(
    key: SampleKey, symbols: [SymbolSpecification], subject: Recipe.Subject,
    camera: CameraSettings, backdrop: Condition.Backdrop?, phase: Point,
    randomness: SampleRandomness
  ) {
    self.key = key
    self.symbols = symbols
    self.subject = subject
    self.camera = camera
    self.backdrop = backdrop
    self.phase = phase
    self.randomness = randomness

    var parts = [
      "renderer \(SampleRenderer.version)", "encoder zint \(SymbolEncoder.version)",
      "phase \(phase.x.bitPattern) \(phase.y.bitPattern)", camera.canonicalText,
    ]
    var usesRandomness = camera.isNoisy || !camera.isNeutral(.damage)
    switch subject {
    case .symbols(_, let layout): parts.append("\(layout)")
    case .texture(let texture, let width, let height):
      parts.append("texture \(texture.rawValue) \(width) \(height)")
      usesRandomness = true
    }
    if let backdrop {
      parts.append("backdrop \(backdrop.texture.rawValue) \(backdrop.scalePixels.bitPattern)")
      usesRandomness = true
    }
    if usesRandomness { parts.append("random \(randomness.identity)") }
    for symbol in symbols {
      parts += ["\(symbol.options)", SHA256Digest.hex(symbol.payload)]
    }
    hash = String(ContentHash.sha256(ofParts: parts).prefix(32))
  }
}
