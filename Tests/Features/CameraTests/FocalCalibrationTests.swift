import DecoderKit
import Foundation
import Optics
import TestSupport
import Testing

@testable import Camera

@Suite struct FocalCalibrationTests {
  private static let frame = PixelSize(columns: 1000, rows: 800)

  /// Corners of a flat square through a pinhole, by a rotation about any axis (Rodrigues' formula):
  /// not the angles of the code under test.
  private func view(
    _ name: String = "a", focal: Double = 1200, width: Double = 20, distance: Double = 300,
    tilt: Double = 0, about azimuth: Double = 0, turn: Double = 0,
    across: Point = Point(x: 0, y: 0), noise: Double = 0,
    modules: PixelSize = PixelSize(columns: 25, rows: 25),
    frame: PixelSize = frame, generator: inout SeededGenerator
  ) -> CalibrationView {
    let (axisX, axisY) = (cos(azimuth), sin(azimuth))
    let (c, s) = (cos(tilt * .pi / 180), sin(tilt * .pi / 180))
    let (ct, st) = (cos(turn), sin(turn))
    let h = width / 2
    let points = [(-h, -h), (h, -h), (h, h), (-h, h)].map { u, v -> Point in
      let (x, y) = (u * ct - v * st, u * st + v * ct)
      let dot = axisX * x + axisY * y
      let lean = dot * (1 - c)
      let turnedX: Double = x * c + axisX * lean
      let turnedY: Double = y * c + axisY * lean
      let depth: Double = distance + (axisX * y - axisY * x) * s
      let seenX: Double = focal * (turnedX + across.x) / depth
      let seenY: Double = focal * (turnedY + across.y) / depth
      func jitter() -> Double { Double.random(in: -noise...noise, using: &generator) }
      return Point(
        x: seenX + Double(frame.columns) / 2 + jitter(),
        y: seenY + Double(frame.rows) / 2 + jitter())
    }
    return CalibrationView(
      image: name, frame: frame,
      corners: Corners(
        topLeft: points[0], topRight: points[1], bottomRight: points[2], bottomLeft: points[3]),
      modules: modules, distanceMillimetres: distance)
  }

  /// Ten views that lean by 0 to 20° about ten axes.
  private func views(noise: Double, _ generator: inout SeededGenerator) -> [CalibrationView] {
    var views: [CalibrationView] = []
    for index in 0..<10 {
      let step = Double(index)
      let place = Point(x: step - 4, y: 3 - step)
      views.append(
        view(
          "\(index)", distance: 250 + 20 * step, tilt: step * 20 / 9, about: step,
          turn: step * 0.7, across: place, noise: noise, generator: &generator))
    }
    return views
  }

  @Test func exactCornersGiveTheExactFocalLengthAtAnyTilt() throws {
    var generator = SeededGenerator(seed: 1)
    let calibration = try FocalCalibration(
      views(noise: 0, &generator), codeWidthMillimetres: 20)
    #expect(abs(calibration.focalPixels - 1200) < 1e-3)
    #expect(calibration.images.allSatisfy { abs($0.focalPixels - 1200) < 1e-2 })
    #expect(calibration.halfWidth < 0.01)
  }

  /// Of ten, fewer than seven intervals that hold the truth have a chance of 1 in 970 at 95 %.
  @Test func cornersAQuarterPixelOffGiveItWithinOnePerCent() throws {
    let (count, least) = Proof.isAsked ? (40, 33) : (10, 7)
    var errors: [Double] = []
    var covered = 0
    for seed in 0..<count {
      var generator = SeededGenerator(seed: UInt64(seed))
      let calibration = try FocalCalibration(
        views(noise: 0.25, &generator), codeWidthMillimetres: 20)
      errors.append(abs(calibration.focalPixels / 1200 - 1))
      if abs(calibration.focalPixels - 1200) <= calibration.halfWidth { covered += 1 }
    }
    #expect((errors.max() ?? 1) < 0.01, "\(errors.max() ?? 1)")
    #expect(covered >= least, "\(covered) of \(count)")
  }

  @Test func nonsenseIsRefused() throws {
    var generator = SeededGenerator(seed: 3)
    let good = view("good", generator: &generator)
    func refusal(_ views: [CalibrationView]) throws -> CalibrationError {
      try #require(throws: CalibrationError.self) {
        try FocalCalibration(views, codeWidthMillimetres: 20)
      }
    }
    #expect(try refusal([good]) == .tooFew(1))
    let version3 = PixelSize(columns: 29, rows: 29)
    #expect(
      try refusal([good, view("b", modules: version3, generator: &generator)])
        == .otherCode("b", version3, good.modules))
    let large = PixelSize(columns: 2000, rows: 1600)
    #expect(
      try refusal([good, view("b", frame: large, generator: &generator)])
        == .otherFrame("b", large, Self.frame))
    // Another code size in one image: 18 mm instead of 20 mm.
    let other = try refusal([good, good, view("b", width: 18, generator: &generator)])
    guard case .outlier("b", let own, _) = other else {
      Issue.record("\(other)")
      return
    }
    #expect(abs(own - 1080) < 1)
    // Metres typed as a thousand times as many.
    let far = CalibrationView(
      image: "far", frame: Self.frame, corners: good.corners, modules: good.modules,
      distanceMillimetres: good.distanceMillimetres * 1000)
    guard case .implausible(_, let degrees) = try refusal([far, far]) else {
      Issue.record("a lens of a hundredth of a degree was taken")
      return
    }
    #expect(degrees < 0.5)
    // Corners that no flat square has.
    var corners = good.corners
    corners.topLeft.x += 15
    let bent = CalibrationView(
      image: "bent", frame: Self.frame, corners: corners, modules: good.modules,
      distanceMillimetres: 300)
    guard case .misfit("bent", _) = try refusal([good, bent]) else {
      Issue.record("a bent code was taken")
      return
    }
  }
}
