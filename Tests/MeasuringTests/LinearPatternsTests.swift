import DecoderKit
import Symbols
import TestSupport
import Testing

@testable import Measuring

/// The bars that data may have, beside symbols of libzint.
@Suite struct LinearPatternsTests {
  private func bars(_ payload: String, _ kind: LinearKind) throws -> (bars: [UInt8], read: [UInt8])
  {
    var encoder = SymbolEncoder()
    let symbol = try encoder.encode(Array(payload.utf8), options: .linear(kind, height: nil))
    let row = symbol.modules.prefix(symbol.columns)
    let last = try #require(row.lastIndex(of: 1))
    return (Array(row[...last]), symbol.payload)
  }

  private func isKnown(_ symbology: Symbology, _ bytes: [UInt8], _ bars: [UInt8]) -> Bool {
    LinearPatterns.candidates(symbology, bytes).contains(bars)
  }

  @Test func whatWasEncodedIsAmongTheCandidates() throws {
    let symbols: [(String, LinearKind, Symbology)] = [
      ("ABC-123", .code39(isFullASCII: false, hasCheckCharacter: false), .code39),
      ("ABC-123", .code39(isFullASCII: false, hasCheckCharacter: true), .code39),
      ("abc", .code39(isFullASCII: true, hasCheckCharacter: false), .code39),
      ("Code 93", .code93, .code93), ("A40156B", .codabar(hasCheckCharacter: false), .codabar),
      ("123456", .itf(hasCheckDigit: false), .itf), ("400638133393", .ean13(addOn: nil), .ean13),
      ("9638507", .ean8, .ean8), ("03600029145", .upcA(addOn: nil), .upcA),
      ("0123450", .upcE(addOn: nil), .upcE), ("0950110153000", .dataBar, .dataBar),
      ("[01]09501101530003[10]AB", .gs1_128, .gs1_128),
    ]
    for (payload, kind, symbology) in symbols {
      let (bars, read) = try bars(payload, kind)
      #expect(isKnown(symbology, read, bars), "\(payload)")
    }
  }

  @Test func numbersInOtherFormsLeadToTheSameBars() throws {
    // Decoders give UPC-A as EAN-13, UPC-E expanded, and Codabar without its ends.
    let upcA = try bars("03600029145", .upcA(addOn: nil))
    #expect(isKnown(.ean13, Array("0036000291452".utf8), upcA.bars))
    let upcE = try bars("0123450", .upcE(addOn: nil))
    #expect(isKnown(.ean13, Array("0012000003455".utf8), upcE.bars))
    let codabar = try bars("C40156D", .codabar(hasCheckCharacter: false))
    #expect(isKnown(.codabar, Array("40156".utf8), codabar.bars))
  }

  /// The outline ends with the last bar: a gap behind it would move it outwards by a module.
  @Test func candidatesBeginAndEndWithABar() {
    for (symbology, text) in [
      (Symbology.codabar, "A40156B"), (.codabar, "40156"), (.code39, "ABC-123"), (.itf, "123456"),
      (.code93, "Code 93"), (.ean13, "4006381333931"), (.code128, "abc"), (.telepen, "ABC"),
      (.msi, "12345"), (.code11, "12345"), (.dataBar, "09501101530003"),
    ] {
      let candidates = LinearPatterns.candidates(symbology, Array(text.utf8))
      #expect(!candidates.isEmpty, "\(symbology)")
      for bars in candidates where symbology != .dataBar {
        #expect(bars.first == 1 && bars.last == 1, "\(symbology) \(text)")
      }
    }
  }

  /// With control characters libzint's spelling is often longer than need be: such are read off the
  /// bars.
  @Test func libzintsSpellingOfTextInCode128IsAmongTheLikelyOnes() throws {
    var random = SeededGenerator(seed: SeededGenerator.testSeed)
    let alphabets = ["0123456789", "0123456789AB", "abcXYZ019 "].map { Array($0) }
    for number in 0..<300 {
      let alphabet = alphabets[number % alphabets.count]
      let length = Int.random(in: 1...14, using: &random)
      let text = String((0..<length).map { _ in alphabet.randomElement(using: &random) ?? "0" })
      let (bars, read) = try bars(text, .code128)
      #expect(isKnown(.code128, read, bars), "\(text), seed \(SeededGenerator.testSeed)")
    }
  }

  @Test func charactersOfCode128AreElevenModules() {
    #expect(Code128Spelling.widths.count == 107)
    for code in 0..<106 { #expect(Code128Spelling.bars(code).count == 11, "\(code)") }
    #expect(Code128Spelling.bars(106).count == 13)
    #expect(Set(Code128Spelling.widths).count == 107)
  }

  @Test func charactersThatWereReadOffTellTheirData() {
    // Start B, "A", to C, "12", to A, a line feed, shift, "b", FNC1, then the check character.
    let codes = [104, 33, 99, 12, 101, 74, 98, 66, 102, 0]
    #expect(Code128Sampling.data(codes) == Array("A12\nb\u{1d}".utf8))
    // A start character in the middle says nothing.
    #expect(Code128Sampling.data([104, 105, 0]) == nil)
  }
}
