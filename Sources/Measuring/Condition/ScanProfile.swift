/// The part of a linear symbol's height in which its bars are looked at: not their ends, and not where
/// guard bars go on below the others.
enum LinearBand {
  static let range = 0.1...0.8

  /// Returns the place in the symbol's height of a place in the band, both 0 to 1.
  static func place(_ share: Double) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * share
  }
}

/// The scan reflectance profile of a linear symbol (ISO/IEC 15416), taken along its rows where it was
/// registered: the reflectances, and the elements and edges in them.
struct ScanProfile {
  /// Reflectances in grey levels at equal steps, from ``start``.
  let values: [Double]
  /// The first value's distance from the symbol's left edge, in modules; negative.
  private let start: Double
  /// The columns at which the colour changes, from the left edge to the right one.
  let nominalEdges: [Int]
  /// The places of these, in modules.
  private let nominalPlaces: [Double]

  /// Samples in a module.
  private static let density = 8
  /// Modules beyond the ends that are looked at.
  private static let margin = 3.0

  /// Takes the profile of a line.
  ///
  /// - Parameters:
  ///   - height: The line's place, 0 at the top of the bars and 1 at their bottom.
  ///   - aperture: The share of the bars' height over which each value is averaged.
  init(
    _ registration: Registration, in plane: LuminancePlane, height: Double, aperture: Double
  ) {
    let modules = registration.pattern.modules
    let columns = registration.pattern.columns
    let isInverted = registration.isInverted
    let count = Int((registration.pattern.width + 2 * Self.margin) * Double(Self.density)) + 1
    start = -Self.margin
    values = (0..<count).map { index in
      let u = Double(index) / Double(Self.density) - Self.margin
      var sum = 0.0
      for shift in [-0.5, -0.25, 0, 0.25, 0.5] {
        let point = registration.point(u, height + shift * aperture)
        // What lies beyond the image's border counts as light beside the symbol.
        let isBeyond = !plane.contains(point) && !(0...registration.pattern.width).contains(u)
        sum +=
          isBeyond
          ? min(max(registration.light.value(at: point), 0), 255) : plane.value(point.x, point.y)
      }
      return isInverted ? 255 - sum / 5 : sum / 5
    }
    nominalEdges = (0...columns).filter { column in
      let before = column > 0 ? modules[column - 1] : 0
      let after = column < columns ? modules[column] : 0
      return before != after
    }
    nominalPlaces = nominalEdges.map(registration.pattern.edge)
  }

  /// Averages profiles of the same symbol.
  init(average profiles: [ScanProfile]) {
    precondition(!profiles.isEmpty, "an average needs a profile")
    values = profiles[0].values.indices.map { index in
      profiles.reduce(0) { $0 + $1.values[index] } / Double(profiles.count)
    }
    start = profiles[0].start
    nominalEdges = profiles[0].nominalEdges
    nominalPlaces = profiles[0].nominalPlaces
  }

  /// The profiles of ten lines, spread over the bars' height.
  static func lines(of registration: Registration, in plane: LuminancePlane) -> [ScanProfile] {
    let middle = registration.middleDerivatives
    let aperture = min(0.08, 0.8 * middle.across / max(middle.down, 1e-9))
    return (0..<10).map { line in
      ScanProfile(
        registration, in: plane, height: LinearBand.place((Double(line) + 0.5) / 10),
        aperture: aperture)
    }
  }

  private func index(_ place: Double) -> Int {
    min(max(Int(((place - start) * Double(Self.density)).rounded()), 0), values.count - 1)
  }

  /// Symbol contrast, 0 to 1: the difference of the highest and the lowest reflectance.
  var symbolContrast: Double { ((values.max() ?? 0) - (values.min() ?? 0)) / 255 }

  /// The extreme reflectance of each element, those of the margins included: the highest of a space
  /// and the lowest of a bar.
  private var extremes: [(value: Double, index: Int)] {
    let bounds =
      [start] + nominalPlaces
      + [start + Double(values.count - 1) / Double(Self.density)]
    return zip(bounds, bounds.dropFirst()).enumerated().map { element, range in
      let places = index(range.0)...index(range.1)
      // The first element is the left margin, a space; then they alternate.
      let isBar = element % 2 == 1
      let best = places.max { isBar ? values[$0] > values[$1] : values[$0] < values[$1] }
      return (values[best ?? places.lowerBound], best ?? places.lowerBound)
    }
  }

  /// The smallest edge contrast as a share of the symbol contrast: modulation, 0 to 1.
  var modulation: Double {
    let extremes = extremes
    let edges = zip(extremes, extremes.dropFirst()).enumerated().map { index, pair in
      index % 2 == 0 ? pair.0.value - pair.1.value : pair.1.value - pair.0.value
    }
    let contrast = symbolContrast * 255
    return contrast > 0 ? min(max((edges.min() ?? 0) / contrast, 0), 1) : 0
  }

  /// The places of the edges, in modules from the nominal left edge: where the profile crosses the
  /// middle between the extremes on either side.
  ///
  /// `nil` if an edge is not there.
  var edges: [Double]? {
    let extremes = extremes
    var places: [Double] = []
    for (before, after) in zip(extremes, extremes.dropFirst()) {
      let middle = (before.value + after.value) / 2
      guard before.index < after.index, before.value != after.value else { return nil }
      let isFalling = before.value > after.value
      // The crossing that is nearest to the edge's nominal place.
      let nominal = nominalPlaces[places.count]
      var best: Double?
      for index in before.index..<after.index {
        let (a, b) = (values[index], values[index + 1])
        guard isFalling ? a >= middle && b < middle : a <= middle && b > middle else { continue }
        let place =
          start + (Double(index) + (middle - a) / (b - a)) / Double(Self.density)
        if best.map({ abs(place - nominal) < abs($0 - nominal) }) ?? true { best = place }
      }
      guard let best else { return nil }
      places.append(best)
    }
    return places
  }

  /// The widths of the elements from the first bar to the last, in modules; `nil` if an edge is not
  /// there.
  var widths: [Double]? {
    edges.map { places in zip(places, places.dropFirst()).map { $1 - $0 } }
  }

  /// The nominal widths of the elements, in columns.
  var nominalWidths: [Int] { zip(nominalEdges, nominalEdges.dropFirst()).map { $1 - $0 } }
}
