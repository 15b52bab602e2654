import Measuring
import Symbols

/// A matrix or stacked symbology, for one size: its modules and its error correction.
protocol MatrixCode {
  var plan: ModulePlan { get }

  /// The likeliest data for log-odds of the unknowns, best first; none where nothing can be mended.
  func candidates(_ odds: [Double]) -> [MatrixCandidate]
}

/// Data that the modules may stand for.
struct MatrixCandidate {
  /// The corrected codewords, block after block.
  let codewords: [Int]
  /// The unknowns that belong to it; those that carry no data are as they seem to be.
  let dark: [Bool]
  /// True if no codeword had to be changed.
  let isClean: Bool
}

/// The codes of GF(2ⁿ) whose codewords are made of modules: QR Code, Data Matrix, Aztec.
struct BinaryCodewords {
  let plan: CodewordPlan
  /// For each codeword the numbers of its unknowns, the most significant bit first.
  let unknowns: [[Int]]

  init(_ plan: CodewordPlan, _ modules: ModulePlan) {
    self.plan = plan
    unknowns = plan.places.map { $0.map { modules.number($0.column, $0.row) } }
  }

  /// Corrects all blocks.
  ///
  /// - Parameter isInverted: For each unknown, true if a mask inverts it.
  func candidate(_ odds: [Double], isInverted: [Bool]?) -> (MatrixCandidate, cost: Double)? {
    var dark = odds.map { $0 > 0 }
    var all: [Int] = []
    var total = 0.0
    for block in plan.blocks {
      let soft = block.map { number in codeword(unknowns[number], odds, isInverted) }
      guard let result = SoftBlock.corrected(soft, checks: plan.checks, code: plan.code) else {
        return nil
      }
      all += result.codewords
      total += result.cost
      for (number, value) in zip(block, result.codewords) {
        let bits = unknowns[number]
        for (index, unknown) in bits.enumerated() {
          let bit = value >> (bits.count - 1 - index) & 1 == 1
          dark[unknown] = bit != (isInverted?[unknown] ?? false)
        }
      }
    }
    return (MatrixCandidate(codewords: all, dark: dark, isClean: total == 0), total)
  }

  private func codeword(
    _ unknowns: [Int], _ odds: [Double], _ isInverted: [Bool]?
  ) -> SoftCodeword {
    let bits = unknowns.map { isInverted?[$0] ?? false ? -odds[$0] : odds[$0] }
    let value = bits.reduce(0) { $0 << 1 | ($1 > 0 ? 1 : 0) }
    return SoftCodeword(value: value, lead: bits.reduce(.infinity) { min($0, abs($1)) }) { other in
      let wrong = value ^ other
      return bits.indices.reduce(0) {
        wrong >> (bits.count - 1 - $1) & 1 == 1 ? $0 + abs(bits[$1]) : $0
      }
    }
  }
}

extension ModulePlan {
  /// Makes the plan of a matrix symbol from its fixed modules.
  init(_ layout: MatrixLayout) {
    self.init(
      columns: layout.columns, rows: layout.rows,
      fixed: Dictionary(
        layout.fixed.map { (Cell(column: $0.column, row: $0.row), $0.isDark) },
        uniquingKeysWith: { first, _ in first }))
  }
}

/// QR Code: the mask is one of eight, told by the format information.
struct QRCode: MatrixCode {
  let plan: ModulePlan
  private let codewords: BinaryCodewords
  /// For each mask, the unknowns that it inverts.
  private let masks: [[Bool]]

