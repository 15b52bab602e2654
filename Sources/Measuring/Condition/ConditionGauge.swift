import DecoderKit

/// Measures the condition of a registered symbol.
struct ConditionGauge {
  let plane: LuminancePlane
  let registration: Registration
  let ink: InkFit?
  /// The shifts of a matrix's fields; `nil` for linear symbols.
  let shifts: GridShifts?
  let symbology: Symbology?
  /// True if the modules are squares; false for linear symbols and for rows of any height.
  let hasSquareModules: Bool
  /// The modules whose colour does not depend on the data; none if they are not known.
  var fixed: [MatrixLayout.FixedModule] = []
  /// The standard error of ``SeenPose/anisotropy(of:)``.
  var anisotropyError = 0.0
  /// The standard error of the registration's blur, as a share of it.
  var blurError = 0.0

  private var pattern: ModulePattern { registration.pattern }
  private var columns: Double { pattern.width }
  private var rows: Double { Double(pattern.rows) }
  private var isLinear: Bool { pattern.rows == 1 }
  /// The standard error, in pixels, of taking the pixel's square and a Gaussian for one Gaussian, as it
  /// is done of matrices.
  private static let shapeError = 0.02

  /// Measures the condition.
  func condition() -> SymbolCondition {
    let pose = SeenPose(registration.middleDerivatives, anisotropyError: anisotropyError)
    let light = registration.light.value(at: registration.centre) + Double(ink?.lightChange ?? 0)
    let dark = registration.dark.value(at: registration.centre) + Double(ink?.darkChange ?? 0)
    let lines = isLinear ? ScanProfile.lines(of: registration, in: plane) : []
    var condition = SymbolCondition(
      turnDegrees: pose.turnDegrees, tiltDegrees: hasSquareModules ? pose.tiltDegrees : nil,
      isMirrored: pose.isMirrored, isInverted: light < dark,
      blurSigmaPixels: blur(ink),
      lightReflectance: share(max(light, dark)), darkReflectance: share(min(light, dark)),
      noiseGreyLevels: ink?.noise(in: plane) ?? registration.residual,
      lightGradient: lightGradient, quietZone: quietZone,
      barGrowthModules: 2 * Double(ink?.growth ?? Float(registration.growth)),
      wideToNarrowRatio: pattern.elements?.ratio,
      grades: isLinear ? linearGrades(lines) : matrixGrades())
    condition.bestLine = BestLine(of: lines, symbology)
    return condition
  }

  private func share(_ level: Double) -> Double { min(max(level / 255, 0), 1) }

  /// The blur without that of the pixels.
  private func blur(_ ink: InkFit?) -> MeasuredValue {
    let pixels = ink.map { Double($0.blurPixels) } ?? registration.blurPixels
    let statistical = pixels * (isLinear ? blurError : ink?.blurError ?? 1)
    let shape = isLinear ? 0 : Self.shapeError
    let error = 1.96 * (statistical * statistical + shape * shape).squareRoot()
    // The pixel's own square is no blur of the lens.
    func lens(_ pixels: Double) -> Double {
      max(pixels * pixels - PixelEdge.squareVariance, 0).squareRoot()
    }
    return MeasuredValue(
      value: lens(pixels), lower: lens(max(pixels - error, 0)), upper: lens(pixels + error))
  }

  /// The light's change from corner to corner, told by the brighter of the two levels.
  private var lightGradient: Double {
    let level = registration.isInverted ? registration.dark : registration.light
    let levels = registration.outline.points.map { level.value(at: $0) }
    let mean = level.value(at: registration.centre)
    return mean > 0 ? ((levels.max() ?? 0) - (levels.min() ?? 0)) / mean : 0
  }

  private var quietZone: QuietZoneWidths {
    let there = registration.middleDerivatives
    let gauge = QuietZoneGauge(
      plane: plane, registration: registration,
      rowHeight: hasSquareModules ? 1 : there.down / max(there.across, 1e-9))
    return QuietZoneWidths(
      left: gauge.width(.left), top: isLinear ? nil : gauge.width(.top),
      right: gauge.width(.right), bottom: isLinear ? nil : gauge.width(.bottom))
  }

  private func matrixGrades() -> GradeParameters {
    let modules = ModuleReflectances(registration, in: plane)
    let correction = ErrorCorrectionUse(
      symbology, columns: pattern.columns, rows: pattern.rows, part: pattern.part,
      isDark: modules.isDark)
    let there = registration.middleDerivatives
    return GradeParameters(
      symbolContrast: modules.symbolContrast,
      modulation: modules.modulation(correction),
      fixedPatternDamage: modules.damage(of: fixed),
      gridNonuniformity: registration.gridNonuniformity(shifts),
      axialNonuniformity: hasSquareModules
        ? abs(there.across - there.down) / ((there.across + there.down) / 2) : nil,
      unusedErrorCorrection: correction?.unused)
  }

  private func linearGrades(_ lines: [ScanProfile]) -> GradeParameters {
    let average = ScanProfile(average: lines)
    return GradeParameters(
      symbolContrast: average.symbolContrast, modulation: average.modulation,
      decodability: Decodability.value(
        symbology, widths: average.widths, nominal: average.nominalWidths))
  }
}
