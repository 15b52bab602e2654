import DecoderKit
import Symbols
import TestSupport
import Testing

@testable import Measuring

/// PDF417 symbols that are flat, cut or drawn up to the image's edge.
@Suite struct StackedEndsTests {
  private static let rowHeight = 4
  private let text = Array("Fourteen measures of grain, weighed twice".utf8)

  private func symbol(columns: Int) throws -> DrawnSymbol {
    var encoder = SymbolEncoder()
    let drawn = try encoder.encode(
      text,
      options: .pdf417(
        columns: columns, rows: nil, errorCorrection: 3, rowHeight: Self.rowHeight))
    var symbol = try #require(DrawnSymbol(.pdf417, "PDF417", text))
    (symbol.columns, symbol.rows) = (drawn.columns, drawn.rows * Self.rowHeight)
    symbol.cells = []
    for row in 0..<drawn.rows {
      let line = drawn.modules[(row * drawn.columns)...].prefix(drawn.columns)
      for _ in 0..<Self.rowHeight { symbol.cells += line }
    }
    return symbol
  }

  private func scene(
    _ symbol: DrawnSymbol, module: Double, turn: Double, tilt: Double, axis: Double = 40
  ) throws -> Scene {
    let side = Int(module * (symbol.diagonal + 12))
    return try Scene.plain(.pdf417) { scene in
      scene.symbol = symbol
      (scene.imageWidth, scene.imageHeight) = (side, side)
      scene.map = Scene.map(
        of: symbol, scale: module, turn: turn, tilt: tilt, axis: axis, distance: 3,
        centre: Point(x: Double(side) / 2, y: Double(side) / 2))
      scene.sigmaPixels = 0.25 * module
    }
  }

  private func measured(_ image: GrayImage) -> SymbolMeasurement {
    SymbolGauge().measure(Reading(symbology: .pdf417, bytes: text), in: image)
  }

  private func expect(
    _ measured: SymbolMeasurement, columns: Int, rows: Int, outline: [Point], isProven: Bool = true,
    _ name: String
  ) {
    #expect(measured.dimension == SymbolDimension(columns: columns, rows: rows), "\(name)")
    #expect((measured.backing == .codewords) == isProven, "\(name)")
    let found = measured.outline?.points ?? []
    let module = measured.moduleSize?.across.value ?? 1
    #expect(found.count == 4, "\(name)")
    for (a, b) in zip(found, outline) {
      #expect((a - b).length < 0.5 * module, "\(name): \(a), drawn at \(b)")
    }
  }

  /// A line that is a few degrees off leaves such a symbol before its far end.
  @Test(arguments: Proof.all([31.0, 0, 107, 200, 291], orFirst: 2))
  func flatSymbolsAreFound(_ turn: Double) throws {
    let symbol = try symbol(columns: 12)
    for (module, tilt) in [(2.0, 0.0), (2.6, 30)] {
      let scene = try scene(symbol, module: module, turn: turn, tilt: tilt)
      expect(
        measured(BruteForceRasteriser(scene: scene).image()), columns: symbol.columns,
        rows: symbol.rows / Self.rowHeight, outline: scene.corners, "\(module) px, \(tilt)°")
    }
  }

  /// Rows that are missing count as rows, but the outline ends with those that are there.
  @Test(arguments: [true, false]) func rowsThatAreCutOffAreTold(_ atTop: Bool) throws {
    var symbol = try symbol(columns: 3)
    let (rows, height) = (symbol.rows / Self.rowHeight, Double(symbol.rows))
    let missing = 2 * Self.rowHeight
    let range = (atTop ? 0 : symbol.rows - missing)..<(atTop ? missing : symbol.rows)
    for row in range {
      for column in 0..<symbol.columns { symbol.cells[row * symbol.columns + column] = 0 }
    }
    let scene = try scene(symbol, module: 2.7, turn: 4, tilt: 10)
    let (top, bottom) = (
      atTop ? Double(missing) : 0, atTop ? height : height - Double(missing)
    )
    expect(
      measured(BruteForceRasteriser(scene: scene).image()), columns: symbol.columns, rows: rows,
      outline: [
        scene.map(0, top), scene.map(symbol.width, top), scene.map(symbol.width, bottom),
        scene.map(0, bottom),
      ], atTop ? "without its top" : "without its bottom")
  }

  /// Where the codewords that are left prove nothing, the outline ends with the ink, too.
  @Test func theOutlineEndsWithTheInk() throws {
    var symbol = try symbol(columns: 3)
    let length = 17
    let missing = symbol.rows - 2 * Self.rowHeight
    for row in 0..<symbol.rows {
      let first = row * symbol.columns
      for column in (2 * length)..<(5 * length) {
        symbol.cells[first + column] = symbol.cells[first + length + column % length]
      }
      if row >= missing {
        for column in 0..<symbol.columns { symbol.cells[first + column] = 0 }
      }
    }
    let scene = try scene(symbol, module: 2.7, turn: 4, tilt: 10)
    expect(
      measured(BruteForceRasteriser(scene: scene).image()), columns: symbol.columns,
      rows: symbol.rows / Self.rowHeight,
      outline: [
        scene.map(0, 0), scene.map(symbol.width, 0), scene.map(symbol.width, Double(missing)),
        scene.map(0, Double(missing)),
      ], isProven: false, "no proof")
  }

  /// Programs draw symbols without any margin.
  @Test(arguments: [1, 2, 3]) func symbolsMayTouchTheImagesEdge(_ side: Int) throws {
    let symbol = try symbol(columns: 4)
    var image = GrayImage(
      width: symbol.columns * side, height: symbol.rows * side, filledWith: 255)
    for y in 0..<image.height {
      for x in 0..<image.width {
        let isDark = symbol.cells[y / side * symbol.columns + x / side] != 0
        if isDark { image[x, y] = 0 }
      }
    }
    let (w, h) = (Double(image.width), Double(image.height))
    expect(
      measured(image), columns: symbol.columns, rows: symbol.rows / Self.rowHeight,
      outline: [Point(x: 0, y: 0), Point(x: w, y: 0), Point(x: w, y: h), Point(x: 0, y: h)],
      "\(side) px")
  }

  /// What lies between two ends is no symbol unless its codewords are there.
  @Test func startPatternsBesideOtherInkAreNotMeasured() throws {
    var random = SeededGenerator(seed: SeededGenerator.testSeed)
    for number in 0..<3 {
      var symbol = try symbol(columns: 4).compact
      for row in stride(from: 0, to: symbol.rows, by: Self.rowHeight) {
        for column in 34..<symbol.columns {
          let colour = UInt8.random(in: 0...1, using: &random)
          for line in row..<row + Self.rowHeight {
            symbol.cells[line * symbol.columns + column] = colour
          }
        }
      }
      let scene = try scene(symbol, module: 3, turn: 2, tilt: 0)
      let found = measured(BruteForceRasteriser(scene: scene).image())
      #expect(found.dimension == nil, "\(number), seed \(SeededGenerator.testSeed)")
    }
  }
}

extension DrawnSymbol {
  /// The symbol with one bar in place of the indicators on the right and the stop pattern.
  fileprivate var compact: DrawnSymbol {
    var symbol = self
    symbol.columns -= 17 + 17
    symbol.cells = []
    for row in 0..<rows {
      symbol.cells += cells[(row * columns)...].prefix(symbol.columns - 1)
      symbol.cells.append(1)
    }
    return symbol
  }
}
