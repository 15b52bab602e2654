/// Kanji and kana of JIS X 0208, in Shift JIS: two bytes each.
///
/// All of them lie in 8140–9FFC and E040–EBBF, the ranges of QR Code's Kanji mode (ISO/IEC 18004,
/// 7.4.6).
struct KanjiForm: PayloadForm {
  let rule = PayloadLengthRule(shortest: 2, step: 2)

  /// Rows of JIS X 0208 with the number of cells in use, counted from 1.
  private static let rows: [(rows: ClosedRange<Int>, cells: Int)] = [
    (4...4, 83),  // Hiragana
    (5...5, 86),  // Katakana
    (16...46, 94), (47...47, 51),  // Kanji, level 1
    (48...83, 94), (84...84, 6),  // Kanji, level 2
  ]

  private static let total = rows.reduce(0) { $0 + $1.rows.count * $1.cells }

  func draw(count: Int, from generator: inout Xoshiro256) -> [UInt8] {
    (0..<count / 2).flatMap { _ in Self.character(generator.below(Self.total)) }
  }

  func hardest(count: Int) -> [[UInt8]] {
    // The last character of all; its bytes are neither letters nor digits.
    [(0..<count / 2).flatMap { _ in Self.character(Self.total - 1) }]
  }

  private static func character(_ index: Int) -> [UInt8] {
    var index = index
    for part in rows {
      let count = part.rows.count * part.cells
      if index < count {
        return shiftJIS(
          row: part.rows.lowerBound + index / part.cells, cell: index % part.cells + 1)
      }
      index -= count
    }
    preconditionFailure("there are \(total) characters")
  }

  /// Converts row and cell of JIS X 0208 to Shift JIS (JIS X 0208:1997, appendix 1).
  private static func shiftJIS(row: Int, cell: Int) -> [UInt8] {
    // Two rows share a lead byte. The trail bytes leave out 7F, and the lead bytes A0 to DF.
    let lead = (row - 1) / 2 + (row <= 62 ? 0x81 : 0xc1)
    let trail = row % 2 == 0 ? cell + 0x9e : cell + (cell <= 63 ? 0x3f : 0x40)
    return [UInt8(lead), UInt8(trail)]
  }
}
