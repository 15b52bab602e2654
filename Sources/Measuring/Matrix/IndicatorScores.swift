/// The likeness of a PDF417's two columns of row indicators to every codeword, line by line.
///
/// The indicators lie beside the start and the stop pattern, which are registered: so each line across
/// them can be compared with all patterns, whatever row it belongs to.
struct IndicatorScores {
  enum Side: Int, CaseIterable { case left, right }

  /// Rows that a symbol may have (ISO/IEC 15438, 5.2.2).
  static let mostRows = 90
  /// Indicators are 30 times a third of the row's number, plus a figure of the symbol.
  static let figures = 30

  /// The sides that are seen.
  let sides: [Side]
  /// The lines' places, in heights of the band that is registered.
  let lines: [Float]
  /// By side, line, row and figure.
  private let scores: [Float]
  /// By side, line and row, the best over all figures.
  private let best: [Float]

  /// Compares the lines between the ends of the bars, and as many beyond them.
  ///
  /// - Parameter sides: The sides that are seen; the left one is that after the start pattern.
  init(_ ends: Registration, sides: [Side] = Side.allCases, in plane: LuminancePlane) {
    let columns = ends.pattern.columns
    let height = max(ends.map.derivatives(Double(columns) / 2, 0.5).down, 1)
    let count = Int(min(2 * height / 0.6, 480))
    let lines = (0..<count).map { -0.5 + 2 * Float($0) / Float(max(count - 1, 1)) }
    let length = PDF417Patterns.modules
    let firsts = [length, columns - 1 - 2 * length]
    let size = Self.mostRows * Self.figures
    var scores = [Float](repeating: 0, count: 2 * count * size)
    var best = [Float](repeating: 0, count: 2 * count * Self.mostRows)
    for side in sides {
      for (index, line) in lines.enumerated() {
        guard
          let seen = SeenCodeword(ends, first: firsts[side.rawValue], line: Double(line), plane)
        else { continue }
        let place = side.rawValue * count + index
        for row in 0..<Self.mostRows {
          var highest: Float = 0
          for figure in 0..<Self.figures {
            let value = Self.figures * (row / 3) + figure
            let score = seen.score(PDF417Patterns.sorted[row % 3][value])
            scores[place * size + row * Self.figures + figure] = score
            highest = max(highest, score)
          }
          best[place * Self.mostRows + row] = highest
        }
      }
    }
    (self.sides, self.lines, self.scores, self.best) = (sides, lines, scores, best)
  }

  /// The likeness of a line to any indicator of a row, 0 to 1.
  @inline(__always)
  func best(_ side: Side, line: Int, row: Int) -> Float {
    best[(side.rawValue * lines.count + line) * Self.mostRows + row]
  }

  /// The likeness of a line to each indicator of a row, by its figure.
  @inline(__always)
  func score(_ side: Side, line: Int, row: Int, figure: Int) -> Float {
    let size = Self.mostRows * Self.figures
    return scores[(side.rawValue * lines.count + line) * size + row * Self.figures + figure]
  }
}

/// The modules of one codeword as they are seen on a line.
private struct SeenCodeword {
  /// The first module, and the sums of the dark modules for each value of the eight in the middle
  /// and the eight at the end.
  private let first: Float
  private let middle: [Float]
  private let last: [Float]
  private let mean: Float
  private let deviation: Float

  /// Reads a line.
  ///
  /// - Returns: `nil` where it lies outside the image, or has hardly any contrast.
  init?(_ ends: Registration, first column: Int, line: Double, _ plane: LuminancePlane) {
    let count = PDF417Patterns.modules
    var shares = [Float](repeating: 0, count: count)
    for module in 0..<count {
      for offset in [0.3, 0.5, 0.7] {
        let point = ends.map.apply(Double(column + module) + offset, line)
        guard plane.contains(point) else { return nil }
        let light = ends.light.value(at: point)
        let contrast = light - ends.dark.value(at: point)
        guard abs(contrast) > 2 else { return nil }
        shares[module] += Float((light - plane.value(point.x, point.y)) / contrast) / 3
      }
    }
    let mean = shares.reduce(0, +) / Float(count)
    let squares = shares.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    // Light and dark without blur deviate by a half.
    guard squares > Float(count) * 0.01 else { return nil }
    (self.mean, deviation, first) = (mean, squares.squareRoot(), shares[0])
    middle = Self.sums(shares[1...8])
    last = Self.sums(shares[9...16])
  }

  /// For each number of eight bits the sum of the shares whose bits are set, the first share being
  /// the highest bit.
  private static func sums(_ shares: ArraySlice<Float>) -> [Float] {
    let lowestFirst = Array(shares.reversed())
    var sums = [Float](repeating: 0, count: 256)
    for number in 1..<256 {
      sums[number] = sums[number & (number - 1)] + lowestFirst[number.trailingZeroBitCount]
    }
    return sums
  }

  /// The likeness to a codeword, 0 to 1: a correlation of a half, which chance often has, counts
  /// nothing.
  @inline(__always)
  func score(_ pattern: PDF417Patterns.Pattern) -> Float {
    let sum = first + middle[pattern.bits >> 8 & 255] + last[pattern.bits & 255]
    let correlation = (sum - pattern.darks * mean) / (pattern.deviation * deviation)
    let excess = max(2 * correlation - 1, 0)
    return excess * excess
  }
}

extension PDF417Patterns {
  /// A codeword's modules for comparing.
  struct Pattern {
    /// The modules as bits, dark as 1, from left to right.
    let bits: Int
    /// The number of dark modules.
    let darks: Float
    /// The root of the sum of squared deviations from the mean.
    let deviation: Float

    init(_ bits: Int) {
      let darks = Float(bits.nonzeroBitCount)
      (self.bits, self.darks) = (bits, darks)
      deviation = (darks - darks * darks / Float(modules)).squareRoot()
    }
  }

  /// The patterns of each cluster, in the order of their values.
  static let sorted: [[Pattern]] = values.map { cluster in
    cluster.sorted { $0.value < $1.value }.map { Pattern($0.key) }
  }
}
