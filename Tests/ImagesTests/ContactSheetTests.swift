import DecoderKit
import Foundation
import Images
import Testing

@Suite struct ContactSheetTests {
  private func labels(_ count: Int, _ text: String = "x") -> [String] {
    (0..<count).map { "\(text)\($0)" }
  }

  /// The number of bytes of one value, which the system looks for: sheets are large.
  private func count(of byte: UInt8, in bytes: [UInt8]) -> Int {
    bytes.withUnsafeBytes { bytes in
      var (count, rest) = (0, bytes[...])
      while let start = rest.isEmpty ? nil : UnsafeRawBufferPointer(rebasing: rest).baseAddress,
        let found = memchr(start, Int32(byte), rest.count)
      {
        count += 1
        rest = rest.dropFirst(UnsafeRawPointer(found) - start + 1)
      }
      return count
    }
  }

  /// The places at which a picture occurs in a sheet, pixel for pixel.
  private func places(of picture: GrayImage, in sheet: GrayImage) -> [(x: Int, y: Int)] {
    var found: [(x: Int, y: Int)] = []
    for y in 0..<max(sheet.height - picture.height + 1, 0) {
      for x in 0..<max(sheet.width - picture.width + 1, 0) {
        let isThere = (0..<picture.height).allSatisfy { row in
          let from = (y + row) * sheet.rowStride + x
          let part = row * picture.width
          return sheet.pixels[from] == picture.pixels[part]
            && sheet.pixels[from..<from + picture.width]
              == picture.pixels[part..<part + picture.width]
        }
        if isThere { found.append((x, y)) }
      }
    }
    return found
  }

  @Test func imagesAreEnlargedByWholeFactorsAndLieInTheirCells() throws {
    var sheet = try ContactSheet(title: "title", columns: labels(3), rows: labels(2))
    let small = try Naive.picture(width: 30, height: 20)
    let other = try Naive.picture(width: 21, height: 50)
    sheet.place(small, row: 0, column: 0)
    sheet.place(other, row: 1, column: 2)
    let image = sheet.image
    let first = places(of: small.enlarged(by: 320 / 30), in: image)
    let second = places(of: other.enlarged(by: 320 / 50), in: image)
    #expect(first.count == 1 && second.count == 1)
    #expect(second[0].x - first[0].x > 2 * 320 && second[0].y - first[0].y > 320 / 2)
  }

  @Test func largeImagesAreReducedAndSmallOnesKeptCrisp() throws {
    var sheet = try ContactSheet(title: "", columns: ["a"], rows: ["b"])
    let large = try Naive.picture(width: 640, height: 500)
    sheet.place(large, row: 0, column: 0)
    #expect(places(of: large.reduced(toWidth: 320, height: 250), in: sheet.image).count == 1)
  }

  @Test(
    arguments: [(1, 1), (20, 4), (4, 20), (60, 3), (250, 2), (2, 250), (250, 250)],
    ["", "a label that is much longer than is sensible for a thing this small"])
  func sheetsStayWithinTheirBounds(size: (Int, Int), text: String) throws {
    let title = String(repeating: "long ", count: 300)
    var sheet = try ContactSheet(
      title: title, columns: labels(size.0, text), rows: labels(size.1, text))
    for row in 0..<size.1 {
      sheet.place(GrayImage(width: 9, height: 9, filledWith: 1), row: row, column: size.0 - 1)
    }
    let image = sheet.image
    #expect(max(image.width, image.height) <= ContactSheet.maximumSide)
    // The last cell is not cut off.
    let shown = count(of: 1, in: image.pixels)
    let side = shown / size.1
    #expect(shown % size.1 == 0 && side >= 81 && (1...35).contains { $0 * $0 * 81 == side })
  }

  @Test func sheetsOfTooManyCellsAreRefused() {
    for (columns, rows) in [(400, 1), (1, 400), (0, 1), (1, 0)] {
      let error = #expect(throws: ImageError.self) {
        try ContactSheet(title: "", columns: labels(columns), rows: labels(rows))
      }
      #expect(error?.code == .size)
    }
  }

  @Test func sameImagesGiveTheSameBytesInAnyOrder() throws {
    let image = try Naive.picture(width: 44, height: 44)
    func sheet(_ cells: [(Int, Int)]) throws -> GrayImage {
      var sheet = try ContactSheet(title: "t", columns: labels(3), rows: labels(3))
      for (row, column) in cells { sheet.place(image, row: row, column: column) }
      return sheet.image
    }
    #expect(try sheet([(0, 0), (2, 1)]) == sheet([(2, 1), (0, 0)]))
    #expect(try sheet([(0, 0)]) != sheet([(0, 1)]))
  }

  @Test func everyLetterHasItsOwnShape() throws {
    // 95 characters, the space among them, each as a label.
    let letters = (0x20...0x7e).map { String(UnicodeScalar(UInt8($0))) }
    var shapes: Set<[UInt8]> = []
    for letter in letters {
      shapes.insert(try ContactSheet(title: letter, columns: ["a"], rows: ["b"]).image.pixels)
    }
    #expect(shapes.count == letters.count)
  }

  @Test func lettersOutsideASCIIHaveStandIns() throws {
    func title(_ text: String) throws -> GrayImage {
      try ContactSheet(title: text, columns: ["a"], rows: ["b"]).image
    }
    #expect(try title("2 × 3 µm – “a”") == title("2 x 3 um - \"a\""))
    #expect(try title("写") == title("?"))
  }
}
