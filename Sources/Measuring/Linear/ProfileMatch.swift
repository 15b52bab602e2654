import DecoderKit

/// A module in a bar pattern that may be dark or light.
let openModule: UInt8 = 2

/// The place of a bar pattern on a profile.
struct ProfileMatch {
  /// The modules: 1 is dark, 0 light, ``openModule`` either.
  var bars: [UInt8]
  /// The widths of narrow and wide elements; `nil` if each bar is a module.
  private(set) var elements: TwoWidths?
  /// The places of the pattern's first and last edge, in pixels from the profile's start; the first
  /// is the larger where the pattern runs backwards.
  var start: Double
  var end: Double
  /// The perspective: modules at the start are (1 + taper)² times as large as those at the end.
  var taper: Double
  /// The bend of the label; `nil` where it is taken for flat.
  var bend: Bend?
  /// The correlation of the profile with the pattern, -1 to 1.
  private(set) var score: Float = 0

  init(
    _ bars: [UInt8], elements: TwoWidths? = nil, start: Double, end: Double, taper: Double,
    bend: Bend? = nil, in profile: BarProfile
  ) {
    self.bars = bars
    self.elements = elements
    self.start = start
    self.end = end
    self.taper = taper
    self.bend = bend
    score = correlation(profile)
  }

  /// The place of a point of the pattern, which runs from 0 to 1: a projective map of the line.
  @inline(__always)
  func place(_ u: Double) -> Double {
    start + (end - start) * (u * (1 + taper) / (1 + taper * u))
  }

  /// The tapers to be tried for a symbol, from none on, in steps that move its middle by a third of a
  /// module.
  static func tapers(modules: Int) -> [Double] {
    let step = 1.3 / Double(modules)
    let steps = Int((0.25 / step).rounded(.up))
    return [0] + (1...steps).flatMap { [Double($0) * step, -Double($0) * step] }
  }

  /// The score from which on nothing better is looked for.
  private static let plainScore: Float = 0.93

  /// The pattern's width, in modules.
  var width: Double { elements?.width ?? Double(bars.count) }

  /// Finds the pattern that fits best.
  ///
  /// - Parameters:
  ///   - ratios: The ratios of wide to narrow elements that are tried; none if the patterns' modules have
  ///     one width.
  ///   - spacing: The widths of characters, where there are ratios.
  static func best(
    _ patterns: [[UInt8]], ratios: [Double] = [], spacing: TwoWidths.Spacing = .asEncoded,
    in profile: BarProfile
  ) -> ProfileMatch? {
    guard !ratios.isEmpty else { return best(patterns.map { ($0, nil) }, in: profile) }
    return best(
      ratios.flatMap { ratio in
        patterns.map { ($0, TwoWidths($0, ratio: ratio, spacing: spacing)) }
      }, in: profile)
  }

  private static func best(
    _ patterns: [([UInt8], TwoWidths?)], in profile: BarProfile
  ) -> ProfileMatch? {
    let edges = ProfileEdges(profile)
    var best: ProfileMatch?
    // All patterns of one width lie at the same places: the first is searched, the others compared. So
    // do those of other ratios.
    var bestOfWidth: [Double: ProfileMatch] = [:]
    var bestOfCount: [Int: ProfileMatch] = [:]
    for (pattern, elements) in patterns {
      let width = elements?.width ?? Double(pattern.count)
      let found: ProfileMatch?
      let isPlain = best?.score ?? 0 > plainScore
      if isPlain, width != best?.width { continue }
      let isNear = elements.map { TwoWidths.others.contains($0.ratio) } ?? false
      if var like = bestOfWidth[width] ?? (isNear ? bestOfCount[pattern.count] : nil) {
        like.bars = pattern
        like.elements = elements
        found = like.refined(in: profile)
      } else if isNear {
        continue
      } else {
        found = search(pattern, elements, profile, edges)
        bestOfWidth[width] = found
        if let found, found.score > bestOfCount[pattern.count]?.score ?? 0 {
          bestOfCount[pattern.count] = found
        }
      }
      if let found, found.score > best?.score ?? 0 { best = found }
    }
    return best?.refined(in: profile)
  }

  private static func search(
    _ pattern: [UInt8], _ elements: TwoWidths?, _ profile: BarProfile, _ edges: ProfileEdges
  ) -> ProfileMatch? {
    var found: [ProfileMatch] = []
    let width = elements?.width ?? Double(pattern.count)
    let combs = tapers(modules: Int(width.rounded())).map {
      ProfileComb(ModulePattern(pattern, elements), taper: $0)
    }
    let bars = zip([0] + pattern, pattern).count { $0 == 0 && $1 == 1 }
    // Quiet zones are often too narrow.
    var tried: [ClosedRange<Double>] = []
    for quiet in [4.5, 1.5] where found.isEmpty {
      let stretches = edges.stretches(modules: width, bars: bars, quiet: quiet).prefix(16)
      for stretch in stretches where !tried.contains(stretch) {
        tried.append(stretch)
        search: for comb in combs {
          let (low, high) = (stretch.lowerBound, stretch.upperBound)
          for (start, end) in [(low, high), (high, low)] {
            guard comb.correlation(profile, from: start, to: end) > 0.3 else { continue }
            let match = ProfileMatch(
              pattern, elements: elements, start: start, end: end, taper: comb.taper, in: profile)
            if match.score > 0.35 { found.append(match) }
            if match.score > plainScore { break search }
          }
        }
        if found.contains(where: { $0.score > 0.8 }) { break }
      }
    }
    found.sort { $0.score > $1.score }
    return found.prefix(3).map { $0.refined(in: profile) }.max { $0.score < $1.score }
  }

  /// Moves the ends and the taper while that improves the correlation.
  func refined(in profile: BarProfile) -> ProfileMatch {
    var best = self
    best.score = correlation(profile)
    let module = abs(end - start) / width
    for scale in [0.5, 0.5, 0.25, 0.25, 0.12] {
      for sign in [scale, -scale] {
        for (start, end, taper) in [
          (sign * module, 0, 0), (0, sign * module, 0), (0, 0, sign * 3 / width),
        ] {
          var moved = best
          moved.start += start
          moved.end += end
          moved.taper += taper
          moved.score = moved.correlation(profile)
          if moved.score > best.score { best = moved }
        }
      }
    }
    return best
  }

  /// The correlation of the profile with the pattern.
  private func correlation(_ profile: BarProfile) -> Float {
    ProfileComb(ModulePattern(bars, elements), taper: taper, bend: bend)
      .correlation(profile, from: start, to: end)
  }
}
