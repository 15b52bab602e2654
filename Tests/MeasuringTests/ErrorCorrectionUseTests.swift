import DecoderKit
import Symbols
import TestSupport
import Testing

@testable import Measuring

/// The codewords that are read from symbols of another encoder.
@Suite struct ErrorCorrectionUseTests {
  private func use(_ symbol: DrawnSymbol) -> ErrorCorrectionUse? {
    ErrorCorrectionUse(symbol.symbology, columns: symbol.columns, rows: symbol.rows) {
      symbol.cells[$1 * symbol.columns + $0] != 0
    }
  }

  private func symbol(
    _ symbology: Symbology, length: Int, errorCorrection: Int = -1
  ) throws -> DrawnSymbol? {
    let text = (0..<length).map { UInt8(97 + $0 * 7 % 26) }
    return DrawnSymbol(
      symbology, symbology == .qrCode ? "QRCode" : "DataMatrix", text,
      errorCorrection: errorCorrection)
  }

  @Test(arguments: [0, 2, 4, 6]) func undamagedQRCodesUseNothing(_ level: Int) throws {
    var sides: Set<Int> = []
    for length in sequence(first: 1, next: { $0 + max(4, $0 / 11) }) {
      guard let symbol = try symbol(.qrCode, length: length, errorCorrection: level) else { break }
      guard sides.insert(symbol.columns).inserted else { continue }
      #expect(use(symbol)?.unused == 1, "side \(symbol.columns)")
    }
    #expect(sides.count >= 30)
  }

  @Test func undamagedDataMatricesUseNothing() throws {
    var sides: Set<Int> = []
    for length in stride(from: 1, to: 1900, by: 5) {
      guard let symbol = try symbol(.dataMatrix, length: length) else { break }
      guard sides.insert(symbol.columns * 1000 + symbol.rows).inserted else { continue }
      let expected: Double? = symbol.columns == 144 ? nil : 1
      #expect(use(symbol)?.unused == expected, "\(symbol.columns) × \(symbol.rows)")
    }
    #expect(sides.count >= 22)
  }

