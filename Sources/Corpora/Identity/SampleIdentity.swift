import Base
import Drawing
import Images
import Symbols

extension SampleSpecification {
  /// All that determines the sample's image and truth, in the parts of version 1 of ``hash``.
  ///
  /// Values that few samples have are left out of the others, so that stored results are found again.
  var identityTexts: [String] {
    var parts = [
      "renderer \(DrawingVersion.current)", "encoder zint \(SymbolEncoder.version)",
      "phase \(phase.x.bitPattern) \(phase.y.bitPattern)", camera.canonicalText,
    ]
    if !camera.isNeutral(.jpeg) { parts.append("jpeg \(JPEG.library)") }
    switch subject {
    case .symbols(_, let layout): parts.append(layout.identityText)
    case .texture(let texture, let width, let height):
      parts.append("texture \(texture.rawValue) \(width) \(height)")
    }
    if let backdrop {
      parts.append("backdrop \(backdrop.texture.rawValue) \(backdrop.scalePixels.bitPattern)")
    }
    if let selection { parts += selection.identityTexts }
    if usesRandomness { parts.append("random \(randomness.identity)") }
    if camera.isNoisy, noise != randomness { parts.append("noise \(noise.identity)") }
    if let travelPixels, let limit {
      parts.append("travel \(travelPixels.bitPattern) of \(limit.width)")
    }
    for symbol in symbols {
      parts += [symbol.options.identityText, Hexadecimal.text(symbol.payload)]
      if let interpretation = symbol.interpretation { parts.append("eci \(interpretation.number)") }
    }
    return parts
  }

  /// True if the image itself is made of random numbers, beyond payloads and settings.
  private var usesRandomness: Bool {
    if case .texture = subject { return true }
    return camera.isNoisy || camera.isMarkedAtRandom || !camera.isNeutral(.damage)
      || backdrop != nil || selection != nil
  }
}
