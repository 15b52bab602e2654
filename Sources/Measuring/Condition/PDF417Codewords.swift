/// The codewords of a PDF417 (ISO/IEC 15438, 5.3 to 5.10).
enum PDF417Codewords {
  /// The whole symbol of a size.
  ///
  /// - Parameter columns: Modules in a row, from the start pattern to the stop pattern.
  /// - Returns: `nil` if there is no PDF417 of that size.
  static func whole(columns: Int, rows: Int) -> StackedPart? {
    let length = PDF417Patterns.modules
    // Start pattern, an indicator at each end, and a stop pattern of one module more.
    let perRow = (columns - 1) / length - 4
    guard columns % length == 1, perRow >= 1, (3...90).contains(rows) else { return nil }
    return StackedPart(rows: rows, columns: perRow)
  }

  /// Reads the codewords; those that are not seen, or whose bars are of no codeword, are told as erased.
  ///
  /// - Parameter seenRows: The rows that are seen, from the part's first on.
  /// - Returns: `nil` if no row tells the level of its error correction.
  static func blocks(
    _ part: StackedPart, seenRows: Int, isDark: (_ column: Int, _ row: Int) -> Bool
  ) -> CodewordBlocks? {
    let length = PDF417Patterns.modules
    let count = part.columns + (part.hasRightIndicators ? 2 : 1)
    let lines = (0..<part.rows).map { row -> [Int?] in
      let line = row - part.firstRow
      guard (0..<seenRows).contains(line) else { return [Int?](repeating: nil, count: count) }
      return (1...count).map { place in
        let bits = (place * length..<(place + 1) * length).map { isDark($0, line) }
        return PDF417Patterns.values[row % 3][QRCodewords.number(bits)]
      }
    }
    let hasRight = part.hasRightIndicators
    guard let level = level(lines.map { ($0.first ?? nil, hasRight ? $0.last ?? nil : nil) })
    else { return nil }
    let codewords = lines.flatMap { $0[1...part.columns] }
    let checks = 2 << level
    guard checks < codewords.count else { return nil }
    return CodewordBlocks(
      blocks: [codewords.map { $0 ?? 0 }], checks: checks, reserved: 2,
      erasures: codewords.indices.filter { codewords[$0] == nil })
  }

  /// The level of error correction that most of the rows' indicators tell, 0 to 8.
  ///
  /// - Parameter indicators: Those on the left and on the right of each row.
  private static func level(_ indicators: [(left: Int?, right: Int?)]) -> Int? {
    // Rows tell three figures in turn, other ones at either end; the level and the rows modulo 3 are
    // one of them.
    let told = indicators.enumerated().compactMap { row, indicator -> Int? in
      (row % 3 == 1 ? indicator.left : row % 3 == 2 ? indicator.right : nil).map { $0 % 30 / 3 }
    }
    let counts = Dictionary(grouping: told.filter { $0 <= 8 }) { $0 }.mapValues(\.count)
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }
}
