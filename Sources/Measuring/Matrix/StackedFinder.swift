import DecoderKit
import Foundation

/// Finds PDF417's start and stop patterns on lines across the whole image, in all directions.
///
/// A symbol of few rows is so flat that a line across a place full of bars soon leaves it. Its start
/// and its stop pattern are found each on its own here; the line between both is the symbol's.
struct StackedFinder {
  /// A pattern that several neighbouring lines have met.
  struct Place {
    /// Its middle.
    var centre: Point
    /// The direction from the symbol's start to its stop, as far as the lines tell: within 10°.
    var direction: SIMD2<Double>
    /// Pixels per module.
    var module: Double
    /// Half the length of its bars, in pixels.
    var halfHeight: Double
    var score: Float
  }

  /// The start and the stop patterns, the best first.
  let starts: [Place]
  let stops: [Place]

  private static let directions = 10
  private static let most = 12

  /// Looks at all lines.
  ///
  /// - Parameter band: Half the height over which a line is averaged, in pixels. Lines of one pixel see
  ///   the smallest symbols; in others, noise breaks wide bars.
  init(_ plane: LuminancePlane, band: Double, _ search: (BarProfile) -> StackedSearch) {
    var (starts, stops): ([Group], [Group]) = ([], [])
    let (width, height) = (Double(plane.width), Double(plane.height))
    let spacing = max(3, min(width, height) / 160)
    for index in 0..<Self.directions {
      let angle = Double.pi * Double(index) / Double(Self.directions)
      let across = SIMD2(cos(angle), sin(angle))
      let along = SIMD2(-across.y, across.x)
      let reach = (width * abs(along.x) + height * abs(along.y)) / 2
      var (startGroups, stopGroups): ([Group], [Group]) = ([], [])
      for (line, offset) in stride(from: -reach, through: reach, by: spacing).enumerated() {
        let through = SIMD2(width / 2, height / 2) + along * offset
        guard let profile = Self.profile(plane, through, across, band) else { continue }
        let found = search(profile).ends()
        for (ends, half, groups) in [(found.starts, 8.5, 0), (found.stops, -9.0, 1)] {
          for end in ends {
            let place = end.place + half * end.module
            let hit = Hit(
              line: line,
              point: SIMD2(profile.origin.x, profile.origin.y) + across * place,
              module: end.module, score: end.score)
            if groups == 0 {
              Self.add(hit, to: &startGroups, spacing)
            } else {
              Self.add(hit, to: &stopGroups, spacing)
            }
          }
        }
      }
      starts += startGroups.map { $0.directed(across) }
      stops += stopGroups.map { $0.directed(across) }
    }
    self.starts = Self.places(starts)
    self.stops = Self.places(stops)
  }

  /// The part of a line that lies in the image, and a little beyond.
  private static func profile(
    _ plane: LuminancePlane, _ through: SIMD2<Double>, _ across: SIMD2<Double>, _ band: Double
  ) -> BarProfile? {
    var (low, high) = (-Double.infinity, Double.infinity)
    for (start, way, limit) in [
      (through.x, across.x, Double(plane.width)), (through.y, across.y, Double(plane.height)),
    ] {
      if abs(way) < 1e-9 {
        guard (0...limit).contains(start) else { return nil }
        continue
      }
      let (one, other) = (-start / way, (limit - start) / way)
      (low, high) = (max(low, min(one, other)), min(high, max(one, other)))
    }
    guard high - low > 17 else { return nil }
    let middle = through + across * ((low + high) / 2)
    return BarProfile(
      plane, through: Point(x: middle.x, y: middle.y), across: across,
      reach: (high - low) / 2 + 3, band: band)
  }

  private static func add(_ hit: Hit, to groups: inout [Group], _ spacing: Double) {
    let index = groups.firstIndex { group in
      guard hit.line - group.last.line <= 2 else { return false }
      let ratio = hit.module / group.last.module
      guard ratio > 0.8, ratio < 1.25 else { return false }
      let way = hit.point - group.last.point
      return (way * way).sum().squareRoot() < 2.6 * spacing + abs(hit.module)
    }
    if let index { groups[index].add(hit) } else { groups.append(Group(hit)) }
  }

  /// The groups that more than one line has met, each place once.
  private static func places(_ groups: [Group]) -> [Place] {
    var kept: [Place] = []
    let all = groups.filter { $0.lines > 1 }.map(\.place).sorted { $0.score > $1.score }
    for place in all where kept.count < most {
      let isKnown = kept.contains { other in
        let way = SIMD2(place.centre.x - other.centre.x, place.centre.y - other.centre.y)
        return (way * way).sum().squareRoot() < 5 * other.module
          && (place.direction * other.direction).sum() > 0.7
      }
      if !isKnown { kept.append(place) }
    }
    return kept
  }

  /// Lines that lead from a start pattern to a stop pattern, the best first.
  var pairs: [BarRegion] {
    var found: [(score: Float, place: BarRegion)] = []
    for start in starts {
      for stop in stops {
        let way = SIMD2(stop.centre.x - start.centre.x, stop.centre.y - start.centre.y)
        let length = (way * way).sum().squareRoot()
        let ratio = start.module / stop.module
        let modules = length / (start.module * stop.module).squareRoot()
        // From the middle of one pattern to that of the other there are 3 to 32 codewords.
        guard ratio > 0.55, ratio < 1.8, modules > 55, modules < 600 else { continue }
        let across = way / length
        let turn = min((across * start.direction).sum(), (across * stop.direction).sum())
        guard turn > 0.87 else { continue }
        let ends = 14 * max(start.module, stop.module)
        found.append(
          (
            start.score + stop.score,
            BarRegion(
              centre: Point(
                x: (start.centre.x + stop.centre.x) / 2, y: (start.centre.y + stop.centre.y) / 2),
              across: across, halfLength: length / 2 + ends,
              halfHeight: min(start.halfHeight, stop.halfHeight), factor: 1)
          ))
      }
    }
    return found.sorted { $0.score > $1.score }.map(\.place)
  }

  /// Lines across the start patterns and what follows them.
  var startRegions: [BarRegion] {
    starts.map { start in
      BarRegion(
        centre: start.centre, across: start.direction, halfLength: 30 * start.module,
        halfHeight: start.halfHeight, factor: 1)
    }
  }
}

/// A pattern on one line.
private struct Hit {
  var line: Int
  var point: SIMD2<Double>
  /// Pixels per module; negative if the symbol runs backwards on the line.
  var module: Double
  var score: Float
}

/// The same pattern on neighbouring lines.
private struct Group {
  private(set) var last: Hit
  private(set) var lines = 1
  private var first: Hit
  private var score: Float
  private var modules: Double
  private var direction = SIMD2<Double>.zero

  init(_ hit: Hit) {
    (first, last, score, modules) = (hit, hit, hit.score, hit.module)
  }

  mutating func add(_ hit: Hit) {
    if hit.line > last.line {
      lines += 1
      modules += hit.module
      score += hit.score
    } else if hit.score < last.score {
      return
    }
    last = hit
  }

  func directed(_ across: SIMD2<Double>) -> Group {
    var group = self
    group.direction = across
    return group
  }

  var place: StackedFinder.Place {
    let middle = (first.point + last.point) / 2
    let way = last.point - first.point
    let module = modules / Double(lines)
    return StackedFinder.Place(
      centre: Point(x: middle.x, y: middle.y), direction: direction * (module < 0 ? -1 : 1),
      module: abs(module), halfHeight: max((way * way).sum().squareRoot() / 2, 1.5), score: score)
  }
}
