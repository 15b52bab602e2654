import Base
import Symbols
import Testing

/// The structure of symbols by their standards, for all options, and above all for the symbologies
/// that no decoder here reads.
@Suite struct SymbolStructureTests {
  @Test(arguments: 1...40)
  func everyQRCodeSaysItsVersionLevelAndMask(version: Int) throws {
    var encoder = SymbolEncoder()
    for level in QRErrorCorrection.allCases {
      for mask in 0..<8 {
        let symbol = try encoder.encode(
          Array("1".utf8),
          options: .qrCode(version: version, errorCorrection: level, mask: mask))
        #expect(symbol.columns == 17 + 4 * version)
        let bits = Self.formatBits(symbol)
        let number = [QRErrorCorrection.medium, .low, .high, .quartile].firstIndex(of: level) ?? 0
        #expect(bits.0 == Self.formatInformation(number << 3 | mask))
        #expect(bits.1 == bits.0)
      }
    }
  }

  /// The format information of ISO/IEC 18004, annex C: five data bits, ten BCH code bits, a mask.
  private static func formatInformation(_ data: Int) -> Int {
    var remainder = data << 10
    for bit in stride(from: 14, through: 10, by: -1) where remainder >> bit & 1 != 0 {
      remainder ^= 0b101_0011_0111 << (bit - 10)
    }
    return (data << 10 | remainder) ^ 0b101_0100_0001_0010
  }

  /// Both copies of the format information, most significant bit first (ISO/IEC 18004, figure 25).
  private static func formatBits(_ symbol: Symbol) -> (Int, Int) {
    let last = symbol.columns - 1
    let around =
      [0, 1, 2, 3, 4, 5, 7, 8].map { ($0, 8) } + [7, 5, 4, 3, 2, 1, 0].map { (8, $0) }
    let apart = (0...6).map { (8, last - $0) } + (0...7).map { (last - 7 + $0, 8) }
    func number(_ places: [(Int, Int)]) -> Int {
      places.reduce(0) { $0 << 1 | (symbol.isDark(column: $1.0, row: $1.1) ? 1 : 0) }
    }
    return (number(around), number(apart))
  }

  /// ISO/IEC 23941 has 18 bits of a BCH code beside the finder pattern, and a second copy.
  @Test(arguments: RMQRSize.all, [QRErrorCorrection.medium, .high])
  func everyRMQRCodeSaysItsVersionAndLevel(size: RMQRSize, level: QRErrorCorrection) throws {
    let symbol = try Specimen(.rMQRCode(size, errorCorrection: level), "12").encoded()
    #expect(symbol.rows == size.rows && symbol.columns == size.columns)
    let index = try #require(RMQRSize.all.firstIndex(of: size))
    let data = (level == .high ? 32 : 0) | index
    var remainder = data << 12
    for bit in stride(from: 17, through: 12, by: -1) where remainder >> bit & 1 != 0 {
      remainder ^= 0b1_1111_0010_0101 << (bit - 12)
    }
    let places = (0..<18).map { (8 + $0 / 5, 1 + $0 % 5) }
    let bits = places.enumerated().reduce(0) { sum, place in
      sum | (symbol.isDark(column: place.element.0, row: place.element.1) ? 1 << place.offset : 0)
    }
    #expect(bits == (data << 12 | remainder) ^ 0b01_1111_1010_1011_0010)
    // The finder pattern, and the timing pattern between the alignment patterns.
    for row in 0..<7 {
      for column in 0..<7 {
        let ring = max(abs(row - 3), abs(column - 3))
        #expect(symbol.isDark(column: column, row: row) == (ring != 2))
      }
    }
  }

  /// ISO/IEC 24778, annex A, has 8 bits and 5 check words over GF(16) around a compact bullseye,
  /// with every other bit inverted.
  @Test(arguments: 0...255)
  func everyAztecRuneHoldsItsNumber(number: Int) throws {
    let symbol = try Specimen(.aztecRune, "\(number)").encoded()
    #expect(symbol.columns == 11 && symbol.rows == 11)
    // Clockwise from the upper left, seven bits a side between corners of two.
    let bits =
      (2...8).map { symbol.isDark(column: $0, row: 0) }
      + (2...8).map { symbol.isDark(column: 10, row: $0) }
      + (2...8).map { symbol.isDark(column: 10 - $0, row: 10) }
      + (2...8).map { symbol.isDark(column: 0, row: 10 - $0) }
    let words = (0..<7).map { word in
      (0..<4).reduce(0) { $0 << 1 | (bits[4 * word + $1] ? 1 : 0) } ^ 0b1010
    }
    #expect(words[0] << 4 | words[1] == number)
    // The message is a multiple of (x − 2)(x − 4)…(x − 2⁵): it is zero at each of them.
    for power in 1...5 {
      let root = (0..<power).reduce(1) { product, _ in Self.product16(product, 2) }
      #expect(words.reduce(0) { Self.product16($0, root) ^ $1 } == 0)
    }
  }

