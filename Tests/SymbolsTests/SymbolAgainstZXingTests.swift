import Base
import DecoderKit
import Symbols
import Testing

/// Symbols compared with those of ZXing's encoders, module by module.
@Suite struct SymbolAgainstZXingTests {
  /// A kind of symbol, ZXing's name for it, the payloads to try, and their form for ZXing.
  private struct Case: Sendable, CustomTestStringConvertible {
    let kind: LinearKind
    let format: String
    let payload: @Sendable (inout Xoshiro256) -> String
    var given: @Sendable (String) -> String = { $0 }
    var testDescription: String { "\(SymbolOptions.linear(kind))" }
  }

  private static let linear: [Case] = [
    // Encoders have their own rules for the change to code set C where digits begin among letters;
    // these payloads avoid it.
    Case(kind: .code128, format: "Code128") { Specimen.capitals(10, &$0) },
    Case(kind: .code128, format: "Code128") { Specimen.digits(12, &$0) },
    Case(kind: .code39(isFullASCII: false, hasCheckCharacter: false), format: "Code39") {
      Specimen.letters(9, &$0)
    },
    Case(kind: .code39(isFullASCII: true, hasCheckCharacter: false), format: "Code39") {
      // One small letter at least, so that ZXing chooses full ASCII.
      "a" + Specimen.text(9, &$0)
    },
    Case(kind: .code93, format: "Code93") { Specimen.letters(9, &$0) },
    Case(kind: .codabar(hasCheckCharacter: false), format: "Codabar") {
      "B" + Specimen.digits(7, &$0) + "-$:/.+D"
    },
    Case(kind: .itf(hasCheckDigit: false), format: "ITF") { Specimen.digits(10, &$0) },
    Case(kind: .ean13(addOn: nil), format: "EAN-13") { Specimen.digits(12, &$0) },
    Case(kind: .ean8, format: "EAN-8") { Specimen.digits(7, &$0) },
    Case(kind: .upcA(addOn: nil), format: "UPC-A") { Specimen.digits(11, &$0) },
    Case(kind: .upcE(addOn: nil), format: "UPC-E") {
      "\($0.below(2))12" + Specimen.digits(1, &$0) + "567"
    },
  ]

  @Test(arguments: linear)
  private func barsAreTheSame(_ example: Case) throws {
    var random = Xoshiro256(state: (3, 1, 4, 1))
    for _ in 0..<40 {
      let payload = example.payload(&random)
      let ours = try Specimen(.linear(example.kind), payload).encoded()
      let theirs = try #require(
        ZXingWriter.modules(example.format, Array(example.given(payload).utf8)))
      let bars = Self.runs(ours.modules.prefix(ours.columns))
      let same = bars == Self.runs(theirs.modules.prefix(theirs.columns)[...])
      #expect(same, "\(payload)")
    }
  }

  /// Compact and full sizes: ZXing chooses a size by the share of error correction; ours is given.
  @Test func aztecIsTheSame() throws {
    var random = Xoshiro256(state: (3, 1, 4, 2))
    var seen: Set<String> = []
    for length in [1, 4, 8, 12, 20, 30, 40, 60, 80, 120, 170, 260, 400, 600] {
      for payload in [Specimen.letters(length, &random), Specimen.digits(length, &random)] {
        let bytes = Array(payload.utf8)
        let theirs = try #require(ZXingWriter.modules("Aztec", bytes, errorCorrection: 3))
        let isSame = AztecSize.all.contains { size in
          guard size.side == theirs.columns,
            let ours = try? Specimen(.aztec(size), bytes).encoded(),
            Self.isSame(ours, theirs.modules)
          else { return false }
          seen.insert("\(size)")
          return true
        }
        // The encoders may split mixed text into modes differently; digits leave no choice.
        #expect(isSame || payload.contains { $0.isLetter }, "\(payload)")
      }
    }
    #expect(seen.contains { $0.hasPrefix("compact") } && seen.contains { $0.hasPrefix("full") })
    #expect(seen.count >= 8)
  }

  /// True if the modules are equal, apart from a fault of ZXing. It leaves out the reference grid's
  /// last lines if they are the second lines from the edge: 32 modules from the centre with 12
  /// layers. ISO/IEC 24778 has them every 16 modules.
  private static func isSame(_ ours: Symbol, _ theirs: [UInt8]) -> Bool {
    let centre = ours.columns / 2
    return ours.modules.indices.allSatisfy { index in
      let (row, column) = index.quotientAndRemainder(dividingBy: ours.columns)
      let isLine = abs(row - centre) == 32 || abs(column - centre) == 32
      return ours.modules[index] == theirs[index] || (isLine && ours.columns == 67)
    }
  }

  @Test func dataMatrixIsTheSame() throws {
    var random = Xoshiro256(state: (3, 1, 4, 3))
    var seen: Set<String> = []
    for length in [
      2, 6, 10, 14, 20, 30, 44, 60, 80, 120, 200, 300, 400, 600, 800, 1000, 1500, 2200,
    ] {
      let bytes = Array(Specimen.digits(length, &random).utf8)
      let theirs = try #require(ZXingWriter.modules("DataMatrix", bytes))
      let size = try #require(
        DataMatrixSize.all.first { $0.columns == theirs.columns && $0.rows == theirs.rows })
      let ours = try Specimen(.dataMatrix(size), bytes).encoded()
      let same = ours.modules == theirs.modules
      // Two layouts of 144 × 144 are in circulation, and ZXing's writer has the other one.
      #expect(same || size.columns == 144, "\(size)")
      seen.insert("\(size)")
    }
    #expect(seen.count >= 12)
  }

  @Test(arguments: 0...8)
  func pdf417IsTheSame(level: Int) throws {
    var random = Xoshiro256(state: (3, 1, 4, 4))
    for length in [1, 8, 40, 120] {
      let bytes = Array(Specimen.letters(length, &random).utf8)
      let theirs = try #require(ZXingWriter.modules("PDF417", bytes, errorCorrection: level))
      // ZXing makes symbols of two rows, which the standard does not have. It draws rows several
      // modules high, upright or turned by 90 degrees.
      let upright = theirs.columns % 17 == 1 && theirs.columns >= 86
      let columns = ((upright ? theirs.columns : theirs.rows) - 69) / 17
      let ours = try #require(
        try? Specimen(
          .pdf417(columns: columns, rows: nil, errorCorrection: level, rowHeight: 3), bytes
        ).encoded())
      guard (upright ? theirs.rows : theirs.columns) >= 12 else { continue }
      let (wide, high) = upright ? (theirs.columns, theirs.rows) : (theirs.rows, theirs.columns)
      let rows = ours.rows
      try #require(wide == ours.columns && high % rows == 0, "\(wide) × \(high), \(rows) rows")
      let isSame = (0..<rows).allSatisfy { row in
        (0..<wide).allSatisfy { column in
          let y = row * (high / rows)
          let index = upright ? y * wide + column : column * high + (high - 1 - y)
          return (theirs.modules[index] != 0) == ours.isDark(column: column, row: row)
        }
      }
      #expect(isSame, "length \(length)")
    }
  }

  /// The widths of bars and spaces, without the margins on both sides.
  private static func runs(_ modules: ArraySlice<UInt8>) -> [Int] {
    var runs: [Int] = []
    var current: UInt8 = 0
    for module in modules {
      if module == current, !runs.isEmpty {
        runs[runs.count - 1] += 1
      } else if module != current {
        runs.append(1)
        current = module
      }
    }
    return current == 0 ? runs.dropLast() : runs
  }
}
