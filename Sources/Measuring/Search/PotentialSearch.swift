import DecoderKit
import Foundation

/// Looks for places that could be symbols.
struct PotentialSearch {
  private let plane: LuminancePlane

  /// Modules of this size are read by every decoder that knows the symbology, if nothing else is
  /// wrong.
  private static let easySizePixels = 5.0
  /// Below this size, modules themselves are the likely obstacle.
  private static let hardSizePixels = 2.5

  init(_ plane: LuminancePlane) { self.plane = plane }

  func places(besides known: [Corners]) -> [PotentialSymbol] {
    let pyramid = CellGrid.pyramid(plane)
    var found: [PotentialSymbol] = []
    func isNew(_ outline: Corners) -> Bool {
      !(known + found.map(\.outline)).contains {
        $0.holdsCentre(of: outline)
      }
    }
    for region in BarRegions.find(pyramid).prefix(40) where isNew(region.outline) {
      if let symbol = linear(region) { found.append(symbol) }
    }
    for outline in Blocks.find(plane, pyramid).prefix(40) where isNew(outline) {
      if let symbol = matrix(outline) { found.append(symbol) }
    }
    return found.sorted { $0.outline.area > $1.outline.area }
  }

  /// Bars: at least ten on a line, and longer along than any letter is high.
  private func linear(_ region: BarRegion) -> PotentialSymbol? {
    let profile = BarProfile(
      plane, through: region.centre, across: region.across, reach: region.halfLength,
      band: min(2, region.halfHeight * 0.2))
    let runs = Runs(profile.values)
    guard runs.count >= 20 else { return nil }
    // In the usual symbologies a run has 1.75 to 1.85 modules on average.
    let module = runs.meanPixels / 1.8
    guard region.halfHeight * 2 > 4 * module else { return nil }
    let margin = 4 * module / (2 * region.halfLength)
    return symbol(
      .linear, region.outline, module, [runs],
      beside: [(-margin, 0.5), (-margin / 2, 0.5), (1 + margin / 2, 0.5), (1 + margin, 0.5)])
  }

  /// A block of many runs across and down, no longer than six times its width.
  private func matrix(_ outline: Corners) -> PotentialSymbol? {
    guard let map = Homography(width: 1, height: 1, to: outline) else { return nil }
    let size = map.derivatives(0.5, 0.5)
    let (long, short) = (max(size.across, size.down), min(size.across, size.down))
    guard short > 8, long < 6 * short else { return nil }
    let lines = (1...8).map { Double($0) / 9 }
    let across = lines.map { v in Runs(values(map, from: (0, v), to: (1, v), size.across)) }
    let down = lines.map { u in Runs(values(map, from: (u, 0), to: (u, 1), size.down)) }
    func mean(_ runs: [Runs]) -> Double {
      let count = runs.reduce(0) { $0 + $1.count }
      let length = runs.reduce(0) { $0 + $1.meanPixels * Double($1.count) }
      return count > 0 ? length / Double(count) : .infinity
    }
    let (a, b) = (mean(across), mean(down))
    // Modules that are dark or light by chance make runs of two modules on average. Rows of stacked
    // symbols are several modules high: there the shorter runs tell.
    let module = min(a, b) > 0.6 * max(a, b) ? (a + b) / 4 : min(a, b) / 1.9
    guard min(a, b) > 0.15 * max(a, b), module * 8 < short, module.isFinite else { return nil }
    let margin = 2 * module / short
    let around = lines.flatMap { place in
      [(place, -margin), (place, 1 + margin), (-margin, place), (1 + margin, place)]
    }
    return symbol(.matrix, outline, module, across + down, beside: around)
  }

  private func values(
    _ map: Homography, from: (Double, Double), to: (Double, Double), _ length: Double
  ) -> [Float] {
    let count = max(Int(length / BarProfile.step), 2)
    return (0..<count).map { index in
      let share = Double(index) / Double(count - 1)
      let point = map.apply(
        from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share)
      return Float(plane.value(point.x, point.y))
    }
  }

  /// Tells what stands in the way.
  ///
  /// - Parameter beside: Places in the margin, as shares of the outline.
  private func symbol(
    _ kind: PotentialSymbol.Kind, _ outline: Corners, _ module: Double, _ runs: [Runs],
    beside: [(Double, Double)]
  ) -> PotentialSymbol? {
    guard let map = Homography(width: 1, height: 1, to: outline) else { return nil }
    let low = runs.map(\.low).sorted()[runs.count / 2]
    let high = runs.map(\.high).sorted()[runs.count / 2]
    guard high - low > 8 else { return nil }
    var obstacles: [PotentialSymbol.Obstacle] = []
    let margin = beside.map { place -> Double in
      let point = map.apply(place.0, place.1)
      return (plane.value(point.x, point.y) - Double(low)) / Double(high - low)
    }
    let dark = Double(margin.filter { $0 < 0.4 }.count) / Double(margin.count)
    if module < Self.hardSizePixels {
      obstacles.append(.tooSmall(zoom: (Self.easySizePixels / module * 10).rounded(.up) / 10))
    }
    if dark > 0.8 {
      obstacles.append(.inverted)
    } else if dark > 0.3 {
      obstacles.append(.quietZoneMissing)
    }
    // The steepest edge of a blurred step is its height ÷ (σ √2π).
    let steepest = runs.map(\.steepest).max() ?? 0
    if steepest > 0 {
      let sigma = Double(high - low) / (Double(steepest) * (2 * Double.pi).squareRoot())
      if sigma > max(0.5 * module, 1.2) { obstacles.append(.outOfFocus(sigmaPixels: sigma)) }
    }
    let contrast = Double(high - low) / 255
    if contrast < 0.2 { obstacles.append(.lowContrast(contrast)) }
    return PotentialSymbol(
      kind: kind, outline: outline, moduleSizePixels: module, obstacles: obstacles)
  }
}

/// The runs of dark and light on a line.
private struct Runs {
  /// The number of runs between the first and the last edge.
  let count: Int
  /// Their mean length, in pixels; 0 if there are none.
  let meanPixels: Double
  /// The levels of dark and light: the tenth and the ninetieth of a hundred.
  let low: Float
  let high: Float
  /// The largest change per pixel.
  let steepest: Float

  init(_ values: [Float]) {
    let edges = ProfileEdges(values)
    let places = (edges.falling.map(\.place) + edges.rising.map(\.place)).sorted()
    count = max(places.count - 1, 0)
    meanPixels =
      count > 0 ? ((places.last ?? 0) - (places.first ?? 0)) / Double(count) : 0
    let sorted = values.sorted()
    low = sorted.isEmpty ? 0 : sorted[sorted.count / 10]
    high = sorted.isEmpty ? 0 : sorted[sorted.count * 9 / 10]
    steepest = zip(values, values.dropFirst(2)).reduce(0) { max($0, abs($1.1 - $1.0)) }
  }
}

extension BarRegion {
  /// The place as a rectangle.
  var outline: Corners {
    func corner(_ a: Double, _ b: Double) -> Point {
      let offset = across * (a * halfLength) + along * (b * halfHeight)
      return Point(x: centre.x + offset.x, y: centre.y + offset.y)
    }
    return Corners(
      topLeft: corner(-1, -1), topRight: corner(1, -1), bottomRight: corner(1, 1),
      bottomLeft: corner(-1, 1))
  }
}
