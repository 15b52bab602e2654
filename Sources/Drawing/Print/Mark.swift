import Base
import DecoderKit
import Symbols

/// The way in which the dark modules of a symbol are made.
package enum Mark: Hashable, Sendable {
  /// Each dark module is filled.
  case solid
  /// Round dots: dents of a stylus or drops of ink. With a shading they are dents under directed light.
  case dots([Spot], DentShading?)
  /// The parallel lines of a laser.
  case hatch(Hatch)
}

/// The dots that a module is marked with.
package struct DotPattern: Hashable, Sendable {
  /// The number of dots along a module's side; 1 or more.
  package var perModule = 1
  /// The diameter of a dot, in per cent of the distance between dots.
  package var sizePercent = 100.0
  /// The most by which a diameter differs, either way, in per cent of it; all are equally likely.
  package var sizeSpreadPercent = 0.0
  /// The radius of the circle in which a dot lies off its place, in per cent of the distance between
  /// dots; all of its points are equally likely.
  package var offsetPercent = 0.0
  /// The chance of a dot to be missing, in per cent.
  package var missingPercent = 0.0
  /// The chance of a dot to have a satellite, in per cent.
  package var satellitePercent = 0.0

  /// The diameter of a satellite, as a share of its dot's.
  package static let satelliteSize = 0.35

  /// Makes a pattern of one dot a module.
  package init() {}

  /// Places the dots of a symbol, row by row.
  ///
  /// A row that is not one module high has as many dots downwards as come nearest to the distance
  /// across. A satellite follows its dot along the row, at 0.6 to 1.2 of the distance between dots, as
  /// the part moves past the ink jet, and up to 0.2 of it off to either side.
  ///
  /// - Parameter generator: The source of seven numbers for each dot, whatever the pattern, so that a
  ///   dot that is asked to be smaller stays where it was.
  package func dots(of symbol: Symbol, _ generator: inout Xoshiro256) -> [Spot] {
    let pitch = 1 / Double(perModule)
    let tops = symbol.rowEdges
    var dots: [Spot] = []
    for row in 0..<symbol.rows {
      let height = tops[row + 1] - tops[row]
      let down = max(1, Int((height / pitch).rounded()))
      for step in 0..<down {
        let y = tops[row] + (Double(step) + 0.5) * height / Double(down)
        for column in 0..<symbol.columns where symbol.isDark(column: column, row: row) {
          for place in 0..<perModule {
            let x = Double(column) + (Double(place) + 0.5) * pitch
            add(Point(x: x, y: y), pitch, &dots, &generator)
          }
        }
      }
    }
    return dots
  }

  private func add(
    _ place: Point, _ pitch: Double, _ dots: inout [Spot], _ generator: inout Xoshiro256
  ) {
    let chances = (0..<7).map { _ in generator.unit() }
    let (sine, cosine) = sineAndCosine(degrees: 360 * chances[0])
    let off = pitch * offsetPercent / 100 * chances[1].squareRoot()
    let centre = Point(x: place.x + off * cosine, y: place.y + off * sine)
    let radius =
      pitch * sizePercent / 200 * (1 + sizeSpreadPercent / 100 * (2 * chances[2] - 1))
    guard 100 * chances[3] >= missingPercent else { return }
    dots.append(Spot(centre: centre, radius: radius, isDark: true))
    guard 100 * chances[4] < satellitePercent else { return }
    dots.append(
      Spot(
        centre: Point(
          x: centre.x + pitch * (0.6 + 0.6 * chances[5]),
          y: centre.y + pitch * 0.2 * (2 * chances[6] - 1)),
        radius: radius * Self.satelliteSize, isDark: true))
  }
}

