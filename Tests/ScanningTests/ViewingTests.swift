import DecoderKit
import Measuring
import Scanning
import Testing

@Suite struct ViewingTests {
  @Test func equivalentFocalLengthsAreThoseOfFilm() {
    // On film's own proportions, 36 mm are the image's width.
    let focal = FocalLength.equivalentMillimetres(26)
    #expect(abs(focal.pixels(width: 6000, height: 4000) - 26.0 / 36 * 6000) < 1e-9)
    // A photo taken upright is the same camera's.
    #expect(focal.pixels(width: 4000, height: 6000) == focal.pixels(width: 6000, height: 4000))
    // 3:4, as phones have it: 26 mm see a diagonal of 2 atan(43.27 / 52) = 79.5°.
    let phone = focal.pixels(width: 4032, height: 3024)
    #expect(abs(5040 / 2 / phone - 43.2666 / 52) < 1e-5)
    #expect(FocalLength.pixels(3000).pixels(width: 1, height: 1) == 3000)
  }

  @Test func aPinholeSeesTwiceTheDistanceAtHalfTheSize() throws {
    // 20 mm at 500 mm through 3000 px of focal length are 120 px.
    let viewing = Viewing(focalLength: .pixels(3000), codeWidthMillimetres: 20)
    func distance(_ pixels: Double, down: Double? = nil) throws -> MeasuredValue {
      try #require(
        viewing.distanceMillimetres(
          of: .measured(
            .box(0, 0, 120, 120), columns: 24, rows: 24, pixels: pixels, down: down),
          width: 4000, height: 3000))
    }
    #expect(abs(try distance(5).value - 500) < 1e-9)
    #expect(abs(try distance(2.5).value - 1000) < 1e-9)
    let interval = try distance(5)
    #expect(abs(interval.lower - 500 / 1.01) < 1e-9 && abs(interval.upper - 500 / 0.99) < 1e-9)
    // Leaning sideways makes it narrower, not farther.
    #expect(abs(try distance(4, down: 5).value - 500) < 1e-9)
  }

  @Test func decodersCornersGiveADistanceToo() {
    let viewing = Viewing(focalLength: .pixels(3000), codeWidthMillimetres: 20)
    let reported = SymbolMeasurement(
      source: .decoder(.notFound), outline: .box(10, 10, 120, 40))
    let distance = viewing.distanceMillimetres(of: reported, width: 4000, height: 3000)
    #expect(distance?.value == 500)
    let nowhere = SymbolMeasurement(source: .none(.notFound), outline: nil)
    #expect(viewing.distanceMillimetres(of: nowhere, width: 4000, height: 3000) == nil)
  }
}
