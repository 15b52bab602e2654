import DecoderKit
import Images
import Testing

@Suite struct NetpbmTests {
  private func decode(_ header: String, _ data: [UInt8] = []) throws -> GrayImage {
    try ImageFile.decode(Array(header.utf8) + data, name: "test.pnm")
  }

  private func message(_ header: String, _ data: [UInt8] = []) -> String {
    let error = #expect(throws: ImageError.self) { try decode(header, data) }
    return error?.description ?? ""
  }

  @Test func textAndBinaryBitmapsAreBlackWhereTheyAreOne() throws {
    let expected = try GrayImage(
      width: 3, height: 2, pixels: [255, 0, 255, 0, 0, 255])
    #expect(try decode("P1\n3 2\n0 1 0\n1 1 0\n") == expected)
    // Digits may touch.
    #expect(try decode("P1 3 2 010110") == expected)
    // Rows are whole bytes; their padding bits do not count.
    #expect(try decode("P4 3 2\n", [0b0101_1111, 0b1100_0000]) == expected)
  }

  @Test func wideBitmapGoesOverBytes() throws {
    let image = try Naive.image(width: 19, height: 5) { x, y in (x * y + x) % 3 == 0 ? 0 : 255 }
    var data: [UInt8] = []
    for y in 0..<5 {
      for start in stride(from: 0, to: 24, by: 8) {
        data.append(
          (0..<8).reduce(0) {
            let x = start + $1
            return $0 << 1 | (x < 19 && image[x, y] == 0 ? 1 : 0)
          })
      }
    }
    #expect(try decode("P4\n19 5\n", data) == image)
  }

  @Test func graymapsAreScaledToEightBits() throws {
    #expect(try decode("P2 3 1 255 0 77 255").pixels == [0, 77, 255])
    #expect(try decode("P2 4 1 3 0 1 2 3").pixels == [0, 85, 170, 255])
    #expect(try decode("P5 3 1 255\n", [0, 77, 255]).pixels == [0, 77, 255])
    #expect(try decode("P5 4 1 3\n", [0, 1, 2, 3]).pixels == [0, 85, 170, 255])
    #expect(try decode("P2 3 1 65535 0 32896 65535").pixels == [0, 128, 255])
    #expect(
      try decode("P5 3 1 65535\n", [0, 0, 0x80, 0x80, 0xff, 0xff]).pixels == [0, 128, 255])
    #expect(try decode("P5 2 1 1000\n", [0x01, 0xf4, 0x03, 0xe8]).pixels == [128, 255])
  }

  @Test func pixmapsAreWeightedAsByBT601() throws {
    let colours: [UInt8] = [255, 0, 0, 0, 255, 0, 0, 0, 255, 77, 77, 77, 10, 200, 90]
    let text = colours.map(String.init).joined(separator: "\n")
    for image in [try decode("P3 5 1 255\n\(text)"), try decode("P6\n5 1\n255\n", colours)] {
      #expect(image.pixels == [76, 150, 29, 77, 131])
    }
    let wide = colours.flatMap { [$0, $0] }
    #expect(try decode("P6 5 1 65535 ", wide).pixels == [76, 150, 29, 77, 131])
  }

  @Test func commentsMayStandAnywhereInTheHeader() throws {
    let header = "P5# made by hand\n# twice\n 3#wide\n\t1 # high\n255 "
    #expect(try decode(header, [1, 2, 3]).pixels == [1, 2, 3])
    #expect(try decode("P5 3 1 255# the last\n", [35, 10, 3]).pixels == [35, 10, 3])
    #expect(try decode("P2 2 1 255 # first\n 4 # second\r\n5").pixels == [4, 5])
  }

  @Test func onlyTheFirstImageIsRead() throws {
    #expect(try decode("P5 1 1 255\n", [9] + Array("P5 1 1 255\n".utf8) + [8]).pixels == [9])
  }

  @Test func everyMistakeHasItsSentence() {
    let begin = "test.pnm: is not a valid PBM, PGM or PPM file: "
    #expect(
      message("P5 4 4 255\n", [1, 2, 3])
        == begin + "4 × 4 pixels take 16 bytes, and it has 3 left")
    #expect(message("P2 2 2 255 111 2 3") == begin + "it is cut short")
    #expect(message("P5 0 4 255\n") == begin + "it claims 0 × 4 pixels: sides are 1 or more")
    #expect(message("P5 4 x") == begin + "its height is not a number")
    #expect(message("P5 4") == begin + "it is cut short")
    #expect(
      message("P5 1 1 70000\n", [1]) == begin + "its largest value is 70000, which is 1 to 65535")
    #expect(message("P5 1 1 0\n", [1]) == begin + "its largest value is 0, which is 1 to 65535")
    #expect(
      message("P5 1 1 9\n", [10]) == begin + "a sample is 10, more than the largest value 9")
    #expect(
      message("P2 1 1 9 10") == begin + "a sample is 10, more than the largest value 9")
    #expect(message("P1 1 1 2") == begin + "a pixel of a bitmap is neither 0 nor 1")
    #expect(message("P5 99999999999 1 255\n") == begin + "its width is far too large")
    #expect(message("P5 1 1 255") == begin + "no white space ends its header")
    #expect(
      message("P4 100000 100000\n")
        == "test.pnm: 100000 × 100000 pixels is more than the 268435456 allowed")
  }

  @Test(.enabled(if: Tools.has("pngtopnm"), "pngtopnm comes with netpbm"))
  func netpbmsOwnFilesAreRead() throws {
    let image = try Naive.picture(width: 31, height: 17)
    let png = try PNG.encode(image)
    #expect(try ImageFile.decode(Tools.run(["pngtopnm"], input: png), name: "pnm") == image)
    let plain = try Tools.run(["pngtopnm", "-plain"], input: png)
    #expect(plain.starts(with: Array("P2".utf8)))
    #expect(try ImageFile.decode(plain, name: "plain") == image)
  }
}
