import DecoderKit
import Foundation

/// Luminances along a line across bars, at steps of half a pixel.
struct BarProfile {
  /// The line's first point and its direction.
  let origin: Point
  let direction: SIMD2<Double>
  /// The luminances, averaged along the bars.
  let values: [Float]

  static let step = 0.5

  /// Averages the luminances over a band.
  ///
  /// - Parameters:
  ///   - reach: Half the length of the line, in pixels.
  ///   - band: Half the height of the band, in pixels.
  init(
    _ plane: LuminancePlane, through centre: Point, across: SIMD2<Double>, reach: Double,
    band: Double
  ) {
    let along = SIMD2(-across.y, across.x)
    direction = across
    origin = Point(x: centre.x - across.x * reach, y: centre.y - across.y * reach)
    let count = Int(2 * reach / Self.step) + 1
    let lines = max(1, Int(band * 2 / 0.9))
    var values = [Float](repeating: 0, count: count)
    for line in 0..<lines {
      let offset = lines == 1 ? 0 : band * (2 * Double(line) / Double(lines - 1) - 1)
      var x = origin.x + along.x * offset
      var y = origin.y + along.y * offset
      for index in 0..<count {
        values[index] += Float(plane.value(x, y))
        x += across.x * Self.step
        y += across.y * Self.step
      }
    }
    let scale = 1 / Float(lines)
    for index in 0..<count { values[index] *= scale }
    self.values = values
  }

  @inline(__always)
  func value(at place: Double) -> Float {
    let position = min(max(place / Self.step, 0), Double(values.count - 2))
    let index = Int(position)
    let fraction = Float(position - Double(index))
    return values[index] + (values[index + 1] - values[index]) * fraction
  }
}

/// A module in a bar pattern that may be dark or light.
let openModule: UInt8 = 2

/// The place of a bar pattern on a profile.
struct ProfileMatch {
  /// The places of the pattern's first and last edge, in pixels from the profile's start; the first
  /// is the larger where the pattern runs backwards.
  var start: Double
  var end: Double
  /// The perspective: modules at the start are (1 + taper)² times as large as those at the end.
  var taper: Double
  /// The correlation of the profile with the pattern, -1 to 1.
  var score: Float
  /// The place of the pattern among the candidates.
  var pattern: Int

  /// The place of a point of the pattern, which runs from 0 to 1: a projective map of the line.
  @inline(__always)
  func place(_ u: Double) -> Double {
    start + (end - start) * (u * (1 + taper) / (1 + taper * u))
  }

  /// Finds the pattern that fits best.
  static func best(_ patterns: [[UInt8]], in profile: BarProfile) -> ProfileMatch? {
    guard profile.values.count > 40 else { return nil }
    let edges = Edges(profile)
    var best: ProfileMatch?
    var bestBySize: [Int: ProfileMatch] = [:]
    // All spellings of one width lie at the same places: the first stands for all while searching.
    for (index, pattern) in patterns.enumerated() {
      let found: ProfileMatch?
      if let like = bestBySize[pattern.count] {
        found = like.score > 0.3 ? refine(like, pattern, index, profile) : nil
      } else {
        found = search(pattern, index, profile, edges)
        if let found { bestBySize[pattern.count] = found }
      }
      if let found, found.score > best?.score ?? 0 { best = found }
    }
    return best.map { refine($0, patterns[$0.pattern], $0.pattern, profile) }
  }

  /// The edges of a profile at which bars may begin and end.
  struct Edges {
    /// From light to dark, with the light length before; from dark to light, with the light length
    /// behind.
    var falling: [(place: Double, light: Double)] = []
    var rising: [(place: Double, light: Double)] = []

    init(_ profile: BarProfile) {
      let values = profile.values
      // The threshold follows the local extremes over a window that spans several modules.
      let sorted = values.sorted()
      let (low, high) = (sorted[sorted.count / 50], sorted[sorted.count - 1 - sorted.count / 50])
      let gap = (high - low) * 0.12
      var isDark = false
      var extreme = values[0]
      var extremeAt = 0
      var changes: [(index: Double, isFalling: Bool)] = []
      // A change counts once the profile has moved back from an extreme by an eighth of the range.
      for (index, value) in values.enumerated() {
        if isDark {
          if value < extreme { (extreme, extremeAt) = (value, index) }
          if value > extreme + gap {
            changes.append((Self.crossing(values, extremeAt, index), false))
            isDark = false
            (extreme, extremeAt) = (value, index)
          }
        } else {
          if value > extreme { (extreme, extremeAt) = (value, index) }
          if value < extreme - gap {
            changes.append((Self.crossing(values, extremeAt, index), true))
            isDark = true
            (extreme, extremeAt) = (value, index)
          }
        }
      }
      let last = Double(values.count - 1) * BarProfile.step
      for (index, change) in changes.enumerated() {
        let place = change.index * BarProfile.step
        if change.isFalling {
          falling.append((place, place - (index > 0 ? changes[index - 1].index * BarProfile.step : -1e6)))
        } else {
          let next = index + 1 < changes.count ? changes[index + 1].index * BarProfile.step : last + 1e6
          rising.append((place, next - place))
        }
      }
    }

