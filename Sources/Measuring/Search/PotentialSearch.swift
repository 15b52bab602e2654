import DecoderKit
import Foundation

/// Looks for places that could be symbols.
struct PotentialSearch {
  private let plane: LuminancePlane

  init(_ plane: LuminancePlane) { self.plane = plane }

  /// The share of a symbol that lies in the image, at least: sides that are guessed outside are no symbol's.
  private static let leastInside = 2.0 / 3

  /// A place that may be a symbol, before its faults are measured.
  private struct Candidate {
    let kind: PotentialSymbol.Kind
    let outline: Corners
    let module: Double
    let modules: SIMD2<Double>?
    let runs: [Runs]
    /// Places in the margin, as shares of the outline.
    let beside: [(Double, Double)]
    /// The side of a square of the area that has a symbol's texture, less for every part that has none.
    var likelihood = 0.0
  }

  /// Returns the places, the likeliest first.
  func places(besides known: [Corners]) -> [PotentialSymbol] {
    let pyramid = CellGrid.pyramid(plane)
    var bars: [BarRegion] = []
    for region in BarRegions.find(pyramid).prefix(40)
    where !bars.contains(where: { $0.contains(region.centre) }) {
      bars.append(region)
    }
    let blocks =
      Blocks.find(plane, pyramid, isDense: true).prefix(40)
      + Blocks.find(plane, pyramid).prefix(40)
    let matrices = blocks.compactMap(matrix).filter { !isTexture($0) }
    let candidates =
      (bars.compactMap(linear).compactMap { rated($0) }
      + BarRegion.joined(bars).compactMap(linear).compactMap { rated($0, isJoined: true) }
      + matrices.compactMap { rated($0) })
      .filter {
        $0.outline.share(insideWidth: plane.width, height: plane.height) > Self.leastInside
      }
      .sorted { $0.likelihood > $1.likelihood }
    var found: [Candidate] = []
    for candidate in candidates {
      let isNew = !(known + found.map(\.outline)).contains {
        $0.holdsCentre(of: candidate.outline) || candidate.outline.holdsCentre(of: $0)
      }
      if isNew { found.append(candidate) }
    }
    return found.compactMap(symbol)
  }

  /// Rates a place; parts that were joined must have something between them that hides bars.
  private func rated(_ candidate: Candidate, isJoined: Bool = false) -> Candidate? {
    guard candidate.module.isFinite, candidate.outline.area.isFinite,
      let map = Homography(width: 1, height: 1, to: candidate.outline)
    else { return nil }
    let middle = map.derivatives(0.5, 0.5)
    let cells = PlaceCells(
      plane, map, lengths: (middle.across, middle.down), module: candidate.module,
      isLinear: candidate.kind == .linear)
    let gauge = gauge(candidate)
    if isJoined, gauge.cover(cells) == nil { return nil }
    // Symbols are rectangles: sides that run together are most often those of a part of one.
    let shape = 0.4 + 0.6 * gauge.convergence
    var rated = candidate
    rated.likelihood =
      (isJoined ? cells.fill.squareRoot() : cells.fill * cells.fill) * shape
      * candidate.outline.area.squareRoot()
    return rated
  }

  private func gauge(_ place: Candidate) -> FaultGauge {
    let runs = place.runs.flatMap(\.lengths).sorted()
    let finest = runs.isEmpty ? place.module : 1.1 * runs[runs.count * 15 / 100]
    return FaultGauge(
      plane: plane, kind: place.kind, outline: place.outline, modulePixels: place.module,
      finestPixels: min(max(finest, 1), place.module))
  }

  /// Bars: at least ten on a line, and longer along than any letter is high.
  private func linear(_ region: BarRegion) -> Candidate? {
    let profile = BarProfile(
      plane, through: region.centre, across: region.across, reach: region.halfLength,
      band: min(2, region.halfHeight * 0.2))
    let runs = Runs(profile.values)
    guard runs.count >= 20 else { return nil }
    // In the usual symbologies a run has 1.75 to 1.85 modules on average.
    let module = runs.meanPixels / 1.8
    guard region.halfHeight * 2 > 4 * module else { return nil }
    let ends = PlaceEnds(plane, region, bars: runs.first...runs.last, module: module)
    let margin = 4 * module / (2 * region.halfLength)
    return Candidate(
      kind: .linear, outline: ends?.outline ?? region.outline, module: module, modules: nil,
      runs: [runs],
      beside: [(-margin, 0.5), (-margin / 2, 0.5), (1 + margin / 2, 0.5), (1 + margin, 0.5)])
  }

