import DecoderKit
import Measuring

extension Corners {
  /// An upright rectangle.
  static func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Corners {
    Corners(
      topLeft: Point(x: x, y: y), topRight: Point(x: x + width, y: y),
      bottomRight: Point(x: x + width, y: y + height), bottomLeft: Point(x: x, y: y + height))
  }
}

extension Reading {
  init(_ symbology: Symbology?, _ text: String, at corners: Corners? = nil) {
    self.init(symbology: symbology, bytes: Array(text.utf8), corners: corners)
  }
}

extension SymbolMeasurement {
  /// A measurement of square modules.
  static func measured(
    _ outline: Corners, columns: Int = 21, rows: Int = 21, pixels: Double = 4,
    down: Double? = nil, condition: SymbolCondition? = nil, backing: StructuralBacking? = nil
  ) -> SymbolMeasurement {
    func value(_ value: Double) -> MeasuredValue {
      MeasuredValue(value: value, lower: value * 0.99, upper: value * 1.01)
    }
    return SymbolMeasurement(
      source: .measured, outline: outline,
      dimension: SymbolDimension(columns: columns, rows: rows),
      moduleSize: ModuleSize(
        across: value(pixels), down: rows == 1 ? nil : value(down ?? pixels),
        smallest: value(pixels), largest: value(pixels)), condition: condition,
      backing: backing)
  }
}

extension SymbolCondition {
  static func seen(
    turn: Double = 0, tilt: Double = 0, blur: Double = 0, light: Double = 1,
    isInverted: Bool = false, quietZone: Double = 4, unusedErrorCorrection: Double? = nil,
    gradient: Double = 0, noise: Double = 0
  ) -> SymbolCondition {
    SymbolCondition(
      turnDegrees: turn, tiltDegrees: tilt, isMirrored: false, isInverted: isInverted,
      blurSigmaPixels: MeasuredValue(value: blur, lower: blur, upper: blur),
      lightReflectance: light, darkReflectance: 0, noiseGreyLevels: noise, lightGradient: gradient,
      quietZone: QuietZoneWidths(
        left: max(4, quietZone), top: max(4, quietZone), right: quietZone,
        bottom: max(4, quietZone)),
      barGrowthModules: 0,
      grades: GradeParameters(
        symbolContrast: light, modulation: 1, unusedErrorCorrection: unusedErrorCorrection))
  }
}
