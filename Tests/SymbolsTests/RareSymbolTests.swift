import DecoderKit
import Foundation
import Symbols
import Testing

/// Symbols that hardly any decoder reads, against Barcode Writer in Pure PostScript: an encoder that
/// shares nothing with libzint. `Vectors/bwipp.py` makes the file.
@Suite struct RareSymbolTests {
  struct Vector: Sendable, CustomTestStringConvertible {
    let symbology: Symbology
    let columns: Int?
    let payload: String
    /// Widths of elements, states of bars, or rows of modules.
    let encoded: String

    var testDescription: String { "\(symbology) \(payload)" }

    var options: SymbolOptions? {
      if let postal = PostalKind(symbology) { return .postal(postal) }
      switch (symbology, columns) {
      case (.dotCode, let columns?): return .dotCode(columns: columns)
      case (.codablockF, let columns?): return .codablockF(columns: columns, rowHeight: 10)
      case (.code16K, _): return .code16K(rowHeight: 8)
      default: break
      }
      return RareSymbolTests.kinds[symbology].map { .linear($0) }
    }
  }

  private static let kinds: [Symbology: LinearKind] = [
    .telepen: .telepen, .code11: .code11, .msi: .msi, .plessey: .plessey,
    .pharmacode: .pharmacode, .matrix2of5: .matrix2of5, .industrial2of5: .industrial2of5,
    .iata2of5: .iata2of5, .dataLogic2of5: .dataLogic2of5,
  ]
  private static let inRows: Set<Symbology> = [.dotCode, .codablockF, .code16K]
  /// Makers draw wide elements 2 to 4 times as wide as narrow ones: which are wide is compared.
  private static let freeRatios: Set<Symbology> = [.code11, .plessey, .matrix2of5]

  static let vectors: [Vector] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Vectors/bwipp.txt")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 4, let symbology = Symbology(rawValue: words[0]) else { return nil }
      return Vector(
        symbology: symbology, columns: Int(words[1]), payload: words[2], encoded: words[3])
    }
  }()

  @Test func thereAreVectorsOfEverySymbology() {
    #expect(Self.vectors.count == 105)
    let rare = Symbology.allCases.filter {
      Self.kinds[$0] != nil || PostalKind($0) != nil || Self.inRows.contains($0)
    }
    #expect(rare.count == 19)
    for symbology in rare {
      #expect(Self.vectors.count { $0.symbology == symbology } >= 2, "\(symbology)")
    }
  }

  @Test(arguments: vectors) func twoEncodersAgree(vector: Vector) throws {
    let symbol = try Specimen(#require(vector.options), vector.payload).encoded()
    #expect(symbol.payload == Array(vector.payload.utf8))
    let rows = (0..<symbol.rows).map { row in
      (0..<symbol.columns).map { symbol.isDark(column: $0, row: row) }
    }
    if PostalKind(vector.symbology) != nil {
      #expect(Self.states(rows) == vector.encoded)
    } else if Self.inRows.contains(vector.symbology) {
      #expect(
        rows.map { $0.map { $0 ? "1" : "0" }.joined() }.joined(separator: "/") == vector.encoded)
    } else {
      let (mine, theirs) = (Self.runs(rows[0]), vector.encoded.compactMap(\.wholeNumberValue))
      #expect(rows.count == 1 && rows[0].first == true && rows[0].last == true)
      if Self.freeRatios.contains(vector.symbology) {
        #expect(Self.wide(mine) == Self.wide(theirs))
      } else {
        #expect(mine == theirs)
      }
    }
  }

  @Test(arguments: [
    (SymbolOptions.linear(.pharmacode), "2"), (.linear(.pharmacode), "131071"),
    (.linear(.pharmacode), "012"), (.linear(.code11), "12A"), (.linear(.msi), "1-2"),
    (.linear(.plessey), "12g"), (.linear(.telepen), "caf\u{E9}"), (.linear(.matrix2of5), "1A"),
    (.postal(.postnet), "1234"), (.postal(.planet), "123456789012"), (.postal(.kix), "a"),
    (.postal(.uspsIntelligentMail), "09000000000000000000"), (.postal(.japanPost), "123456A"),
    (.postal(.australiaPost), "123"), (.code16K(rowHeight: 8), "caf\u{E9}"),
    (.codablockF(columns: 4, rowHeight: 10), String(repeating: "A", count: 400)),
  ])
  func dataThatTheEncoderWouldChangeIsRefused(options: SymbolOptions, payload: String) {
    #expect(throws: SymbolError.self) { try Specimen(options, payload).encoded() }
  }

  // MARK: Reading modules

  private static func runs(_ bits: [Bool]) -> [Int] {
    var runs: [Int] = []
    for (index, bit) in bits.enumerated() {
      if index > 0, bit == bits[index - 1] { runs[runs.count - 1] += 1 } else { runs.append(1) }
    }
    return runs
  }

  /// The elements that are wider than the narrowest of their colour.
  private static func wide(_ runs: [Int]) -> [Bool] {
    let narrow = (0...1).map { colour in
      runs.enumerated().filter { $0.offset % 2 == colour }.map(\.element).min() ?? 0
    }
    return runs.enumerated().map { $0.element > narrow[$0.offset % 2] }
  }

  /// The state of each bar; bars stand in every second column.
  private static func states(_ rows: [[Bool]]) -> String {
    stride(from: 0, to: rows[0].count, by: 2).map { column in
      let isTall = rows[0][column]
      guard rows.count == 3 else { return isTall ? "F" : "D" }
      return rows[2][column] ? (isTall ? "F" : "D") : (isTall ? "A" : "T")
    }.joined()
  }
}
