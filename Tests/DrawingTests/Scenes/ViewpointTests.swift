import Base
import DecoderKit
import Drawing
import Foundation
import Testing

/// Tilt, curvature, rotation and mirroring compared with another camera and polygon clipping.
@Suite struct ViewpointTests {
  @Test(arguments: 0..<24)
  func noPixelIsOffOnAFlatLabelSeenFromAnywhere(seed: Int) throws {
    let deviation = try Self.deviation(seed: seed, isBent: false)
    // Rounding to whole numbers alone makes 0.5.
    #expect(deviation.worst <= 0.502)
    #expect(deviation.mean < 0.26)
  }

  /// Chords with an error below 0.01 px cause at most 2.5 levels, besides the rounding.
  @Test(arguments: 0..<12)
  func noPixelIsOffByMoreThanChordsMayBeOnABentLabel(seed: Int) throws {
    let deviation = try Self.deviation(seed: seed, isBent: true)
    #expect(deviation.worst <= 3)
    #expect(deviation.mean < 0.35)
  }

  @Test(arguments: 0..<32)
  func cornersAreWhereAPinholeCameraSeesThem(seed: Int) throws {
    var random = SymbolFixture.generator(523, seed)
    let symbol = SymbolFixture.random(&random)
    let viewpoint = Self.viewpoint(&random, isBent: seed % 2 == 0)
    let placed = try #require(
      try Scene([PrintedSymbol(symbol)], viewpoint: viewpoint).symbols.first)
    let camera = CameraOracle(width: symbol.width, height: symbol.height, viewpoint: viewpoint)
    let origin = placed.map.apply(x: symbol.width / 2, y: symbol.height / 2)
    let corners = [
      (0, 0), (symbol.width, 0), (symbol.width, symbol.height), (0, symbol.height),
    ]
    for (seen, corner) in zip(placed.corners.points, corners) {
      let truth = camera.image(corner.0, corner.1)
      #expect(abs(seen.x - origin.x - truth.x) < 1e-9)
      #expect(abs(seen.y - origin.y - truth.y) < 1e-9)
    }
  }

  @Test func moduleAtTheCentreHasTheNominalSizeAlongTheTiltAxis() throws {
    var viewpoint = Viewpoint(moduleSizePixels: 3.7)
    viewpoint.tiltDegrees = 60
    var random = SymbolFixture.generator(523, 4)
    let symbol = SymbolFixture.random(&random)
    let map = try #require(try Scene([PrintedSymbol(symbol)], viewpoint: viewpoint).symbols.first)
      .map
    let (x, y) = (symbol.width / 2, symbol.height / 2)
    let (a, b) = (map.apply(x: x - 1e-4, y: y), map.apply(x: x + 1e-4, y: y))
    #expect(abs((b.x - a.x) / 2e-4 - 3.7) < 1e-6)
    #expect(abs(b.y - a.y) < 1e-9)
    let (c, d) = (map.apply(x: x, y: y - 1e-4), map.apply(x: x, y: y + 1e-4))
    #expect(abs((d.y - c.y) / 2e-4 - 3.7 / 2) < 1e-6)
    // The lower edge is nearer.
    let corners = map.corners(width: symbol.width, height: symbol.height)
    #expect(
      corners.bottomRight.x - corners.bottomLeft.x > corners.topRight.x - corners.topLeft.x)
  }

  @Test func mirroredIsTheImageFlipped() throws {
    var random = SymbolFixture.generator(523, 5)
    let symbol = SymbolFixture.random(&random)
    var viewpoint = Viewpoint(moduleSizePixels: 4)
    var rasteriser = SceneRasteriser()
    let plain = try rasteriser.drawImage(Scene([PrintedSymbol(symbol)], viewpoint: viewpoint))
    viewpoint.isMirrored = true
    let mirrored = try rasteriser.drawImage(Scene([PrintedSymbol(symbol)], viewpoint: viewpoint))
    try #require(plain.width == mirrored.width && plain.height == mirrored.height)
    // An image has its last column for phases other than 0.
    let last = plain.width - 2
    for y in 0..<plain.height {
      for x in 0...last { #expect(plain[x, y] == mirrored[last - x, y]) }
    }
  }

  /// Parts of the label that turn away from the camera would be drawn over one another.
  @Test func whatTheCameraCannotSeeIsRefusedInWords() throws {
    var random = SymbolFixture.generator(523, 5)
    let symbol = PrintedSymbol(SymbolFixture.random(&random, columns: 20, rows: 20))
    func objection(_ edit: (inout Viewpoint) -> Void) -> String? {
      var viewpoint = Viewpoint(moduleSizePixels: 3)
      edit(&viewpoint)
      do throws(SceneError) {
        _ = try Scene([symbol], viewpoint: viewpoint)
        return nil
      } catch { return error.description }
    }
    #expect(objection { $0.tiltDegrees = 80 } == nil)
    #expect(objection { $0.tiltDegrees = 81 }?.contains("0 to 80 can") == true)
    #expect(objection { $0.tiltDegrees = -1 } != nil)
    #expect(objection { $0.curvatureDegrees = 100 } == nil)
    #expect(objection { $0.curvatureDegrees = 160 }?.contains("away from the camera") == true)
    #expect(objection { $0.curvatureDegrees = 181 }?.contains("half of a cylinder") == true)
    let turnedAway = objection {
      ($0.tiltDegrees, $0.tiltDirectionDegrees, $0.curvatureDegrees) = (70, 90, 60)
    }
    #expect(turnedAway?.contains("away from the camera") == true)
    #expect(objection { $0.moduleSizePixels = 0 } != nil)
    #expect(objection { $0.moduleSizePixels = .nan } != nil)
    #expect(objection { $0.moduleSizePixels = 1e300 }?.contains("16384 pixels") == true)
    #expect(objection { $0.moduleSizePixels = 900 }?.contains("16384 pixels") == true)
    #expect(objection { $0.cameraDistanceDiagonals = 0.5 } != nil)
    #expect(objection { $0.rotationDegrees = .infinity } != nil)
  }

  @Test func mapsArePrintedAndEncodedWithWhatRebuildsThem() throws {
    var random = SymbolFixture.generator(523, 6)
    let symbol = SymbolFixture.random(&random)
    var viewpoint = Viewpoint(moduleSizePixels: 3)
    viewpoint.tiltDegrees = 20
    let flat = try #require(try Scene([PrintedSymbol(symbol)], viewpoint: viewpoint).symbols.first)
      .map
    #expect(flat.coefficients.count == 9)
    #expect(flat.plane?.coefficients == flat.coefficients)
    viewpoint.curvatureDegrees = 40
    let bent = try #require(try Scene([PrintedSymbol(symbol)], viewpoint: viewpoint).symbols.first)
      .map
    let cylinder = try #require(bent.cylinder)
    #expect(bent.plane == nil)
    #expect(bent.description.hasPrefix("cylinder radius \(cylinder.radiusModules) axis "))

    let json = try JSONSerialization.jsonObject(with: JSONEncoder().encode(bent))
    let fields = try #require(json as? [String: Any])
    let m = try #require(fields["coefficients"] as? [Double])
    let shape = try #require(fields["cylinder"] as? [String: Double])
    let radius = try #require(shape["radiusModules"])
    let a = (2.5 - (try #require(shape["axisModules"]))) / radius
    let p = [radius * sin(a), 1.25, radius * (1 - cos(a)), 1]
    let rows = (0..<3).map { row in (0..<4).reduce(0.0) { $0 + m[4 * row + $1] * p[$1] } }
    let truth = bent.apply(x: 2.5, y: 1.25)
    #expect(abs(rows[0] / rows[2] - truth.x) < 1e-9 && abs(rows[1] / rows[2] - truth.y) < 1e-9)
  }

  private static func viewpoint(_ random: inout Xoshiro256, isBent: Bool) -> Viewpoint {
    var viewpoint = Viewpoint(moduleSizePixels: 0.9 + 6 * random.unit())
    viewpoint.rotationDegrees = random.below(4) == 0 ? 0 : 360 * random.unit()
    viewpoint.tiltDegrees = (isBent ? 25 : 70) * random.unit()
    viewpoint.tiltDirectionDegrees = 360 * random.unit()
    viewpoint.curvatureDegrees = isBent ? 5 + 55 * random.unit() : 0
    viewpoint.isMirrored = random.below(2) == 0
    viewpoint.cameraDistanceDiagonals = 1.5 + 4 * random.unit()
    viewpoint.phase = Point(x: random.unit(), y: random.unit())
    return viewpoint
  }

  private static func deviation(seed: Int, isBent: Bool) throws -> Deviation {
    var random = SymbolFixture.generator(127, seed)
    let heights = seed % 3 == 0 ? (0..<8).map { _ in 0.4 + 2 * random.unit() } : nil
    let symbol = SymbolFixture.random(&random, rowHeights: heights)
    let viewpoint = viewpoint(&random, isBent: isBent)
    let isDark = seed % 2 == 1
    let scene = try Scene(
      [PrintedSymbol(symbol)], viewpoint: viewpoint,
      surroundings: isDark ? Surroundings(.dark, quietZonePercent: 75) : .paper)
    let camera = CameraOracle(width: symbol.width, height: symbol.height, viewpoint: viewpoint)

    let zone = symbol.quietZone
    let share = isDark ? 0.75 : 1
    let beyond = isDark ? 4.0 : 0
    let outer = camera.outline(
      left: -zone.left * share - beyond, top: -zone.top * share - beyond,
      right: symbol.width + zone.right * share + beyond,
      bottom: symbol.height + zone.bottom * share + beyond, steps: isBent ? 2000 : 1)
    let left = outer.map(\.x).min() ?? 0
    let top = outer.map(\.y).min() ?? 0
    func pixels(_ length: Double) -> Int { Int((length - 1e-9).rounded(.up)) + 1 }
    let width = pixels((outer.map(\.x).max() ?? 0) - left)
    let height = pixels((outer.map(\.y).max() ?? 0) - top)
    // The image is larger by less than 0.04 px because of the chords.
    #expect(scene.width == width || isBent && scene.width == width + 1)
    #expect(scene.height == height || isBent && scene.height == height + 1)

    var oracle = CoverageOracle(width: scene.width, height: scene.height)
    let origin = scene.symbols[0].map.apply(x: symbol.width / 2, y: symbol.height / 2)
    #expect(abs(origin.x + left - viewpoint.phase.x) < (isBent ? 0.02 : 1e-9))
    #expect(abs(origin.y + top - viewpoint.phase.y) < (isBent ? 0.02 : 1e-9))
    func add(_ outline: [Point], weight: Double) {
      oracle.add(outline.map { Point(x: $0.x + origin.x, y: $0.y + origin.y) }, weight: weight)
    }
    let steps = isBent ? 24 : 1
    let tops = SymbolFixture.tops(symbol)
    for row in 0..<symbol.rows {
      for column in 0..<symbol.columns where symbol.isDark(column: column, row: row) {
        // Convex pieces: strips across the bend.
        for step in 0..<steps {
          let a = Double(column) + Double(step) / Double(steps)
          let b = Double(column) + Double(step + 1) / Double(steps)
          add(
            camera.outline(left: a, top: tops[row], right: b, bottom: tops[row + 1], steps: 1),
            weight: 1)
        }
      }
    }
    if isDark {
      let from = -zone.left * share
      let to = symbol.width + zone.right * share
      let strips = isBent ? 400 : 1
      for step in 0..<strips {
        add(
          camera.outline(
            left: from + (to - from) * Double(step) / Double(strips), top: -zone.top * share,
            right: from + (to - from) * Double(step + 1) / Double(strips),
            bottom: symbol.height + zone.bottom * share, steps: 1), weight: -1)
      }
    }
    var rasteriser = SceneRasteriser()
    return Deviation(
      try rasteriser.drawImage(scene), oracle.dark.map { $0 + (isDark ? 1 : 0) })
  }
}
