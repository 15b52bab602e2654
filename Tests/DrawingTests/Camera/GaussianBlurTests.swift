import Foundation
import Testing

@Suite struct GaussianBlurTests {
  @Test(arguments: [0.05, 0.2, 0.35, 0.5, 0.8, 1, 1.7, 3, 6, 11])
  func varianceIsTheAskedSquare(sigma: Double) {
    let kernel = PlaneFixtures.kernel([.blur: sigma])
    #expect(abs(kernel.total - 1) < 1e-5)
    for degrees in [0.0, 90, 30] {
      #expect(abs(kernel.variance(degrees: degrees) / (sigma * sigma) - 1) < 1e-4)
    }
  }

  @Test(arguments: [1.0, 1.5, 3, 8])
  func weightsAreTheGaussiansValues(sigma: Double) {
    let kernel = PlaneFixtures.kernel([.blur: sigma])
    for dy in 0...Int(3 * sigma) {
      for dx in 0...Int(3 * sigma) {
        let distance = Double(dx * dx + dy * dy)
        let expected = exp(-distance / (2 * sigma * sigma)) / (2 * .pi * sigma * sigma)
        #expect(abs(kernel[dx, dy] - expected) < 1e-3 * kernel[0, 0])
        #expect(kernel[dx, dy] == kernel[-dx, dy] && kernel[dx, dy] == kernel[dx, -dy])
      }
    }
  }

  @Test(arguments: [1.0, 1.5, 2.5, 5], [30.0, 30.37, 29.81])
  func edgeResponseIsTheErrorFunction(sigma: Double, edge: Double) {
    let plane = PlaneFixtures.edge(width: 60, height: 3, at: edge)
    let seen = PlaneFixtures.seen(plane, [.blur: sigma])
    for x in 0..<60 {
      // A sharp edge has detail that aliases in the pixels: by five grey levels at σ = 1, the worst
      // case.
      let truth = Self.response(pixel: x, edge: edge, sigma: sigma)
      #expect(abs(Double(seen.values[60 + x]) - truth) < 0.025 / (sigma * sigma))
    }
  }

  @Test(arguments: [0.7, 1, 1.5, 2.5, 5])
  func sigmaMeasuredFromASlantedEdgeIsTheAskedOne(sigma: Double) {
    // Measured as ISO 12233 measures lenses: one edge at many sub-pixel positions, and the σ that
    // fits best.
    let phases = (0..<20).map { 30 + Double($0) / 20 }
    let rows = phases.map { edge in
      PlaneFixtures.seen(PlaneFixtures.edge(width: 60, height: 1, at: edge), [.blur: sigma]).values
    }
    func misfit(_ sigma: Double) -> Double {
      var sum = 0.0
      for (edge, row) in zip(phases, rows) {
        for x in 5..<55 {
          sum += pow(Double(row[x]) - Self.response(pixel: x, edge: edge, sigma: sigma), 2)
        }
      }
      return sum
    }
    let tried = (900...1100).map { sigma * Double($0) / 1000 }
    let best = tried.min { misfit($0) < misfit($1) } ?? 0
    #expect(abs(best / sigma - 1) < (sigma < 1 ? 0.025 : 0.01))
  }

  @Test func blurringTwiceIsBlurringOnceWithTheSumOfSquares() {
    let plane = PlaneFixtures.random(width: 40, height: 30, seed: 5)
    let twice = PlaneFixtures.seen(PlaneFixtures.seen(plane, [.blur: 1.2]), [.blur: 1.6])
    let once = PlaneFixtures.seen(plane, [.blur: 2])
    // The values at the plane's edges are continued before each blur, so that the two differ near
    // the edges.
    for y in 10..<20 {
      for x in 10..<30 {
        #expect(abs(twice.values[y * 40 + x] - once.values[y * 40 + x]) < 3e-4)
      }
    }
  }

  @Test(arguments: [(1, 1), (1, 9), (9, 1), (2, 3), (37, 23)])
  func agreesWithTheSlowSumAtAnySize(width: Int, height: Int) {
    for sigma in [0.4, 1.3, 4] {
      let plane = PlaneFixtures.random(width: width, height: height, seed: 9)
      let truth = PlaneFixtures.convolved(
        plane, PlaneFixtures.kernel([.blur: sigma], side: 41))
      let seen = PlaneFixtures.seen(plane, [.blur: sigma])
      #expect(PlaneFixtures.largestDifference(seen, truth) < 2e-6)
    }
  }

  /// The mean, over a pixel, of an edge seen through a Gaussian.
  private static func response(pixel x: Int, edge: Double, sigma: Double) -> Double {
    func integral(_ x: Double) -> Double {
      let u = (x - edge) / sigma
      let normal = 0.5 * erfc(-u / 2.0.squareRoot())
      return sigma * (u * normal + exp(-u * u / 2) / (2 * .pi).squareRoot())
    }
    return integral(Double(x + 1)) - integral(Double(x))
  }
}
