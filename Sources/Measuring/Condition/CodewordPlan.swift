import Symbols

/// The places of a symbol's codewords in its modules, and the blocks in which errors are corrected.
///
/// It depends on the size and the error correction level alone, never on the data.
package struct CodewordPlan: Sendable {
  package typealias Place = (column: Int, row: Int)

  /// For each codeword the places of its bits, the most significant first.
  package let places: [[Place]]
  /// The numbers of the codewords in each block, data before error correction.
  package let blocks: [[Int]]
  /// Error correction codewords in a block.
  package let checks: Int
  /// The code of every block.
  package let code: ReedSolomon
  private let reserved: Int

  /// Makes a plan from blocks that hold codewords' numbers.
  init(places: [[Place]], numbered: CodewordBlocks, code: ReedSolomon) {
    self.places = places
    (blocks, checks, reserved) = (numbered.blocks, numbered.checks, numbered.reserved)
    self.code = code
  }

  /// Reads the codewords off modules.
  func blocks(isDark: (_ column: Int, _ row: Int) -> Bool) -> CodewordBlocks {
    let codewords = places.map { bits in
      QRCodewords.number(bits.map { isDark($0.column, $0.row) })
    }
    return CodewordBlocks(
      blocks: blocks.map { $0.map { codewords[$0] } }, checks: checks, reserved: reserved)
  }
}

extension CodewordPlan {
  /// The plan of a QR Code; `nil` without such a size.
  package static func qrCode(side: Int, level: QRErrorCorrection) -> CodewordPlan? {
    let number =
      switch level {
      case .low: 0
      case .medium: 1
      case .quartile: 2
      case .high: 3
      }
    return QRCodewords.plan(side: side, level: number)
  }

  /// The bits of a QR Code's format information for each mask, and their places; each bit is there
  /// twice.
  package static func qrFormats(
    side: Int, level: QRErrorCorrection
  ) -> (places: [Place], patterns: [[Bool]]) {
    let (first, second) = QRCodewords.formatPlaces(side: side)
    let number =
      switch level {
      case .low: 1
      case .medium: 0
      case .quartile: 3
      case .high: 2
      }
    let patterns = (0..<8).map { mask in
      let word = QRCodewords.encodedFormat(number << 3 | mask) ^ 0x5412
      let bits = (0..<15).reversed().map { word >> $0 & 1 == 1 }
      return bits + bits
    }
    return (first + second, patterns)
  }

  /// The plan of a Data Matrix; `nil` for 144 × 144 and the rectangular extension.
  package static func dataMatrix(_ size: DataMatrixSize) -> CodewordPlan? {
    DataMatrixCodewords.plan(columns: size.columns, rows: size.rows)
  }

  /// The plan of an Aztec Code with a number of data codewords; `nil` if they do not fit.
  package static func aztec(_ size: AztecSize, data: Int) -> CodewordPlan? {
    AztecCodewords.plan(
      side: size.side, layers: size.layers, isCompact: size.isCompact, data: data)
  }

  /// An Aztec Code's mode messages for 1 data codeword, 2, 3 … and the places of their bits.
  package static func aztecModes(
    _ size: AztecSize
  ) -> (places: [Place], patterns: [[Bool]]) {
    (
      AztecCodewords.modePlaces(side: size.side, isCompact: size.isCompact),
      AztecCodewords.modeMessages(layers: size.layers, isCompact: size.isCompact)
    )
  }
}
