import DecoderKit
import Foundation

/// Registers linear symbols: finds their bars in the image, guided by the data that was read.
struct LinearGauge {
  let plane: LuminancePlane
  /// The places that look like bars, the largest first.
  let regions: [BarRegion]
  /// About how many pixels take part in the final fit.
  var budget = 3500

  init(_ plane: LuminancePlane, _ pyramid: [CellGrid]) {
    self.plane = plane
    regions = BarRegions.find(pyramid)
  }

  /// The symbol to be looked for.
  struct Wanted {
    /// The fewest modules that it may have.
    var fewestModules: Int
    /// Finds its bars on a profile.
    var find: (BarProfile) -> ProfileMatch?
    /// Finds them at greater cost, if that has not found them anywhere.
    var findAtLast: ((BarProfile) -> ProfileMatch?)?
    /// The places to look at, in order; `nil` for ``regions``.
    var places: [BarRegion]?
    /// The middle of the decoder's corners, if it gave any.
    var hint: Point?
    /// The corners, where they may be the ends of a scan line across the symbol.
    var corners: Corners?
    /// True if the outermost bars may go on below the others, as those of EAN and UPC symbols do.
    var hasGuardBars = false
    /// The least correlation on a line, and of the whole symbol, at which it is taken for found.
    var leastScore: Float = 0.45
    var leastCorrelation = 0.75
  }

  /// Finds and registers a symbol.
  ///
  /// - Parameter taken: Outlines of symbols that were found for other readings.
  func register(
    _ wanted: Wanted, taken: [Corners]
  ) -> Result<RegisteredSymbol, GaugeFailure> {
    var places = (wanted.places ?? regions).filter { place in
      place.halfLength * 2 > Double(wanted.fewestModules) * 0.6
        && !taken.contains { $0.contains(place.centre) }
    }
    if let hint = wanted.hint {
      places = places.filter { $0.contains(hint) } + places.filter { !$0.contains(hint) }
    }
    // A decoder's corners are often the ends of a scan line: they tell the place and the direction.
    if let corners = wanted.corners, corners.points.allSatisfy(plane.contains),
      let place = BarRegion(along: corners)
    {
      places.append(place)
    }
    var failure = GaugeFailure.notFound
    // Light bars on dark are rare: they are looked for when nothing else is there.
    var passes = [(wanted.find, false)]
    if let last = wanted.findAtLast { passes.append((last, false)) }
    passes.append((wanted.find, true))
    for (find, isInverted) in passes {
      for place in places.prefix(16) {
        guard
          let (profile, match) = bestMatch(
            place, find, leastScore: wanted.leastScore, isInverted: isInverted)
        else { continue }
        guard var fitted = fit(match, profile, place, hasGuardBars: wanted.hasGuardBars),
          fitted.registration.correlation > wanted.leastCorrelation,
          match.bars.contains(openModule)
            || BarAgreement(plane: plane, registration: fitted.registration).isGood
        else {
          failure = .poorFit
          continue
        }
        if taken.contains(where: { $0.contains(fitted.registration.centre) }) { continue }
        if wanted.hasGuardBars { GuardBars(plane: plane).include(&fitted) }
        return .success(fitted)
      }
    }
    return .failure(failure)
  }

  /// The best match on three lines across a place.
  private func bestMatch(
    _ place: BarRegion, _ find: (BarProfile) -> ProfileMatch?, leastScore: Float,
    isInverted: Bool
  ) -> (BarProfile, ProfileMatch)? {
    var best: (BarProfile, ProfileMatch)?
    for offset in [0.0, 0.4, -0.4] {
      let shift = place.along * (offset * place.halfHeight)
      var profile = BarProfile(
        plane, through: Point(x: place.centre.x + shift.x, y: place.centre.y + shift.y),
        across: place.across, reach: place.halfLength * 1.15 + 16,
        band: min(4, place.halfHeight * 0.25))
      if isInverted { profile = profile.inverted }
      guard let match = find(profile) else { continue }
      if match.score > best?.1.score ?? leastScore { best = (profile, match) }
      if match.score > 0.8 { break }
    }
    return best
  }

