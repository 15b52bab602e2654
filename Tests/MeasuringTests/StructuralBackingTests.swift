import DecoderKit
import Measuring
import Symbols
import TestSupport
import Testing

/// The structure of symbols that are there, and of places that only look like them.
@Suite struct StructuralBackingTests {
  private static let symbologies: [(Symbology, String)] = [
    (.qrCode, "QRCode"), (.dataMatrix, "DataMatrix"), (.pdf417, "PDF417"),
  ]

  private static func image(of symbol: DrawnSymbol) -> GrayImage {
    let side = symbol.symbology == .pdf417 ? 3 : 4
    let quiet = 6 * side
    var image = GrayImage(
      width: side * symbol.columns + 2 * quiet, height: side * symbol.rows + 2 * quiet,
      filledWith: 220)
    for y in 0..<side * symbol.rows {
      for x in 0..<side * symbol.columns
      where symbol.cells[y / side * symbol.columns + x / side] != 0 {
        image[quiet + x, quiet + y] = 30
      }
    }
    return image
  }

  private static func corners(_ image: GrayImage, _ symbol: DrawnSymbol) -> Corners {
    let side = symbol.symbology == .pdf417 ? 3.0 : 4.0
    let (width, height) = (Double(image.width) - 6 * side, Double(image.height) - 6 * side)
    return Corners(
      topLeft: Point(x: 6 * side, y: 6 * side), topRight: Point(x: width, y: 6 * side),
      bottomRight: Point(x: width, y: height), bottomLeft: Point(x: 6 * side, y: height))
  }

  @Test func aSymbolThatIsThereIsBackedByItsCodewords() throws {
    for (symbology, format) in Self.symbologies {
      let bytes = Array("HELLO 123 STRUCTURE".utf8)
      let symbol = try #require(DrawnSymbol(symbology, format, bytes))
      let image = Self.image(of: symbol)
      let reading = Reading(
        symbology: symbology, bytes: bytes, corners: Self.corners(image, symbol))
      let measured = SymbolGauge().measure(reading, in: image)
      #expect(measured.backing == .codewords, "\(symbology): \(measured.source)")
      // The writer draws each row of PDF417 four times.
      #expect(measured.dimension?.rows == symbol.rows / (symbology == .pdf417 ? 4 : 1))
    }
  }

  /// Each Micro QR Code begins as the larger ones do: a decoder's corners may be those of a smaller one.
  @Test(arguments: 2...4)
  func aMicroQRCodeHasTheSizeThatItsFormatNames(version: Int) throws {
    var encoder = SymbolEncoder()
    let bytes = Array("939511".utf8)
    let symbol = try encoder.encode(
      bytes, options: .microQRCode(version: version, errorCorrection: .low, mask: nil))
    for quarter in 0..<4 {
      var image = GrayImage(width: 160, height: 160, filledWith: 220)
      for y in 0..<7 * symbol.rows {
        for x in 0..<7 * symbol.columns where symbol.isDark(column: x / 7, row: y / 7) {
          image[20 + x, 20 + y] = 30
        }
      }
      for side in stride(from: 11, through: symbol.columns, by: 2) {
        let (near, far) = (20.0, Double(20 + 7 * side))
        let points = [(near, near), (far, near), (far, far), (near, far)].map {
          Point(x: $0.0, y: $0.1)
        }
        let corners = Corners(
          topLeft: points[quarter], topRight: points[(quarter + 1) % 4],
          bottomRight: points[(quarter + 2) % 4], bottomLeft: points[(quarter + 3) % 4])
        let measured = SymbolGauge().measure(
          Reading(symbology: .microQRCode, bytes: bytes, corners: corners), in: image)
        #expect(measured.dimension?.columns == symbol.columns, "\(side), \(quarter)")
        #expect(measured.backing == .codewords, "\(side), \(quarter): \(measured.source)")
      }
    }
  }

