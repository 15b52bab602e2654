import Optics
import Reporting
import Testing

@testable import Samples

@Suite struct CameraTextTests {
  @Test func aCameraIsListedWithFramesAndFocus() throws {
    func figure<Value: Hashable & Sendable>(_ value: Value) -> SourcedFigure<Value> {
      SourcedFigure(value, origin: .derived("a test"))
    }
    let size = PixelSize(columns: 1000, rows: 500)
    var camera = CameraModel(
      name: "test", title: "Test camera", sensor: figure(size), focalLength: figure(.pixels(1000)),
      modes: [CameraMode(frame: size, area: figure(size))])
    camera.lensMillimetres = figure(4)
    camera.fNumber = figure(2)
    camera.nearLimitMillimetres = figure(100)
    let text = CameraText(TerminalStyle(width: 80)).render(camera)
      .replacing("\u{202F}", with: " ")
    #expect(
      text == """
        test: Test camera
          frames, with their focal lengths: 1000x500 (1 000 px)
          focuses by itself, from 10 cm on
        """)
  }

  @Test func aShortListHasALineForEachCameraHoweverNarrow() throws {
    func line(_ title: String, width: Int) -> String {
      let figure = SourcedFigure(PixelSize(columns: 9, rows: 9), origin: .derived("a test"))
      let camera = CameraModel(
        name: "test", title: title, sensor: figure,
        focalLength: SourcedFigure(.pixels(9), origin: .derived("a test")),
        modes: [CameraMode(frame: figure.value, area: figure)])
      return CameraText(TerminalStyle(width: width)).line(camera, width: 6)
    }
    #expect(line("Test camera", width: 60) == "test    Test camera")
    let long = "A test camera with a lens of many millimetres and a title of many words"
    #expect(line(long, width: 100) == "test    \(long)")
    #expect(line(long, width: 60).count == 60)
    #expect(line(long, width: 60).hasPrefix("test    A test camera"))
    #expect(line(long, width: 60).hasSuffix("of many words"))
  }
}
