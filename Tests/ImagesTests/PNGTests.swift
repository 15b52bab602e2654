import DecoderKit
import Foundation
import Images
import Testing

@Suite struct PNGTests {
  private func pixels(_ file: [UInt8]) throws -> [UInt8] { try PNG.decode(file).pixels }

  private func gradient(width: Int, height: Int, rowStride: Int? = nil) throws -> GrayImage {
    let stride = rowStride ?? width
    return try GrayImage(
      width: width, height: height, rowStride: stride,
      pixels: (0..<stride * height).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ $0 / 256) })
  }

  @Test(arguments: [(1, 1), (1, 300), (257, 3), (640, 480)])
  func writtenImageIsReadBackUnchanged(width: Int, height: Int) throws {
    let image = try gradient(width: width, height: height)
    let isSame = try PNG.decode(PNG.encode(image)) == image
    #expect(isSame)
  }

  @Test func rowPaddingIsNotWritten() throws {
    let padded = try gradient(width: 5, height: 4, rowStride: 9)
    #expect(try PNG.decode(PNG.encode(padded)) == padded.packed())
  }

  @Test func noiseThatDoesNotCompressFits() throws {
    var state: UInt32 = 1
    let noise = (0..<2000 * 2000).map { _ -> UInt8 in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(state >> 24)
    }
    let image = try GrayImage(width: 2000, height: 2000, pixels: noise)
    let isSame = try PNG.decode(PNG.encode(image)) == image
    #expect(isSame)
  }

  @Test func greyOfAnyBitDepthSpansBlackToWhite() throws {
    let one = PNGBuilder.file(width: 4, bitDepth: 1, colourType: 0, rows: [[0b0110_0000]])
    #expect(try pixels(one) == [0, 255, 255, 0])
    let two = PNGBuilder.file(width: 4, bitDepth: 2, colourType: 0, rows: [[0b00_01_10_11]])
    #expect(try pixels(two) == [0, 85, 170, 255])
    let four = PNGBuilder.file(width: 2, bitDepth: 4, colourType: 0, rows: [[0x3c]])
    #expect(try pixels(four) == [51, 204])
    let sixteen = PNGBuilder.file(
      width: 3, bitDepth: 16, colourType: 0, rows: [[0, 0, 0x80, 0x80, 0xff, 0xff]])
    #expect(try pixels(sixteen) == [0, 128, 255])
  }

  @Test func coloursAreWeightedAsByBT601() throws {
    let colours: [UInt8] = [255, 0, 0, 0, 255, 0, 0, 0, 255, 77, 77, 77, 10, 200, 90]
    let file = PNGBuilder.file(width: 5, bitDepth: 8, colourType: 2, rows: [colours])
    // 0.299 R + 0.587 G + 0.114 B, by hand.
    #expect(try pixels(file) == [76, 150, 29, 77, 131])
  }

  @Test func transparencyShowsWhite() throws {
    let gray = PNGBuilder.file(
      width: 4, bitDepth: 8, colourType: 4, rows: [[0, 0, 0, 255, 0, 51, 100, 255]])
    #expect(try pixels(gray) == [255, 0, 204, 100])
    let colour = PNGBuilder.file(
      width: 3, bitDepth: 8, colourType: 6,
      rows: [[0, 0, 0, 0, 0, 255, 0, 255, 0, 0, 0, 128]])
    #expect(try pixels(colour) == [255, 150, 127])
  }

  @Test func paletteAndItsTransparencyAreResolved() throws {
    let palette: [UInt8] = [0, 0, 0, 255, 255, 255, 255, 0, 0, 0, 0, 0]
    let file = PNGBuilder.file(
      width: 4, bitDepth: 2, colourType: 3, rows: [[0b00_01_10_11]],
      extra: [("PLTE", palette), ("tRNS", [255, 255, 255, 0])])
    #expect(try pixels(file) == [0, 255, 76, 255])
  }

  @Test func gammaOfOrdinaryFilesChangesNothing() throws {
    let ramp = (0...255).map(UInt8.init)
    let file = PNGBuilder.file(
      width: 256, bitDepth: 8, colourType: 0, rows: [ramp],
      extra: [("gAMA", [0, 0, 0xb1, 0x8f])])
    #expect(try pixels(file) == ramp)
  }

  @Test func truncatedFileIsMalformed() throws {
    let file = try PNG.encode(gradient(width: 64, height: 64))
    for count in [0, 1, 7, 8, 20, 33, 40, file.count / 2, file.count - 13] {
      let error = #expect(throws: ImageError.self) { try PNG.decode(Array(file[..<count])) }
      #expect(error?.code == .malformed)
    }
  }

  @Test func otherFilesAreMalformed() {
    let error = #expect(throws: ImageError.self) { try PNG.decode(Array("GIF89a, not PNG".utf8)) }
    #expect(error?.description.hasPrefix("is not a valid PNG file: ") == true)
  }

  @Test func hugeClaimIsRefusedBeforeAnythingIsAllocated() {
    let file = PNGBuilder.file(width: 900_000, bitDepth: 8, colourType: 0, rows: [[0]])
    var claim = file
    // The height in the header is changed, and the checksum is computed again.
    let header = PNGBuilder.chunk(
      "IHDR", [0, 0x0d, 0xbb, 0xa0, 0, 0x0d, 0xbb, 0xa0, 8, 0, 0, 0, 0])
    claim.replaceSubrange(8..<8 + header.count, with: header)
    let error = #expect(throws: ImageError.self) { try PNG.decode(claim) }
    #expect(error?.code == .size)
  }

  @Test func imageWithoutPixelsCannotBeWritten() {
    let error = #expect(throws: ImageError.self) {
      try PNG.encode(GrayImage(width: 0, height: 3, filledWith: 0))
    }
    #expect(error?.description == "an image of 0 × 3 pixels cannot be a PNG file")
  }
}

@Suite struct PNGFileTests {
  private let folder: String

  init() throws {
    folder = NSTemporaryDirectory() + "png-tests-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  private var entries: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }
  }

  @Test func writesAndReplacesAndLeavesNothingBeside() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = "\(folder)/a b#c.png"
    for value in [UInt8(3), 200] {
      let image = GrayImage(width: 30, height: 20, filledWith: value)
      try PNG.write(image, path: path)
      #expect(try PNG.read(path: path) == image)
    }
    #expect(try entries == ["a b#c.png"])
  }

  @Test func failedWriteLeavesNothingBehind() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let image = GrayImage(width: 3, height: 2, filledWith: 9)
    // A folder already has the file's path.
    let taken = "\(folder)/taken.png"
    try FileManager.default.createDirectory(atPath: taken, withIntermediateDirectories: false)
    let error = #expect(throws: ImageError.self) { try PNG.write(image, path: taken) }
    #expect(error?.description == "\(taken): cannot be replaced: it is a folder")
    #expect(try entries == ["taken.png"])
    let nowhere = "\(folder)/none/x.png"
    let missing = #expect(throws: ImageError.self) { try PNG.write(image, path: nowhere) }
    #expect(
      missing?.description == "\(nowhere): cannot be written: No such file or directory")
  }

  @Test func missingAndBrokenFilesAreNamed() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = "\(folder)/no.png"
    let missing = #expect(throws: ImageError.self) { try PNG.read(path: path) }
    #expect(missing?.description == "\(path): cannot be opened: No such file or directory")
    try Data("text".utf8).write(to: URL(filePath: path))
    let broken = #expect(throws: ImageError.self) { try PNG.read(path: path) }
    #expect(broken?.code == .malformed)
    #expect(broken?.path == path)
  }
}