/// The shading of dents under light from one side.
///
/// A shallow dent is a part of a sphere. By Lambert's law its brightness differs from the surface's by
/// the slope towards the light, which grows evenly from one side of the dent to the other. At a point
/// whose distance from the centre, away from the light, is u radii, the ink is 1 − s (1 + u). With
/// s = 0 the dent is evenly dark; with s = 1 one side is as dark as ink and the other as much brighter
/// than the bare surface, which is ink below 0.
package struct DentShading: Hashable, Sendable {
  /// The shading s, 0 to 1.
  package let strength: Double
  /// The direction from which the light comes, in degrees clockwise from the symbol's x axis.
  package let directionDegrees: Double

  package init(strength: Double, directionDegrees: Double) {
    self.strength = strength
    self.directionDegrees = directionDegrees
  }

  /// The least number of slabs that a dent is cut into.
  private static let fewestSlabs = 24

  /// One slab of all dents: edges with the dark side on the right, and the ink inside them.
  struct Slab {
    let ink: Double
    var edges: [SymbolOutline.Edge]
  }

  /// Cuts dents into slabs across the light, each of even ink: the ramp's value in its middle.
  ///
  /// The slabs end at equal angles of the circle, so that they are thin where the outline turns. No
  /// point of the outline is off by more than the chord error. The ink of dents that overlap adds up.
  func slabs(of dents: [Spot], chordError: Double) -> [Slab] {
    guard let widest = dents.map(\.radius).max() else { return [] }
    let arcs = Double.pi * (widest / (8 * chordError)).squareRoot()
    let count = max(Self.fewestSlabs, Int(arcs.rounded(.up)))
    let cuts = (0...count).map { cut in
      let (sine, cosine) = sineAndCosine(degrees: 180 * Double(cut) / Double(count))
      return (along: -cosine, half: sine)
    }
    let light = sineAndCosine(degrees: directionDegrees)
    // Away from the light, and a quarter turn further clockwise.
    let along = SIMD2(-light.cosine, -light.sine)
    let across = SIMD2(light.sine, -light.cosine)
    return (0..<count).map { index in
      let (near, far) = (cuts[index], cuts[index + 1])
      let corners = [
        along * near.along - across * near.half, along * far.along - across * far.half,
        along * far.along + across * far.half, along * near.along + across * near.half,
      ]
      var slab = Slab(ink: 1 - strength * (1 + (near.along + far.along) / 2), edges: [])
      slab.edges.reserveCapacity(4 * dents.count)
      for dent in dents {
        let points = corners.map { SIMD2(dent.centre.x, dent.centre.y) + $0 * dent.radius }
        for (place, from) in points.enumerated() {
          let to = points[(place + 1) % 4]
          slab.edges.append(.init(fromX: from.x, fromY: from.y, toX: to.x, toY: to.y))
        }
      }
      return slab
    }
  }
}

/// The lines with which a laser fills dark modules: each runs along a row through a whole run of them.
package struct Hatch: Hashable, Sendable {
  /// The distance between lines, in modules; the nearest one of which a row's height is a multiple.
  package let pitchModules: Double
  /// The width of a line, in per cent of the distance.
  package let linePercent: Double
  /// The burn at both ends of a line, where the beam is slow: a disc this much wider than the line, in
  /// per cent; 0 for square ends.
  package let burnPercent: Double

  package init(pitchModules: Double, linePercent: Double, burnPercent: Double) {
    self.pitchModules = pitchModules
    self.linePercent = linePercent
    self.burnPercent = burnPercent
  }

  /// A filled rectangle, in modules.
  package struct Line: Hashable, Sendable {
    let left: Double
    let top: Double
    let right: Double
    let bottom: Double
  }

  /// Returns the lines of a symbol, from top to bottom and from left to right.
  func lines(of symbol: Symbol) -> [Line] {
    let tops = symbol.rowEdges
    var lines: [Line] = []
    for row in 0..<symbol.rows {
      let height = tops[row + 1] - tops[row]
      let count = max(1, Int((height / pitchModules).rounded()))
      let pitch = height / Double(count)
      let half = pitch * linePercent / 200
      let runs = Self.runs(of: symbol, row)
      for step in 0..<count {
        let middle = tops[row] + (Double(step) + 0.5) * pitch
        lines += runs.map {
          Line(
            left: Double($0.lowerBound), top: middle - half, right: Double($0.upperBound),
            bottom: middle + half)
        }
      }
    }
    return lines
  }

  /// Returns the burnt ends of lines, centred half a line's width inside both ends.
  func burns(of lines: [Line]) -> [Spot] {
    guard burnPercent > 0 else { return [] }
    return lines.flatMap { line in
      let half = (line.bottom - line.top) / 2
      return [line.left + half, line.right - half].map { x in
        Spot(
          centre: Point(x: x, y: (line.top + line.bottom) / 2),
          radius: half * (1 + burnPercent / 100), isDark: true)
      }
    }
  }

  private static func runs(of symbol: Symbol, _ row: Int) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start: Int?
    for column in 0...symbol.columns {
      let isDark = symbol.isDark(column: column, row: row)
      if isDark, start == nil { start = column }
      if !isDark, let from = start {
        runs.append(from..<column)
        start = nil
      }
    }
    return runs
  }
}
