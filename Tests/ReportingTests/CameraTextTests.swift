import Optics
import Reporting
import Testing

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
}
