import DecoderKit
import Symbols
import TestSupport
import Testing

@testable import Measuring

/// The text that symbols carry, beside what libzint has put in.
@Suite struct CarriedTextTests {
  private static let alphabets = [
    "0123456789", "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 $%*+-./:",
    "abcdefghijklmnopqrstuvwxyz ,.", "aB3,x;Y0 (!)[zZ]{9}~'\"#&@_|\\^`",
  ]

  private static let symbologies: [Symbology] = [
    .qrCode, .microQRCode, .dataMatrix, .aztec, .pdf417,
  ]

  private func codewords(_ symbol: Symbol, _ symbology: Symbology) -> SymbolCodewords? {
    return SymbolCodewords(
      symbology, columns: symbol.columns, rows: symbol.rows,
      isDark: { symbol.isDark(column: $0, row: $1) })
  }

  /// The smallest symbol of a text; `nil` if none can hold it.
  private func symbol(_ symbology: Symbology, _ text: [UInt8]) -> Symbol? {
    var encoder = SymbolEncoder()
    let options: [SymbolOptions] =
      switch symbology {
      case .qrCode: (1...40).map { .qrCode(version: $0, errorCorrection: .medium, mask: nil) }
      case .microQRCode:
        (2...4).map { .microQRCode(version: $0, errorCorrection: .low, mask: nil) }
      case .dataMatrix: DataMatrixSize.all.map { .dataMatrix($0) }
      case .aztec: AztecSize.all.map { .aztec($0) }
      default: [.pdf417(columns: 4, rows: nil, errorCorrection: 3, rowHeight: 3)]
      }
    for option in options {
      if let symbol = try? encoder.encode(text, options: option) { return symbol }
    }
    return nil
  }

  @Test(arguments: Self.symbologies)
  func textIsThatWhichWasEncoded(_ symbology: Symbology) throws {
    var random = SeededGenerator(seed: SeededGenerator.testSeed)
    var (told, all) = (0, 0)
    for number in 0..<80 {
      let letters = Array(Self.alphabets[number % Self.alphabets.count].utf8)
      let length = Int.random(in: 1...(symbology == .microQRCode ? 12 : 90), using: &random)
      let text = (0..<length).map { _ in
        letters[Int.random(in: 0..<letters.count, using: &random)]
      }
      guard let symbol = symbol(symbology, text),
        let seen = codewords(symbol, symbology)
      else { continue }
      all += 1
      guard let read = seen.text(of: symbology, columns: symbol.columns) else { continue }
      told += 1
      #expect(read == text, "\(String(decoding: text, as: UTF8.self))")
    }
    // Data Matrix's EDIFACT and bytes and PDF417's bytes are not told.
    #expect(all >= 40 && 2 * told > all, "\(told) of \(all)")
  }

  /// A symbol with another value in its codewords is not the one that was read.
  @Test(arguments: [Symbology.qrCode, .dataMatrix, .aztec])
  func anotherValueIsNotMeasured(_ symbology: Symbology) throws {
    let scene = try Scene.plain(symbology)
    let image = BruteForceRasteriser(scene: scene).image()
    var bytes = scene.symbol.payload
    #expect(
      SymbolGauge().measure(Reading(symbology: symbology, bytes: bytes), in: image).source
        == .measured)
    bytes[2] ^= 1
    #expect(
      SymbolGauge().measure(Reading(symbology: symbology, bytes: bytes), in: image).source
        == .none(.poorFit))
  }
}
