import Base
import DecoderKit
import Drawing
import Foundation
import Testing

@Suite struct SensorNoiseTests {
  @Test func everyDrawTogetherIsTheNormalDistribution() {
    // All 2²² possible draws, so that the result does not depend on chance.
    let table = NormalTable.shared
    var bins = [Int](repeating: 0, count: 1200)
    var moments = [0.0, 0, 0, 0]
    for bits in 0..<UInt64(1 << 22) {
      let z = Double(table.value(bits))
      var power = 1.0
      for order in 0..<4 {
        power *= z
        moments[order] += power / 0x1p22
      }
      bins[Int((z + 6) * 100)] += 1
    }
    #expect(abs(moments[0]) < 1e-9)
    #expect(abs(moments[1] - 1) < 1e-6)
    #expect(abs(moments[2]) < 1e-9)
    #expect(abs(moments[3] - 3) < 0.02)
    var below = 0
    for (bin, count) in bins.enumerated() {
      let edge = Double(bin) / 100 - 6
      let normal = 0.5 * erfc(-edge / 2.0.squareRoot())
      #expect(abs(Double(below) / 0x1p22 - normal) < 2e-4)
      below += count
    }
    // The tail exists: one in 15 800 is beyond 4.
    let beyondFour = bins[..<200].reduce(0, +) + bins[1000...].reduce(0, +)
    #expect((0.6...1.2).contains(Double(beyondFour) / 0x1p22 / 6.334e-5))
  }

  @Test(arguments: [0.0, 0.0625, 0.3, 1, 2.71, 5, 12.55, 20, 32])
  func countsHaveThePoissonDistribution(mean: Double) {
    var random = Xoshiro256(state: (1, 5, 9, UInt64(mean * 100)))
    let draws = 400_000
    var counts = [Int](repeating: 0, count: 100)
    for _ in 0..<draws {
      counts[PoissonTable.shared.draw(mean: Float(mean), from: &random)] += 1
    }
    guard mean > 0 else {
      #expect(counts[0] == draws)
      return
    }
    // Chi-squared over the counts that are expected ten times or more.
    var chiSquared = 0.0
    var freedom = -1.0
    for count in 0..<100 {
      let expected =
        Double(draws) * exp(Double(count) * log(mean) - mean - lgamma(Double(count) + 1))
      guard expected >= 10 else { continue }
      chiSquared += pow(Double(counts[count]) - expected, 2) / expected
      freedom += 1
    }
    #expect(chiSquared < freedom + 5 * (2 * max(freedom, 1)).squareRoot() + 1)
    let average = counts.enumerated().reduce(0.0) { $0 + Double($1.offset * $1.element) }
    #expect(abs(average / Double(draws) - mean) < 5 * (mean / Double(draws)).squareRoot())
  }

