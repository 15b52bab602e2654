import DecoderKit
import TestSupport
import Testing

@testable import Measuring

/// The intervals of module sizes, where neighbouring pixels err alike.
@Suite struct IntervalTests {
  /// Adds noise that is the same over blocks of pixels, as compression and coarse drawing leave it.
  private func blotched(
    _ image: GrayImage, side: Int, deviation: Double, using random: inout SeededGenerator
  ) -> GrayImage {
    var image = image
    for top in stride(from: 0, to: image.height, by: side) {
      for left in stride(from: 0, to: image.width, by: side) {
        // The sum of twelve even draws has the variance 1.
        let draw = (0..<12).reduce(-6) { sum, _ in sum + Double.random(in: 0...1, using: &random) }
        for y in top..<min(top + side, image.height) {
          for x in left..<min(left + side, image.width) {
            let level = Double(image[x, y]) + deviation * draw
            image[x, y] = UInt8(min(max(level, 0), 255).rounded())
          }
        }
      }
    }
    return image
  }

  @Test func intervalsHoldTheTruthWhereNeighboursErrAlike() throws {
    var random = SeededGenerator(seed: 39)
    var covered: [Bool] = []
    for number in 0..<40 {
      let symbology: Symbology = number % 2 == 0 ? .qrCode : .dataMatrix
      let scene = try Scene.plain(
        symbology, module: 4 + Double(number % 7) / 3, turn: Double(number * 9), tilt: 10)
      let image = blotched(
        BruteForceRasteriser(scene: scene).image(), side: 4, deviation: 8, using: &random)
      let p = scene.corners
      let reading = Reading(
        symbology: symbology, bytes: scene.symbol.payload,
        corners: Corners(topLeft: p[0], topRight: p[1], bottomRight: p[2], bottomLeft: p[3]))
      let size = try #require(SymbolGauge().measure(reading, in: image).moduleSize)
      for (found, truth) in [
        (size.across, scene.moduleSize.across), (size.down ?? size.across, scene.moduleSize.down),
      ] {
        covered.append(found.lower <= truth && truth <= found.upper)
      }
    }
    // Of 80 intervals that hold the truth in 95 %, fewer than 68 do in one of ten thousand sets.
    #expect(covered.count { $0 } >= 68, "\(covered.count { $0 }) of \(covered.count)")
  }

  /// An interval says how the noise moves the estimate; a fit that stops early moves it besides.
  @Test(arguments: [.qrCode, .dataMatrix] as [Symbology])
  func theFitsEndDoesNotDependOnItsStart(_ symbology: Symbology) throws {
    var scene = try Scene.plain(symbology, module: 3, turn: 23, tilt: 20)
    scene.noise = 3
    let p = scene.corners
    let symbol = scene.symbol
    let (columns, rows) = (Double(symbol.columns), Double(symbol.rows))
    let ends: [(Double, Double)] = try #require(
      LuminancePlane.with(BruteForceRasteriser(scene: scene).image()) { plane in
        [(0.0, 0.0), (0.7, -0.4), (-0.5, 0.8)].compactMap { x, y -> (Double, Double)? in
          let corners = Corners(
            topLeft: Point(x: p[0].x + x, y: p[0].y), topRight: Point(x: p[1].x, y: p[1].y + y),
            bottomRight: Point(x: p[2].x - y, y: p[2].y + x), bottomLeft: p[3])
          guard let map = Homography(width: columns, height: rows, to: corners),
            let truth = Homography(
              width: columns, height: rows,
              to: Corners(
                topLeft: p[0], topRight: p[1], bottomRight: p[2], bottomLeft: p[3]))
          else { return nil }
          let centre = truth.apply(columns / 2, rows / 2)
          var fit = RegistrationFit(
            Registration(
              map: map,
              pattern: ModulePattern(
                columns: symbol.columns, rows: symbol.rows, modules: symbol.cells),
              light: LevelPlane(level: 220, centre: centre),
              dark: LevelPlane(level: 40, centre: centre), blurPixels: 0.7),
            pixels: PixelSelection(
              of: plane, map: truth, columns: columns, rows: rows, margin: (0.9, 0.9),
              blurPixels: 0.7, budget: 3500))
          guard fit.run(steps: 12, tolerance: 1e-6) else { return nil }
          let size = { (map: Homography, _: Bend) in
            map.derivatives(columns / 2, rows / 2).across
          }
          return (
            size(fit.registration.map, Bend()), fit.standardError(fit.covariances(), of: size)
          )
        }
      })
    #expect(ends.count == 3)
    let sizes = ends.map(\.0)
    let spread = (sizes.max() ?? .infinity) - (sizes.min() ?? 0)
    let error = ends.first?.1 ?? 0
    #expect(spread < 0.1 * error, "\(sizes), standard error \(error)")
  }
}
