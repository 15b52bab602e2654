import DecoderKit
import Measuring

/// Places that look like symbols.
extension ScanWording {
  /// `looks like a matrix symbol at (120, 48), 85 × 84 px, about 1.3 px per module: enlarge 1.6 ×`
  static func potential(_ place: PotentialSymbol) -> String {
    let points = place.outline.points
    func extent(_ values: [Double]) -> (low: Double, length: Double) {
      let low = values.min() ?? 0
      return (low, (values.max() ?? 0) - low)
    }
    let (x, y) = (extent(points.map(\.x)), extent(points.map(\.y)))
    func whole(_ value: Double) -> String { Numerals.decimal(value, places: 0) }
    let kind = place.kind == .linear ? "a linear symbol" : "a matrix symbol"
    let hints = place.obstacles.map(obstacle).joined(separator: "; ")
    return "looks like \(kind) at (\(whole(x.low)), \(whole(y.low))), \(whole(x.length)) × "
      + "\(whole(y.length)) px, about \(Numerals.decimal(place.moduleSizePixels, places: 1)) px per "
      + "module" + (hints.isEmpty ? "" : ": " + hints)
  }

  private static func obstacle(_ obstacle: PotentialSymbol.Obstacle) -> String {
    switch obstacle {
    case .tooSmall(let zoom): "too small, zoom \(Numerals.decimal(zoom, places: 1)) ×"
    case .outOfFocus(let sigma): "out of focus, σ about \(Numerals.decimal(sigma, places: 1)) px"
    case .quietZoneMissing: "quiet zone missing"
    case .lowContrast(let contrast):
      "low contrast, \(Numerals.decimal(contrast * 100, places: 0)) %"
    case .inverted: "light on dark, invert"
    }
  }
}
