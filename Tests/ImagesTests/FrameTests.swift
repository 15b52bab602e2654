import DecoderKit
import Images
import Testing

/// Frames as phones and cameras deliver them, against a slow twin of the formulas.
@Suite struct FrameTests {
  private static func noise(_ count: Int, seed: UInt32 = 3) -> [UInt8] {
    var state = seed
    return (0..<count).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(state >> 24)
    }
  }

  /// BT.601 in thousandths, rounded to nearest; it may differ from 16-bit weights at ties alone.
  private static func luma(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Double {
    (299 * Double(red) + 587 * Double(green) + 114 * Double(blue)) / 1000
  }

  private func message(_ body: () throws -> GrayImage) -> String {
    let error = #expect(throws: ImageError.self) { _ = try body() }
    return error?.description ?? ""
  }

  // MARK: Luminance planes

  @Test(arguments: [0, 1, 64])
  func fullRangeLuminanceIsTakenAsItIs(padding: Int) throws {
    let (width, height) = (34, 12)
    let stride = width + padding
    let bytes = Self.noise(stride * height * 3 / 2)
    let image = try GrayImage(
      nv12: bytes, width: width, height: height, stride: stride, range: .full)
    #expect(
      image == (try Naive.image(width: width, height: height) { bytes[$1 * stride + $0] }))
    let plane = try GrayImage(
      luma: bytes.span, width: width, height: height, stride: stride, range: .full)
    #expect(plane == image)
  }

  @Test func videoRangeIsExpandedToFullContrast() throws {
    let bytes = (0...255).map { UInt8($0) }
    let image = try GrayImage(luma: bytes.span, width: 256, height: 1, range: .video)
    for value in 0...255 {
      let exact = (Double(value) - 16) * 255 / 219
      let expected = min(max(exact, 0), 255).rounded()
      #expect(Double(image[value, 0]) == expected, "at \(value)")
    }
    #expect([image[15, 0], image[16, 0], image[235, 0], image[240, 0]] == [0, 0, 255, 255])
  }

  @Test func nv12IsVideoRangeUnlessSaidOtherwise() throws {
    let image = try GrayImage(nv12: [16, 235, 126, 16, 128, 128], width: 2, height: 2)
    #expect(image.pixels == [0, 255, 128, 0])
  }

  // MARK: Colours

  @Test(arguments: PixelOrder.allCases, [0, 5])
  func coloursBecomeTheLuminanceOfTheirFormula(order: PixelOrder, padding: Int) throws {
    let (width, height) = (37, 11)
    let stride = width * order.bytesPerPixel + padding
    let bytes = Self.noise(stride * height, seed: 11)
    let image = try GrayImage(
      colours: bytes.span, order: order, width: width, height: height, stride: stride)
    func colour(_ name: Character, _ x: Int, _ y: Int) throws -> UInt8 {
      let place = try #require(Array(order.rawValue).firstIndex(of: name))
      return bytes[y * stride + x * order.rawValue.count + place]
    }
    for y in 0..<height {
      for x in 0..<width {
        let exact = try Self.luma(colour("r", x, y), colour("g", x, y), colour("b", x, y))
        // 16-bit weights are off by less than 0.003 levels.
        #expect(abs(Double(image[x, y]) - exact) <= 0.503, "\(order) at \(x), \(y)")
      }
    }
  }

  @Test func greyColoursKeepTheirLevel() throws {
    let bytes = (0...255).flatMap { (level: UInt8) in [level, level, level, 255 - level] }
    let image = try GrayImage(bgra: bytes, width: 256, height: 1)
    #expect(image.pixels == (0...255).map { UInt8($0) })
  }

  @Test func frameOfColoursEqualsTheSamePictureFromAFile() throws {
    let bytes = Self.noise(9 * 7 * 3, seed: 5)
    let file = try ImageFile.decode(Array("P6 9 7 255\n".utf8) + bytes, name: "picture.ppm")
    #expect(try GrayImage(rgb: bytes, width: 9, height: 7) == file)
    var turned: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      turned += bytes[start..<start + 3].reversed() + [0]
    }
    #expect(try GrayImage(bgra: turned, width: 9, height: 7) == file)
  }

  // MARK: Mistakes

  @Test func oddNV12FramesAreRefused() {
    for (width, height) in [(3, 2), (2, 3)] {
      #expect(
        message { try GrayImage(nv12: Self.noise(64), width: width, height: height) }
          == "an NV12 frame has even sides, not \(width) × \(height)")
    }
  }

  @Test func buffersThatEndEarlyAreRefused() throws {
    let needed = 40 * (6 * 3 / 2 - 1) + 32
    let bytes = Self.noise(needed)
    _ = try GrayImage(nv12: bytes, width: 32, height: 6, stride: 40)
    #expect(
      message { try GrayImage(nv12: Array(bytes.dropLast()), width: 32, height: 6, stride: 40) }
        == "the buffer has \(needed - 1) bytes, and an NV12 frame with both planes of 32 × 6 pixels "
        + "with a stride of 40 needs \(needed)")
    _ = try GrayImage(rgb: Self.noise(20 + 15), width: 5, height: 2, stride: 20)
    #expect(
      message { try GrayImage(rgb: Self.noise(34), width: 5, height: 2, stride: 20) }
        == "the buffer has 34 bytes, and the RGB bytes of 5 × 2 pixels with a stride of 20 needs 35"
    )
    let nothing: [UInt8] = []
    #expect(
      message { try GrayImage(nv12: nothing, width: 4, height: 2) }
        == "the buffer has 0 bytes, and an NV12 frame with both planes of 4 × 2 pixels with a stride of "
        + "4 needs 12")
  }

  @Test func stridesShorterThanARowAreRefused() {
    #expect(
      message { try GrayImage(bgra: Self.noise(400), width: 8, height: 2, stride: 31) }
        == "a stride of 31 bytes is shorter than a row, which has 32: 8 pixels of 4")
    #expect(
      message { try GrayImage(nv12: Self.noise(400), width: 8, height: 2, stride: -8) }
        == "a stride of -8 bytes is shorter than a row, which has 8: 8 pixels of 1")
  }

  @Test func framesWithoutPixelsAndImmenseOnesAreRefused() {
    #expect(
      message { try GrayImage(nv12: [], width: 0, height: 2) }
        == "a frame of 0 × 2 pixels has none: sides are 1 or more")
    #expect(
      message { try GrayImage(rgb: [], width: 2, height: -2) }
        == "a frame of 2 × -2 pixels has none: sides are 1 or more")
    #expect(
      message { try GrayImage(rgb: [], width: 1 << 40, height: 1 << 40) }
        == "1099511627776 × 1099511627776 pixels is more than the 268435456 allowed")
    #expect(
      message { try GrayImage(rgb: [], width: 1, height: 3, stride: .max) }
        == "the buffer has 0 bytes, and the RGB bytes of 1 × 3 pixels with a stride of "
        + "\(Int.max) needs more than memory has")
  }
}
