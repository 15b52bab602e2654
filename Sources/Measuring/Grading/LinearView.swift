import DecoderKit
import Symbols

/// A linear symbol with its place in an image: what scan lines are laid across.
struct LinearView {
  let symbology: Symbology
  /// The modules from the first bar to the last.
  private let pattern: ModulePattern
  /// The light margin that belongs to the profile, in modules.
  let margin: (left: Double, right: Double)
  /// The bars' height in modules, for the aperture.
  let heightModules: Double
  /// The part of the height across which scans are spread, 0 to 1.
  let band: ClosedRange<Double>
  let outline: Corners
  /// From modules and the share of the height to the image.
  private let map: (Double, Double) -> Point

  /// The scans across a symbol.
  static let scans = 10
  /// Samples in a module.
  private static let density = 8

  /// Makes the view of a symbol that was drawn.
  init(_ symbol: Symbol, map: @escaping (Double, Double) -> Point) {
    // Guard bars go on in a row of their own, and bearer bars have theirs.
    let row = symbol.rowHeights.indices.max { symbol.rowHeights[$0] < symbol.rowHeights[$1] } ?? 0
    let all = Array(symbol.modules[row * symbol.columns..<(row + 1) * symbol.columns])
    let frame = Int(symbol.extent.frameModules)
    let top = symbol.rowHeights.prefix(row).reduce(0, +)
    let height = symbol.rowHeights[row]
    symbology = symbol.symbology
    let modules = Array(all.dropFirst(frame).dropLast(frame))
    pattern = ModulePattern(columns: modules.count, rows: 1, modules: modules)
    heightModules = height
    band = 0.1...0.9
    margin = Self.quietZone(of: symbol.symbology) ?? (0, 0)
    let (width, whole) = (symbol.width, symbol.height)
    outline = Corners(
      topLeft: map(0, 0), topRight: map(width, 0), bottomRight: map(width, whole),
      bottomLeft: map(0, whole))
    self.map = { map($0 + Double(frame), top + $1 * height) }
  }

  /// Makes the view of a symbol that was located.
  init(_ registration: Registration, _ symbology: Symbology) {
    let middle = registration.middleDerivatives
    self.symbology = symbology
    pattern = registration.pattern
    heightModules = middle.down / max(middle.across, 1e-9)
    band = LinearBand.range
    margin = Self.quietZone(of: symbology) ?? (0, 0)
    outline = registration.outline
    map = registration.point
  }

  /// The margin that the symbology's standard asks for; `nil` for symbologies that are not graded.
  static func quietZone(of symbology: Symbology) -> (left: Double, right: Double)? {
    let kind: LinearKind
    switch symbology {
    case .code128, .gs1_128: kind = .code128
    case .code39: kind = .code39(isFullASCII: false, hasCheckCharacter: false)
    case .code93: kind = .code93
    // The blur of a bearer frame, which stands at the end of the quiet zone, is left out.
    case .itf, .itf14: return (9, 9)
    case .ean13: kind = .ean13(addOn: nil)
    case .ean8: kind = .ean8
    case .upcA: kind = .upcA(addOn: nil)
    case .upcE: kind = .upcE(addOn: nil)
    default: return nil
    }
    let zone = SymbolOptions.linear(kind, height: nil).quietZone
    return (zone.left, zone.right)
  }

  /// The widths of the elements, in columns.
  private var nominal: [Int] {
    let modules = pattern.modules
    var widths: [Int] = []
    for index in modules.indices {
      if index > 0, modules[index] == modules[index - 1] {
        widths[widths.count - 1] += 1
      } else {
        widths.append(1)
      }
    }
    return widths
  }

  /// Grades the symbol by ten scans.
  func grade(
    _ aperture: Aperture, in plane: LuminancePlane
  ) -> Result<SymbolGrades, GradingFailure> {
    var scans: [ScanGrades] = []
    let nominal = nominal
    let aperture = aperture.averaging(modulePixels: moduleSizePixels)
    for line in 0..<Self.scans {
      let share = (Double(line) + 0.5) / Double(Self.scans)
      let height = band.lowerBound + (band.upperBound - band.lowerBound) * share
      guard let values = profile(at: height, aperture, in: plane) else {
        return .failure(.outsideImage)
      }
      if line == 0, isLightOnDark(values) { return .failure(.lightOnDark) }
      let profile = ReflectanceProfile(values.map { $0.value / 255 })
      guard let grades = profile.grades(symbology, nominal: nominal) else {
        return .failure(.unsupportedSize)
      }
      scans.append(grades)
    }
    return .success(
      SymbolGrades(
        standard: .iso15416, symbology: symbology, apertureModules: aperture.diameterModules,
        moduleSizePixels: moduleSizePixels, outline: outline, scans: scans))
  }

  private var moduleSizePixels: Double {
    let (start, end) = (map(0, 0.5), map(pattern.width, 0.5))
    let (x, y) = (end.x - start.x, end.y - start.y)
    return (x * x + y * y).squareRoot() / pattern.width
  }

  /// The reflectances along a scan line, with their places in modules; as much of the quiet zones as the
  /// image holds.
  ///
  /// - Returns: `nil` if a part of the symbol itself lies outside the image.
  private func profile(
    at height: Double, _ aperture: Aperture, in plane: LuminancePlane
  ) -> [(place: Double, value: Double)]? {
    let count = pattern.width
    let steps = Int((count + margin.left + margin.right) * Double(Self.density))
    var values: [(place: Double, value: Double)] = []
    for step in 0...steps {
      let place = Double(step) / Double(Self.density) - margin.left
      let value = aperture.reflectance(
        place, height, rowHeightModules: heightModules, in: plane, map)
      if let value {
        values.append((place, value))
      } else if place >= 0, place <= count {
        return nil
      }
    }
    return values
  }

  private func isLightOnDark(_ profile: [(place: Double, value: Double)]) -> Bool {
    var means = ColourMeans()
    for (place, value) in profile where place >= 0 && place < pattern.width {
      means.add(value, isDark: pattern.modules[pattern.column(at: place)] != 0)
    }
    return means.isLightOnDark
  }
}
