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
        encoded.isDark(column: column, row: row) != Self.isInverted(column, row, mask: mask)
      })
  }

  /// Returns true if a mask, 0 to 7, inverts a module (clause 7.8.2, table 10).
  package static func isInverted(_ column: Int, _ row: Int, mask: Int) -> Bool {
    let (i, j) = (row, column)
    return switch mask {
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

/// The eight masks of QR Codes of one version and error correction level; finds the best one for a
/// symbol.
///
/// libzint spends nine tenths of its time on choosing a mask. The effect of a mask depends only on
/// version and level, never on the payload. It is therefore determined once, and then all eight
/// symbols are scored in parallel, with one bit of a byte for each.
struct QRMasks {
  private let side: Int
  /// The modules' differences: bit k is set if the module under mask k differs from that under mask
  /// 0.
  private let differences: [UInt8]
  /// The modules of all eight symbols, bit k for mask k.
  private var planes: [UInt8]
  /// One row or column, with spare cells beyond its ends.
  private var line: [UInt8]

  /// The number of modules beyond either end of a line that count as light: the most that any rule
  /// needs.
  private static let margin = 4

  /// Determines the effect of each mask.
  ///
  /// - Parameter symbols: The symbols of one payload, by mask from 0 to 7.
  init(learningFrom symbols: [Symbol]) {
    precondition(symbols.count == 8, "a QR Code has eight masks")
    side = symbols[0].columns
    differences = symbols[0].modules.indices.map { index in
      (0..<8).reduce(0) { byte, mask in
        byte | (symbols[mask].modules[index] ^ symbols[0].modules[index]) << UInt8(mask)
      }
    }
    planes = [UInt8](repeating: 0, count: side * side)
    line = [UInt8](repeating: 0, count: side + 2 * Self.margin)
  }

  /// Returns the symbol under the mask with the fewest penalty points; if several, the lowest mask.
  ///
  /// - Parameter symbol: The symbol under mask 0.
  mutating func best(for symbol: Symbol) -> Symbol {
    for index in planes.indices {
      planes[index] = (0 &- symbol.modules[index]) ^ differences[index]
    }
    var points = BitCounts()
    for position in 0..<side {
      weighLine(first: position * side, step: 1, &points)
      weighLine(first: position, step: side, &points)
    }
    weighBlocks(&points)
    weighBalance(&points)
    let mask = (0..<8).min { points.counts[$0] < points.counts[$1] } ?? 0
    return Symbol(
      symbology: symbol.symbology, payload: symbol.payload, columns: side, rows: side,
      modules: planes.map { $0 >> UInt8(mask) & 1 }, quietZone: symbol.quietZone)
  }

  // The four features of ISO/IEC 18004:2015 table 11.

  /// Scores runs of one colour, and patterns like a finder pattern's, along one row or column.
  private mutating func weighLine(first: Int, step: Int, _ points: inout BitCounts) {
    let margin = Self.margin
    var index = first
    for position in 0..<side {
      line[margin + position] = planes[index]
      index += step
    }
    // A run of n ≥ 5 modules costs n − 2. It has n − 4 positions at which five equal modules begin.
    var previous: UInt8 = 0
    for start in margin..<margin + side - 4 {
      let a = line[start]
      let five =
        ~((a ^ line[start + 1]) | (a ^ line[start + 2]) | (a ^ line[start + 3])
        | (a ^ line[start + 4]))
      points.add(five, weight: 1)
      points.add(five & ~previous, weight: 2)
      previous = five
    }
    // Dark, light, 3 dark, light, dark, with 4 light before or after, the quiet zone included.
    for start in margin...margin + side - 7 {
      let pattern =
        line[start] & ~line[start + 1] & line[start + 2] & line[start + 3] & line[start + 4]
        & ~line[start + 5] & line[start + 6]
      guard pattern != 0 else { continue }
      let before = line[start - 4] | line[start - 3] | line[start - 2] | line[start - 1]
      let behind = line[start + 7] | line[start + 8] | line[start + 9] | line[start + 10]
      points.add(pattern & ~before, weight: 40)
      points.add(pattern & ~behind, weight: 40)
    }
  }

  /// Scores squares of 2 × 2 modules of one colour: 3 points each, overlapping ones included.
  private func weighBlocks(_ points: inout BitCounts) {
    for row in 0..<side - 1 {
      let upper = row * side
      for index in upper..<upper + side - 1 {
        let a = planes[index]
        let block =
          ~((a ^ planes[index + 1]) | (a ^ planes[index + side]) | (a ^ planes[index + side + 1]))
        points.add(block, weight: 3)
      }
    }
  }

  /// Scores 10 points for each whole 5 % by which the share of dark modules differs from one half.
  private func weighBalance(_ points: inout BitCounts) {
    var dark = BitCounts()
    for plane in planes { dark.add(plane, weight: 1) }
    let total = Int32(side * side)
    for mask in 0..<8 {
      points.add(10 * (abs(20 * dark.counts[mask] - 10 * total) / total), mask: mask)
    }
  }
}

/// Eight sums, one for each bit of the bytes that are added.
private struct BitCounts {
  private(set) var counts = SIMD8<Int32>(repeating: 0)

  @inline(__always)
  mutating func add(_ bits: UInt8, weight: Int32) {
    guard bits != 0 else { return }
    let lanes = SIMD8<Int32>(repeating: Int32(bits)) &>> SIMD8<Int32>(0, 1, 2, 3, 4, 5, 6, 7)
    counts &+= (lanes & 1) &* weight
  }

  mutating func add(_ amount: Int32, mask: Int) {
    counts[mask] += amount
  }
}
