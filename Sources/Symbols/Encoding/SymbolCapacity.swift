/// Sets of characters that symbols pack in different ways.
package enum CharacterClass: CaseIterable, Sendable {
  case digits
  /// Digits and `A` to `Z`.
  case capitals
  /// The 45 characters of QR Code's alphanumeric mode.
  case signs
  case ascii
  /// Pairs of bytes that QR Code's kanji mode takes.
  case kanji
  case bytes
}

/// The most payload bytes for which a symbol of fixed size has room, whatever the payload.
///
/// The numbers follow from the codewords or bits in the standards' tables. Where the number depends
/// on the encoder's choice of modes instead, there is none.
package struct SymbolCapacity: Sendable {
  private let limits: [CharacterClass: Int]

  /// Finds the capacity of a symbol.
  package init(of options: SymbolOptions) {
    limits =
      switch options {
      case .qrCode(let version, let level, _, let mode):
        Self.qrCode(version, level, hasKanji: mode == .kanji)
      // FNC1 is a mode indicator or a codeword of its own.
      case .gs1QRCode(let version, let level, _): Self.qrCode(version, level, overhead: 4)
      case .gs1DataMatrix(let size): Self.dataMatrix(size, overhead: 1)
      case .microQRCode(let version, let level, _): Self.microQRCode(version, level)
      case .rMQRCode(let size, let level): Self.rMQRCode(size, level)
      case .dataMatrix(let size): Self.dataMatrix(size)
      case .aztec(let size): Self.aztec(size)
      default: [:]
      }
  }

  /// Returns the most bytes of a class that fit; `nil` if no table tells.
  package func most(_ characters: CharacterClass) -> Int? { limits[characters] }
}

extension SymbolCapacity {
  /// Returns limits in QR Code's modes: 10 bits hold three digits, 11 two signs, 13 a kanji.
  ///
  /// - Parameters:
  ///   - bits: Data bits without the mode indicator.
  ///   - counts: Bits of the character count in numeric, alphanumeric, byte and kanji mode; fewer
  ///     where there are fewer modes.
  ///   - waste: Bits that libzint may waste on mixed signs and digits: it weighs modes by their mean
  ///     number of bits.
  private static func modes(
    _ bits: Int, counts: [Int], waste: Int = 0
  ) -> [CharacterClass: Int] {
    let left = counts.map { max(0, bits - $0) }
    var limits = [CharacterClass.digits: left[0] * 3 / 10]
    if left.count > 1 {
      limits[.signs] = max(0, left[1] - waste) * 2 / 11
      limits[.capitals] = limits[.signs]
    }
    if left.count > 2 {
      for wide: CharacterClass in [.ascii, .kanji, .bytes] { limits[wide] = left[2] / 8 }
    }
    if left.count > 3 { limits[.kanji] = left[3] / 13 * 2 }
    return limits
  }

  /// ISO/IEC 18004, table 3 (bits of counts) and table 7 (codewords).
  private static func qrCode(
    _ version: Int, _ level: QRErrorCorrection, overhead: Int = 0, hasKanji: Bool = false
  ) -> [CharacterClass: Int] {
    let counts =
      version < 10 ? [10, 9, 8, 8] : version < 27 ? [12, 11, 16, 10] : [14, 13, 16, 12]
    let row = QRErrorCorrection.allCases.firstIndex(of: level) ?? 0
    return modes(
      8 * qrCodewords[row][version - 1] - 4 - overhead,
      counts: hasKanji ? counts : counts.dropLast())
  }

  /// The data codewords of each level from L to H, by version.
  private static let qrCodewords = [
    [
      19, 34, 55, 80, 108, 136, 156, 194, 232, 274, 324, 370, 428, 461, 523, 589, 647, 721, 795,
      861, 932, 1006, 1094, 1174, 1276, 1370, 1468, 1531, 1631, 1735, 1843, 1955, 2071, 2191,
      2306, 2434, 2566, 2702, 2812, 2956,
    ],
    [
      16, 28, 44, 64, 86, 108, 124, 154, 182, 216, 254, 290, 334, 365, 415, 453, 507, 563, 627,
      669, 714, 782, 860, 914, 1000, 1062, 1128, 1193, 1267, 1373, 1455, 1541, 1631, 1725, 1812,
      1914, 1992, 2102, 2216, 2334,
    ],
    [
      13, 22, 34, 48, 62, 76, 88, 110, 132, 154, 180, 206, 244, 261, 295, 325, 367, 397, 445, 485,
      512, 568, 614, 664, 718, 754, 808, 871, 911, 985, 1033, 1115, 1171, 1231, 1286, 1354, 1426,
      1502, 1582, 1666,
    ],
    [
      9, 16, 26, 36, 46, 60, 66, 86, 100, 122, 140, 158, 180, 197, 223, 253, 283, 313, 341, 385,
      406, 442, 464, 514, 538, 596, 628, 661, 701, 745, 793, 845, 901, 961, 986, 1054, 1096, 1142,
      1222, 1276,
    ],
  ]

