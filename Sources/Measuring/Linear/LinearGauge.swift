import DecoderKit
import Foundation

/// Registers linear symbols: finds their bars in the image, guided by the data that was read.
struct LinearGauge {
  let plane: LuminancePlane
  /// The places that look like bars, the largest first.
  let regions: [BarRegion]
  /// About how many pixels take part in the final fit.
  var budget = 3500
  /// The time after which no further place is looked at.
  var time = SearchTime()

  init(_ plane: LuminancePlane, _ pyramid: [CellGrid]) {
    self.plane = plane
    let strip = BarRegion(strip: plane)
    regions = BarRegions.find(pyramid) + (strip.map { [$0] } ?? [])
  }

  /// The symbol to be looked for.
  struct Wanted {
    /// The fewest modules that it may have.
    var fewestModules: Int
    /// Finds its bars on a profile.
    var find: (BarProfile) -> ProfileMatch?
    /// Finds them at greater cost, if that has not found them anywhere.
    var findAtLast: ((BarProfile) -> ProfileMatch?)?
    /// Finds them on a label that is bent so that no flat one looks like it.
    var findBent: ((BarProfile) -> ProfileMatch?)?
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

    /// The columns in which EAN and UPC symbols may have long bars: both ends and the middle, with room for
    /// blur.
    ///
    /// - Parameter count: The symbol's columns.
    func longColumns(of count: Int) -> [ClosedRange<Double>] {
      guard hasGuardBars else { return [] }
      let modules = Double(count)
      return [
        -3...(0.13 * modules), (0.44 * modules)...(0.56 * modules),
        (0.85 * modules)...(modules + 3),
      ]
    }
  }