  @Test(arguments: [0.0, 3, 12])
  func readNoiseHasTheAskedDeviationWhateverTheLevel(sigma: Double) throws {
    for reflectance in [30.0, 50, 70] {
      let image = try Self.flat(reflectance: reflectance, [.readNoise: sigma], seed: 11)
      let (mean, variance) = Self.moments(image)
      let count = Double(image.pixels.count)
      // Rounding to whole levels adds a twelfth; a variance's own deviation is √(2 / n) of it.
      let expected = sigma == 0 ? 0 : sigma * sigma + 1.0 / 12
      #expect(abs(variance - expected) <= 5 * (2 / count).squareRoot() * expected)
      let slack = sigma == 0 ? 0.5001 : 0.01
      #expect(
        abs(mean - 2.55 * reflectance) <= slack + 5 * (expected / count).squareRoot())
    }
  }

  @Test(arguments: [60.0, 400, 5000])
  func photonTransferIsALineWithTheGainAsItsSlope(photons: Double) throws {
    // Variance over mean, from dark to light: a line through the read noise's variance.
    var points: [(mean: Double, variance: Double)] = []
    for reflectance in stride(from: 4.0, through: 60, by: 4) {
      let image = try Self.flat(
        reflectance: reflectance, [.photons: photons, .readNoise: 1], seed: UInt64(reflectance))
      points.append(Self.moments(image))
    }
    let meanX = points.reduce(0) { $0 + $1.mean } / Double(points.count)
    let meanY = points.reduce(0) { $0 + $1.variance } / Double(points.count)
    let slope =
      points.reduce(0) { $0 + ($1.mean - meanX) * ($1.variance - meanY) }
      / points.reduce(0) { $0 + ($1.mean - meanX) * ($1.mean - meanX) }
    #expect(abs(slope * photons / 255 - 1) < 0.03)
    // Clipping at black bends the line at its dark end, where a pixel has 60 electrons.
    guard photons > 100 else { return }
    let atBlack = meanY - slope * meanX
    #expect(abs(atBlack - 1 - 1.0 / 12) < 0.3)
  }

  @Test func fewElectronsAreCountedOneByOne() throws {
    let image = try Self.flat(reflectance: 20, [.photons: 10], seed: 3)
    // Two electrons on average, 25.5 levels each.
    let levels = Set((0...10).map { UInt8((25.5 * Double($0)).rounded(.toNearestOrEven)) })
    #expect(Set(image.pixels).isSubset(of: levels))
    let counts = image.pixels.map { Double($0) / 25.5 }
    let mean = counts.reduce(0, +) / Double(counts.count)
    let none = Double(image.pixels.count { $0 == 0 }) / Double(counts.count)
    #expect(abs(mean - 2) < 0.02)
    #expect(abs(none - exp(-2)) < 0.005)
  }

  @Test func meanAndVarianceDoNotJumpWhereCountingEnds() throws {
    // 31.5 and 32.5 electrons of 100, on either side of the border.
    for reflectance in [31.5, 32.5] {
      let image = try Self.flat(reflectance: reflectance, [.photons: 100], seed: 7)
      let (mean, variance) = Self.moments(image)
      #expect(abs(mean / 2.55 - reflectance) < 0.1)
      #expect(abs(variance / (2.55 * 2.55) / reflectance - 1) < 0.03)
    }
  }

  @Test(arguments: [[CameraParameter.readNoise: 10], [.photons: 200], [.photons: 20]])
  func pixelsAreIndependent(asked: [CameraParameter: Double]) throws {
    let image = try Self.flat(reflectance: 50, asked, seed: 23)
    let (mean, variance) = Self.moments(image)
    let lags = [(1, 0), (2, 0), (3, 0), (4, 0), (8, 0), (0, 1), (1, 1), (-1, 1), (0, 2), (5, 3)]
    for (dx, dy) in lags {
      var sum = 0.0
      var count = 0.0
      for y in 0..<image.height - dy {
        for x in max(0, -dx)..<image.width - max(0, dx) {
          sum += (Double(image[x, y]) - mean) * (Double(image[x + dx, y + dy]) - mean)
          count += 1
        }
      }
      #expect(abs(sum / count / variance) < 5 / count.squareRoot())
    }
  }

  @Test func theSeedAloneMakesTheNoise() throws {
    let asked: [CameraParameter: Double] = [.photons: 50, .readNoise: 3]
    let one = try Self.flat(reflectance: 50, asked, seed: 1)
    let again = try Self.flat(reflectance: 50, asked, seed: 1)
    let other = try Self.flat(reflectance: 50, asked, seed: 2)
    let isSame = one == again
    let isOther = one != other
    #expect(isSame && isOther)
  }

  private static func flat(
    reflectance: Double, _ asked: [CameraParameter: Double], seed: UInt64
  ) throws -> GrayImage {
    var settings = PlaneFixtures.settings(asked)
    settings[.paperReflectance] = reflectance
    var camera = Camera()
    // An odd width, so that rows do not begin at the same place in the stream's words.
    return try camera.expose(
      PlaneFixtures.flat(width: 401, height: 300, 0), settings: settings,
      generator: Xoshiro256(state: (seed, 2, 3, 4)))
  }

  private static func moments(_ image: GrayImage) -> (mean: Double, variance: Double) {
    let count = Double(image.pixels.count)
    let mean = image.pixels.reduce(0.0) { $0 + Double($1) } / count
    let square = image.pixels.reduce(0.0) { $0 + pow(Double($1) - mean, 2) }
    return (mean, square / (count - 1))
  }
}
