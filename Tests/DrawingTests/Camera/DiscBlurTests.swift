import Drawing
import Foundation
import Testing

@Suite struct DiscBlurTests {
  @Test(arguments: [0.3, 1, 1.5, 2, 3, 4.4, 7, 12, 20, 41])
  func varianceIsThatOfTheDisc(diameter: Double) {
    let kernel = PlaneFixtures.kernel([.defocus: diameter])
    #expect(abs(kernel.total - 1) < 1e-5)
    for degrees in [0.0, 90, 45, 20] {
      let expected = diameter * diameter / 16
      #expect(abs(kernel.variance(degrees: degrees) / expected - 1) < 1e-3)
    }
  }

  @Test(arguments: [1.5, 3, 4.4, 7, 12])
  func weightsAreAreasUnderADisc(diameter: Double) {
    let kernel = PlaneFixtures.kernel([.defocus: diameter], side: 21)
    // A pixel that the disc covers completely has the weight 1 / area, which gives the radius. The
    // smallest discs cover no pixel completely.
    let radius =
      diameter < 2 ? Self.radius(of: kernel) : (1 / (Double.pi * kernel[0, 0])).squareRoot()
    for dy in 0...10 {
      for dx in 0...10 {
        let share = Self.sampledArea(dx, dy, radius) / (.pi * radius * radius)
        #expect(abs(kernel[dx, dy] - share) < 2e-5)
        #expect(kernel[dx, dy] == kernel[-dx, dy] && kernel[dx, dy] == kernel[dx, -dy])
        #expect(abs(kernel[dx, dy] - kernel[dy, dx]) < 1e-6)
      }
    }
  }

  @Test(arguments: [3.0, 5, 9, 16, 33], [40.0, 40.37])
  func edgeResponseIsThatOfADisc(diameter: Double, edge: Double) {
    let plane = PlaneFixtures.edge(width: 80, height: 3, at: edge)
    let seen = PlaneFixtures.seen(plane, [.defocus: diameter])
    for x in 0..<80 {
      var truth = 0.0
      for step in 0..<200 {
        let u = (Double(x) + (Double(step) + 0.5) / 200 - edge) / (diameter / 2)
        let v = min(max(u, -1), 1)
        truth += (0.5 + (v * (1 - v * v).squareRoot() + asin(v)) / .pi) / 200
      }
      let tolerance = diameter < 6 ? 0.025 : 0.005
      #expect(abs(Double(seen.values[80 + x]) - truth) < tolerance)
    }
  }

  @Test(arguments: [4.0, 8, 20])
  func transferIsTheBesselFunctionOfADisc(diameter: Double) {
    let kernel = PlaneFixtures.kernel([.defocus: diameter])
    for step in 1...14 {
      // Frequencies beyond the first zero, 1.22 / d, where contrast is reversed, are included.
      let cyclesPerPixel = 0.1 * Double(step) / diameter
      let x = Double.pi * diameter * cyclesPerPixel
      let expected = 2 * j1(x) / x
      // The area of a pixel blurs finer detail; the smaller the disc, the larger the effect.
      let tolerance = 1.1 / (diameter * diameter) + 0.004
      #expect(abs(kernel.transfer(cyclesPerPixel: cyclesPerPixel) - expected) < tolerance)
    }
  }

  @Test(arguments: [(1, 1), (1, 17), (17, 1), (2, 3), (43, 29)])
  func agreesWithTheSlowSumAtAnySize(width: Int, height: Int) {
    for diameter in [1.2, 3, 6.5, 13, 30] {
      let plane = PlaneFixtures.random(width: width, height: height, seed: 4)
      let kernel = PlaneFixtures.kernel([.defocus: diameter], side: 41)
      let seen = PlaneFixtures.seen(plane, [.defocus: diameter])
      let truth = PlaneFixtures.convolved(plane, kernel)
      #expect(PlaneFixtures.largestDifference(seen, truth) < 1e-5)
    }
  }

  @Test func arcSineAgreesWithTheLibrary() {
    for step in -1000...1000 {
      let x = Double(step) / 1000
      #expect(abs(arcSine(x) - asin(x)) < 3e-15)
    }
  }

  /// The disc's radius that gives the kernel's weight of the pixel to the right of the centre.
  private static func radius(of kernel: Kernel) -> Double {
    var low = 0.5
    var high = 2.0
    for _ in 0..<30 {
      let radius = (low + high) / 2
      let share = sampledArea(1, 0, radius) / (.pi * radius * radius)
      if share < kernel[1, 0] { low = radius } else { high = radius }
    }
    return low
  }

  /// A pixel's area under a disc, summed over 4000 lines through the pixel.
  private static func sampledArea(_ dx: Int, _ dy: Int, _ radius: Double) -> Double {
    let lines = 4000
    var area = 0.0
    for line in 0..<lines {
      let y = Double(dy) - 0.5 + (Double(line) + 0.5) / Double(lines)
      guard abs(y) < radius else { continue }
      let half = (radius * radius - y * y).squareRoot()
      area += max(0, min(half, Double(dx) + 0.5) - max(-half, Double(dx) - 0.5)) / Double(lines)
    }
    return area
  }
}