  /// Finds and registers a symbol.
  ///
  /// - Parameter taken: Outlines of symbols that were found for other readings.
  func register(
    _ wanted: Wanted, taken: [Corners]
  ) -> Result<RegisteredSymbol, GaugeFailure> {
    var places = (wanted.places ?? Self.different(regions)).filter { place in
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
    for pass in passes(wanted) {
      for place in places.prefix(16) {
        if time.isUp { return .failure(failure) }
        var isMatched = false
        guard var fitted = firstGood(in: place, pass, wanted, isMatched: &isMatched) else {
          if isMatched { failure = .poorFit }
          continue
        }
        if taken.contains(where: { $0.contains(fitted.registration.centre) }) { continue }
        LongBars(plane: plane).include(
          &fitted, longColumns: wanted.longColumns(of: fitted.registration.pattern.columns))
        if wanted.hasGuardBars { GuardBars(plane: plane).include(&fitted) }
        return .success(fitted)
      }
    }
    return .failure(failure)
  }

  /// The places without those that are almost the same as an earlier one, found in a reduced image.
  private static func different(_ places: [BarRegion]) -> [BarRegion] {
    places.reduce(into: []) { kept, place in
      if !kept.contains(where: place.isNearly) { kept.append(place) }
    }
  }

  /// Fits a symbol, as a flat one and, where that is not quite right, as one on a bent label.
  ///
  /// - Returns: `nil` if it does not fit.
  private func good(
    _ match: ProfileMatch, _ profile: BarProfile, _ place: BarRegion, _ wanted: Wanted
  ) -> RegisteredSymbol? {
    if let bend = match.bend { return bent(match, profile, place, wanted, bend, than: 0) }
    guard let flat = fit(match, profile, place, wanted, bend: nil) else { return nil }
    let isOpen = match.bars.contains(openModule)
    let agreement = BarAgreement(plane: plane, registration: flat.registration)
    let isGood = correlates(flat, agreement, wanted)
    if isOpen || !isGood && flat.registration.correlation < Self.leastFlatCorrelation {
      return isGood ? flat : nil
    }
    if isGood, agreement.worst > Self.flatAgreement { return agreement.endsInLight ? flat : nil }
    return bent(match, profile, place, wanted, Bend(), than: agreement.worst)
      ?? (isGood && agreement.isGood ? flat : nil)
  }

  /// Fits a symbol on a bent label.
  ///
  /// - Parameter worst: The agreement that it must exceed.
  /// - Returns: `nil` if it does not fit, or if the label is flat as far as one can tell.
  private func bent(
    _ match: ProfileMatch, _ profile: BarProfile, _ place: BarRegion, _ wanted: Wanted,
    _ bend: Bend, than worst: Double
  ) -> RegisteredSymbol? {
    guard let bent = fit(match, profile, place, wanted, bend: bend) else { return nil }
    let agreement = BarAgreement(plane: plane, registration: bent.registration)
    guard agreement.isGood, agreement.worst > max(worst, Self.bentAgreement),
      correlates(bent, agreement, wanted)
    else { return nil }
    // Where its edges already lay on no flat label, none is asked for once more.
    return (bend.isSmooth ? bent.fit.bendIsSure : bent.fit.bendIsPossible) ? bent : nil
  }

  /// True if a symbol looks like the image: as a whole, or each of its stretches in some band, where glare or
  /// dirt covers others.
  private func correlates(
    _ symbol: RegisteredSymbol, _ agreement: BarAgreement, _ wanted: Wanted
  ) -> Bool {
    let correlation = symbol.registration.correlation
    return correlation > wanted.leastCorrelation
      || correlation > Self.leastCovered && agreement.worst > Self.coveredAgreement
  }

  /// The least correlation of a symbol of which a part is covered, and the least agreement of its stretches.
  private static let (leastCovered, coveredAgreement) = (0.6, 0.85)

  /// The agreement of a symbol whose label is not looked upon as bent, and the correlation below which
  /// no bend would help.
  private static let flatAgreement = 0.98
  /// The least agreement of a bent one: a bend can make up for a wrong character in part.
  private static let bentAgreement = 0.8
  private static let leastFlatCorrelation = 0.5

  /// A way to look for bars.
  private struct Pass {
    let find: (BarProfile) -> ProfileMatch?
    var isInverted = false
  }

  /// The ways to look for bars, one after the other until they are found.
  private func passes(_ wanted: Wanted) -> [Pass] {
    var passes = [Pass(find: wanted.find)]
    if let last = wanted.findAtLast { passes.append(Pass(find: last)) }
    if let bent = wanted.findBent {
      passes += [
        Pass(find: bent), Pass(find: { $0.evened.flatMap { bent($0) ?? wanted.find($0) } }),
      ]
    }
    // Light bars on dark are rare.
    return passes + [Pass(find: wanted.find, isInverted: true)]
  }

  /// The first symbol that fits on three lines across a place: where two symbols make one place, bars that
  /// are much alike may lie on the first line, and the right ones on another.
  ///
  /// - Parameter isMatched: Becomes true if there are bars that look like those that are wanted.
  private func firstGood(
    in place: BarRegion, _ pass: Pass, _ wanted: Wanted, isMatched: inout Bool
  ) -> RegisteredSymbol? {
    var best: (profile: BarProfile, match: ProfileMatch)?
    for offset in [0.0, 0.4, -0.4] {
      let shift = place.along * (offset * place.halfHeight)
      let profile = BarProfile(
        plane, through: Point(x: place.centre.x + shift.x, y: place.centre.y + shift.y),
        across: place.across, reach: reach(of: place), band: min(4, place.halfHeight * 0.25),
        isInverted: pass.isInverted)
      guard let match = pass.find(profile), match.score > wanted.leastScore else { continue }
      isMatched = true
      if match.score > 0.8 {
        if let fitted = good(match, profile, place, wanted) { return fitted }
      } else if match.score > best?.match.score ?? 0 {
        best = (profile, match)
      }
    }
    return best.flatMap { good($0.match, $0.profile, place, wanted) }
  }

  /// Half the length of a line across a place, in pixels: twice that of a place at the image's border,
  /// which may cut off most of the bars' height on one side.
  private func reach(of place: BarRegion) -> Double {
    let isCut = place.outline.points.contains { point in
      let distances = [
        point.x, point.y, Double(plane.width) - point.x, Double(plane.height) - point.y,
      ]
      return distances.contains { $0 < Double(CellGrid.side) * place.factor }
    }
    let usual = place.halfLength * 1.15 + 16
    return isCut
      ? max(usual, min(place.halfLength * 2, Double(max(plane.width, plane.height)))) : usual
  }

  /// Fits a narrow band, follows the bars to their ends, then fits the whole symbol.
  private func fit(
    _ match: ProfileMatch, _ profile: BarProfile, _ region: BarRegion, _ wanted: Wanted,
    bend: Bend?
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
    guard let (light, dark) = levels(map, bars, pattern, bend) else { return nil }
    var registration = Registration(
      map: map, pattern: pattern, light: light, dark: dark, blurPixels: 0.7, bend: bend)
    let longColumns = wanted.longColumns(of: bars.count)
    let ends = BarEnds(plane: plane)
    // The band grows while the bars go on.
    for round in 0..<8 {
      guard
        let next = fitted(
          registration, open, margin: (2, -0.02), budget: budget / 4, fixesRows: true)
      else { return nil }
      registration = next.registration
      guard let (next, growth) = ends.follow(registration, bars, longColumns) else { return nil }
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

  private func fitted(
    _ registration: Registration, _ open: ClosedRange<Double>?,
    longColumns: [ClosedRange<Double>] = [],
    margin: (across: Double, down: Double), budget: Int, fixesRows: Bool
  ) -> RegistrationFit? {
    let pixels = PixelSelection(
      of: plane, map: registration.map, columns: registration.pattern.width, rows: 1,
      elements: registration.pattern.elements, margin: margin, openColumns: open,
      longColumns: longColumns, bend: registration.bend, blurPixels: registration.blurPixels,
      budget: budget)
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
    _ map: Homography, _ bars: [UInt8], _ pattern: ModulePattern, _ bend: Bend?
  ) -> (LevelPlane, LevelPlane)? {
    let centre = map.apply(pattern.width / 2, 0.5)
    var lights = PlaneSums(centre: centre)
    var darks = PlaneSums(centre: centre)
    for (index, bar) in bars.enumerated() where bar != openModule {
      let middle = pattern.middle(index)
      let seen = bend?.mapped(middle, 0.5, half: pattern.width / 2) ?? middle
      let point = map.apply(seen, 0.5)
      let value = plane.value(point.x, point.y)
      if bar != 0 { darks.add(value, at: point) } else { lights.add(value, at: point) }
    }
    guard let light = lights.plane, let dark = darks.plane else { return nil }
    return (light, dark)
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
