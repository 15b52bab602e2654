import DecoderKit
import TestSupport
import Testing

@testable import Measuring

@Suite struct ApertureTests {
  /// The mean of the pixels whose centres lie in a disc.
  private static func discMean(_ image: GrayImage, x: Double, y: Double, radius: Double) -> Double {
    var (sum, count) = (0.0, 0.0)
    for row in 0..<image.height {
      for column in 0..<image.width {
        let (u, v) = (Double(column) + 0.5 - x, Double(row) + 0.5 - y)
        guard u * u + v * v <= radius * radius else { continue }
        sum += Double(image.pixels[row * image.rowStride + column])
        count += 1
      }
    }
    return sum / count
  }

  @Test func aLargeApertureAveragesAllThatItCovers() throws {
    var random = SeededGenerator(seed: 3)
    let side = 40
    let pixels = (0..<side * side).map { _ in UInt8.random(in: 0...255, using: &random) }
    let image = try GrayImage(width: side, height: side, pixels: pixels)
    let module = 15.0
    let usual = Aperture.usual
    let wide = usual.averaging(modulePixels: module)
    #expect(wide.places.count > 80 && wide.places.count <= 256)
    let (seen, coarse) = try #require(
      LuminancePlane.with(image) { plane in
        func value(_ aperture: Aperture) -> Double? {
          aperture.reflectance(1.3, 1.3, in: plane) { Point(x: $0 * module, y: $1 * module) }
        }
        return (value(wide), value(usual))
      })
    let truth = Self.discMean(image, x: 1.3 * module, y: 1.3 * module, radius: 0.4 * module)
    // Noise of 74 grey levels: 113 pixels' mean has 7, seven places' mean 28 or less.
    #expect(abs(try #require(seen) - truth) < 6)
    #expect(seen != coarse)
  }

  @Test func aSmallApertureKeepsItsPlaces() {
    #expect(Aperture.usual.averaging(modulePixels: 2).places.count == 7)
  }
}
