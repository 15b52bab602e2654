import Base
import Testing

/// A width and a height in one word.
@Suite struct SidesTests {
  @Test func aWidthAndAHeightHaveOneLetterBetweenThem() throws {
    let size = try #require("1280x720".sides { Int($0) })
    #expect(size.width == 1280 && size.height == 720)
    for text in ["", "x", "5", "5x", "x5", "1x2x3", "0x10x5", "5X4", "5×4", "ax5", "5xb"] {
      #expect(text.sides { Double($0) } == nil, "\(text)")
    }
  }

  @Test(arguments: [
    ("40pxx20px", "40px", "20px"), ("40pxx20dip", "40px", "20dip"), ("4dipx2px", "4dip", "2px"),
  ])
  func aUnitMayEndInThatLetter(text: String, width: String, height: String) throws {
    let size = try #require(text.sides { $0 })
    #expect(size.width == width && size.height == height)
  }
}