  /// A block of many runs across and down, no longer than six times its width.
  private func matrix(_ outline: Corners) -> Candidate? {
    let (width, height) = (Double(plane.width), Double(plane.height))
    // Sides that nearly run alongside meet far outside.
    guard
      outline.points.allSatisfy({
        abs($0.x - width / 2) < width && abs($0.y - height / 2) < height
      }), let map = Homography(width: 1, height: 1, to: outline)
    else { return nil }
    let size = map.derivatives(0.5, 0.5)
    let (long, short) = (max(size.across, size.down), min(size.across, size.down))
    guard short > 8, long < 6 * short else { return nil }
    let lines = (1...8).map { Double($0) / 9 }
    var across = lines.map { v in Runs(values(map, from: (0, v), to: (1, v), size.across)) }
    var down = lines.map { u in Runs(values(map, from: (u, 0), to: (u, 1), size.down)) }
    // Along a bar there is nothing but noise.
    let range = (across + down).map { $0.high - $0.low }.max() ?? 0
    across = across.filter { $0.high - $0.low > 0.4 * range }
    down = down.filter { $0.high - $0.low > 0.4 * range }
    guard across.count >= 3, down.count >= 3 else { return nil }
    func mean(_ runs: [Runs]) -> Double {
      let count = runs.reduce(0) { $0 + $1.count }
      let length = runs.reduce(0) { $0 + $1.meanPixels * Double($1.count) }
      return count > 0 ? length / Double(count) : .infinity
    }
    func count(_ runs: [Runs]) -> Int { runs.map(\.count).sorted()[runs.count / 2] }
    let (a, b) = (mean(across), mean(down))
    // Modules that are dark or light by chance make runs of two modules on average. Rows of stacked
    // symbols are several modules high: there the shorter runs tell.
    let module = min(a, b) > 0.6 * max(a, b) ? (a + b) / 4 : min(a, b) / 1.9
    guard min(a, b) > 0.15 * max(a, b), module * 8 < short, module.isFinite else { return nil }
    let margin = 2 * module / short
    let around = lines.flatMap { place in
      [(place, -margin), (place, 1 + margin), (-margin, place), (1 + margin, place)]
    }
    return Candidate(
      kind: .matrix, outline: outline, module: module,
      modules: 2 * SIMD2(Double(count(across)), Double(count(down))), runs: across + down,
      beside: around)
  }

  /// True for a block that is a part of a texture, or is nothing but noise.
  private func isTexture(_ place: Candidate) -> Bool {
    let (xs, ys) = (place.outline.points.map(\.x), place.outline.points.map(\.y))
    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max()
    else { return true }
    let (width, height) = (right - left, bottom - top)
    let rim = 2 + 1.5 * place.module
    if max(left, top) <= rim, right >= Double(plane.width) - rim,
      bottom >= Double(plane.height) - rim
    {
      // Of what goes on beyond all four sides, only a square of modules may be a symbol that was cut out.
      let isSquare = min(width, height) > 0.9 * max(width, height)
      if !isSquare || max(width, height) > Self.mostModules * place.module { return true }
    }
    func range(_ low: Double, _ high: Double, _ end: Int) -> Range<Int> {
      let start = min(max(Int(low), 0), end)
      return start..<max(min(Int(high), end), start)
    }
    return place.module < Self.leastNoNoise
      && isNoise(columns: range(left, right, plane.width), rows: range(top, bottom, plane.height))
  }

  /// No symbol has more modules than a QR Code of version 40, but for an estimate of their size.
  private static let mostModules = 200.0
  /// Noise looks like modules of less than a pixel; those of this size have more in common with their neighbours.
  private static let leastNoNoise = 1.3

