import DecoderKit
import Symbols

/// A matrix symbol with its place in an image.
struct MatrixView {
  let symbology: Symbology
  let pattern: ModulePattern
  let outline: Corners
  /// In modules; `nil` if it was not measured.
  let gridNonuniformity: Double?
  private let isInverted: Bool?
  private let map: (Double, Double) -> Point

  /// Makes the view of a symbol that was drawn.
  init(_ symbol: Symbol, map: @escaping (Double, Double) -> Point) {
    symbology = symbol.symbology
    pattern = ModulePattern(columns: symbol.columns, rows: symbol.rows, modules: symbol.modules)
    isInverted = nil
    self.map = map
    let (width, height) = (symbol.width, symbol.height)
    outline = Corners(
      topLeft: map(0, 0), topRight: map(width, 0), bottomRight: map(width, height),
      bottomLeft: map(0, height))
    gridNonuniformity = Self.deviation(outline, symbol.columns, symbol.rows, map)
  }

  /// Makes the view of a symbol that was located.
  init(_ registration: Registration, _ symbology: Symbology, gridNonuniformity: Double?) {
    self.symbology = symbology
    pattern = registration.pattern
    isInverted = registration.isInverted
    outline = registration.outline
    map = registration.point
    self.gridNonuniformity = gridNonuniformity
  }

  /// The largest distance of a grid intersection from its place in a flat grid between the corners, in
  /// modules.
  private static func deviation(
    _ outline: Corners, _ columns: Int, _ rows: Int, _ map: (Double, Double) -> Point
  ) -> Double? {
    let (width, height) = (Double(columns), Double(rows))
    guard let flat = Homography(width: width, height: height, to: outline) else { return nil }
    var largest = 0.0
    for row in 0...rows {
      for column in 0...columns {
        let (seen, ideal) = (
          map(Double(column), Double(row)), flat.apply(Double(column), Double(row))
        )
        let (x, y) = (seen.x - ideal.x, seen.y - ideal.y)
        largest = max(largest, x * x + y * y)
      }
    }
    let module = (outline.area / (width * height)).squareRoot()
    return module > 0 ? largest.squareRoot() / module : nil
  }

  /// The module sizes along the symbol's axes, in pixels.
  private var moduleSizes: (across: Double, down: Double) {
    let p = outline.points
    func length(_ one: Int, _ other: Int) -> Double {
      let (x, y) = (p[one].x - p[other].x, p[one].y - p[other].y)
      return (x * x + y * y).squareRoot()
    }
    return (
      (length(0, 1) + length(3, 2)) / 2 / Double(pattern.columns),
      (length(0, 3) + length(1, 2)) / 2 / Double(pattern.rows)
    )
  }

  /// Grades the symbol.
  func grade(
    _ aperture: Aperture, asPartMark: Bool, in plane: LuminancePlane
  ) -> Result<SymbolGrades, GradingFailure> {
    let (across, down) = moduleSizes
    let aperture = aperture.averaging(modulePixels: (across * down).squareRoot())
    let isInverted = isInverted ?? isLightOnDark(aperture, in: plane)
    // The quiet zones: four modules of QR Code, one of Data Matrix.
    let reflectances = ModuleReflectances(
      pattern, isInverted: isInverted, aperture: aperture,
      margin: symbology.carrier == .qrCode ? 4 : 1, in: plane, map: map)
    guard !reflectances.values.contains(where: \.isNaN) else { return .failure(.outsideImage) }
    let grading = MatrixGrading(
      symbology: symbology, reflectances: reflectances,
      axialNonuniformity: abs(across - down) / ((across + down) / 2),
      gridNonuniformity: gridNonuniformity, isInverted: isInverted)
    guard let scan = asPartMark ? grading.grades29158() : grading.grades15415() else {
      return .failure(.unsupportedSize)
    }
    return .success(
      SymbolGrades(
        standard: asPartMark ? .iso29158 : .iso15415, symbology: symbology,
        apertureModules: aperture.diameterModules,
        moduleSizePixels: (across * down).squareRoot(), outline: outline, scans: [scan]))
  }

  private func isLightOnDark(_ aperture: Aperture, in plane: LuminancePlane) -> Bool {
    let seen = ModuleReflectances(
      pattern, isInverted: false, aperture: aperture, margin: 0, in: plane, map: map)
    var means = ColourMeans()
    for (value, module) in zip(seen.values, pattern.modules) where !value.isNaN {
      means.add(value, isDark: module != 0)
    }
    return means.isLightOnDark
  }
}