  /// ISO/IEC 18004, table 3 and table 7 (data bits).
  private static func microQRCode(
    _ version: Int, _ level: QRErrorCorrection?
  ) -> [CharacterClass: Int] {
    let isLow = level == .low
    return switch version {
    case 1: modes(20, counts: [3])
    case 2: modes((isLow ? 40 : 32) - 1, counts: [4, 3], waste: 1)
    case 3: modes((isLow ? 84 : 68) - 2, counts: [5, 4, 4], waste: 1)
    default:
      modes((isLow ? 128 : level == .medium ? 112 : 80) - 3, counts: [6, 5, 5], waste: 1)
    }
  }

  /// ISO/IEC 23941: data codewords and bits of counts, in the order of the sizes.
  private static func rMQRCode(
    _ size: RMQRSize, _ level: QRErrorCorrection
  ) -> [CharacterClass: Int] {
    let codewords =
      level == .medium
      ? [
        6, 12, 20, 28, 44, 12, 21, 31, 42, 63, 7, 19, 31, 43, 57, 84, 12, 27, 38, 53, 73, 106, 33,
        48, 67, 88, 127, 39, 56, 78, 100, 152,
      ]
      : [
        3, 7, 10, 14, 24, 7, 11, 17, 22, 33, 5, 11, 15, 23, 29, 42, 7, 13, 20, 29, 35, 54, 15, 26,
        31, 48, 69, 21, 28, 38, 56, 76,
      ]
    let counts = [
      [
        4, 5, 6, 7, 7, 5, 6, 7, 7, 8, 4, 6, 7, 7, 8, 8, 5, 6, 7, 7, 8, 8, 7, 7, 8, 8, 9, 7, 8, 8, 8,
        9,
      ],
      [
        3, 5, 5, 6, 6, 5, 5, 6, 6, 7, 4, 5, 6, 6, 7, 7, 5, 6, 6, 7, 7, 8, 6, 7, 7, 7, 8, 6, 7, 7, 8,
        8,
      ],
      [
        3, 4, 5, 5, 6, 4, 5, 5, 6, 6, 3, 5, 5, 6, 6, 7, 4, 5, 6, 6, 7, 7, 6, 6, 7, 7, 7, 6, 6, 7, 7,
        8,
      ],
    ]
    return modes(
      8 * codewords[size.indicator] - 3, counts: counts.map { $0[size.indicator] }, waste: 1)
  }
}

extension SymbolCapacity {
  /// ISO/IEC 16022, table 7, and ISO/IEC 21471: data codewords, in the order of the sizes.
  private static let dataMatrixCodewords = [
    3, 5, 8, 12, 18, 22, 30, 36, 44, 62, 86, 114, 144, 174, 204, 280, 368, 456, 576, 696, 816, 1050,
    1304, 1558, 5, 10, 16, 22, 32, 49, 18, 24, 32, 38, 49, 63, 43, 64, 62, 44, 56, 84, 72, 80, 108,
    70, 90, 118,
  ]

  /// Two digits take a codeword, and so does an ASCII character; three capitals take two after a
  /// latch, and bytes one each after a latch and their number.
  private static func dataMatrix(
    _ size: DataMatrixSize, overhead: Int = 0
  ) -> [CharacterClass: Int] {
    let index = DataMatrixSize.all.firstIndex(of: size) ?? 0
    let codewords = dataMatrixCodewords[index] - overhead
    // A number above 249 takes two codewords, and libzint may waste one more on a change of mode.
    let bytes = codewords - (codewords > 251 ? 4 : 2)
    return [
      .digits: 2 * codewords, .capitals: (codewords - 1) / 2 * 3 + (codewords - 1) % 2,
      .signs: codewords, .ascii: codewords, .kanji: bytes, .bytes: bytes,
    ]
  }

  /// ISO/IEC 24778: layers of 16 more modules than the one within, in codewords of some bits.
  ///
  /// libzint leaves at least three codewords for error correction, and takes no more than 17 940
  /// bits. Digits take four each after a latch; other characters depend on how they alternate.
  private static func aztec(_ size: AztecSize) -> [CharacterClass: Int] {
    let layers = size.layers
    let bits = layers <= 2 ? 6 : layers <= 8 ? 8 : layers <= 22 ? 10 : 12
    let codewords = ((size.isCompact ? 88 : 112) + 16 * layers) * layers / bits
    return [.digits: (min(bits * (codewords - 3), 17_940) - 5) / 4]
  }
}
