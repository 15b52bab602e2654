import DecoderKit
import TestSupport
import Testing

@testable import Measuring

/// The rows of PDF417 symbols that another program draws.
@Suite struct StackedRowsTests {
  /// The number of rows, counted where the drawing changes: neighbouring rows are never equal.
  private func rows(of symbol: DrawnSymbol) -> Int {
    let lines = (0..<symbol.rows).map { row in
      Array(symbol.cells[row * symbol.columns..<(row + 1) * symbol.columns])
    }
    return 1 + zip(lines, lines.dropFirst()).count { $0 != $1 }
  }

  private func scene(
    length: Int, level: Int, module: Double, turn: Double, tilt: Double
  ) throws -> Scene {
    let text = (0..<length).map { UInt8(97 + $0 * 11 % 26) }
    let symbol = try #require(DrawnSymbol(.pdf417, "PDF417", text, errorCorrection: level))
    let side = Int(module * (symbol.diagonal + 12))
    return try Scene.plain(.pdf417) { scene in
      scene.symbol = symbol
      (scene.imageWidth, scene.imageHeight) = (side, side)
      scene.map = Scene.map(
        of: symbol, scale: module, turn: turn, tilt: tilt, axis: 40, distance: 3,
        centre: Point(x: Double(side) / 2, y: Double(side) / 2))
      (scene.turnDegrees, scene.tiltDegrees) = (turn, tilt)
      scene.sigmaPixels = 0.3 * module
    }
  }

  @Test(arguments: [(6, 2), (30, 1), (70, 3), (120, 5), (260, 4)])
  func rowsAreCountedByTheirNumbers(_ length: Int, _ level: Int) throws {
    for (module, turn, tilt) in [(1.8, 3.0, 0.0), (2.6, 184, 25), (3.2, 93, 30)] {
      let scene = try scene(
        length: length, level: level, module: module, turn: turn, tilt: tilt)
      let image = BruteForceRasteriser(scene: scene).image()
      let reading = Reading(symbology: .pdf417, bytes: scene.symbol.payload)
      let measured = SymbolGauge().measure(reading, in: image)
      #expect(measured.dimension?.rows == rows(of: scene.symbol), "\(scene.details)")
      #expect(measured.dimension?.columns == scene.symbol.columns, "\(scene.details)")
      #expect(measured.backing == .codewords, "\(scene.details)")
    }
  }

  /// No number is given where nothing tells the rows.
  @Test func rowsWithoutNumbersAreNotMeasured() throws {
    var random = SeededGenerator(seed: SeededGenerator.testSeed)
    for number in 0..<(Proof.isAsked ? 4 : 1) {
      var scene = try scene(length: 70, level: 3, module: 3, turn: 2, tilt: 0)
      // The start and the stop pattern stay; every codeword is noise.
      for row in 0..<scene.symbol.rows {
        for column in 17..<scene.symbol.columns - 18 {
          scene.symbol.cells[row * scene.symbol.columns + column] =
            UInt8.random(in: 0...1, using: &random)
        }
      }
      let image = BruteForceRasteriser(scene: scene).image()
      let reading = Reading(symbology: .pdf417, bytes: scene.symbol.payload)
      let measured = SymbolGauge().measure(reading, in: image)
      #expect(measured.dimension == nil, "\(number), seed \(SeededGenerator.testSeed)")
    }
  }
}
