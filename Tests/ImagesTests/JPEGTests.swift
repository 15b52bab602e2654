import DecoderKit
import Foundation
import Images
import TestSupport
import Testing

@Suite struct JPEGTests {
  private func decode(_ file: [UInt8]) throws -> GrayImage {
    try ImageFile.decode(file, name: "test.jpg")
  }

  private func value(_ file: [UInt8]) throws -> UInt8 {
    let image = try decode(file)
    #expect(image == GrayImage(width: 8, height: 8, filledWith: image[0, 0]))
    return image[0, 0]
  }

  @Test(arguments: [10, 40, 50, 75, 90, 100])
  func compressionIsTheStandards(quality: Int) throws {
    let image = try Naive.picture(width: 96, height: 72)
    let actual = try JPEG.recompressed(image, quality: quality)
    func meanError(_ quality: Int) -> Double {
      let expected = JPEGOracle.recompressed(image, quality: quality)
      let errors = zip(actual.pixels, expected).map { abs(Double($0) - $1) }
      return errors.reduce(0, +) / Double(errors.count)
    }
    // Rounding to whole levels makes 0.25. The rest comes from the library's whole-number cosines,
    // which sometimes round a coefficient near the middle between two steps to the other step.
    let error = meanError(quality)
    #expect(error < 0.65)
    for other in [quality - 4, quality + 4] where (1...100).contains(other) {
      #expect(meanError(other) > 2 * error)
    }
  }

  @Test(arguments: [(1, 1), (1, 300), (300, 1), (17, 23), (256, 33)])
  func recompressedIsDecodedOfEncoded(width: Int, height: Int) throws {
    let image = try Naive.picture(width: width, height: height, rowStride: width + 5)
    for quality in [1, 60, 100] {
      let file = try JPEG.encode(image, quality: quality)
      let again = try JPEG.recompressed(image, quality: quality)
      #expect(try again == decode(file))
      #expect(again.width == width && again.height == height)
    }
  }

  @Test func bestQualityIsWithinRoundingOfTheImage() throws {
    let image = try Naive.picture(width: 160, height: 120)
    let errors = try zip(JPEG.recompressed(image, quality: 100).pixels, image.pixels)
      .map { abs(Int($0) - Int($1)) }
    #expect(errors.max() ?? 99 <= 3)
  }

  @Test func noiseThatDoesNotCompressFits() throws {
    var random = SeededGenerator(seed: 3)
    let image = try Naive.image(width: 300, height: 300) { _, _ in
      .random(in: 0...255, using: &random)
    }
    let file = try JPEG.encode(image, quality: 100)
    #expect(file.count > 300 * 300 / 2)
    #expect(try JPEG.recompressed(image, quality: 100) == decode(file))
  }

  @Test func greyAndColourGiveTheirLuminance() throws {
    #expect(try value(JPEGBuilder.flat([90])) == 90)
    // In Y, Cb and Cr, the luminance is Y, whatever the colour.
    #expect(try value(JPEGBuilder.flat([90, 30, 220])) == 90)
    // RGB, by Adobe's marker: 0.299 × 10 + 0.587 × 200 + 0.114 × 90 = 130.65.
    #expect(try value(JPEGBuilder.flat([10, 200, 90], adobeTransform: 0)) == 131)
  }

  @Test func inkOnPaperIsDarkWhereThereIsMuch() throws {
    // Without a marker, 255 is all ink. Red is 255 × 0.5, green and blue are 255: light by K.
    #expect(try value(JPEGBuilder.flat([0, 0, 0, 0])) == 255)
    #expect(try value(JPEGBuilder.flat([0, 0, 0, 255])) == 0)
    #expect(try value(JPEGBuilder.flat([255, 0, 0, 0])) == 179)  // 0.701 × 255
    // Adobe's programs store it inverted.
    #expect(try value(JPEGBuilder.flat([255, 255, 255, 255], adobeTransform: 0)) == 255)
    #expect(try value(JPEGBuilder.flat([255, 255, 255, 51], adobeTransform: 0)) == 51)
    #expect(try value(JPEGBuilder.flat([0, 255, 255, 255], adobeTransform: 0)) == 179)
    // YCCK: Y, Cb and Cr stand for inverted cyan, magenta and yellow.
    #expect(try value(JPEGBuilder.flat([100, 128, 128, 255], adobeTransform: 2)) == 155)
  }

  @Test func twoComponentsAreRefused() {
    let error = #expect(throws: ImageError.self) { try JPEG.decode(JPEGBuilder.flat([1, 2])) }
    #expect(error?.code == .malformed)
  }

