import DecoderKit
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
    symbol.symbology = .aztec
    #expect(use(symbol) == nil)
  }
}
