import DecoderKit
import Images
import Scanning
import TestSupport
import Testing

@Suite struct ViewMappingTests {
  @Test(arguments: ImageOrientation.allCases)
  func everyPixelGoesWhereTheUprightImageHasIt(_ orientation: ImageOrientation) throws {
    let (width, height) = (5, 3)
    let stored = try GrayImage(width: width, height: height, pixels: Array(0..<15))
    let upright = orientation.upright(stored)
    for y in 0..<height {
      for x in 0..<width {
        let centre = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
        let place = orientation.uprightPoint(centre, width: width, height: height)
        #expect(upright[Int(place.x), Int(place.y)] == stored[x, y])
        #expect(orientation.storedPoint(place, width: width, height: height) == centre)
      }
    }
  }

  @Test func aFrameFillsItsViewAndLosesTheExcess() throws {
    // 4:3 upright on a tall phone: the height decides, and the sides are cut off.
    let view = try ScanView(width: 375, height: 812, scale: 3)
    let mapping = try ViewMapping(
      frameWidth: 4032, frameHeight: 3024, orientation: .turnedLeft, view: view)
    #expect(mapping.scale == 2436.0 / 4032)
    // The frame's centre is the view's.
    #expect(mapping.viewPoint(Point(x: 2016, y: 1512)) == Point(x: 562.5, y: 1218))
    // The camera turned left: its left edge is the top of the view.
    let shown = mapping.frameRectangle(Rectangle(x: 0, y: 0, width: 1125, height: 2436))
    #expect(abs(shown.x) < 1e-9 && abs(shown.width - 4032) < 1e-9)
    let visible = 1125 * 4032.0 / 2436
    #expect(abs(shown.height - visible) < 1e-9 && abs(shown.y - (3024 - visible) / 2) < 1e-9)
    #expect(mapping.viewPoint(Point(x: 0, y: 1512)).y == 0)
    let top = mapping.viewPoint(Point(x: 0, y: 0))
    #expect(top.x > 1125, "the frame's top left is at the upright picture's top right")
  }

  @Test(arguments: ImageOrientation.allCases)
  func thereAndBackIsTheSamePoint(_ orientation: ImageOrientation) throws {
    var random = SeededGenerator(seed: UInt64(orientation.rawValue))
    for _ in 0..<1_000 {
      let mapping = try ViewMapping(
        frameWidth: .random(in: 1...4_000, using: &random),
        frameHeight: .random(in: 1...4_000, using: &random), orientation: orientation,
        view: ScanView(
          width: .random(in: 1...2_000, using: &random),
          height: .random(in: 1...2_000, using: &random),
          scale: .random(in: 0.5...4, using: &random))
      )
      let point = Point(
        x: .random(in: 0...4_000, using: &random), y: .random(in: 0...4_000, using: &random))
      let back = mapping.framePoint(mapping.viewPoint(point))
      #expect(abs(back.x - point.x) < 0.01 && abs(back.y - point.y) < 0.01)
    }
  }

  @Test func anEmptyFrameIsRefused() throws {
    let view = try ScanView(width: 10, height: 10)
    #expect(throws: ScanRegionError.emptyFrame(width: 0, height: 4)) {
      try ViewMapping(frameWidth: 0, frameHeight: 4, view: view)
    }
  }
}
