import Symbols

/// The codewords of a QR Code (ISO/IEC 18004, 7.5 to 7.10).
enum QRCodewords {
  /// Reads the codewords, mask undone.
  ///
  /// - Returns: `nil` if there is no QR Code of that size or if its format cannot be told.
  static func blocks(
    side: Int, isDark: (_ column: Int, _ row: Int) -> Bool
  ) -> CodewordBlocks? {
    guard let (level, mask) = format(side: side, isDark: isDark),
      let plan = plan(side: side, level: level)
    else { return nil }
    return plan.blocks { column, row in
      isDark(column, row) != QRFormat.isInverted(column, row, mask: mask)
    }
  }

  /// The places of the codewords' bits and the blocks that they form; `nil` without such a size.
  ///
  /// - Parameter level: The error correction level, 0 to 3 for L, M, Q, H.
  static func plan(side: Int, level: Int) -> CodewordPlan? {
    let version = (side - 17) / 4
    guard (1...40).contains(version), side == 17 + 4 * version,
      let layout = MatrixLayout.layouts(of: .qrCode).first(where: { $0.columns == side })
    else { return nil }
    var isReserved = [Bool](repeating: false, count: side * side)
    for module in layout.fixed { isReserved[module.row * side + module.column] = true }
    for place in 0..<9 {
      isReserved[8 * side + place] = true
      isReserved[place * side + 8] = true
    }
    for place in side - 8..<side {
      isReserved[8 * side + place] = true
      isReserved[place * side + 8] = true
    }
    if version >= 7 {
      for a in 0..<6 {
        for b in side - 11..<side - 8 {
          isReserved[a * side + b] = true
          isReserved[b * side + a] = true
        }
      }
    }
    var places: [CodewordPlan.Place] = []
    _ = bits(side: side, timingColumn: 6, isReserved) { column, row in
      places.append((column, row))
      return false
    }
    let codewords = stride(from: 0, to: places.count / 8 * 8, by: 8).map {
      Array(places[$0..<$0 + 8])
    }
    var blocks = CodewordBlocks(
      Array(codewords.indices), count: blockCounts[level][version - 1],
      checks: checks[level][version - 1], longerLast: true)
    // Small symbols keep some codewords for detecting misreads (table 9).
    blocks.reserved =
      switch (version, level) {
      case (1, 0): 3
      case (1, 1), (2, 0): 2
      case (1, _), (3, 0): 1
      default: 0
      }
    return CodewordPlan(places: codewords, numbered: blocks, code: .qrCode)
  }

  /// The number that bits form, the most significant first.
  static func number(_ bits: some Sequence<Bool>) -> Int {
    bits.reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
  }

  /// Follows the columns of pairs of modules, from the lower right corner up and down.
  static func bits(
    side: Int, timingColumn: Int, _ isReserved: [Bool],
    isDark: (_ column: Int, _ row: Int) -> Bool
  ) -> [Bool] {
    var bits: [Bool] = []
    var right = side - 1
    var isUpward = true
    while right > 0 {
      // The vertical timing pattern's column holds no data.
      if right == timingColumn { right -= 1 }
      for step in 0..<side {
        let row = isUpward ? side - 1 - step : step
        for column in [right, right - 1] where !isReserved[row * side + column] {
          bits.append(isDark(column, row))
        }
      }
      isUpward.toggle()
      right -= 2
    }
    return bits
  }

  /// The error correction level, 0 to 3 for L, M, Q, H, and the mask, from the better copy of the
  /// format information; `nil` if both have more than three wrong bits.
  private static func format(
    side: Int, isDark: (_ column: Int, _ row: Int) -> Bool
  ) -> (level: Int, mask: Int)? {
    let (first, second) = formatPlaces(side: side)
    let data = format([first, second].map { number($0.map(isDark)) }, mask: formatMask)
    return data.map { ([1, 0, 3, 2][$0 >> 3], $0 & 7) }
  }

  private static let formatMask = 0x5412

  /// The modules of both copies of the format information as they should be; `nil` if it cannot be told.
  static func formatModules(
    side: Int, isDark: (_ column: Int, _ row: Int) -> Bool
  ) -> [[(column: Int, row: Int, isDark: Bool)]]? {
    let (first, second) = formatPlaces(side: side)
    let places = [first, second]
    guard let data = format(places.map { number($0.map(isDark)) }, mask: formatMask) else {
      return nil
    }
    let bits = encodedFormat(data) ^ formatMask
    return places.map { copy in
      copy.enumerated().map { ($1.column, $1.row, bits >> (14 - $0) & 1 == 1) }
    }
  }

  /// The places of the two copies of the format information, the most significant bit first.
  static func formatPlaces(
    side: Int
  ) -> (first: [CodewordPlan.Place], second: [CodewordPlan.Place]) {
    (
      (0...5).map { ($0, 8) } + [(7, 8), (8, 8), (8, 7)] + (0...5).reversed().map { (8, $0) },
      (0..<7).map { (8, side - 1 - $0) } + (0..<8).map { (side - 8 + $0, 8) }
    )
  }

  /// The five bits of format information that copies of it most likely hold; `nil` if all have more
  /// than three wrong bits.
  static func format(_ copies: [Int], mask: Int) -> Int? {
    let candidates = (0..<32).flatMap { data in
      copies.map { (data, ($0 ^ encodedFormat(data) ^ mask).nonzeroBitCount) }
    }
    return candidates.min { $0.1 < $1.1 }.flatMap { $0.1 <= 3 ? $0.0 : nil }
  }

  /// Format information with its BCH (15, 5) code, without mask (annex C).
  static func encodedFormat(_ data: Int) -> Int {
    var rest = data << 10
    for bit in (10..<15).reversed() where rest >> bit & 1 == 1 { rest ^= 0x537 << (bit - 10) }
    return data << 10 | rest
  }

  /// Error correction codewords in a block, by level and version (table 9).
  private static let checks: [[Int]] = [
    [
      7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30,
      26, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
    ],
    [
      10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28,
      28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
    ],
    [
      13, 22, 18, 26, 18, 24, 18, 22, 20, 24, 28, 26, 24, 20, 30, 24, 28, 28, 26, 30, 28, 30, 30,
      30, 30, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
    ],
    [
      17, 28, 22, 16, 22, 28, 26, 26, 24, 28, 24, 28, 22, 24, 24, 30, 28, 28, 26, 28, 30, 24, 30,
      30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
    ],
  ]

  /// Blocks, by level and version (table 9).
  private static let blockCounts: [[Int]] = [
    [
      1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14,
      15, 16, 17, 18, 19, 19, 20, 21, 22, 24, 25,
    ],
    [
      1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25,
      26, 28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49,
    ],
    [
      1, 1, 2, 2, 4, 4, 6, 6, 8, 8, 8, 10, 12, 16, 12, 17, 16, 18, 21, 20, 23, 23, 25, 27, 29, 34,
      34, 35, 38, 40, 43, 45, 48, 51, 53, 56, 59, 62, 65, 68,
    ],
    [
      1, 1, 2, 4, 4, 4, 5, 6, 8, 8, 11, 11, 16, 16, 18, 16, 19, 21, 25, 25, 25, 34, 30, 32, 35, 37,
      40, 42, 45, 48, 51, 54, 57, 60, 63, 66, 70, 74, 77, 81,
    ],
  ]
}