  /// The product of two elements of GF(16) by x⁴ + x + 1.
  private static func product16(_ a: Int, _ b: Int) -> Int {
    var product = 0
    for bit in 0..<4 where b >> bit & 1 != 0 { product ^= a << bit }
    for bit in stride(from: 6, through: 4, by: -1) where product >> bit & 1 != 0 {
      product ^= 0b10011 << (bit - 4)
    }
    return product
  }

  /// A codeword has 17 modules in four bars and four spaces of 1 to 6 (ISO/IEC 15438, 5.3 and
  /// ISO/IEC 24728). Their widths determine one of three clusters; rows take the clusters in turn.
  @Test(arguments: 1...4)
  func everyCodewordOfMicroPDF417IsOfItsRowsCluster(columns: Int) throws {
    // The codewords' first modules. Row address patterns of 10 modules stand at the left, at the
    // right and, with three or four columns, in the middle; a bar of one module ends the row.
    let starts: [[Int]] = [[10], [10, 27], [10, 37, 54], [10, 27, 54, 71]]
    var random = Xoshiro256(state: (5, 5, 5, 5))
    for _ in 0..<20 {
      let symbol = try Specimen(
        .microPDF417(columns: columns, rowHeight: 2), Specimen.letters(8 + columns, &random)
      ).encoded()
      let clusters = try (0..<symbol.rows).map { row in
        let found = try starts[columns - 1].map { try Self.cluster(symbol, row: row, from: $0) }
        #expect(Set(found).count == 1)
        return found[0]
      }
      for (a, b) in zip(clusters, clusters.dropFirst()) { #expect(b == (a + 3) % 9) }
      #expect(symbol.rowHeights == Array(repeating: 2, count: symbol.rows))
    }
  }

  @Test(arguments: [1, 4, 30])
  func everyCodewordOfPDF417IsOfItsRowsCluster(columns: Int) throws {
    let symbol = try Specimen(
      .pdf417(columns: columns, rows: nil, errorCorrection: 3, rowHeight: 3), "PDF417 structure"
    ).encoded()
    for row in 0..<symbol.rows {
      for word in 0..<columns + 2 {
        #expect(try Self.cluster(symbol, row: row, from: 17 + 17 * word) == row % 3 * 3)
      }
    }
  }

  /// The cluster: (b₁ − b₂ + b₃ − b₄) mod 9 of the bars' widths from left to right.
  private static func cluster(_ symbol: Symbol, row: Int, from start: Int) throws -> Int {
    var runs: [Int] = []
    for column in start..<start + 17 {
      let isNew =
        column == start
        || symbol.isDark(column: column, row: row) != symbol.isDark(column: column - 1, row: row)
      if isNew { runs.append(1) } else { runs[runs.count - 1] += 1 }
    }
    try #require(runs.count == 8 && runs.allSatisfy { $0 <= 6 })
    #expect(symbol.isDark(column: start, row: row))
    return (runs[0] - runs[2] + runs[4] - runs[6] + 9) % 9
  }

  @Test(arguments: AztecSize.all)
  func aztecHasTheBullseyeAndOrientationOfItsKind(size: AztecSize) throws {
    let symbol = try Specimen(.aztec(size), "A").encoded()
    #expect(symbol.columns == size.side)
    let centre = symbol.columns / 2
    let reach = size.isCompact ? 4 : 6
    for y in -reach...reach {
      for x in -reach...reach {
        let isDark = symbol.isDark(column: centre + x, row: centre + y)
        #expect(isDark == (max(abs(x), abs(y)) % 2 == 0))
      }
    }
    // ISO/IEC 24778, figure 2: three dark modules at the upper left, two at the upper right, one at
    // the lower right, none at the lower left.
    let corner = reach + 1
    func count(_ x: Int, _ y: Int) -> Int {
      [(x, y), (x, y - y.signum()), (x - x.signum(), y)].count {
        symbol.isDark(column: centre + $0.0, row: centre + $0.1)
      }
    }
    #expect(count(-corner, -corner) == 3)
    #expect(count(corner, -corner) == 2)
    #expect(count(corner, corner) == 1)
    #expect(count(-corner, corner) == 0)
  }
}
