import Measuring
import Optics
import Scanning
import Testing

@Suite struct ViewingTests {
  @Test func aPinholeSeesTwiceTheDistanceAtHalfTheSize() throws {
    // 20 mm at 500 mm through 3000 px of focal length are 120 px.
    let viewing = Viewing(
      camera: .focalLength(.pixels(3000)), codeWidthMillimetres: 20)
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
    let viewing = Viewing(
      camera: .focalLength(.pixels(3000)), codeWidthMillimetres: 20)
    let reported = SymbolMeasurement(
      source: .decoder(.notFound), outline: .box(10, 10, 120, 40))
    let distance = viewing.distanceMillimetres(of: reported, width: 4000, height: 3000)
    #expect(distance?.value == 500)
    let nowhere = SymbolMeasurement(source: .none(.notFound), outline: nil)
    #expect(viewing.distanceMillimetres(of: nowhere, width: 4000, height: 3000) == nil)
  }

  @Test func aKnownCameraMeasuresInImagesOfItsSizesAlone() throws {
    let size = SourcedFigure(PixelSize(columns: 4000, rows: 3000), origin: .derived("a test"))
    let camera = CameraModel(
      name: "test", title: "Test", sensor: size,
      focalLength: SourcedFigure(.pixels(3000), origin: .derived("a test")),
      modes: [CameraMode(frame: PixelSize(columns: 2000, rows: 1500), area: size)])
    let viewing = Viewing(camera: .model(camera), codeWidthMillimetres: 20)
    let seen = SymbolMeasurement(source: .decoder(.notFound), outline: .box(10, 10, 120, 40))
    // Two of the sensor's pixels make one of the image: half of the focal length.
    #expect(viewing.distanceMillimetres(of: seen, width: 2000, height: 1500)?.value == 250)
    #expect(viewing.distanceMillimetres(of: seen, width: 1500, height: 2000)?.value == 250)
    #expect(viewing.distanceMillimetres(of: seen, width: 4000, height: 3000) == nil)
  }
}