  /// True if neighbouring pixels have nothing in common, and shades are no two.
  private func isNoise(columns: Range<Int>, rows: Range<Int>) -> Bool {
    guard columns.count > 8, rows.count > 8 else { return false }
    var (count, sum, squares) = (0.0, 0.0, 0.0)
    let step = max(1, rows.count / 200)
    func each(_ body: (_ value: Double, _ right: Double, _ below: Double) -> Void) {
      for y in Swift.stride(from: rows.lowerBound, to: rows.upperBound - 1, by: step) {
        let row = plane.pixels + y * plane.stride
        for x in columns.lowerBound..<columns.upperBound - 1 {
          body(Double(row[x]), Double(row[x + 1]), Double(row[x + plane.stride]))
        }
      }
    }
    each { value, _, _ in
      count += 1
      sum += value
      squares += value * value
    }
    let mean = sum / count
    let variance = squares / count - mean * mean
    guard variance > 0 else { return true }
    var (common, fourth) = (0.0, 0.0)
    each { value, right, below in
      let off = value - mean
      common += off * (right + below - 2 * mean) / 2
      fourth += off * off * off * off
    }
    // Neighbours in sharp modules of 0.7 px have 0.4 in common. The kurtosis of two shades is 1, that of even noise 1.8,
    // and of a Gaussian 3.
    return common / count < 0.25 * variance && fourth / count > 1.5 * variance * variance
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

  /// The share of dark points beside a place from which on its quiet zone does not reach as far as they lie.
  private static let darkMargin = 0.3

  /// Tells what stands in the way.
  private func symbol(_ place: Candidate) -> PotentialSymbol? {
    guard let map = Homography(width: 1, height: 1, to: place.outline) else { return nil }
    let low = place.runs.map(\.low).sorted()[place.runs.count / 2]
    let high = place.runs.map(\.high).sorted()[place.runs.count / 2]
    guard high - low > 8 else { return nil }
    /// The share of the points beside the place that are dark, at a share of their distance from it.
    func darkShare(at distance: Double) -> Double {
      func moved(_ value: Double) -> Double {
        value < 0 ? value * distance : value > 1 ? 1 + (value - 1) * distance : value
      }
      let dark = place.beside.count { there in
        let point = map.apply(moved(there.0), moved(there.1))
        guard point.x.isFinite, point.y.isFinite else { return false }
        return (plane.value(point.x, point.y) - Double(low)) / Double(high - low) < 0.4
      }
      return Double(dark) / Double(place.beside.count)
    }
    let dark = darkShare(at: 1)
    var gauge = gauge(place)
    gauge.isSurroundedByDark = dark > 0.8
    var signs = gauge.signs(modules: place.modules, levels: (Double(low), Double(high)))
    if gauge.isSurroundedByDark {
      // Dark all around is a quiet zone that is missing, or the symbol is light on dark: only its structure would
      // tell.
      signs.append(FaultSign(.quietZone, severity: 0.4))
    } else if dark > Self.darkMargin {
      // There is paper up to somewhere nearer than the points.
      let reach = place.kind == .matrix ? 2.0 : 4.0
      let clear = [0.25, 0.5, 0.75].prefix { darkShare(at: $0) <= Self.darkMargin }.last ?? 0
      signs.append(
        FaultSign(.quietZone, severity: 0.25 * dark, clear > 0 ? .modules(clear * reach) : nil))
    }
    return PotentialSymbol(
      kind: place.kind, outline: place.outline, moduleSizePixels: place.module,
      finestPixels: gauge.finestPixels, modules: place.modules,
      obstacles: FaultSign.ordered(signs))
  }
}

/// The runs of dark and light on a line.
private struct Runs {
  /// The number of runs between the first and the last edge.
  let count: Int
  /// The first and the last edge, in pixels from the beginning; 0 if there are none.
  let first: Double
  let last: Double
  /// The length of each, in pixels.
  let lengths: [Double]
  /// Their mean length, in pixels; 0 if there are none.
  let meanPixels: Double
  /// The levels of dark and light: the tenth and the ninetieth of a hundred.
  let low: Float
  let high: Float

  init(_ values: [Float]) {
    let edges = ProfileEdges(values)
    let places = (edges.falling.map(\.place) + edges.rising.map(\.place)).sorted()
    count = max(places.count - 1, 0)
    lengths = zip(places, places.dropFirst()).map { $1 - $0 }
    (first, last) = (places.first ?? 0, places.last ?? 0)
    meanPixels = count > 0 ? (last - first) / Double(count) : 0
    let sorted = values.sorted()
    low = sorted.isEmpty ? 0 : sorted[sorted.count / 10]
    high = sorted.isEmpty ? 0 : sorted[sorted.count * 9 / 10]
  }
}

extension BarRegion {
  /// Places that go on behind a gap as if they were one: what covers the middle of bars parts them.
  static func joined(_ bars: [BarRegion]) -> [BarRegion] {
    bars.indices.flatMap { one in
      bars.indices.filter { $0 > one }.compactMap { bars[one].joined(with: bars[$0]) }
    }
  }

  private func joined(with other: BarRegion) -> BarRegion? {
    let way = SIMD2(other.centre.x - centre.x, other.centre.y - centre.y)
    let distance = (way * across).sum()
    let gap = abs(distance) - halfLength - other.halfLength
    guard abs((across * other.across).sum()) > 0.98,
      abs((way * along).sum()) < 0.4 * min(halfHeight, other.halfHeight),
      min(halfHeight, other.halfHeight) > 0.6 * max(halfHeight, other.halfHeight),
      gap < 3 * max(halfLength, other.halfLength), gap > -0.5 * min(halfLength, other.halfLength)
    else { return nil }
    let low = min(-halfLength, distance - other.halfLength)
    let high = max(halfLength, distance + other.halfLength)
    let middle = (low + high) / 2
    var whole = self
    whole.centre = Point(x: centre.x + across.x * middle, y: centre.y + across.y * middle)
    whole.halfLength = (high - low) / 2
    whole.halfHeight = min(halfHeight, other.halfHeight)
    return whole
  }

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
