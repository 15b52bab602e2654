import DecoderKit

/// The share of a symbol's error correction that its damage uses up.
struct ErrorCorrectionUse: Equatable {
  /// The share that is left in the block with the most damage, 0 to 1 (ISO/IEC 15415, 7.8.7); 0 if
  /// a block cannot be mended.
  var unused: Double
  /// The share of all codewords that could be wrong.
  var correctableShare: Double
  /// The number of modules in a codeword.
  var codewordModules = 8

  /// Tells how much of a symbol's error correction is used.
  init?(_ codewords: SymbolCodewords) {
    guard codewords.capacity > 0 else { return nil }
    codewordModules = codewords.codewordModules
    unused = codewords.unused(codewords.errors.map { $0?.count })
    let blocks = codewords.blocks.blocks
    let total = blocks.reduce(0) { $0 + $1.count }
    correctableShare = Double(codewords.capacity / 2 * blocks.count) / Double(max(total, 1))
  }

  /// Reads the codewords of a symbol and tells how much of its error correction is used.
  ///
  /// - Returns: `nil` for symbologies and sizes whose codewords are not read here, and for symbols that
  ///   only detect errors.
  init?(
    _ symbology: Symbology?, columns: Int, rows: Int, part: StackedPart? = nil,
    isDark: (_ column: Int, _ row: Int) -> Bool
  ) {
    guard
      let codewords = SymbolCodewords(
        symbology, columns: columns, rows: rows, part: part, isDark: isDark)
    else { return nil }
    self.init(codewords)
  }
}

/// A symbol's codewords as they are seen, with the code that mends them.
struct SymbolCodewords {
  let blocks: CodewordBlocks
  /// The number of modules in a codeword.
  var codewordModules = 8
  let code: ReedSolomon

  /// Reads the codewords of a symbol.
  ///
  /// - Parameters:
  ///   - part: The part of a PDF417 that is seen; `nil` if all of it is.
  ///   - isDark: Returns true if a module is seen dark.
  /// - Returns: `nil` for symbologies and sizes whose codewords are not read here.
  init?(
    _ symbology: Symbology?, columns: Int, rows: Int, part: StackedPart? = nil,
    isDark: (_ column: Int, _ row: Int) -> Bool
  ) {
    var blocks: CodewordBlocks?
    var code: ReedSolomon?
    switch symbology?.carrier {
    // A registration of another symbol may have any size.
    case .qrCode where columns == rows && columns % 4 == 1 && 21...177 ~= columns:
      blocks = QRCodewords.blocks(side: columns, isDark: isDark)
      code = .qrCode
    case .dataMatrix:
      blocks = DataMatrixCodewords.blocks(columns: columns, rows: rows, isDark: isDark)
      code = .dataMatrix
    case .microQRCode where columns == rows && columns % 2 == 1 && 11...17 ~= columns:
      blocks = MicroQRCodewords.blocks(side: columns, isDark: isDark)
      code = .qrCode
    case .aztec where columns == rows && columns % 2 == 1 && 15...151 ~= columns:
      let found = AztecCodewords.blocks(side: columns, isDark: isDark)
      blocks = found?.blocks
      code = found.flatMap { ReedSolomon.aztec[$0.bits] }
      codewordModules = found?.bits ?? 8
    case .pdf417:
      blocks =
        (part ?? PDF417Codewords.whole(columns: columns, rows: rows)).flatMap {
          PDF417Codewords.blocks($0, seenRows: rows, isDark: isDark)
        }
      code = .pdf417
      codewordModules = PDF417Patterns.modules
    default: return nil
    }
    guard let blocks, let code else { return nil }
    (self.blocks, self.code) = (blocks, code)
  }

  /// The codewords of a block that could be mended, one counted twice if it is wrong.
  var capacity: Int { blocks.checks - blocks.reserved }

  /// The places of the wrong codewords in each block; `nil` for one that cannot be mended.
  var errors: [[Int]?] {
    blocks.blocks.map { code.errors(in: $0, checks: blocks.checks, erasures: blocks.erasures) }
  }

  /// True if all blocks can be mended, and chance does not explain that they can.
  var areSound: Bool {
    let errors = errors
    guard errors.allSatisfy({ $0 != nil }) else { return false }
    let chances = zip(blocks.blocks, errors).map { block, wrong in
      code.logChance(
        length: block.count - blocks.erasures.count, wrong: wrong?.count ?? 0,
        checks: blocks.checks - blocks.erasures.count)
    }
    return chances.reduce(0, +) < Self.leastLogChance
  }

  /// One in a hundred million. A decoder tries thousands of places and sizes before it gives up.
  private static let leastLogChance = -8.0

  /// The share of the error correction that is left in the block with the most damage (ISO/IEC 15415,
  /// 7.8.7).
  ///
  /// - Parameter wrong: The number of wrong codewords in each block; `nil` for one that cannot be mended.
  func unused(_ wrong: [Int?]) -> Double {
    let erased = blocks.erasures.count
    return wrong.map { wrong in
      wrong.map { max(0, 1 - Double(2 * $0 + erased) / Double(max(capacity, 1))) } ?? 0
    }.min() ?? 0
  }
}

/// The codewords of a symbol, in the blocks in which errors are corrected.
struct CodewordBlocks {
  /// Data codewords before those of error correction, in each block.
  var blocks: [[Int]]
  /// Error correction codewords in a block.
  var checks: Int
  /// Those among them that only detect errors.
  var reserved = 0
  /// The places of codewords that could not be read; only with a single block.
  var erasures: [Int] = []

  init(blocks: [[Int]], checks: Int, reserved: Int = 0, erasures: [Int] = []) {
    (self.blocks, self.checks) = (blocks, checks)
    (self.reserved, self.erasures) = (reserved, erasures)
  }

  /// Deals codewords out as they were interleaved: to one block after the other, data first.
  init(_ codewords: [Int], count: Int, checks: Int, longerLast: Bool) {
    let data = codewords.count - count * checks
    // Where blocks differ, some have one codeword of data more than the others.
    let (short, longer) = (data / count, data % count)
    func length(_ block: Int) -> Int {
      short + (longerLast ? (block >= count - longer ? 1 : 0) : (block < longer ? 1 : 0))
    }
    var blocks = [[Int]](repeating: [], count: count)
    var next = 0
    for place in 0...short {
      for block in 0..<count where place < length(block) {
        blocks[block].append(codewords[next])
        next += 1
      }
    }
    for _ in 0..<checks {
      for block in 0..<count {
        blocks[block].append(codewords[next])
        next += 1
      }
    }
    self.blocks = blocks
    self.checks = checks
  }
}
