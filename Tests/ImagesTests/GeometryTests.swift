import DecoderKit
import Images
import Testing

@Suite struct GeometryTests {
  private static let sizes = [(1, 1), (1, 70), (70, 1), (33, 31), (64, 65), (100, 37)]

  @Test(arguments: QuarterTurn.allCases, sizes)
  func turnsMovePixelsByTheFormula(turn: QuarterTurn, size: (Int, Int)) throws {
    let image = try Naive.picture(width: size.0, height: size.1, rowStride: size.0 + 3)
    #expect(try image.turned(turn) == Naive.turned(image, degrees: turn.degrees))
  }

  @Test(arguments: QuarterTurn.allCases)
  func pointsMoveWithTheirPixels(turn: QuarterTurn) throws {
    let (width, height) = (9, 5)
    for y in 0..<height {
      for x in 0..<width {
        var image = GrayImage(width: width, height: height, filledWith: 0)
        image[x, y] = 255
        let centre = turn.moved(
          Point(x: Double(x) + 0.5, y: Double(y) + 0.5), width: width, height: height)
        #expect(image.turned(turn)[Int(centre.x), Int(centre.y)] == 255)
      }
    }
  }

  @Test func emptyImagesOnlyExchangeTheirSides() {
    let empty = GrayImage(width: 0, height: 5, filledWith: 0)
    #expect(empty.turned(.quarter) == GrayImage(width: 5, height: 0, filledWith: 0))
    #expect(empty.turned(.half) == empty)
    #expect(empty.mirrored() == empty)
  }

  @Test(arguments: sizes)
  func mirroringExchangesLeftAndRight(width: Int, height: Int) throws {
    let image = try Naive.picture(width: width, height: height, rowStride: width + 2)
    #expect(
      try image.mirrored()
        == Naive.image(width: width, height: height) { image[width - 1 - $0, $1] })
  }

  @Test(arguments: [1, 2, 7])
  func enlargedPixelsAreSquares(factor: Int) throws {
    let image = try Naive.picture(width: 5, height: 3, rowStride: 8)
    #expect(
      try image.enlarged(by: factor)
        == Naive.image(width: 5 * factor, height: 3 * factor) {
          image[$0 / factor, $1 / factor]
        })
  }

  @Test(arguments: [(20, 12), (19, 11), (7, 12), (20, 1), (1, 1), (3, 5)])
  func reducedPixelsAreTheMeanOfWhatTheyCover(width: Int, height: Int) throws {
    let image = try Naive.picture(width: 20, height: 12, rowStride: 23)
    // On a grid fine enough for both images, every pixel is a plain mean.
    let expected = try Naive.image(width: width, height: height) { x, y in
      var sum = 0
      for pieceY in y * 12..<(y + 1) * 12 {
        for pieceX in x * 20..<(x + 1) * 20 {
          sum += Int(image[pieceX / width, pieceY / height])
        }
      }
      return UInt8((2 * sum + 240) / 480)
    }
    #expect(image.reduced(toWidth: width, height: height) == expected)
  }
}
