import DecoderKit
import Images
import Testing

@Suite struct ColourImageTests {
  private let red = Colour(255, 0, 0)

  @Test func aGreyImageKeepsItsShades() throws {
    let gray = try GrayImage(width: 2, height: 2, rowStride: 3, pixels: [1, 2, 9, 3, 4])
    let image = ColourImage(gray, rowsBelow: 1)
    #expect(
      image.samples == [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4] + Array(repeating: 255, count: 6))
  }

  @Test func aLineCoversWhatItShould() {
    var image = ColourImage(GrayImage(width: 20, height: 20, filledWith: 0))
    image.stroke(
      [Point(x: 5, y: 10), Point(x: 15, y: 10)], red, lineWidth: 2)
    // Rows 9 and 10 are the line; half a pixel of it blends beyond.
    #expect(image.colour(x: 10, y: 9) == red && image.colour(x: 10, y: 10) == red)
    #expect(image.colour(x: 10, y: 7) == Colour(0, 0, 0))
    #expect(image.colour(x: 1, y: 10) == Colour(0, 0, 0))
  }

  /// A slow twin that looks at every pixel.
  @Test func aDiagonalIsTheSetOfPixelsNearIt() {
    let (start, end) = (Point(x: 3.3, y: 40.1), Point(x: 50.7, y: 4.2))
    var image = ColourImage(GrayImage(width: 60, height: 50, filledWith: 0))
    image.stroke([start, end], Colour(200, 200, 200), lineWidth: 3)
    for y in 0..<50 {
      for x in 0..<60 {
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let (px, py) = (Double(x) + 0.5 - start.x, Double(y) + 0.5 - start.y)
        let along = min(max((px * dx + py * dy) / (dx * dx + dy * dy), 0), 1)
        let (ox, oy) = (px - along * dx, py - along * dy)
        let share = min(max(2 - (ox * ox + oy * oy).squareRoot(), 0), 1)
        #expect(image.colour(x: x, y: y).red == UInt8((200 * share).rounded()), "\(x), \(y)")
      }
    }
  }

  @Test func whatLiesOutsideIsNotDrawn() {
    var image = ColourImage(GrayImage(width: 4, height: 4, filledWith: 0))
    image.stroke(
      [Point(x: -1e9, y: -1e9), Point(x: 1e9, y: -1e9), Point(x: .nan, y: 2)], red, lineWidth: 3)
    image.fill(x: -5, y: -5, width: 3, height: 3, red)
    image.write("A", x: 100, y: 100, scale: 2, red)
    #expect(image.samples.allSatisfy { $0 == 0 })
    image.fill(x: 3, y: 3, width: 9, height: 9, red, opacity: 0.5)
    #expect(image.colour(x: 3, y: 3) == Colour(128, 0, 0))
  }

  @Test func aColourFileIsReadAsItsLuminance() throws {
    var image = ColourImage(GrayImage(width: 3, height: 1, filledWith: 255))
    image.fill(x: 0, y: 0, width: 1, height: 1, red)
    image.fill(x: 1, y: 0, width: 1, height: 1, Colour(0, 255, 0))
    // ITU-R BT.601: 0.299, 0.587 and 0.114 of full scale.
    #expect(try PNG.decode(PNG.encode(image)).pixels == [76, 150, 255])
  }

  @Test func eachColourCanBeReadAlone() throws {
    var image = ColourImage(GrayImage(width: 2, height: 1, filledWith: 255))
    image.fill(x: 0, y: 0, width: 1, height: 1, Colour(200, 60, 30))
    let png = try PNG.encode(image)
    let ppm = Array("P3 2 1 255 200 60 30 255 255 255 ".utf8)
    for file in [png, ppm] {
      let alone = try ColourChannel.allCases.map {
        try ImageFile.decode(file, name: "colours", channel: $0).pixels
      }
      #expect(alone == [[200, 255], [60, 255], [30, 255]])
    }
    let gray = Array("P2 2 1 255 7 9 ".utf8)
    #expect(try ImageFile.decode(gray, name: "gray", channel: .blue).pixels == [7, 9])
  }
}
