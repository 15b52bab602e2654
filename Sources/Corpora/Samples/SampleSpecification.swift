import DecoderKit

/// All that determines a sample, before anything is encoded or drawn.
public struct SampleSpecification: Hashable, Sendable {
  /// The sample's name.
  public let key: SampleKey
  /// What kind of symbol is drawn.
  public let options: SymbolOptions
  /// The symbol's data, which a reader must return.
  public let payload: [UInt8]
  /// The side of a module, in pixels.
  public let moduleSizePixels: Double
  /// Degrees clockwise as seen in the image.
  public let rotationDegrees: Double
  /// Pixels by which the symbol is moved right and down, each in [0, 1).
  public let phase: Point
  /// 128 bits in lower-case hexadecimal: two samples with one hash have the same image and truth.
  ///
  /// It is the first half of the SHA-256 of the resolved parameters, the payload and the versions of
  /// encoder and renderer; names, keys and seeds are no part of it.
  public let hash: String

  /// Settles a sample.
  package init(
    key: SampleKey, options: SymbolOptions, payload: [UInt8], moduleSizePixels: Double,
    rotationDegrees: Double, phase: Point
  ) {
    self.key = key
    self.options = options
    self.payload = payload
    self.moduleSizePixels = moduleSizePixels
    self.rotationDegrees = rotationDegrees
    self.phase = phase
    // Numbers go in bit for bit; the payload comes last, where no text of it can pass for another.
    let text = """
      renderer \(SymbolRasteriser.version)
      encoder zint \(SymbolEncoder.version)
      symbol \(options)
      module-size \(moduleSizePixels.bitPattern)
      rotation \(rotationDegrees.bitPattern)
      phase \(phase.x.bitPattern) \(phase.y.bitPattern)
      payload \(payload.count)

      """
    hash = SHA256Digest.hex(SHA256Digest(of: Array(text.utf8) + payload).bytes.prefix(16))
  }
}