  @Test(arguments: 1...8, [true, false])
  func exifOrientationIsFollowed(orientation: Int, isLittle: Bool) throws {
    let file = try JPEG.encode(Naive.picture(width: 24, height: 16), quality: 90)
    let stored = try decode(file)
    let tiff = JPEGBuilder.tiff(orientation: UInt8(orientation), isLittle: isLittle)
    let shown = try decode(JPEGBuilder.withExif(tiff, in: file))
    // Exif 2.3, clause 4.6.4: the visible sides at which the stored row 0 and column 0 lie.
    let (width, height) = orientation < 5 ? (24, 16) : (16, 24)
    #expect(
      try shown
        == Naive.image(width: width, height: height) { x, y in
          switch orientation {
          case 1: stored[x, y]  // row 0 top, column 0 left
          case 2: stored[23 - x, y]  // top, right
          case 3: stored[23 - x, 15 - y]  // bottom, right
          case 4: stored[x, 15 - y]  // bottom, left
          case 5: stored[y, x]  // left, top
          case 6: stored[y, 15 - x]  // right, top
          case 7: stored[23 - y, 15 - x]  // right, bottom
          default: stored[23 - y, x]  // left, bottom
          }
        })
  }

  @Test func brokenExifLeavesTheImageAlone() throws {
    let file = try JPEG.encode(Naive.picture(width: 24, height: 16), quality: 90)
    let whole = JPEGBuilder.tiff(orientation: 6, isLittle: true)
    for count in 0..<whole.count - 8 {
      let shown = try decode(JPEGBuilder.withExif(Array(whole[..<count]), in: file))
      #expect(try shown == decode(file))
    }
    for orientation: UInt8 in [0, 9, 255] {
      let tiff = JPEGBuilder.tiff(orientation: orientation, isLittle: false)
      #expect(try decode(JPEGBuilder.withExif(tiff, in: file)) == decode(file))
    }
  }

  @Test func truncatedFileIsMalformedAndNotFilledUp() throws {
    let file = try JPEG.encode(Naive.picture(width: 64, height: 64), quality: 80)
    for count in [3, 20, 200, file.count / 2, file.count - 40, file.count - 2] {
      let error = #expect(throws: ImageError.self) { try decode(Array(file[..<count])) }
      #expect(error?.code == .malformed)
    }
    let error = #expect(throws: ImageError.self) { try JPEG.decode([]) }
    #expect(error?.code == .malformed)
  }

  @Test func rubbishAfterTheImageIsNoError() throws {
    let file = try JPEG.encode(Naive.picture(width: 20, height: 20), quality: 80)
    #expect(try decode(file + [1, 2, 3]) == decode(file))
  }

  @Test func hugeClaimIsRefusedBeforeAnythingIsAllocated() throws {
    var file = JPEGBuilder.flat([90])
    let header = try #require(file.indices.first { file[$0...].starts(with: [0xff, 0xc0]) })
    file.replaceSubrange(header + 5..<header + 9, with: [0xf0, 0, 0xf0, 0])
    let huge = #expect(throws: ImageError.self) { try decode(file) }
    #expect(
      huge?.description == "test.jpg: 61440 × 61440 pixels is more than the 268435456 allowed")
    file.replaceSubrange(header + 5..<header + 9, with: [0x20, 0, 0x20, 0])
    let hollow = #expect(throws: ImageError.self) { try decode(file) }
    #expect(hollow?.description.contains("8192 × 8192 pixels do not fit into its") == true)
  }

  @Test func imagesThatTheFormatCannotHoldAreRefused() {
    for (width, height) in [(0, 3), (65_501, 1)] {
      let error = #expect(throws: ImageError.self) {
        try JPEG.encode(GrayImage(width: width, height: height, filledWith: 0), quality: 50)
      }
      #expect(error?.code == .size)
    }
  }

  @Test(.enabled(if: Tools.has("djpeg"), "djpeg comes with libjpeg-turbo-progs"))
  func otherProgramsReadTheSame() throws {
    let image = try Naive.picture(width: 75, height: 41)
    let file = try JPEG.encode(image, quality: 70)
    let graymap = try Tools.run(["djpeg", "-pnm", "-dct", "int"], input: file)
    #expect(try ImageFile.decode(graymap, name: "djpeg") == decode(file))
  }

  @Test(
    .enabled(if: Tools.has("cjpeg"), "cjpeg comes with libjpeg-turbo-progs"),
    arguments: [
      ["-progressive"], ["-arithmetic"], ["-rgb"], ["-sample", "2x2"], ["-restart", "1"],
    ])
  func otherProgramsFilesAreRead(options: [String]) throws {
    let image = try Naive.picture(width: 75, height: 41)
    let colours = Array("P6 75 41 255\n".utf8) + image.pixels.flatMap { [$0, $0, $0] }
    let file = try Tools.run(["cjpeg", "-quality", "100"] + options, input: colours)
    let errors = try zip(decode(file).pixels, image.pixels).map { abs(Int($0) - Int($1)) }
    #expect(errors.max() ?? 99 <= 3)
  }

  @Test(
    .enabled(if: Tools.has("cjpeg"), "cjpeg comes with libjpeg-turbo-progs"),
    arguments: [[], ["-rgb"]])
  func eachColourCanBeReadAlone(options: [String]) throws {
    let colours =
      Array("P6 16 8 255\n".utf8) + (0..<16 * 8).flatMap { _ in [200, 60, 30] as [UInt8] }
    let file = try Tools.run(["cjpeg", "-quality", "100"] + options, input: colours)
    for (channel, value) in zip(ColourChannel.allCases, [200, 60, 30]) {
      let pixels = try ImageFile.decode(file, name: "colours", channel: channel).pixels
      #expect(pixels.allSatisfy { abs(Int($0) - value) <= 3 }, "\(channel)")
    }
  }
}