  /// Fits a narrow band, follows the bars to their ends, then fits the whole symbol.
  private func fit(
    _ match: ProfileMatch, _ profile: BarProfile, _ region: BarRegion, hasGuardBars: Bool
  ) -> RegisteredSymbol? {
    let bars = match.bars
    let pattern = ModulePattern(
      columns: bars.count, rows: 1, modules: bars.map { $0 & 1 }, elements: match.elements)
    let open = bars.firstIndex(of: openModule).flatMap { first in
      bars.lastIndex(of: openModule).map { last in
        // What follows open modules at the end is not known either.
        Double(first) - 0.5...(last + 1 < bars.count ? Double(last) + 1.5 : .infinity)
      }
    }
    var map = startMap(
      match, profile, modules: match.width, halfBand: min(5, region.halfHeight))
    guard let (light, dark) = levels(map, bars, pattern) else { return nil }
    var registration = Registration(
      map: map, pattern: pattern, light: light, dark: dark, blurPixels: 0.7)
    let longColumns = hasGuardBars ? Self.guardColumns(bars.count) : []
    // The band grows while the bars go on.
    for round in 0..<8 {
      guard
        let next = fitted(
          registration, open, margin: (2, -0.02), budget: budget / 4, fixesRows: true)
      else { return nil }
      registration = next.registration
      guard let (next, growth) = followed(registration, bars, longColumns) else { return nil }
      map = next
      registration.map = map
      if round > 0, growth < 1.15 { break }
    }
    let height = map.derivatives(registration.pattern.width / 2, 0.5).down
    let margin = (2 + 2 * registration.blurPixels) / max(height, 1)
    guard
      let final = fitted(
        registration, open, longColumns: longColumns, margin: (2, margin), budget: budget,
        fixesRows: false)
    else { return nil }
    return RegisteredSymbol(registration: final.registration, fit: final)
  }

  /// The columns in which EAN and UPC symbols may have long bars: both ends and the middle, with room
  /// for blur.
  private static func guardColumns(_ count: Int) -> [ClosedRange<Double>] {
    let modules = Double(count)
    return [
      -3...(0.13 * modules), (0.44 * modules)...(0.56 * modules), (0.85 * modules)...(modules + 3),
    ]
  }

  private func fitted(
    _ registration: Registration, _ open: ClosedRange<Double>?,
    longColumns: [ClosedRange<Double>] = [],
    margin: (across: Double, down: Double), budget: Int, fixesRows: Bool
  ) -> RegistrationFit? {
    let pixels = PixelSelection(
      of: plane, map: registration.map, columns: registration.pattern.width, rows: 1,
      elements: registration.pattern.elements, margin: margin, openColumns: open,
      longColumns: longColumns, blurPixels: registration.blurPixels, budget: budget)
    var fit = RegistrationFit(registration, pixels: pixels, fixesRows: fixesRows)
    return fit.run(steps: fixesRows ? 4 : 6) ? fit : nil
  }

  /// The map of a band around the profile.
  private func startMap(
    _ match: ProfileMatch, _ profile: BarProfile, modules: Double, halfBand: Double
  ) -> Homography {
    func point(_ place: Double) -> SIMD2<Double> {
      SIMD2(profile.origin.x, profile.origin.y) + profile.direction * place
    }
    let first = point(match.start)
    let way = point(match.end) - first
    let right = way / (way * way).sum().squareRoot()
    let down = SIMD2(-right.y, right.x) * halfBand
    let t = match.taper
    let along = (first * t + way * (1 + t)) / modules
    return Homography(
      x: [along.x, 2 * down.x, first.x - down.x], y: [along.y, 2 * down.y, first.y - down.y],
      w: [t / modules, 0, 1])
  }

  /// The levels of light and dark modules along the middle of the band.
  private func levels(
    _ map: Homography, _ bars: [UInt8], _ pattern: ModulePattern
  ) -> (LevelPlane, LevelPlane)? {
    let centre = map.apply(pattern.width / 2, 0.5)
    var lights = PlaneSums(centre: centre)
    var darks = PlaneSums(centre: centre)
    for (index, bar) in bars.enumerated() where bar != openModule {
      let point = map.apply(pattern.middle(index), 0.5)
      let value = plane.value(point.x, point.y)
      if bar != 0 { darks.add(value, at: point) } else { lights.add(value, at: point) }
    }
    guard let light = lights.plane, let dark = darks.plane else { return nil }
    return (light, dark)
  }

