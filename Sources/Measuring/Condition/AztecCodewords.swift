/// The codewords of an Aztec symbol (ISO/IEC 24778, 7.2 and 7.3).
enum AztecCodewords {
  /// Reads the codewords.
  ///
  /// - Returns: The codewords in one block, and their bits; `nil` if there is no Aztec symbol of that
  ///   size or if its mode message cannot be told.
  static func blocks(
    side: Int, isDark: (_ column: Int, _ row: Int) -> Bool
  ) -> (blocks: CodewordBlocks, bits: Int)? {
    let modules = (0..<side * side).map { isDark($0 % side, $0 / side) }
    let core = Core(side: side, modules: modules)
    guard let layers = core.layers, let data = core.dataCodewords(layers: layers) else {
      return nil
    }
    guard let plan = plan(side: side, layers: layers, isCompact: core.isCompact, data: data) else {
      return nil
    }
    return (plan.blocks { modules[$1 * side + $0] }, plan.places[0].count)
  }

  /// The places of the codewords' bits, in one block; `nil` if the data leaves nothing for error
  /// correction.
  static func plan(side: Int, layers: Int, isCompact: Bool, data: Int) -> CodewordPlan? {
    let length =
      switch layers {
      case ...2: 6
      case ...8: 8
      case ...22: 10
      default: 12
      }
    let bits = places(layers: layers, isCompact: isCompact, side: side)
    let count = bits.count / length
    guard data < count, let code = ReedSolomon.aztec[length] else { return nil }
    // The bits that are left over come first.
    let start = bits.count % length
    let codewords = (0..<count).map { index in
      Array(bits[start + index * length..<start + (index + 1) * length])
    }
    return CodewordPlan(
      places: codewords,
      numbered: CodewordBlocks(blocks: [Array(codewords.indices)], checks: count - data), code: code
    )
  }

  /// The places of the bits, layer by layer from the outermost inwards.
  ///
  /// A layer is two modules thick. Each of its four sides begins at a corner and ends where the next
  /// begins; pairs of modules lie across it, the outer one first.
  private static func places(layers: Int, isCompact: Bool, side: Int) -> [(Int, Int)] {
    // The reference grid's lines, every 16 modules from the middle, hold no data.
    let middle = side / 2
    let lines = (0..<side).filter { isCompact || ($0 - middle) % 16 != 0 }
    let last = lines.count - 1
    return (0..<layers).flatMap { layer -> [(Int, Int)] in
      let (near, far) = (2 * layer, last - 2 * layer)
      let steps = far - near - 1
      func edge(_ place: (_ along: Int, _ across: Int) -> (Int, Int)) -> [(Int, Int)] {
        (0..<steps).flatMap { along in
          [0, 1].map { across in
            let (column, row) = place(along, across)
            return (lines[column], lines[row])
          }
        }
      }
      return edge { (near + $1, near + $0) } + edge { (near + $0, far - $1) }
        + edge { (far - $1, far - $0) } + edge { (far - $0, near + $1) }
    }
  }

  /// The places of the mode message's bits, clockwise from the upper left.
  static func modePlaces(side: Int, isCompact: Bool) -> [CodewordPlan.Place] {
    let radius = isCompact ? 5 : 7
    // The middle of each side of a full symbol belongs to the reference grid.
    let along = isCompact ? Array(-3...3) : Array(-5...5).filter { $0 != 0 }
    let middle = side / 2
    let ring =
      along.map { ($0, -radius) } + along.map { (radius, $0) } + along.map { (-$0, radius) }
      + along.map { (-radius, -$0) }
    return ring.map { (middle + $0.0, middle + $0.1) }
  }

  /// The mode messages of a size: for each number of data codewords, from 1 on, its bits.
  static func modeMessages(layers: Int, isCompact: Bool) -> [[Bool]] {
    let (data, checks, countBits) = isCompact ? (2, 5, 6) : (4, 6, 11)
    guard let code = ReedSolomon.aztec[4] else { return [] }
    return (0..<1 << countBits).map { count in
      let message = (layers - 1) << countBits | count
      let words = code.encode(
        (0..<data).reversed().map { message >> (4 * $0) & 15 }, checks: checks)
      return words.flatMap { word in (0..<4).reversed().map { word >> $0 & 1 == 1 } }
    }
  }

  /// The bullseye with the mode message around it.
  private struct Core {
    let side: Int
    let modules: [Bool]
    let isCompact: Bool

    init(side: Int, modules: [Bool]) {
      (self.side, self.modules) = (side, modules)
      // A full bullseye goes on with a light ring and a dark one, where a compact symbol has data.
      let middle = side / 2
      func matches(radius: Int, isDark: Bool) -> Int {
        (-radius..<radius).reduce(0) { sum, step in
          let ring = [(step, -radius), (radius, step), (-step, radius), (-radius, -step)]
          return sum
            + ring.count { modules[(middle + $0.1) * side + middle + $0.0] == isDark }
        }
      }
      isCompact =
        side < 19 || matches(radius: 5, isDark: false) + matches(radius: 6, isDark: true) < 70
    }

    /// The number of layers that the size tells; `nil` if there is no such size.
    var layers: Int? {
      isCompact
        ? (1...4).first { 11 + 4 * $0 == side }
        : (1...32).first { 15 + 4 * $0 + 2 * ((2 * $0 + 6) / 15) == side }
    }

    /// The number of codewords of data, told by the mode message; `nil` if too much of it is wrong.
    func dataCodewords(layers: Int) -> Int? {
      let bits = AztecCodewords.modePlaces(side: side, isCompact: isCompact).map {
        modules[$0.row * side + $0.column]
      }
      let words = stride(from: 0, to: bits.count, by: 4).map {
        QRCodewords.number(bits[$0..<$0 + 4])
      }
      let (data, checks, countBits) = isCompact ? (2, 5, 6) : (4, 6, 11)
      guard let code = ReedSolomon.aztec[4],
        let errors = code.errors(in: words, checks: checks)?.count
      else { return nil }
      if errors == 0 {
        let message = words.prefix(data).reduce(0) { $0 << 4 | $1 }
        return message >> countBits == layers - 1 ? message % (1 << countBits) + 1 : nil
      }
      // The layers are known: the count of codewords that fits is looked for.
      for count in 0..<1 << countBits {
        let message = (layers - 1) << countBits | count
        let sent = code.encode(
          (0..<data).reversed().map { message >> (4 * $0) & 15 }, checks: checks)
        if zip(sent, words).count(where: { $0 != $1 }) == errors { return count + 1 }
      }
      return nil
    }
  }
}
