import Symbols

/// The codewords of a Micro QR Code (ISO/IEC 18004, 7.5 to 7.10).
enum MicroQRCodewords {
  /// Data and error correction codewords by symbol number (table 9), with those that only detect
  /// errors. Version M1 can only detect.
  private static let sizes: [(version: Int, data: Int, checks: Int, reserved: Int)] = [
    (1, 3, 2, 2), (2, 5, 5, 3), (2, 4, 6, 2), (3, 11, 6, 2), (3, 9, 8, 0), (4, 16, 8, 2),
    (4, 14, 10, 0), (4, 10, 14, 0),
  ]

  /// The modules along a side that the format information names, and the rest of what it says; `nil` if it cannot
  /// be told. Each symbol begins as the larger ones do, so that the format alone tells their sizes apart.
  static func format(
    isDark: (_ column: Int, _ row: Int) -> Bool
  ) -> (side: Int, data: Int, checks: Int, reserved: Int, mask: Int)? {
    let places = (1...8).map { ($0, 8) } + (1...7).reversed().map { (8, $0) }
    let seen = QRCodewords.number(places.map { isDark($0.0, $0.1) })
    guard let format = QRCodewords.format([seen], mask: 0x4445) else { return nil }
    let size = sizes[format >> 2]
    // The four masks are four of QR Code's eight.
    return (9 + 2 * size.version, size.data, size.checks, size.reserved, [1, 4, 6, 7][format & 3])
  }

  /// Reads the codewords, mask undone.
  ///
  /// - Returns: `nil` if there is no Micro QR Code of that size, or if its format cannot be told.
  static func blocks(
    side: Int, isDark: (_ column: Int, _ row: Int) -> Bool
  ) -> CodewordBlocks? {
    guard let format = format(isDark: isDark), format.side == side else { return nil }
    let isReserved = (0..<side * side).map { index in
      let (column, row) = (index % side, index / side)
      return column == 0 || row == 0 || column < 9 && row < 9
    }
    var bits = QRCodewords.bits(side: side, timingColumn: 0, isReserved) { column, row in
      isDark(column, row) != QRFormat.isInverted(column, row, mask: format.mask)
    }[...]
    // In M1 and M3 the last codeword of data has four bits.
    let half = side % 4 == 3 ? format.data - 1 : -1
    let codewords = (0..<format.data + format.checks).map { index in
      let length = index == half ? 4 : 8
      defer { bits = bits.dropFirst(length) }
      return QRCodewords.number(bits.prefix(length))
    }
    return CodewordBlocks(
      blocks: [codewords], checks: format.checks, reserved: format.reserved)
  }
}
