import Drawing
import Foundation
import Testing

@Suite struct MotionBlurTests {
  static let directions = [0.0, 17, 45, 90, 121.5, -30, 180, 271]

  @Test(arguments: [0.5, 1, 2, 3.3, 6, 13.7, 40], directions)
  func varianceAlongTheLineIsThatOfTheLine(length: Double, degrees: Double) {
    let kernel = PlaneFixtures.kernel([.motion: length, .motionDirection: degrees])
    #expect(abs(kernel.total - 1) < 1e-5)
    #expect(abs(kernel.variance(degrees: degrees) / (length * length / 12) - 1) < 1e-3)
    // Across, a line is as wide as the pixels that it runs through.
    #expect(kernel.variance(degrees: degrees + 90) < 0.18)
  }

  @Test(arguments: [2.0, 3.3, 6, 13.7], directions)
  func weightsAreLengthsInPixels(length: Double, degrees: Double) {
    let kernel = PlaneFixtures.kernel([.motion: length, .motionDirection: degrees], side: 31)
    let (c, s) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
    // The line leaves the central pixel after half a pixel along its longer side. The weight there
    // gives the line's length.
    let drawn = 1 / (max(abs(c), abs(s)) * kernel[0, 0])
    var lengths: [SIMD2<Int>: Double] = [:]
    let steps = 400_000
    for step in 0..<steps {
      let t = ((Double(step) + 0.5) / Double(steps) - 0.5) * drawn
      let pixel = SIMD2(Int((t * c).rounded()), Int((t * s).rounded()))
      lengths[pixel, default: 0] += 1 / Double(steps)
    }
    for dy in -15...15 {
      for dx in -15...15 {
        #expect(abs(kernel[dx, dy] - lengths[SIMD2(dx, dy), default: 0]) < 1e-5)
      }
    }
  }

  @Test(arguments: [3.0, 4, 7.5, 16], [40.0, 40.4])
  func edgeResponseIsARampOfTheAskedLength(length: Double, edge: Double) {
    let plane = PlaneFixtures.edge(width: 80, height: 5, at: edge)
    let seen = PlaneFixtures.seen(plane, [.motion: length])
    // The variance of the differences between pixels: the ramp's, and that of the edge's pixel.
    var mean = 0.0
    var square = 0.0
    for x in 0..<79 {
      let rise = Double(seen.values[161 + x] - seen.values[160 + x])
      mean += rise * Double(x + 1)
      square += rise * Double((x + 1) * (x + 1))
    }
    let share = edge - edge.rounded(.down)
    let spread = square - mean * mean - share * (1 - share)
    #expect(abs(mean - edge) < 1e-4)
    #expect(abs((12 * spread).squareRoot() - length) < 0.01)
    // It is a straight line between its ends.
    for x in 0..<80 {
      let truth = min(max((Double(x) + 0.5 - edge) / length + 0.5, 0), 1)
      #expect(abs(Double(seen.values[160 + x]) - truth) < 0.3 / length)
    }
    // Movement along the edge leaves it as it is.
    let along = PlaneFixtures.seen(plane, [.motion: length, .motionDirection: 90])
    #expect(PlaneFixtures.largestDifference(along, plane.values.map(Double.init)) < 1e-6)
  }

  @Test(arguments: [(1, 1), (1, 17), (17, 1), (2, 3), (43, 29)])
  func agreesWithTheSlowSumAtAnySize(width: Int, height: Int) {
    for (length, degrees) in [(1.2, 20.0), (5, 45), (11, -60), (30, 10)] {
      let asked: [CameraParameter: Double] = [.motion: length, .motionDirection: degrees]
      let plane = PlaneFixtures.random(width: width, height: height, seed: 4)
      let truth = PlaneFixtures.convolved(plane, PlaneFixtures.kernel(asked, side: 41))
      let seen = PlaneFixtures.seen(plane, asked)
      #expect(PlaneFixtures.largestDifference(seen, truth) < 2e-6)
    }
  }
}
