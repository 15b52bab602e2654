/// The codewords of a PDF417 (ISO/IEC 15438, 5.3 to 5.10).
enum PDF417Codewords {
  /// Reads the codewords; those whose bars are of no codeword are told as erased.
  ///
  /// - Parameter columns: Modules in a row, from the start pattern to the stop pattern.
  /// - Returns: `nil` if there is no PDF417 of that size, or if no row tells the level of its error
  ///   correction.
  static func blocks(
    columns: Int, rows: Int, isDark: (_ column: Int, _ row: Int) -> Bool
  ) -> CodewordBlocks? {
    let length = PDF417Patterns.modules
    // Start pattern, an indicator at each end, and a stop pattern of one module more.
    let perRow = (columns - 1) / length - 4
    guard columns % length == 1, perRow >= 1, (3...90).contains(rows) else { return nil }
    let lines = (0..<rows).map { row in
      (1...perRow + 2).map { place -> Int? in
        let bits = (place * length..<(place + 1) * length).map { isDark($0, row) }
        return PDF417Patterns.values[row % 3][QRCodewords.number(bits)]
      }
    }
    guard let level = level(lines) else { return nil }
    let codewords = lines.flatMap { $0[1...perRow] }
    let checks = 2 << level
    guard checks < codewords.count else { return nil }
    return CodewordBlocks(
      blocks: [codewords.map { $0 ?? 0 }], checks: checks, reserved: 2,
      erasures: codewords.indices.filter { codewords[$0] == nil })
  }

  /// The level of error correction that most of the rows' indicators tell, 0 to 8.
  private static func level(_ lines: [[Int?]]) -> Int? {
    // Rows tell three figures in turn, other ones at either end; the level and the rows modulo 3 are
    // one of them.
    let told = lines.enumerated().compactMap { row, line -> Int? in
      let indicator = row % 3 == 1 ? line.first : row % 3 == 2 ? line.last : nil
      return indicator.flatMap(\.self).map { $0 % 30 / 3 }
    }
    let counts = Dictionary(grouping: told.filter { $0 <= 8 }) { $0 }.mapValues(\.count)
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }
}
