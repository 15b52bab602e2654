import DecoderKit
import Testing

struct GrayImageTests {
  @Test func rowsAreFoundThroughTheStride() throws {
    let image = try GrayImage(
      width: 2, height: 3, rowStride: 4, pixels: [1, 2, 9, 9, 3, 4, 9, 9, 5, 6])
    #expect((0..<3).map { y in (0..<2).map { x in image[x, y] } } == [[1, 2], [3, 4], [5, 6]])
    let packed = image.packed()
    #expect(packed.rowStride == 2)
    #expect(packed.pixels == [1, 2, 3, 4, 5, 6])
    #expect(packed.packed() == packed)
  }

  @Test func imagesWithoutPixelsAreRepresentable() throws {
    for (width, height) in [(0, 0), (0, 5), (5, 0)] {
      let image = try GrayImage(width: width, height: height, pixels: [])
      #expect(image.isEmpty)
      #expect(image.packed().pixels.isEmpty)
    }
    #expect(try GrayImage(width: 0, height: 2, rowStride: 8, pixels: []).packed().rowStride == 0)
  }

  @Test func theLastRowMayEndWithItsLastPixel() throws {
    #expect(try GrayImage.byteCount(width: 3, height: 2, rowStride: 10) == 13)
    _ = try GrayImage(width: 3, height: 2, rowStride: 10, pixels: .init(repeating: 0, count: 13))
    #expect(throws: GrayImageError.tooFewBytes(needed: 13, given: 12)) {
      try GrayImage(width: 3, height: 2, rowStride: 10, pixels: .init(repeating: 0, count: 12))
    }
  }

  @Test func measuresThatMakeNoSenseAreErrorsAndNeverTraps() {
    #expect(throws: GrayImageError.negativeSide(width: -1, height: 2)) {
      try GrayImage(width: -1, height: 2, pixels: [])
    }
    #expect(throws: GrayImageError.shortStride(1, width: 2)) {
      try GrayImage(width: 2, height: 2, rowStride: 1, pixels: [0, 0, 0, 0])
    }
    #expect(throws: GrayImageError.tooLarge(width: .max, height: .max)) {
      try GrayImage(width: .max, height: .max, pixels: [])
    }
    #expect(throws: GrayImageError.tooLarge(width: .max, height: 2)) {
      try GrayImage(width: .max, height: 2, pixels: [])
    }
  }
}
