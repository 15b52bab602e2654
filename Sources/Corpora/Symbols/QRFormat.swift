/// A QR Code's format information, as read from the symbol (ISO/IEC 18004 clause 7.9).
package struct QRFormat: Equatable {
  /// The error correction level.
  package let errorCorrection: QRErrorCorrection
  /// The mask pattern, 0 to 7.
  package let mask: Int

  /// Reads the five data bits beside the top left finder pattern.
  ///
  /// - Precondition: The symbol is a QR Code, undamaged.
  package init(reading symbol: Symbol) {
    self.init { symbol.isDark(column: $0, row: $1) }
  }

  init(reading encoded: EncodedModules) {
    self.init { encoded.isDark(column: $0, row: $1) }
  }

  private init(isDark: (_ column: Int, _ row: Int) -> Bool) {
    // The 15 bits run along row 8 from the left edge, most significant first. The data is in the
    // first five, masked with 10101 00000 10010.
    let data = bits((0..<5).map { isDark($0, 8) }) ^ 0b10101
    mask = data & 0b111
    errorCorrection =
      switch data >> 3 {
      case 0b00: .medium
      case 0b01: .low
      case 0b10: .high
      default: .quartile
      }
  }

  /// Returns the four bits of the first mode indicator (clause 7.4.1, table 2): 8 is kanji.
  ///
  /// They are the first bits in the lower right corner, in pairs from below, with the mask applied.
  func modeIndicator(in encoded: EncodedModules) -> Int {
    let last = encoded.columns - 1
    return bits(
      [(last, last), (last - 1, last), (last, last - 1), (last - 1, last - 1)].map { column, row in
        encoded.isDark(column: column, row: row) != isInverted(column: column, row: row)
      })
  }

  /// Returns true if the mask inverts a module (clause 7.8.2, table 10).
  private func isInverted(column j: Int, row i: Int) -> Bool {
    switch mask {
    case 0: (i + j) % 2 == 0
    case 1: i % 2 == 0
    case 2: j % 3 == 0
    case 3: (i + j) % 3 == 0
    case 4: (i / 2 + j / 3) % 2 == 0
    case 5: i * j % 2 + i * j % 3 == 0
    case 6: (i * j % 2 + i * j % 3) % 2 == 0
    default: ((i + j) % 2 + i * j % 3) % 2 == 0
    }
  }
}

/// A Micro QR Code's format information, ISO/IEC 18004 clause 7.9.2.
struct MicroQRFormat: CustomStringConvertible {
  /// The version: 1 to 4, for M1 to M4.
  let version: Int
  /// The error correction level; `nil` for M1.
  let errorCorrection: QRErrorCorrection?
  /// The mask pattern, 0 to 3.
  let mask: Int

  init(reading encoded: EncodedModules) {
    // The data is in the first five bits, beside the finder pattern, masked with 10001 ….
    let data = bits((1...5).map { encoded.isDark(column: $0, row: 8) }) ^ 0b10001
    mask = data & 0b11
    let symbols: [(Int, QRErrorCorrection?)] = [
      (1, nil), (2, .low), (2, .medium), (3, .low), (3, .medium), (4, .low), (4, .medium),
      (4, .quartile),
    ]
    (version, errorCorrection) = symbols[data >> 2]
  }

  var description: String {
    "version M\(version)\(errorCorrection.map { ", ecc \($0.rawValue)" } ?? ""), mask \(mask)"
  }
}

/// An rMQR Code's format information, ISO/IEC 23941.
struct RMQRFormat: CustomStringConvertible {
  /// The version indicator, 0 to 31.
  let indicator: Int
  /// The error correction level, M or H.
  let errorCorrection: QRErrorCorrection

  init(reading encoded: EncodedModules) {
    // 18 bits in columns of five right of the finder pattern, least significant first. The data is
    // in the upper six, masked with 011111 101010110010.
    let places = [(11, 3), (11, 2), (11, 1), (10, 5), (10, 4), (10, 3)]
    let data = bits(places.map { encoded.isDark(column: $0.0, row: $0.1) }) ^ 0b011111
    indicator = data & 0b11111
    errorCorrection = data >> 5 == 0 ? .medium : .high
  }

  var description: String {
    "version \(RMQRSize.all[indicator]), ecc \(errorCorrection.rawValue)"
  }
}

/// Returns the number that some bits form, the most significant bit first.
private func bits(_ bits: [Bool]) -> Int {
  bits.reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
}
