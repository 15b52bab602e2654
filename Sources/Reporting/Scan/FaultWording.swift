import DecoderKit
import Images
import Measuring
import Scanning

/// Faults and changes in words: one wording for what a scan suspects and what an explanation finds.
package enum FaultWording {
  /// The name of a fault.
  package static func name(_ fault: ImageFault) -> String {
    switch fault {
    case .inverted: "light on dark"
    case .quietZone: "quiet zone missing"
    case .lowContrast: "low contrast"
    case .colours: "colours that are alike in grey"
    case .damage: "damaged or covered"
    case .glare: "glare"
    case .unevenLight: "uneven light"
    case .exposure: "far too dark or too light (tone curve)"
    case .jpeg: "compressed too far (JPEG blocks)"
    case .motion: "motion blur"
    case .perspective: "steep perspective"
    case .tooSmall: "too small"
    case .blurred: "blurred"
    case .noise: "noise"
    case .turned: "turned"
    case .tooLarge: "too large"
    case .surroundings: "lost in its surroundings"
    }
  }

  /// The name of a fault that is measured: a quiet zone of half a module or more is narrow, and not missing.
  package static func name(_ sign: FaultSign) -> String {
    if sign.fault == .quietZone, case .modules(let modules) = sign.measure, modules >= 0.5 {
      return "quiet zone narrow"
    }
    return name(sign.fault)
  }

  /// The words for a symbol that does not have a fault; empty for faults that nothing rules out.
  ///
  /// - Parameter measurement: The symbol in the unchanged image; the size of its modules rules out that it is too
  ///   small, or that it was read reduced as well as enlarged.
  package static func absence(_ fault: ImageFault, of measurement: SymbolMeasurement?) -> String {
    switch fault {
    case .inverted: "the symbol is dark on light"
    case .quietZone: "its quiet zone is wide enough"
    case .lowContrast: "its contrast is good"
    case .tooSmall:
      measurement?.moduleSize?.pixels.value ?? 0 >= FaultSign.easySizePixels
        ? "its modules are large enough" : "reducing was enough, too"
    case .blurred: "it is sharp"
    case .unevenLight: "its light is even"
    case .perspective: "it is seen almost from straight above"
    case .tooLarge: "enlarging was enough, too"
    default: ""
    }
  }

  /// The measure of a fault, with its unit: `1.21 px per module`.
  package static func figure(_ measure: FaultSign.Measure) -> String {
    func number(_ value: Double, _ places: Int) -> String {
      Numerals.decimal(value, places: places)
    }
    return switch measure {
    case .modulePixels(let pixels): "\(number(pixels, 2)) px per module"
    case .sigmaPixels(let sigma): "about \(number(sigma, 1)) px"
    case .path(let pixels, let degrees):
      "about \(number(pixels, 0)) px along \(number(degrees, 0))°"
    case .contrast(let contrast): "\(number(contrast * 100, 0)) %"
    case .shade(let shade):
      shade < 0.5
        ? "paper of \(number(shade * 100, 0)) % of white"
        : "ink of \(number(shade * 100, 0)) % of white"
    case .ratio(let ratio): "\(number(ratio, 1)) × as light at one end as at the other"
    case .share(let share): "about \(number(share * 100, 0)) % of the symbol"
    case .degrees(let degrees): "\(number(degrees, 0))°"
    case .degreesIfSquare(let degrees): "\(number(degrees, 0))° if the symbol is square"
    case .modules(let modules): "\(number(modules, 1)) modules at its narrowest"
    case .blockExcess(let excess): "blocks stand out \(number(excess, 1)) ×"
    case .gain(let gain): "one colour has \(number(gain, 1)) × the contrast of grey"
    }
  }

  /// A fault with its measure: `too small, 1.21 px per module`.
  package static func words(_ sign: FaultSign) -> String {
    let figure: String? =
      if sign.fault == .turned, case .degrees(let degrees) = sign.measure {
        turn(degrees, places: 0)
      } else {
        sign.measure.map(Self.figure)
      }
    return [name(sign), figure].compactMap(\.self).joined(separator: ", ")
  }

  /// A turn by degrees clockwise, below 360, the shorter way: `12.3° clockwise`.
  package static func turn(_ degrees: Double, places: Int) -> String {
    func number(_ value: Double) -> String { Numerals.decimal(value, places: places) }
    let isBack = degrees > 180
    let size = number(isBack ? 360 - degrees : degrees)
    guard size != number(0) else { return size + "°" }
    return "\(size)° \(isBack ? "anticlockwise" : "clockwise")"
  }

  /// The remedy of a fault when the symbol is printed or the photo is taken.
  ///
  /// - Parameter carrier: The symbol's kind; `nil` if it is not known.
  package static func remedy(_ sign: FaultSign, of carrier: Symbology? = nil) -> String {
    switch sign.fault {
    case .inverted: "print it dark on light, or read the negative"
    case .quietZone:
      carrier.map {
        "leave \(Numerals.level(ImageFault.neededQuietZone($0))) modules of blank paper around the symbol"
      } ?? "leave blank paper around the symbol"
    case .lowContrast: "print darker, or add light"
    case .colours: "read one colour alone"
    case .damage: "show the whole symbol, or print it again"
    case .glare: "turn the light or the symbol until the glare is gone"
    case .unevenLight:
      "light the symbol evenly, and move the lamp so that it is not mirrored in the label"
    case .exposure: "expose for the symbol"
    case .jpeg: "save at a higher quality"
    case .motion: "hold still, or use a shorter exposure"
    case .perspective: "take the photo from straight above"
    case .tooSmall:
      sign.zoom.map { "move closer: \(Numerals.decimal($0, places: 1)) × as large" }
        ?? "move closer"
    case .blurred: "focus"
    case .noise: "add light, or use a longer exposure"
    case .turned: "hold it upright"
    case .tooLarge: "reduce the image"
    case .surroundings: "cut the symbol out"
    }
  }

  /// The changes against a fault, of whatever measure: `enlarging`.
  package static func kind(_ fault: ImageFault) -> String {
    switch fault {
    case .inverted: "the negative"
    case .quietZone: "paper around it"
    case .colours: "one colour alone"
    case .lowContrast: "stretching the contrast"
    case .unevenLight: "evening out light and contrast"
    case .exposure: "a tone curve"
    case .jpeg: "smoothing"
    case .motion: "undoing the movement"
    case .perspective: "straightening the view"
    case .tooSmall: "enlarging"
    case .blurred: "sharpening"
    case .turned: "turning"
    case .tooLarge: "reducing"
    case .surroundings: "cutting it out"
    case .damage, .glare, .noise: "no change"
    }
  }

  /// A change in words.
  package static func words(_ change: ImageChange) -> String {
    switch change {
    case .inverted: "the negative"
    case .padded(let border): "a border of \(border) px of paper"
    case .cleared: "paper instead of the dark surroundings"
    case .trimmed(let edge, _): "paper instead of \(edge) px at each edge"
    case .isolated: "paper all around the symbol"
    case .stretched: "stretching the contrast"
    case .levelled: "evening out light and contrast"
    case .toned(let power): "a tone curve of power \(Numerals.decimal(power, places: 2))"
    case .channel(let channel): "the \(channel.code) channel alone"
    case .enlarged(let factor): "enlarging \(Numerals.level(factor)) ×"
    case .sharpened(let sigma): "sharpening by \(Numerals.level(sigma)) px"
    case .deblocked(let sigma): "smoothing by \(Numerals.level(sigma)) px"
    case .unmoved(let pixels, let degrees, _):
      "undoing a movement of \(Numerals.decimal(pixels, places: 0)) px along "
        + "\(Numerals.decimal(degrees, places: 0))°"
    case .straightened: "straightening the view"
    case .turned(let degrees):
      degrees > 180
        ? "turning by \(Numerals.level(360 - degrees))° anticlockwise"
        : "turning by \(Numerals.level(degrees))°"
    case .reduced(let factor): "reducing to \(Numerals.decimal(factor * 100, places: 0)) %"
    case .cropped(let part):
      "cutting out \(part.width) × \(part.height) px at (\(part.x), \(part.y))"
    }
  }
}

extension ImageFault {
  /// The name in files.
  package var code: String {
    switch self {
    case .inverted: "light-on-dark"
    case .quietZone: "quiet-zone"
    case .lowContrast: "low-contrast"
    case .colours: "colours"
    case .damage: "damage"
    case .glare: "glare"
    case .unevenLight: "uneven-light"
    case .exposure: "exposure"
    case .jpeg: "jpeg"
    case .motion: "motion-blur"
    case .perspective: "perspective"
    case .tooSmall: "too-small"
    case .blurred: "blurred"
    case .noise: "noise"
    case .turned: "turned"
    case .tooLarge: "too-large"
    case .surroundings: "surroundings"
    }
  }
}

extension ColourChannel {
  /// The name in words and in files.
  package var code: String {
    switch self {
    case .red: "red"
    case .green: "green"
    case .blue: "blue"
    }
  }
}