  /// The fixed modules of these are the same in a mirror; a decoder's corners may be in the order of either side.
  @Test(
    arguments: [
      .qrCode(version: 2, errorCorrection: .medium, mask: nil),
      .microQRCode(version: 4, errorCorrection: .low, mask: nil),
      .dataMatrix(DataMatrixSize(parsing: "16x16") ?? .all[3]),
    ] as [SymbolOptions])
  func codewordsTellInWhichHandASymbolIsSeen(_ options: SymbolOptions) throws {
    var encoder = SymbolEncoder()
    let bytes = Array("939511".utf8)
    let symbol = try encoder.encode(bytes, options: options)
    let side = symbol.columns
    try #require(symbol.rows == side)
    for number in 0..<8 {
      let (quarter, isMirrored) = (number % 4, number > 3)
      /// The place in the symbol, in its units, of a place in the drawing.
      func place(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
        var (x, y) = (isMirrored ? Double(side) - x : x, y)
        for _ in 0..<quarter { (x, y) = (y, Double(side) - x) }
        return (x, y)
      }
      var image = GrayImage(width: 6 * side + 80, height: 6 * side + 80, filledWith: 220)
      for y in 0..<6 * side {
        for x in 0..<6 * side {
          let there = place((Double(x) + 0.5) / 6, (Double(y) + 0.5) / 6)
          if symbol.isDark(column: Int(there.x), row: Int(there.y)) { image[40 + x, 40 + y] = 30 }
        }
      }
      let drawn = [(0, 0), (side, 0), (side, side), (0, side)].map {
        (x: Double($0.0), y: Double($0.1))
      }
      /// The pixel of a corner of the symbol.
      func pixel(_ column: Int, _ row: Int) throws -> Point {
        let corner = try #require(
          drawn.first { corner in
            let there = place(corner.x, corner.y)
            return there.x == Double(column) && there.y == Double(row)
          })
        return Point(x: 40 + 6 * corner.x, y: 40 + 6 * corner.y)
      }
      let own = try [pixel(0, 0), pixel(side, 0), pixel(side, side), pixel(0, side)]
      // From the other side, the corner at which fixed modules meet stays.
      let other =
        symbol.symbology == .dataMatrix
        ? [own[2], own[1], own[0], own[3]] : [own[0], own[3], own[2], own[1]]
      for points in [own, other] {
        let corners = Corners(
          topLeft: points[0], topRight: points[1], bottomRight: points[2], bottomLeft: points[3])
        let measured = SymbolGauge().measure(
          Reading(symbology: symbol.symbology, bytes: bytes, corners: corners), in: image)
        #expect(measured.backing == .codewords, "\(number): \(measured.source)")
        let condition = try #require(measured.condition)
        #expect(condition.isMirrored == isMirrored, "\(number)")
        #expect(condition.grades.unusedErrorCorrection == 1, "\(number)")
        #expect(measured.moduleSize?.across.lower ?? 0 > 5.9, "\(number)")
        for (found, truth) in zip(measured.outline?.points ?? [], own) {
          #expect(abs(found.x - truth.x) < 0.1 && abs(found.y - truth.y) < 0.1, "\(number)")
        }
      }
    }
  }

  /// Finder patterns alone are no proof: a decoder that mends enough reads a value in any modules.
  @Test func modulesAtRandomBetweenFixedPatternsBackNothing() throws {
    var random = SeededGenerator(seed: SeededGenerator.testSeed)
    for number in 0..<30 {
      let bytes = Array("AB\(number)CDEFGH".utf8)
      var symbol = try #require(DrawnSymbol(.dataMatrix, "DataMatrix", bytes))
      for row in 1..<symbol.rows - 1 {
        for column in 1..<symbol.columns - 1 {
          symbol.cells[row * symbol.columns + column] = UInt8.random(in: 0...1, using: &random)
        }
      }
      let image = Self.image(of: symbol)
      let reading = Reading(
        symbology: .dataMatrix, bytes: bytes, corners: Self.corners(image, symbol))
      let measured = SymbolGauge().measure(reading, in: image)
      #expect(measured.backing != .codewords, "\(number)")
    }
  }

  @Test func barsThatFitBackALinearSymbol() throws {
    let bytes = Array("4006381333931".utf8)
    let symbol = try #require(DrawnSymbol(.ean13, "EAN-13", bytes))
    var tall = GrayImage(width: 4 * (symbol.columns + 24), height: 160, filledWith: 220)
    for y in 20..<140 {
      for x in 0..<4 * symbol.columns where symbol.cells[x / 4] != 0 { tall[48 + x, y] = 30 }
    }
    let measured = SymbolGauge().measure(Reading(symbology: .ean13, bytes: bytes), in: tall)
    #expect(measured.backing == .bars && measured.backing?.isProof == true)
  }

  /// Without a decoder's corners, chance finds fixed patterns somewhere: codewords must be there, too.
  @Test func whereNobodyPointsModulesAtRandomAreNoSymbol() throws {
    var random = SeededGenerator(seed: SeededGenerator.testSeed)
    var encoder = SymbolEncoder()
    for text in ["1234", "123456", "12345678"] {
      let bytes = Array(text.utf8)
      let version = text.utf8.count / 2 - 1
      let options = SymbolOptions.microQRCode(
        version: version, errorCorrection: version == 1 ? nil : .low, mask: 1)
      let encoded = try encoder.encode(bytes, options: options)
      var symbol = try #require(DrawnSymbol(.dataMatrix, "DataMatrix", bytes))
      (symbol.columns, symbol.rows, symbol.cells) = (
        encoded.columns, encoded.rows, encoded.modules
      )
      let reading = Reading(symbology: .microQRCode, bytes: bytes)
      let real = SymbolGauge().measure(reading, in: Self.image(of: symbol))
      #expect(real.dimension?.columns == encoded.columns, "\(text): \(real.source)")
      guard version > 1 else { continue }
      // What is neither finder, format nor timing.
      for row in 1..<symbol.rows {
        for column in 1..<symbol.columns where max(row, column) > 8 {
          symbol.cells[row * symbol.columns + column] = UInt8.random(in: 0...1, using: &random)
        }
      }
      let other = SymbolGauge().measure(reading, in: Self.image(of: symbol))
      #expect(other.source != .measured, "\(text), seed \(SeededGenerator.testSeed)")
    }
  }
}
