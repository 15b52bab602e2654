import DecoderKit

/// The faults that are measured at a place which looks like a symbol, or is one.
struct FaultGauge {
  let plane: LuminancePlane
  let kind: PotentialSymbol.Kind
  let outline: Corners
  /// About the module size.
  let modulePixels: Double
  /// The length of short runs, in pixels; at most the module size. Where blur has closed narrow gaps, what is left
  /// looks like large modules.
  var finestPixels: Double
  /// True if the symbol was read and measured, so that its modules are counted.
  var isRead = false
  /// True for a place with nothing but dark around it.
  var isSurroundedByDark = false

  /// Modules below this size are the likely obstacle, in pixels.
  static let hardSizePixels = 2.5

  /// The faults beyond what decoders bear, the gravest first.
  ///
  /// - Parameters:
  ///   - modules: About the number of modules along the place's sides; `nil` for bars.
  ///   - levels: The shades of dark and light, in grey levels.
  func signs(
    modules: SIMD2<Double>?, levels: (dark: Double, light: Double)
  ) -> [FaultSign] {
    guard let map = Homography(width: 1, height: 1, to: outline) else { return [] }
    let middle = map.derivatives(0.5, 0.5)
    let cells = PlaceCells(
      plane, map, lengths: (middle.across, middle.down), module: modulePixels,
      isLinear: kind == .linear)
    var signs = shades(levels)
    // Of edges that are little higher than noise, no blur is told.
    if levels.light - levels.dark > 20 { signs += sharpness(cells) }
    signs += [size, cover(cells), light(cells), turn].compactMap(\.self)
    signs += [tilt(modules)].compactMap(\.self)
    return FaultSign.ordered(FaultSign.withoutConsequences(signs, of: Self.consequences))
  }

  /// The faults of a place that others bring about there.
  private static let consequences: [ImageFault: [ImageFault]] = [
    .glare: [.perspective, .motion, .quietZone], .perspective: [.tooSmall, .turned, .motion],
    .motion: [.lowContrast, .damage, .glare, .blurred],
    .blurred: [.lowContrast, .damage],
    .unevenLight: [.lowContrast, .motion, .damage, .perspective, .blurred],
    .exposure: [.unevenLight, .lowContrast, .damage],
    .tooSmall: [.blurred, .damage, .glare, .unevenLight],
    .lowContrast: [.unevenLight, .damage, .perspective],
  ]

  private var size: FaultSign? {
    guard modulePixels < Self.hardSizePixels else { return nil }
    return FaultSign(
      .tooSmall, severity: (Self.hardSizePixels - modulePixels) / 1.5,
      .modulePixels(modulePixels))
  }

  /// Contrast and exposure. Shades that lie at one end of the scale have lost their contrast to the tone
  /// curve; in its middle, the print or the light has too little.
  private func shades(_ levels: (dark: Double, light: Double)) -> [FaultSign] {
    let (dark, light) = (levels.dark / 255, levels.light / 255)
    let contrast = light - dark
    let middle = (light + dark) / 2
    var signs = [
      FaultSign(.lowContrast, severity: min((0.3 - contrast) / 0.3, 1), .contrast(contrast))
    ]
    if contrast < 0.45, middle < 0.25 || middle > 0.75 {
      signs.append(
        FaultSign(
          .exposure, severity: 1.3 * (0.45 - contrast) / 0.45,
          .shade(middle < 0.5 ? light : dark)))
    }
    return signs
  }
}