    /// The place of the steepest step from an extreme on.
    private static func crossing(_ values: [Float], _ from: Int, _ to: Int) -> Double {
      var best = from
      var steepest: Float = 0
      for index in from..<min(to + 4, values.count - 1) {
        let step = abs(values[index + 1] - values[index])
        if step > steepest { (steepest, best) = (step, index) }
      }
      return Double(best) + 0.5
    }
  }

  private static func search(
    _ pattern: [UInt8], _ index: Int, _ profile: BarProfile, _ edges: Edges
  ) -> ProfileMatch? {
    let modules = Double(pattern.count)
    var best: [ProfileMatch] = []
    // The taper's step moves the middle of the symbol by a third of a module.
    let step = 1.3 / modules
    let steps = Int((0.16 / step).rounded(.up))
    for quiet in [4.5, 1.5] {
      // The longest stretch between quiet zones first: shorter ones lie within the symbol.
      var stretches: [(falling: Double, rising: Double)] = []
      for falling in edges.falling {
        for rising in edges.rising where rising.place - falling.place > modules * 0.9 {
          let light = quiet * (rising.place - falling.place) / modules
          if falling.light > light, rising.light > light {
            stretches.append((falling.place, rising.place))
          }
        }
      }
      stretches.sort { $0.rising - $0.falling > $1.rising - $1.falling }
      for stretch in stretches.prefix(60) {
        for isForward in [true, false] {
          for taper in -steps...steps {
            var match = ProfileMatch(
              start: isForward ? stretch.falling : stretch.rising,
              end: isForward ? stretch.rising : stretch.falling, taper: Double(taper) * step,
              score: 0, pattern: index)
            match.score = match.correlation(pattern, profile)
            if match.score > 0.35 { best.append(match) }
          }
        }
        if best.contains(where: { $0.score > 0.8 }) { break }
      }
      if !best.isEmpty { break }
    }
    best.sort { $0.score > $1.score }
    return best.prefix(3).map { refine($0, pattern, index, profile) }.max { $0.score < $1.score }
  }

  /// Moves the ends and the taper while that improves the correlation.
  static func refine(
    _ match: ProfileMatch, _ pattern: [UInt8], _ index: Int, _ profile: BarProfile
  ) -> ProfileMatch {
    var best = match
    best.pattern = index
    best.score = best.correlation(pattern, profile)
    let module = abs(match.end - match.start) / Double(pattern.count)
    for scale in [0.5, 0.5, 0.25, 0.25, 0.12] {
      for change in 0..<6 {
        var moved = best
        let sign = change % 2 == 0 ? 1.0 : -1
        switch change / 2 {
        case 0: moved.start += sign * scale * module
        case 1: moved.end += sign * scale * module
        default: moved.taper += sign * scale * 3 / Double(pattern.count)
        }
        moved.score = moved.correlation(pattern, profile)
        if moved.score > best.score { best = moved }
      }
    }
    return best
  }

  /// The correlation of the profile, at the modules' middles, with the pattern and three modules of
  /// light on either side.
  private func correlation(_ pattern: [UInt8], _ profile: BarProfile) -> Float {
    let count = pattern.count
    let modules = Double(count)
    var (n, s, ss, d, sd) = (Float(0), Float(0), Float(0), Float(0), Float(0))
    var wanted: Float = 0
    let limit = Double(profile.values.count - 1) * BarProfile.step
    for index in -2..<(count + 2) {
      let u = (Double(index) + 0.5) / modules
      let place = place(u)
      let module = index >= 0 && index < count ? pattern[index] : 0
      guard module != openModule else { continue }
      wanted += 1
      guard place >= 0, place <= limit else { continue }
      let value = profile.value(at: place)
      n += 1
      s += value
      ss += value * value
      if module != 0 {
        d += 1
        sd += value
      }
    }
    guard n > wanted * 0.9 else { return 0 }
    let variances = (ss - s * s / n) * (d - d * d / n)
    // Dark modules are low.
    return variances > 0 ? -(sd - s * d / n) / variances.squareRoot() : 0
  }
}