  @Test func eachWrongModuleIsOneWrongCodeword() throws {
    let symbol = try #require(try symbol(.qrCode, length: 20, errorCorrection: 0))
    #expect(symbol.columns == 25)
    var counts: [Double: Int] = [:]
    for index in symbol.cells.indices {
      var damaged = symbol
      damaged.cells[index] ^= 1
      counts[try #require(use(damaged)).unused, default: 0] += 1
    }
    // Version 2-L: 44 codewords of eight modules, ten of them for error correction, two reserved.
    #expect(counts == [1 - 2.0 / 8: 44 * 8, 1: 25 * 25 - 44 * 8])
  }

  @Test func damageIsCountedUntilItCannotBeMended() throws {
    let symbol = try #require(try symbol(.dataMatrix, length: 40))
    var damaged = symbol
    var seen: [Double] = []
    // One module of the data region after the other, far apart.
    for step in 1...40 {
      let place = step * 157 % ((symbol.columns - 2) * (symbol.rows - 2))
      let index =
        (place / (symbol.columns - 2) + 1) * symbol.columns + place % (symbol.columns - 2) + 1
      damaged.cells[index] ^= 1
      seen.append(try #require(use(damaged)).unused)
    }
    #expect(seen == seen.sorted(by: >))
    #expect(seen[0] < 1)
    #expect(seen.last == 0)
  }

  @Test func unreadableFormatsAndOtherSymbologiesHaveNoFigure() throws {
    var symbol = try #require(try symbol(.qrCode, length: 20, errorCorrection: 0))
    for index in 0..<symbol.columns {
      symbol.cells[8 * symbol.columns + index] = 1
      symbol.cells[index * symbol.columns + 8] = 1
    }
    #expect(use(symbol) == nil)
    symbol.symbology = .aztecRune
    #expect(use(symbol) == nil)
  }

  private func letters(_ length: Int) -> [UInt8] { (0..<length).map { UInt8(97 + $0 * 7 % 26) } }

  @Test func undamagedAztecSymbolsUseNothing() throws {
    var sides: Set<Int> = []
    for length in sequence(first: 1, next: { $0 + 1 + $0 / 12 }) {
      guard let symbol = DrawnSymbol(.aztec, "Aztec", letters(length)) else { break }
      guard sides.insert(symbol.columns).inserted else { continue }
      #expect(use(symbol)?.unused == 1, "side \(symbol.columns), \(length) letters")
    }
    #expect(sides.count >= 30 && sides.contains(15) && sides.contains(151))
  }

  /// The damage that a decoder mends is the damage that is counted.
  @Test(arguments: [5, 30, 90, 400])
  func aztecDamageIsCountedUntilZXingGivesUp(length: Int) throws {
    let symbol = try #require(DrawnSymbol(.aztec, "Aztec", letters(length)))
    var random = SeededGenerator(seed: UInt64(length))
    let middle = symbol.columns / 2
    let isCompact = symbol.columns <= 27
    let data = symbol.cells.indices.filter { index in
      let (x, y) = (index % symbol.columns - middle, index / symbol.columns - middle)
      let isGrid = !isCompact && (x % 16 == 0 || y % 16 == 0)
      return max(abs(x), abs(y)) > (isCompact ? 5 : 7) && !isGrid
    }.shuffled(using: &random)
    var damaged = symbol
    var seen = [1.0]
    for index in data {
      damaged.cells[index] ^= 1
      seen.append(try #require(use(damaged)).unused)
      guard try read(damaged) else { break }
    }
    #expect(seen == seen.sorted(by: >) && seen.last == 0)
    // Each wrong codeword costs the same, two in the number of those for error correction; the last
    // that was mended left less than that.
    let cost = 1 - (seen.first { $0 < 1 } ?? 1)
    #expect(seen.dropLast().allSatisfy { abs(((1 - $0) / cost).remainder(dividingBy: 1)) < 1e-9 })
    #expect(seen[seen.count - 2] < cost, "\(seen.suffix(3)) at \(cost) each")
  }

  private func read(_ symbol: DrawnSymbol) throws -> Bool {
    let (scale, margin) = (4, 3)
    let side = (symbol.columns + 2 * margin) * scale
    var pixels = [UInt8](repeating: 255, count: side * side)
    for y in 0..<symbol.rows * scale {
      for x in 0..<symbol.columns * scale
      where symbol.cells[y / scale * symbol.columns + x / scale] != 0 {
        pixels[(y + margin * scale) * side + x + margin * scale] = 0
      }
    }
    let image = try GrayImage(width: side, height: side, pixels: pixels)
    return try Reader.zxing.reading(of: symbol, in: image) != nil
  }

  @Test func anAztecModeMessageIsMended() throws {
    let symbol = try #require(DrawnSymbol(.aztec, "Aztec", letters(120)))
    let middle = symbol.columns / 2
    var damaged = symbol
    // Three words of the ten that a full symbol's message has.
    #expect(symbol.columns >= 31)
    for x in [-5, 2, 5] { damaged.cells[(middle - 7) * symbol.columns + middle + x] ^= 1 }
    #expect(use(damaged)?.unused == 1)
    for y in [-5, -1, 2, 5] { damaged.cells[(middle + y) * symbol.columns + middle + 7] ^= 1 }
    #expect(use(damaged) == nil)
  }

  /// Level L has 2 << L codewords of error correction, of which two are kept for detection.
  @Test(arguments: [1, 2, 5]) func pdf417DamageIsCounted(level: Int) throws {
    let symbol = try #require(
      DrawnSymbol(.pdf417, "PDF417", letters(30), errorCorrection: level))
    let clean = try #require(upright(symbol))
    #expect(use(clean)?.unused == 1)
    let capacity = 2 << level - 2
    var damaged = clean
    let perRow = (clean.columns - 1) / 17 - 4
    var expected = 1.0
    for place in 0...capacity {
      let (row, column) = (place % clean.rows, (2 + place / clean.rows) * 17)
      guard place / clean.rows < perRow else { break }
      let start = row * clean.columns + column
      let isErased = place % 2 == 0
      // Dark modules alone are no codeword; one of the same cluster is a wrong one.
      if isErased {
        for module in 0..<17 { damaged.cells[start + module] = 1 }
      } else {
        let other = (row + 3) % (clean.rows / 3 * 3)
        let donor = other * clean.columns + column
        guard other % 3 == row % 3,
          clean.cells[donor..<donor + 17] != clean.cells[start..<start + 17]
        else { continue }
        for module in 0..<17 { damaged.cells[start + module] = clean.cells[donor + module] }
      }
      expected -= Double(isErased ? 1 : 2) / Double(capacity)
      let found = try #require(use(damaged)).unused
      #expect(abs(found - max(expected, 0)) < 1e-9, "\(place)")
    }
    #expect(expected < 0.5)
  }

  /// The rows as they are scanned: one line of each.
  private func upright(_ symbol: DrawnSymbol) -> DrawnSymbol? {
    var rows: [[UInt8]] = []
    for row in 0..<symbol.rows {
      let line = Array(symbol.cells[row * symbol.columns..<(row + 1) * symbol.columns])
      if line != rows.last { rows.append(line) }
    }
    var upright = symbol
    (upright.rows, upright.cells) = (rows.count, rows.flatMap(\.self))
    return upright
  }

  /// The standard's tables 7 and 9: modules of data and error correction, and errors that can be mended.
  @Test(arguments: [
    (2, QRErrorCorrection.low, 80, 1), (2, .medium, 80, 2), (3, .low, 132, 2),
    (3, .medium, 132, 4), (4, .low, 192, 3), (4, .medium, 192, 5), (4, .quartile, 192, 7),
  ]) func eachWrongModuleOfAMicroQRCodeIsOneWrongCodeword(
    version: Int, level: QRErrorCorrection, modules: Int, capacity: Int
  ) throws {
    for mask in 0..<4 {
      var encoder = SymbolEncoder()
      let symbol = try encoder.encode(
        Array("1234".utf8),
        options: .microQRCode(version: version, errorCorrection: level, mask: mask))
      var cells = symbol.modules
      func use() -> Double? {
        ErrorCorrectionUse(.microQRCode, columns: symbol.columns, rows: symbol.rows) {
          cells[$1 * symbol.columns + $0] != 0
        }?.unused
      }
      var counts: [Double?: Int] = [:]
      for index in cells.indices {
        cells[index] ^= 1
        counts[use(), default: 0] += 1
        cells[index] ^= 1
      }
      #expect(
        counts == [1 - 1 / Double(capacity): modules, 1: symbol.columns * symbol.rows - modules])
    }
  }

  @Test func theSmallestMicroQRCodeOnlyDetectsErrors() throws {
    var encoder = SymbolEncoder()
    let symbol = try encoder.encode(
      Array("1234".utf8), options: .microQRCode(version: 1, errorCorrection: nil, mask: nil))
    #expect(
      ErrorCorrectionUse(.microQRCode, columns: 11, rows: 11) {
        symbol.modules[$1 * 11 + $0] != 0
      } == nil)
  }
}