  /// - Returns: `nil` without such a size.
  init?(version: Int, level: QRErrorCorrection) {
    let side = 17 + 4 * version
    guard var layout = MatrixLayout.layouts(of: .qrCode).first(where: { $0.columns == side }),
      let places = CodewordPlan.qrCode(side: side, level: level)
    else { return nil }
    // The module that is always dark (ISO/IEC 18004, 7.9.1).
    layout.set(8, side - 8, true)
    var plan = ModulePlan(layout)
    let formats = CodewordPlan.qrFormats(side: side, level: level)
    let group = formats.places.map { plan.number($0.column, $0.row) }
    plan.groups = [ModulePlan.Group(unknowns: group, bits: formats.patterns)]
    self.plan = plan
    codewords = BinaryCodewords(places, plan)
    masks = (0..<8).map { mask in
      plan.unknowns.map { QRFormat.isInverted($0[0].column, $0[0].row, mask: mask) }
    }
  }

  func candidates(_ odds: [Double]) -> [MatrixCandidate] {
    let group = plan.groups[0]
    let weights = group.weights(odds)
    let order = weights.indices.sorted { weights[$0] > weights[$1] }
    return order.prefix(3).filter { weights[$0] > weights[order[0]] - 12 }.compactMap { mask in
      guard var found = codewords.candidate(odds, isInverted: masks[mask])?.0 else { return nil }
      found.setGroup(group, to: group.patterns[mask])
      return found
    }
  }
}

extension MatrixCandidate {
  /// Sets a group's unknowns to one of its patterns.
  fileprivate mutating func setGroup(_ group: ModulePlan.Group, to pattern: UInt64) {
    var dark = dark
    for (bit, unknown) in group.unknowns.enumerated() {
      dark[unknown] = pattern >> UInt64(bit) & 1 == 1
    }
    self = MatrixCandidate(codewords: codewords, dark: dark, isClean: isClean)
  }
}

/// Data Matrix.
struct DataMatrixCode: MatrixCode {
  let plan: ModulePlan
  private let codewords: BinaryCodewords

  /// - Returns: `nil` for a size whose codewords' places are not known.
  init?(_ size: DataMatrixSize) {
    guard let places = CodewordPlan.dataMatrix(size),
      let layout = MatrixLayout.layouts(of: .dataMatrix).first(where: {
        $0.columns == size.columns && $0.rows == size.rows
      })
    else { return nil }
    plan = ModulePlan(layout)
    codewords = BinaryCodewords(places, plan)
  }

  func candidates(_ odds: [Double]) -> [MatrixCandidate] {
    codewords.candidate(odds, isInverted: nil).map { [$0.0] } ?? []
  }
}

/// Aztec Code: the mode message tells how many codewords are data.
struct AztecCode: MatrixCode {
  let plan: ModulePlan
  /// For each mode message that makes sense, its codewords.
  private let codewords: [BinaryCodewords]

  /// - Returns: `nil` without such a size.
  init?(_ size: AztecSize) {
    let layouts = MatrixLayout.layouts(of: .aztec)
    guard
      let layout = (size.isCompact ? Array(layouts.prefix(4)) : Array(layouts.dropFirst(4)))
        .first(where: { $0.columns == size.side })
    else { return nil }
    var plan = ModulePlan(layout)
    let modes = CodewordPlan.aztecModes(size)
    var patterns: [[Bool]] = []
    var codewords: [BinaryCodewords] = []
    for (index, pattern) in modes.patterns.enumerated() {
      guard let places = CodewordPlan.aztec(size, data: index + 1) else { break }
      patterns.append(pattern)
      codewords.append(BinaryCodewords(places, plan))
    }
    plan.groups = [
      ModulePlan.Group(
        unknowns: modes.places.map { plan.number($0.column, $0.row) }, bits: patterns)
    ]
    self.plan = plan
    self.codewords = codewords
  }

  func candidates(_ odds: [Double]) -> [MatrixCandidate] {
    let group = plan.groups[0]
    let weights = group.weights(odds)
    let order = weights.indices.sorted { weights[$0] > weights[$1] }
    return order.prefix(3).filter { weights[$0] > weights[order[0]] - 12 }.compactMap { mode in
      guard var found = codewords[mode].candidate(odds, isInverted: nil)?.0 else { return nil }
      found.setGroup(group, to: group.patterns[mode])
      return found
    }
  }
}
