import DecoderKit
import Measuring

@testable import Configure

/// Symbols and images as a survey finds them.
enum Fixture {
  static func symbol(
    _ symbology: Symbology, _ text: String, at x: Double = 100, _ y: Double = 100,
    module: Double = 3, dimension: SymbolDimension? = nil, isInverted: Bool = false,
    turn: Double = 0, gradient: Double = 0, readers: [String] = ["a", "b"],
    decoders: [String] = [], contradictions: Int = 0
  ) -> SurveyedSymbol {
    let (columns, rows) = (dimension?.columns ?? 95, dimension?.rows ?? 1)
    let height = rows == 1 ? 40 : Double(rows)
    let (width, depth) = (Double(columns) * module, height * module)
    let size = MeasuredValue(module, standardError: 0.01)
    return SurveyedSymbol(
      symbology: symbology, bytes: Array(text.utf8), readers: readers,
      decoders: decoders,
      measurement: SymbolMeasurement(
        source: .measured,
        outline: Corners(
          topLeft: Point(x: x, y: y), topRight: Point(x: x + width, y: y),
          bottomRight: Point(x: x + width, y: y + depth), bottomLeft: Point(x: x, y: y + depth)),
        dimension: dimension ?? SymbolDimension(columns: 95, rows: 1),
        moduleSize: ModuleSize(across: size, down: nil, smallest: size, largest: size),
        condition: SymbolCondition(
          turnDegrees: turn, tiltDegrees: nil, isMirrored: false, isInverted: isInverted,
          blurSigmaPixels: MeasuredValue(0.5, standardError: 0.01), lightReflectance: 0.8,
          darkReflectance: 0.2, noiseGreyLevels: 2, lightGradient: gradient,
          quietZone: QuietZoneWidths(left: 12, top: nil, right: 12, bottom: nil),
          barGrowthModules: 0, grades: GradeParameters(symbolContrast: 0.6, modulation: 0.9))),
      isInverted: isInverted, contradictions: contradictions)
  }

  /// A symbol that is known from its truth alone.
  static func unmeasured(_ symbology: Symbology, _ text: String) -> SurveyedSymbol {
    SurveyedSymbol(
      symbology: symbology, bytes: Array(text.utf8), readers: [],
      measurement: SymbolMeasurement(source: .none(.notFound), outline: nil), isInverted: false)
  }

  static func survey(_ images: [[SurveyedSymbol]], width: Int = 1000, height: Int = 500)
    -> SampleSurvey
  {
    SampleSurvey(
      images: images.enumerated().map { index, symbols in
        let name = "image-\(index < 10 ? "0" : "")\(index).png"
        return SurveyedImage(
          path: "/samples/" + name, name: name, width: width, height: height, symbols: symbols)
      }, decoders: [])
  }
}
