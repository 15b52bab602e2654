import DecoderKit
import Foundation
import Images
import Testing

@Suite struct CorrectionTests {
  private func ramp(_ width: Int, _ height: Int) throws -> GrayImage {
    try GrayImage(
      width: width, height: height,
      pixels: (0..<width * height).map { UInt8($0 % width * 7 + $0 / width * 3) })
  }

  @Test func aNegativeOfANegativeIsTheImage() throws {
    let image = try ramp(9, 5)
    #expect(image.inverted().pixels == image.pixels.map { 255 - $0 })
    #expect(image.inverted().inverted() == image)
  }

  @Test func sharesOfPixelsAreCounted() throws {
    let image = try GrayImage(
      width: 5, height: 2, pixels: [10, 20, 30, 40, 50, 60, 70, 80, 90, 100])
    #expect(image.shade(atShare: 0) == 10 && image.shade(atShare: 0.5) == 60)
    #expect(image.shade(atShare: 0.99) == 100 && image.shade(atShare: 1) == 100)
  }

  @Test func stretchingMakesTheDarkestBlackAndTheLightestWhite() throws {
    let image = try GrayImage(width: 4, height: 1, pixels: [100, 110, 120, 140])
    #expect(image.stretched().pixels == [0, 64, 128, 255])
    let flat = GrayImage(width: 3, height: 3, filledWith: 77)
    #expect(flat.stretched() == flat)
  }

  @Test func aBorderGoesAroundAndACutTakesItAwayAgain() throws {
    let image = try ramp(6, 4)
    let padded = image.padded(by: 3, shade: 255)
    #expect(padded.width == 12 && padded.height == 10 && padded.pixels[0] == 255)
    #expect(padded.cropped(x: 3, y: 3, width: 6, height: 4) == image)
  }

  @Test func quarterTurnsMoveEveryPixelToItsPlace() throws {
    let image = try ramp(12, 7)
    for turn in [QuarterTurn.quarter, .half, .threeQuarters] {
      let turned = image.turned(byDegrees: Double(turn.degrees), shade: 0)
      #expect(turned == image.turned(turn), "\(turn)")
    }
  }

  @Test func aTurnCanBeTakenBack() {
    // The centre stays; a corner of a 100 × 60 image turned by 30° is where trigonometry has it.
    let size = (100 * cos(Double.pi / 6) + 60 * sin(Double.pi / 6)).rounded(.up)
    let height = (100 * sin(Double.pi / 6) + 60 * cos(Double.pi / 6)).rounded(.up)
    let centre = GrayImage.beforeTurn(
      Point(x: size / 2, y: height / 2), width: 100, height: 60, degrees: 30)
    #expect(abs(centre.x - 50) < 1e-9 && abs(centre.y - 30) < 1e-9)
    let right = GrayImage.beforeTurn(
      Point(
        x: size / 2 + 50 * cos(Double.pi / 6), y: height / 2 + 50 * sin(Double.pi / 6)),
      width: 100, height: 60, degrees: 30)
    #expect(abs(right.x - 100) < 1e-9 && abs(right.y - 30) < 1e-9)
  }

  @Test func enlargingKeepsAPlaneAndItsPlaces() throws {
    // Cubic convolution reproduces planes; away from the edges there is nothing to guess.
    let image = try ramp(20, 20)
    let large = image.resized(by: 2)
    #expect(large.width == 40 && large.height == 40)
    for y in 8..<32 {
      for x in 8..<32 {
        let plane = (Double(x) + 0.5) / 2 * 7 - 3.5 + (Double(y) + 0.5) / 2 * 3 - 1.5
        #expect(abs(Double(large.pixels[y * 40 + x]) - plane) <= 0.51, "\(x), \(y)")
      }
    }
    #expect(image.resized(by: 0.5) == image.reduced(toWidth: 10, height: 10))
  }

  @Test func darkSurroundingsBecomePaperAndNarrowBarsStay() throws {
    // A label with bars of three pixels on a dark table, a light pixel between them and it.
    var pixels = [UInt8](repeating: 20, count: 60 * 40)
    for y in 10..<30 {
      for x in 10..<50 { pixels[y * 60 + x] = x >= 11 && x < 49 && (x - 11) % 6 < 3 ? 30 : 220 }
    }
    let image = try GrayImage(width: 60, height: 40, pixels: pixels)
    let cleared = try #require(image.clearedOfDarkSurroundings(reach: 4, shade: 240))
    for y in 0..<40 {
      for x in 0..<60 {
        let isLabel = (10..<30).contains(y) && (10..<50).contains(x)
        let wanted = isLabel ? pixels[y * 60 + x] : 240
        #expect(cleared.pixels[y * 60 + x] == wanted, "\(x), \(y)")
      }
    }
    let photo = cleared.padded(by: 3, shade: 240)
    #expect(photo.clearedOfDarkSurroundings(reach: 4, shade: 240) == nil, "light surroundings")
  }

  @Test func outsideAnOutlineAllBecomesPaper() throws {
    let image = try ramp(24, 20)
    let points = [(4.2, 1.7), (21.5, 5.1), (18.3, 30.0), (-3.0, 11.4)].map(Point.init)
    let cleared = image.cleared(
      outside: Corners(
        topLeft: points[0], topRight: points[1], bottomRight: points[2], bottomLeft: points[3]),
      shade: 250)
    for y in 0..<20 {
      for x in 0..<24 {
        // A point lies inside a convex outline if it is on the same side of all its sides.
        let isInside = points.indices.allSatisfy { index in
          let (a, b) = (points[index], points[(index + 1) % 4])
          return (b.x - a.x) * (Double(y) + 0.5 - a.y) > (b.y - a.y) * (Double(x) + 0.5 - a.x)
        }
        let wanted = isInside ? image.pixels[y * 24 + x] : 250
        #expect(cleared.pixels[y * 24 + x] == wanted, "\(x), \(y)")
      }
    }
  }

  @Test func sharpeningUndoesABlur() throws {
    // Bars of four pixels, blurred by a slow Gaussian with σ of 2.
    let bars = (0..<64).map { $0 / 4 % 2 == 0 ? 40.0 : 220 }
    let blurred = bars.indices.map { place -> UInt8 in
      var (sum, weight) = (0.0, 0.0)
      for other in bars.indices {
        let bell = exp(-pow(Double(place - other), 2) / 8)
        sum += bell * bars[other]
        weight += bell
      }
      return UInt8((sum / weight).rounded())
    }
    let image = try GrayImage(
      width: 64, height: 8, pixels: Array(Array(repeating: blurred, count: 8).joined()))
    let sharp = image.sharpened(sigma: 2)
    func contrast(_ image: GrayImage) -> Int {
      let row = image.pixels[4 * 64 + 16..<4 * 64 + 48]
      return Int(row.max() ?? 0) - Int(row.min() ?? 0)
    }
    #expect(contrast(image) < 90 && contrast(sharp) > 160, "\(contrast(image)) \(contrast(sharp))")
    let flat = GrayImage(width: 10, height: 10, filledWith: 99)
    #expect(flat.sharpened(sigma: 1.5) == flat)
  }
}
