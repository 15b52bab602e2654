import Base
import DecoderKit
import Foundation
import Symbols
import TestSupport
import Testing

@Suite(.waits) struct SymbolEncoderTests {
  private func encode(_ payload: [UInt8], options: SymbolOptions) throws -> Symbol {
    var encoder = SymbolEncoder()
    return try encoder.encode(payload, options: options)
  }

  /// qrencode is an independent implementation of ISO/IEC 18004: it shares no code with libzint.
  @Test(arguments: [1, 2, 3, 7, 14, 25], QRErrorCorrection.allCases)
  func qrencodeDrawsTheSameModules(version: Int, errorCorrection: QRErrorCorrection) throws {
    var random = Xoshiro256(state: (UInt64(version), 2, 3, 4))
    for round in 0..<6 {
      let payload = Self.payload(round: round, version: version, &random)
      let theirs = try Self.qrencode(payload, version, errorCorrection, asBytes: round % 3 == 2)
      // Encoders understand the rules for choosing a mask differently, and every mask is valid:
      // modules are compared under the same mask.
      let ours = try encode(
        payload,
        options: .qrCode(
          version: version, errorCorrection: errorCorrection, mask: QRFormat(reading: theirs).mask))
      let isSame = ours.modules == theirs.modules
      #expect(isSame, "\(String(decoding: payload, as: UTF8.self))")
    }
  }

  @Test(arguments: 0..<8)
  func askedForMaskIsUsed(mask: Int) throws {
    let symbol = try encode(
      Array("MASK".utf8), options: .qrCode(version: 4, errorCorrection: .high, mask: mask))
    #expect(QRFormat(reading: symbol).mask == mask)
    #expect(QRFormat(reading: symbol).errorCorrection == .high)
    #expect(symbol.columns == 33)
  }

  @Test(arguments: [1, 2, 6, 7, 21, 40], QRErrorCorrection.allCases)
  func chosenMaskGivesTheSymbolThatZintMakesWithIt(
    version: Int, errorCorrection: QRErrorCorrection
  ) throws {
    var random = Xoshiro256(state: (UInt64(version), 6, 7, 8))
    var encoder = SymbolEncoder()
    for round in 0..<5 {
      let payload = Self.payload(round: round, version: version, &random)
      let chosen = try encoder.encode(
        payload,
        options: .qrCode(version: version, errorCorrection: errorCorrection, mask: nil))
      let mask = QRFormat(reading: chosen).mask
      let asked = try encoder.encode(
        payload,
        options: .qrCode(version: version, errorCorrection: errorCorrection, mask: mask))
      let isSame = chosen == asked
      #expect(isSame)
    }
  }

  @Test(arguments: [1, 2, 5, 9])
  func chosenMaskHasTheFewestPenaltyPoints(version: Int) throws {
    var random = Xoshiro256(state: (UInt64(version), 9, 9, 9))
    var encoder = SymbolEncoder()
    var seen: Set<Int> = []
    for round in 0..<30 {
      let payload = Self.payload(round: round, version: version, &random)
      let points = try (0..<8).map { mask in
        MaskPenalty.points(
          of: try encoder.encode(
            payload, options: .qrCode(version: version, errorCorrection: .medium, mask: mask)))
      }
      let chosen = try encoder.encode(
        payload, options: .qrCode(version: version, errorCorrection: .medium, mask: nil))
      let mask = QRFormat(reading: chosen).mask
      #expect(points[mask] == points.min())
      seen.insert(mask)
    }
    #expect(seen.count >= 2)
  }

  @Test(arguments: DataMatrixSize.all)
  func dataMatrixHasTheSizeAskedForAndItsFinder(size: DataMatrixSize) throws {
    let symbol = try encode(Array("1".utf8), options: .dataMatrix(size))
    #expect(symbol.rows == size.rows)
    #expect(symbol.columns == size.columns)
    // ISO/IEC 16022: solid left and lower edge, alternating upper and right edge.
    for row in 0..<symbol.rows {
      #expect(symbol.isDark(column: 0, row: row))
      #expect(symbol.isDark(column: symbol.columns - 1, row: row) == (row % 2 == 1))
    }
    for column in 0..<symbol.columns {
      #expect(symbol.isDark(column: column, row: symbol.rows - 1))
      #expect(symbol.isDark(column: column, row: 0) == (column % 2 == 0))
    }
  }

  @Test func payloadTooLongIsRefusedAndNotGivenALargerSymbol() throws {
    let long = [UInt8](repeating: 0xff, count: 27)
    #expect(throws: SymbolError.tooLong(bytes: 27, into: "QR Code version 2, ecc M")) {
      try encode(
        long, options: .qrCode(version: 2, errorCorrection: .medium, mask: nil))
    }
    let size = try #require(DataMatrixSize(parsing: "10x10"))
    #expect(throws: SymbolError.tooLong(bytes: 27, into: "Data Matrix 10x10")) {
      try encode(long, options: .dataMatrix(size))
    }
  }

  /// A payload of digits, letters or bytes alone; encoders may split mixed payloads differently.
  private static func payload(
    round: Int, version: Int, _ random: inout Xoshiro256
  ) -> [UInt8] {
    let alphabets = ["ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789", "abcdefghijklmnop"]
    let alphabet = Array(alphabets[round % 3].utf8)
    let count = version == 1 ? 7 : 4 + 3 * version + random.below(3)
    return (0..<count).map { _ in alphabet[random.below(alphabet.count)] }
  }

  private static func qrencode(
    _ payload: [UInt8], _ version: Int, _ errorCorrection: QRErrorCorrection, asBytes: Bool
  ) throws -> Symbol {
    var arguments = [
      "qrencode", "-v", String(version), "-l", errorCorrection.rawValue, "-t", "ASCII", "-m", "0",
      "-o", "-",
    ]
    if asBytes { arguments.append("-8") }
    let result = try SystemProgram.run(arguments, input: payload)
    try #require(result.status == 0, "qrencode is not installed: apt-get install qrencode")
    let lines = String(decoding: result.output, as: UTF8.self).split(separator: "\n")
    // Each module is drawn as two characters side by side.
    let modules = lines.flatMap { line in
      stride(from: 0, to: line.utf8.count, by: 2).map { position -> UInt8 in
        Array(line.utf8)[position] == UInt8(ascii: "#") ? 1 : 0
      }
    }
    let side = 17 + 4 * version
    try #require(lines.count == side && modules.count == side * side)
    return Symbol(
      symbology: .qrCode, payload: payload, columns: side, rows: side, modules: modules,
      quietZone: 4)
  }
}
