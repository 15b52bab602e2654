import Measuring

/// Places that look like symbols.
extension ScanWording {
  /// `looks like a matrix symbol at (120, 48), 85 × 84 px, about 1.3 px per module: enlarge 1.6 ×`
  package static func potential(_ place: PotentialSymbol) -> String {
    let points = place.outline.points
    func extent(_ values: [Double]) -> (low: Double, length: Double) {
      let low = values.min() ?? 0
      return (low, (values.max() ?? 0) - low)
    }
    let (x, y) = (extent(points.map(\.x)), extent(points.map(\.y)))
    func whole(_ value: Double) -> String { Numerals.decimal(value, places: 0) }
    let kind = place.kind == .linear ? "a linear symbol" : "a matrix symbol"
    let hints = place.obstacles.map { sign in
      // The module size stands before them.
      sign.zoom.map {
        FaultWording.name(sign.fault) + ", zoom \(Numerals.decimal($0, places: 1)) ×"
      } ?? FaultWording.words(sign)
    }.joined(separator: "; ")
    return "looks like \(kind) at (\(whole(x.low)), \(whole(y.low))), \(whole(x.length)) × "
      + "\(whole(y.length)) px, about \(Numerals.decimal(place.moduleSizePixels, places: 1)) px per "
      + "module" + (hints.isEmpty ? "" : ": " + hints)
  }
}
