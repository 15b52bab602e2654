import Measuring

/// PDF417: each codeword is one of 929 patterns, and all rows' indicators are known.
struct PDF417Code: MatrixCode {
  let plan: ModulePlan
  private let checks: Int

  /// The bars and spaces at the beginning and at the end of each row (ISO/IEC 15438, 5.3.1).
  private static let (start, stop) = ("81111113", "711311121")

  /// - Parameters:
  ///   - columns: Columns of data.
  ///   - rows: Rows, 3 to 90.
  ///   - level: The error correction level, 0 to 8.
  init?(columns: Int, rows: Int, level: Int) {
    let length = PDF417Patterns.modules
    let width = length * (columns + 4) + 1
    checks = 2 << level
    guard checks < columns * rows else { return nil }
    var fixed: [ModulePlan.Cell: Bool] = [:]
    for row in 0..<rows {
      let indicators = Self.indicators(row: row, rows: rows, columns: columns, level: level)
      var bits = Self.modules(Self.start)
      bits += Self.bits(indicators.left, row % 3)
      bits += [Bool](repeating: false, count: length * columns)
      bits += Self.bits(indicators.right, row % 3) + Self.modules(Self.stop)
      for column in 0..<width where !(2 * length..<(columns + 2) * length).contains(column) {
        fixed[.init(column: column, row: row)] = bits[column]
      }
      // Every pattern begins with a dark module and ends with a light one.
      for place in 2..<columns + 2 {
        fixed[.init(column: place * length, row: row)] = true
        fixed[.init(column: (place + 1) * length - 1, row: row)] = false
      }
    }
    var plan = ModulePlan(columns: width, rows: rows, fixed: fixed)
    let clusters = (0..<3).map { cluster in
      // In the order of their values, so that a pattern's number is its value.
      PDF417Patterns.values[cluster].sorted { $0.value < $1.value }.map { Self.reversed($0.key) }
    }
    for row in 0..<rows {
      for place in 2..<columns + 2 {
        plan.groups.append(
          ModulePlan.Group(
            unknowns: (1..<length - 1).map { plan.number(place * length + $0, row) },
            patterns: clusters[row % 3]))
      }
    }
    self.plan = plan
  }

  /// The values of a row's indicators (ISO/IEC 15438, 5.11.3).
  private static func indicators(
    row: Int, rows: Int, columns: Int, level: Int
  ) -> (left: Int, right: Int) {
    let base = 30 * (row / 3)
    let height = (rows - 1) / 3
    let kind = 3 * level + (rows - 1) % 3
    return switch row % 3 {
    case 0: (base + height, base + columns - 1)
    case 1: (base + kind, base + height)
    default: (base + columns - 1, base + kind)
    }
  }

  private static func modules(_ widths: String) -> [Bool] {
    widths.utf8.enumerated().flatMap { index, width in
      [Bool](repeating: index % 2 == 0, count: Int(width) - 48)
    }
  }

  private static func bits(_ value: Int, _ cluster: Int) -> [Bool] {
    let pattern = PDF417Patterns.values[cluster].first { $0.value == value }?.key ?? 0
    return (0..<PDF417Patterns.modules).reversed().map { pattern >> $0 & 1 == 1 }
  }

  /// The fifteen modules in the middle of a pattern, the leftmost as bit 0.
  private static func reversed(_ pattern: Int) -> UInt64 {
    let length = PDF417Patterns.modules
    return (1..<length - 1).reduce(0) { sum, place in
      pattern >> (length - 1 - place) & 1 == 1 ? sum | 1 << UInt64(place - 1) : sum
    }
  }

  func candidates(_ odds: [Double]) -> [MatrixCandidate] {
    let soft = plan.groups.map { group -> SoftCodeword in
      let weights = group.weights(odds)
      var (best, next) = (0, -1)
      for index in 1..<weights.count {
        if weights[index] > weights[best] {
          (best, next) = (index, best)
        } else if next < 0 || weights[index] > weights[next] {
          next = index
        }
      }
      let top = weights[best]
      return SoftCodeword(value: best, lead: top - weights[next]) { top - weights[$0] }
    }
    guard let result = SoftBlock.corrected(soft, checks: checks, code: .pdf417) else { return [] }
    var dark = odds.map { $0 > 0 }
    for (group, value) in zip(plan.groups, result.codewords) {
      for (bit, unknown) in group.unknowns.enumerated() {
        dark[unknown] = group.patterns[value] >> UInt64(bit) & 1 == 1
      }
    }
    return [
      MatrixCandidate(codewords: result.codewords, dark: dark, isClean: result.cost == 0)
    ]
  }
}
