import Drawing
import Foundation
import Testing

/// Textures: equal for equal seeds, with the mean and the scale that they promise.
@Suite struct TextureTests {
  @Test(arguments: Texture.allCases)
  func sameGeneratorDrawsTheSame(texture: Texture) {
    let first = Self.draw(texture, scale: 7, seed: 1)
    #expect(first == Self.draw(texture, scale: 7, seed: 1))
    #expect(first != Self.draw(texture, scale: 7, seed: 2))
    #expect(first.values.allSatisfy { $0 >= 0 && $0 <= 1 })
  }

  @Test(arguments: Texture.allCases)
  func inkIsAsMuchAsExpected(texture: Texture) {
    var sum = 0.0
    for seed in 0..<80 {
      let plane = Self.draw(texture, scale: 2, seed: seed, side: 200)
      sum += Double(plane.values.reduce(0, +)) / Double(plane.values.count)
    }
    #expect(abs(sum / 80 - (texture == .text ? 0.17 : 0.5)) < 0.03, "\(sum / 80)")
  }

  /// The correlation by distance is that of the septic B-spline: 397/1680 and 1/42 over 151/315.
  @Test(arguments: [3.0, 8, 20])
  func noiseForgetsItsNeighboursAtItsScale(scale: Double) {
    let centre = 151.0 / 315
    let truths = [(1.0, 397.0 / 1680 / centre), (2, 1.0 / 42 / centre), (5, 0)]
    var plane: [Double] = []
    let side = 800
    plane = Self.draw(.noise, scale: scale, seed: 3, side: side).values.map { Double($0) - 0.5 }
    func correlation(_ lag: Int) -> Double {
      var sum = 0.0
      for y in 0..<side {
        for x in 0..<side - lag { sum += plane[y * side + x] * plane[y * side + x + lag] }
      }
      return sum / Double(side * (side - lag))
    }
    let variance = correlation(0)
    #expect(abs(variance.squareRoot() - 0.2) < 0.02)
    for (lag, truth) in truths {
      #expect(abs(correlation(Int(lag * scale)) / variance - truth) < 0.1)
    }
  }

  @Test func checkerIsMadeOfSquaresOfItsScale() {
    let plane = Self.draw(.checker, scale: 6, seed: 4, side: 120)
    // Values along a row change at the squares' sides, which lie at one position modulo the scale.
    var places = Set<Int>()
    for y in 0..<120 {
      for x in 1..<120 where abs(plane.values[y * 120 + x] - plane.values[y * 120 + x - 1]) > 0.6 {
        places.insert(x % 6)
      }
    }
    #expect(places.count == 1 || places.count == 2)
  }

  @Test func halftoneRepeatsAtItsScale() {
    let side = 400
    let plane = Self.draw(.halftone, scale: 8, seed: 5, side: side).values.map { Double($0) - 0.5 }
    func correlation(_ lag: Int) -> Double {
      (0..<side * (side - lag)).reduce(0.0) { sum, index in
        let (y, x) = index.quotientAndRemainder(dividingBy: side - lag)
        return sum + plane[y * side + x] * plane[y * side + x + lag]
      } / Double(side * (side - lag))
    }
    #expect(correlation(8) > 0.6 * correlation(0))
    #expect(correlation(4) < 0)
  }

  /// Stripes cannot be read as a code: among any 13 neighbouring elements there are a block and an
  /// element beside it that is more than 8 times as narrow.
  @Test(arguments: 0..<50)
  func amongAnyThirteenStripesAreABlockAndANarrowNeighbour(seed: Int) {
    let plane = Self.draw(.stripes, scale: 8, seed: seed, side: 1600)
    // Measured along the direction with more stripes: along rows if the stripes run down.
    func runs(_ step: Int, _ start: Int) -> [Double] {
      var runs: [Double] = []
      var last = plane.values[start] > 0.5
      var length = 0.0
      for index in 0..<1600 {
        let isDark = plane.values[start + index * step] > 0.5
        if isDark == last {
          length += 1
        } else {
          runs.append(length)
          (last, length) = (isDark, 1)
        }
      }
      return Array(runs.dropFirst())
    }
    let across = runs(1, 800 * 1600)
    let down = runs(1600, 800)
    let widths = across.count > down.count ? across : down
    guard widths.count >= 14 else { return }
    for first in 0...widths.count - 14 {
      let window = widths[first..<first + 14]
      #expect(zip(window, window.dropFirst()).contains { max($0, $1) > 7.5 * min($0, $1) })
    }
  }

  @Test(arguments: Texture.allCases)
  func backdropLiesOutsideTheQuietZoneOnly(texture: Texture) throws {
    var random = SymbolFixture.generator(917, 1)
    let printed = PrintedSymbol(SymbolFixture.random(&random))
    var viewpoint = Viewpoint(moduleSizePixels: 4)
    viewpoint.rotationDegrees = 21
    let scene = try Scene(
      [printed], viewpoint: viewpoint,
      surroundings: Surroundings(.texture(texture, scalePixels: 6, generator: random)))
    let dark = try Scene([printed], viewpoint: viewpoint, surroundings: Surroundings(.dark))
    var rasteriser = SceneRasteriser()
    var textured = InkPlane()
    var surrounded = InkPlane()
    var alone = InkPlane()
    rasteriser.drawInk(scene, into: &textured)
    rasteriser.drawInk(dark, into: &surrounded)
    rasteriser.drawInk(
      try Scene(
        width: scene.width, height: scene.height,
        filledWith: .texture(texture, scalePixels: 6, generator: random)), into: &alone)
    let zone = printed.symbol.quietZone
    let free = scene.symbols[0].map
    let corners = [
      free.apply(x: -zone.left, y: -zone.top),
      free.apply(x: printed.symbol.width + zone.right, y: -zone.top),
      free.apply(x: printed.symbol.width + zone.right, y: printed.symbol.height + zone.bottom),
      free.apply(x: -zone.left, y: printed.symbol.height + zone.bottom),
    ]
    var oracle = CoverageOracle(width: scene.width, height: scene.height)
    oracle.add(corners)
    for (index, isFree) in oracle.dark.enumerated() {
      // With dark surroundings, everything outside the free area is ink, besides the symbol.
      let ink = Double(surrounded.values[index]) - (1 - isFree)
      let wanted = Double(alone.values[index]) * (1 - isFree) + ink
      #expect(abs(Double(textured.values[index]) - wanted) < 1e-4)
    }
  }

  @Test func scaleOutOfRangeIsRefused() throws {
    let fill = Surroundings.Fill.texture(
      .noise, scalePixels: 0.5, generator: SymbolFixture.generator(111, 1))
    #expect(throws: SceneError.self) { try Scene(width: 10, height: 10, filledWith: fill) }
  }

  private static func draw(
    _ texture: Texture, scale: Double, seed: Int, side: Int = 150
  ) -> InkPlane {
    TextureRasteriser.draw(
      texture, width: side, height: side, scalePixels: scale,
      generator: SymbolFixture.generator(7, seed))
  }
}