  /// Follows the bars up and down from the middle of the present band to their ends.
  ///
  /// Each sixth of the symbol is followed alone: the ends may lie on a slope.
  ///
  /// - Returns: The map whose rows 0 and 1 are the ends, with the columns as they are; and by how
  ///   much it is higher than the band.
  private func followed(
    _ registration: Registration, _ bars: [UInt8], _ longColumns: [ClosedRange<Double>]
  ) -> (Homography, growth: Double)? {
    let map = registration.map
    let pattern = registration.pattern
    let parts = 6
    var ends: [(point: Point, row: Double)] = []
    var heights: [Double] = []
    // Where the middle is open, the two ends are followed.
    let closed = bars.indices.filter { index in
      bars[index] != openModule && !longColumns.contains { $0.contains(Double(index) + 0.5) }
    }
    let polarity = registration.light.level > registration.dark.level ? 1.0 : -1
    func contrast(_ columns: ArraySlice<Int>, _ row: Double) -> Double {
      polarity * self.contrast(registration, bars, columns, row)
    }
    for part in 0..<parts {
      let columns = closed[
        (closed.count * part / parts)..<(closed.count * (part + 1) / parts)]
      let middle =
        (pattern.edge(columns.first ?? 0) + pattern.edge((columns.last ?? 0) + 1)) / 2
      let step = 0.5 / max(map.derivatives(middle, 0.5).down, 0.5)
      let reference =
        [0.3, 0.5, 0.7].reduce(0) { $0 + contrast(columns, $1) } / 3
      guard reference > 2 else { continue }
      func end(_ direction: Double) -> Double {
        var last = 0.5
        var row = 0.5
        var misses = 0
        // Extrapolation is trusted up to one height of the band on either side.
        while abs(row - 0.5) < 1.5, misses < 4 {
          row += direction * step
          if contrast(columns, row) > reference * 0.5 {
            last = row
            misses = 0
          } else {
            misses += 1
          }
        }
        return last + direction * step / 2
      }
      let (top, bottom) = (end(-1), end(1))
      guard bottom - top > 0.01 else { continue }
      ends.append((map.apply(middle, top), 0))
      ends.append((map.apply(middle, bottom), 1))
      heights.append(bottom - top)
    }
    guard heights.count >= 3, let next = map.withRows(through: ends) else { return nil }
    return (next, heights.median)
  }

  /// The difference between light and dark modules on a line, in grey levels.
  private func contrast(
    _ registration: Registration, _ bars: [UInt8], _ columns: ArraySlice<Int>, _ row: Double
  ) -> Double {
    var (light, lights, dark, darks) = (0.0, 0.0, 0.0, 0.0)
    for index in columns {
      let bar = bars[index]
      let point = registration.map.apply(registration.pattern.middle(index), row)
      guard plane.contains(point) else { return 0 }
      let value = plane.value(point.x, point.y)
      if bar != 0 {
        dark += value
        darks += 1
      } else {
        light += value
        lights += 1
      }
    }
    return light / max(lights, 1) - dark / max(darks, 1)
  }
}

extension Homography {
  /// The map with the same columns whose rows go through points of the image, by least squares.
  fileprivate func withRows(through points: [(point: Point, row: Double)]) -> Homography? {
    guard var inverse else { return nil }
    var a = [Double](repeating: 0, count: 9)
    var b = [Double](repeating: 0, count: 3)
    for (point, row) in points {
      let place = SIMD3(point.x, point.y, 1)
      let target = row * (inverse.w * place).sum()
      for i in 0..<3 {
        for j in 0..<3 { a[i * 3 + j] += place[i] * place[j] }
        b[i] += place[i] * target
      }
    }
    guard solveSymmetric(&a, &b, 3) else { return nil }
    inverse.y = SIMD3(b[0], b[1], b[2])
    return inverse.inverse
  }
}

extension [Double] {
  /// The median; 0 if there is none.
  var median: Double {
    guard !isEmpty else { return 0 }
    let sorted = sorted()
    return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
  }
}
