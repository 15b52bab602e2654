import Corpora
import Foundation
import Optics
import Testing

@Suite struct OpticsTests {
  @Test func equivalentFocalLengthsAreThoseOfFilm() {
    // On film's own proportions, 36 mm are the image's width.
    let focal = FocalLength.equivalentMillimetres(26)
    let wide = PixelSize(columns: 6000, rows: 4000)
    #expect(abs(focal.pixels(of: wide) - 26.0 / 36 * 6000) < 1e-9)
    // A photo taken upright is the same camera's.
    #expect(focal.pixels(of: wide.turned) == focal.pixels(of: wide))
    // 4:3, as phones have it: 26 mm see a diagonal of 2 atan(43.27 / 52) = 79.5°.
    let phone = PixelSize(columns: 4032, rows: 3024)
    #expect(abs(5040 / 2 / focal.pixels(of: phone) - 43.2666 / 52) < 1e-5)
  }

  @Test func allWaysToStateAFocalLengthAgree() {
    // A square corner of 3000 × 4000: its diagonal of 5000 is seen at 2 atan(0.5) by 5000 px.
    let image = PixelSize(columns: 4000, rows: 3000)
    let angle = 2 * atan(0.5) * 180 / Double.pi
    for focal in [
      FocalLength.pixels(5000), .diagonalDegrees(angle),
      .equivalentMillimetres((36.0 * 36 + 24 * 24).squareRoot()),
      .millimetres(10, pitchMicrometres: 2),
    ] {
      #expect(abs(focal.pixels(of: image) - 5000) < 1e-9, "\(focal)")
    }
  }

  @Test func sizeDistanceAndPixelsAreOneEquation() {
    let pinhole = Pinhole(focalPixels: 3000)
    #expect(pinhole.pixels(ofMillimetres: 2, atMillimetres: 1500) == 4)
    #expect(pinhole.distanceMillimetres(ofMillimetres: 2, pixels: 4) == 1500)
    #expect(pinhole.millimetres(ofPixels: 4, atMillimetres: 1500) == 2)
    // 1 m/s for 5 ms are 5 mm: 10 px at 1.5 m.
    #expect(
      pinhole.motionPixels(
        millimetresPerSecond: 1000, exposureSeconds: 0.005, atMillimetres: 1500) == 10)
  }

  @Test func depthOfFieldIsThatOfTheTextbook() {
    // 50 mm at f/8, focused at 5 m: the disc is 0.03 mm wide at 3.39 and at 9.52 m. With 100 pixels a
    // millimetre, 0.03 mm are 3 px and 50 mm are 5000.
    let lens = ThinLens(focalMillimetres: 50, fNumber: 8, focalPixels: 5000)
    for distance in [3390.0, 9520] {
      let disc = lens.confusionPixels(atMillimetres: distance, focusedAt: 5000)
      #expect(abs(disc - 3) < 0.01)
    }
    #expect(lens.confusionPixels(atMillimetres: 5000, focusedAt: 5000) == 0)
  }

  @Test func theDiscIsThatOfRaysThroughTheApertureRim() {
    // The slow way: where rays from the point through the rim of the lens meet the sensor.
    let (focal, fNumber, pitch) = (4.25, 1.8, 0.0014)
    let lens = ThinLens(focalMillimetres: focal, fNumber: fNumber, focalPixels: focal / pitch)
    for (distance, focus) in [(80.0, 120.0), (2000, 500), (500, 2000)] {
      let sensor = 1 / (1 / focal - 1 / focus)
      let image = 1 / (1 / focal - 1 / distance)
      let disc = focal / fNumber * abs(sensor - image) / image
      let found = lens.confusionPixels(atMillimetres: distance, focusedAt: focus)
      #expect(abs(found - disc / pitch) < 1e-9 * found)
    }
  }

  @Test(arguments: [
    ("20mm", 20.0), ("20 mm", 20), ("2cm", 20), ("0.02m", 20), ("1in", 25.4), ("10mil", 0.254),
    ("1.4 um", 0.0014), ("1.4µm", 0.0014),
  ])
  func lengthsHaveUnits(_ text: String, _ millimetres: Double) {
    #expect(abs((Quantity.length.value(parsing: text) ?? 0) - millimetres) < 1e-12)
  }

  @Test(arguments: ["20", "mm", "", "20 kg", "infm", "20  mm", "1,5mm", "5ms"])
  func otherTextsAreNoLengths(_ text: String) {
    #expect(Quantity.length.value(parsing: text) == nil)
  }

  @Test func speedsTimesAndAnglesHaveUnitsToo() {
    #expect(Quantity.speed.value(parsing: "1m/s") == 1000)
    #expect(Quantity.speed.value(parsing: "50mm/s") == 50)
    #expect(abs((Quantity.speed.value(parsing: "3.6km/h") ?? 0) - 1000) < 1e-9)
    #expect(Quantity.duration.value(parsing: "5ms") == 0.005)
    #expect(Quantity.duration.value(parsing: "0.01s") == 0.01)
    #expect(Quantity.duration.value(parsing: "2m") == 120)
    #expect(Quantity.angle.value(parsing: "82deg") == 82)
  }

  @Test func sizesAreColumnsAndRows() {
    #expect(PixelSize(parsing: "1920x1080") == PixelSize(columns: 1920, rows: 1080))
    for text in ["1920", "1920x", "x1080", "0x5", "-1x5", "1920X1080", "1x2x3", "9999999x1"] {
      #expect(PixelSize(parsing: text) == nil, "\(text)")
    }
  }
}
