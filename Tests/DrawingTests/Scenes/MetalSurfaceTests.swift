import Drawing
import Foundation
import Symbols
import Testing

/// Bare metal against its statistics.
@Suite struct MetalSurfaceTests {
  /// A symbol without ink, so that all of the surface is bare.
  private static func bare(_ side: Int) -> PrintedSymbol {
    PrintedSymbol(
      Symbol(
        symbology: .dataMatrix, payload: [], columns: side, rows: side,
        modules: Array(repeating: 0, count: side * side),
        quietZone: QuietZone(left: 1, top: 1, right: 1, bottom: 1),
        rowHeights: Array(repeating: 1, count: side)))
  }

  private static func covered(
    _ asked: [CameraParameter: Double], side: Int = 60, moduleSize: Double = 4, seed: Int = 1,
    rotation: Double = 0
  ) throws -> (plane: InkPlane, scene: Scene) {
    var settings = PlaneFixtures.settings(asked)
    settings[.paperReflectance] = 60
    settings[.symbolContrast] = 40
    var viewpoint = Viewpoint(moduleSizePixels: moduleSize)
    viewpoint.rotationDegrees = rotation
    let scene = try Scene([bare(side)], viewpoint: viewpoint)
    var plane = InkPlane()
    var rasteriser = SceneRasteriser()
    rasteriser.drawInk(scene, into: &plane)
    let surface = try #require(MetalSurface(settings))
    surface.cover(
      &plane, of: scene, brushing: SymbolFixture.generator(701, seed),
      mirrors: SymbolFixture.generator(709, seed))
    return (plane, scene)
  }

  /// Reflectance in per cent of white: ink of 1 darkens by the symbol contrast of 40 %.
  private static func reflectance(_ plane: InkPlane) -> [Double] {
    plane.values.map { 60 - 40 * Double($0) }
  }

  private static func correlation(
    _ values: [Double], width: Int, across: Int, down: Int
  ) -> Double {
    let mean = values.reduce(0, +) / Double(values.count)
    let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)
    var sum = 0.0
    var count = 0
    for y in 0..<values.count / width - down {
      for x in 0..<width - across {
        sum += (values[y * width + x] - mean) * (values[(y + down) * width + x + across] - mean)
        count += 1
      }
    }
    return sum / Double(count) / variance
  }

  @Test func streaksHaveTheStrengthLengthWidthAndDirectionAskedFor() throws {
    for direction in [0.0, 90] {
      let (plane, _) = try Self.covered([
        .brushing: 8, .brushingLength: 5, .brushingWidth: 1, .brushingDirection: direction,
      ])
      let values = Self.reflectance(plane)
      let mean = values.reduce(0, +) / Double(values.count)
      let deviation =
        (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)).squareRoot()
      #expect(abs(mean - 60) < 1.5)
      #expect(abs(deviation - 8) < 0.8)
      let along = (20, 4)  // pixels: the length and the width
      let isAcross = direction == 0
      func correlation(_ x: Int, _ y: Int) -> Double {
        Self.correlation(
          values, width: plane.width, across: isAcross ? x : y, down: isAcross ? y : x)
      }
      #expect(abs(correlation(along.0, 0) - 0.49) < 0.12)
      #expect(abs(correlation(0, along.1) - 0.49) < 0.12)
      #expect(correlation(0, 3 * along.1) < 0.15)
      #expect(correlation(3 * along.1, 0) > 0.6)
    }
  }

  /// Pixels of half a streak's width are means: an image of half the size is the mean of four pixels.
  @Test func fineStreaksAreMeansAndNotPoints() throws {
    let asked: [CameraParameter: Double] = [
      .brushing: 8, .brushingLength: 2, .brushingWidth: 0.5,
    ]
    let fine = try Self.covered(asked, side: 20, moduleSize: 8).plane
    let coarse = try Self.covered(asked, side: 20, moduleSize: 1).plane
    // The scenes begin at the same place, 1 module of margin off; phases are 0.
    var (worst, used) = (0.0, 0)
    for y in 0..<coarse.height - 1 {
      for x in 0..<coarse.width - 1 {
        var sum = 0.0
        for v in 0..<8 {
          for u in 0..<8 { sum += Double(fine.values[(8 * y + v) * fine.width + 8 * x + u]) }
        }
        worst = max(worst, abs(sum / 64 - Double(coarse.values[y * coarse.width + x])))
        used += 1
      }
    }
    #expect(used > 400)
    #expect(worst < 0.04, "ink; streaks have a standard deviation of 0.2")
  }

  @Test func streaksTurnWithThePartAndSpareTheInk() throws {
    let asked: [CameraParameter: Double] = [.brushing: 10, .brushingLength: 4, .brushingWidth: 2]
    let upright = try Self.covered(asked, side: 12, moduleSize: 8)
    let turned = try Self.covered(asked, side: 12, moduleSize: 8, rotation: 90)
    func value(_ part: (plane: InkPlane, scene: Scene), _ x: Double, _ y: Double) -> Float {
      let point = part.scene.symbols[0].map.apply(x: x, y: y)
      return part.plane.values[Int(point.y) * part.plane.width + Int(point.x)]
    }
    for index in 0..<100 {
      // Centres of pixels, in both images.
      let (x, y) = (Double(index % 10) + 1.0625, Double(index / 10) + 1.0625)
      #expect(abs(value(upright, x, y) - value(turned, x, y)) < 1e-4)
    }
    var ink = InkPlane(width: upright.plane.width, height: upright.plane.height, filledWith: 1)
    MetalSurface(PlaneFixtures.settings(asked))?.cover(
      &ink, of: upright.scene, brushing: SymbolFixture.generator(701, 1),
      mirrors: SymbolFixture.generator(709, 1))
    #expect(ink.values.allSatisfy { $0 == 1 })
  }

  @Test(arguments: [0.5, 3, 10])
  func mirrorSpotsAreWhiteAndCoverTheirShare(percent: Double) throws {
    let (plane, scene) = try Self.covered([.mirrorSpots: percent], side: 50, moduleSize: 6)
    let reflectance = Self.reflectance(plane)
    #expect(reflectance.allSatisfy { (59.99...100.01).contains($0) })
    #expect(reflectance.contains { $0 > 99.9 })
    // From 60 to 100 %: the share of the way is the share of the pixel.
    let covered = reflectance.reduce(0) { $0 + ($1 - 60) / 40 } / 36
    let area = 52.0 * 52
    // Spots that overlap are counted twice when they are placed, and some reach over the border.
    let wanted = 1 - exp(-percent / 100)
    #expect(abs(covered / area / wanted - 1) < 0.1, "\(scene.width)")
  }
}
