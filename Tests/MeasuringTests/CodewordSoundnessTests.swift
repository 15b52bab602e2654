import Foundation
import TestSupport
import Testing

@testable import Measuring

/// The chance that modules look like codewords which belong together.
@Suite struct CodewordSoundnessTests {
  private func areSound(_ symbol: DrawnSymbol) -> Bool? {
    SymbolCodewords(symbol.symbology, columns: symbol.columns, rows: symbol.rows) {
      symbol.cells[$1 * symbol.columns + $0] != 0
    }?.areSound
  }

  @Test(arguments: ["QRCode", "DataMatrix", "Aztec"])
  func wholeSymbolsAreSoundAndRandomModulesNever(_ format: String) throws {
    var random = SeededGenerator(seed: SeededGenerator.testSeed)
    for length in [3, 10, 25, 60] {
      let text = (0..<length).map { UInt8(97 + $0 * 7 % 26) }
      let symbol = try #require(
        DrawnSymbol(
          format == "QRCode" ? .qrCode : format == "Aztec" ? .aztec : .dataMatrix, format, text))
      #expect(areSound(symbol) == true, "\(length) characters")
      for _ in 0..<50 {
        var phantom = symbol
        for index in phantom.cells.indices {
          phantom.cells[index] = UInt8.random(in: 0...1, using: &random)
        }
        #expect(areSound(phantom) != true, "seed \(SeededGenerator.testSeed)")
      }
    }
  }

  /// A Data Matrix of 10 × 10 has five codewords of error correction: a value with two wrong ones is
  /// found in anything by a decoder that searches long enough.
  @Test func fewCodewordsThatUseTheirErrorCorrectionProveNothing() throws {
    var symbol = try #require(DrawnSymbol(.dataMatrix, "DataMatrix", Array("A1".utf8)))
    #expect(symbol.columns == 10 && areSound(symbol) == true)
    let plan = try #require(DataMatrixCodewords.plan(columns: 10, rows: 10))
    for (codeword, isStillSound) in [(0, true), (4, false)] {
      let place = plan.places[codeword][0]
      symbol.cells[place.row * 10 + place.column] ^= 1
      #expect(areSound(symbol) == isStillSound)
    }
  }

  @Test func theStatedChanceIsTheShareOfRandomBlocksThatCanBeMended() throws {
    let code = try #require(ReedSolomon.aztec[4])
    var random = SeededGenerator(seed: SeededGenerator.testSeed)
    let (length, checks, tries) = (7, 2, 20_000)
    let mended = (0..<tries).count { _ in
      let block = (0..<length).map { _ in Int.random(in: 0...15, using: &random) }
      return code.errors(in: block, checks: checks) != nil
    }
    let stated = pow(10, code.logChance(length: length, wrong: 1, checks: checks))
    let share = Double(mended) / Double(tries)
    #expect(abs(share - stated) < 0.02, "\(share), seed \(SeededGenerator.testSeed)")
  }
}
