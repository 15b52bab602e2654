/// The rows of a PDF417 as its row indicators tell them (ISO/IEC 15438, 5.11.3).
///
/// Each indicator tells its own row's number, and one of three figures of the symbol: the number of
/// rows, the error correction level with the rest of the number of rows, and the number of columns.
struct IndicatorRows {
  /// The rows as a function of the place on a line down the symbol.
  struct Scale {
    /// The row at the middle of the band.
    var middle: Float
    /// The rows in the band's height; negative if the symbol is seen in a mirror.
    var slope: Float
    /// The change of the slope.
    var bend: Float = 0

    @inline(__always)
    func row(at line: Float) -> Float {
      let t = line - 0.5
      return middle + t * (slope + t * bend)
    }

    /// The place of a row's beginning.
    func line(ofRow row: Float) -> Float {
      var t = (row - middle) / slope
      for _ in 0..<8 { t = (row - middle) / (slope + t * bend) }
      return t + 0.5
    }
  }

  /// The number of rows, 3 to 90.
  let rows: Int
  /// The columns of data, 1 to 30.
  let columns: Int
  /// The error correction level, 0 to 8.
  let level: Int
  /// The rows in the column of indicators on the left, and on the right.
  private(set) var left: Scale
  private(set) var right: Scale
  /// The mean likeness of the indicators to those that the symbol must have, 0 to 1.
  private(set) var likeness: Float = 0

  private let scores: IndicatorScores

  /// Finds the rows that agree best with the indicators on both sides.
  ///
  /// - Parameter height: The height of the band, in pixels.
  /// - Returns: `nil` if the indicators do not tell them.
  init?(_ scores: IndicatorScores, height: Double) {
    let found = IndicatorScores.Side.allCases.map { side in
      scores.sides.contains(side)
        ? Self.scales(scores, side, mostRows: Float(min(height / 1.4, 95))) : []
    }
    // One side may be hidden: each side alone is tried for both.
    let pairs =
      found[0].flatMap { left in
        found[1].filter { abs($0.middle - left.middle) < 4 && abs($0.slope - left.slope) < 4 }
          .map { (left, $0) }
      } + (found[0] + found[1]).map { ($0, $0) }
    var best: (votes: Votes, left: Scale, right: Scale)?
    for (left, right) in pairs {
      let votes = Votes(scores, left, right)
      if votes.total > best?.votes.total ?? 0 { best = (votes, left, right) }
    }
    guard let best, let figures = best.votes.figures else { return nil }
    (rows, columns, level) = (figures.rows, figures.columns, figures.level)
    (left, right, self.scores) = (best.left, best.right, scores)
    refine()
  }

  /// The figure that a row's indicator on one side tells.
  private func figure(_ side: IndicatorScores.Side, row: Int) -> Int {
    switch Votes.kind(side, row: row) {
    case .height: (rows - 1) / 3
    case .level: 3 * level + (rows - 1) % 3
    case .columns: columns - 1
    }
  }

  /// The likeness of all lines to the indicators that they must have.
  private func sum(_ left: Scale, _ right: Scale) -> (score: Float, lines: Int) {
    var (sum, count): (Float, Int) = (0, 0)
    for (side, scale) in [(IndicatorScores.Side.left, left), (.right, right)]
    where scores.sides.contains(side) {
      for (index, line) in scores.lines.enumerated() {
        let row = Int(scale.row(at: line).rounded(.down))
        guard row >= 0, row < rows else { continue }
        count += 1
        sum += scores.score(side, line: index, row: row, figure: figure(side, row: row))
      }
    }
    return (sum, count)
  }

  /// Moves the rows while they agree better.
  private mutating func refine() {
    var best = sum(left, right)
    for step in [0.5, 0.25, 0.12, 0.06] as [Float] {
      for _ in 0..<3 {
        let before = best.score
        for change in 0..<5 {
          for sign in [step, -step] {
            var (left, right) = (left, right)
            switch change {
            case 0: left.middle += sign
            case 1: right.middle += sign
            case 2: left.slope += 2 * sign
            case 3: right.slope += 2 * sign
            default:
              left.bend += 2 * sign
              right.bend += 2 * sign
            }
            let moved = sum(left, right)
            if moved.score > best.score { (best, self.left, self.right) = (moved, left, right) }
          }
        }
        if best.score <= before { break }
      }
    }
    likeness = best.score / Float(max(best.lines, 1))
  }

  /// The scales that agree best with one side, whatever figures its indicators tell.
  private static func scales(
    _ scores: IndicatorScores, _ side: IndicatorScores.Side, mostRows: Float
  ) -> [Scale] {
    let every = max(1, scores.lines.count / 96)
    let lines = stride(from: 0, to: scores.lines.count, by: every).map { $0 }
    var found: [(score: Float, scale: Scale)] = []
    for slope in stride(from: 1.5, through: max(mostRows, 3), by: 0.7 as Float) {
      for sign in [slope, -slope] {
        for middle in stride(from: 0, to: Float(IndicatorScores.mostRows), by: 0.5 as Float) {
          let scale = Scale(middle: middle, slope: sign)
          var sum: Float = 0
          for line in lines {
            let row = Int(scale.row(at: scores.lines[line]).rounded(.down))
            guard row >= 0, row < IndicatorScores.mostRows else { continue }
            sum += scores.best(side, line: line, row: row)
          }
          found.append((sum, scale))
        }
      }
    }
    found.sort { $0.score > $1.score }
    var kept: [Scale] = []
    for (_, scale) in found.prefix(400) {
      let isNear = kept.contains {
        abs($0.middle - scale.middle) < 1.2 && abs($0.slope - scale.slope) < 1.2
      }
      if !isNear { kept.append(scale) }
      if kept.count == 8 { break }
    }
    return kept
  }
}

/// The lines' votes for the figures that indicators tell.
private struct Votes {
  enum Kind { case height, level, columns }

  private var height = [Float](repeating: 0, count: IndicatorScores.figures)
  private var level = [Float](repeating: 0, count: IndicatorScores.figures)
  private var columns = [Float](repeating: 0, count: IndicatorScores.figures)

  /// The figure that a row's indicator tells on a side.
  static func kind(_ side: IndicatorScores.Side, row: Int) -> Kind {
    switch (side, row % 3) {
    case (.left, 0), (.right, 1): .height
    case (.left, 1), (.right, 2): .level
    default: .columns
    }
  }

  init(_ scores: IndicatorScores, _ left: IndicatorRows.Scale, _ right: IndicatorRows.Scale) {
    for (side, scale) in [(IndicatorScores.Side.left, left), (.right, right)] {
      for (index, line) in scores.lines.enumerated() {
        let row = Int(scale.row(at: line).rounded(.down))
        guard row >= 0, row < IndicatorScores.mostRows else { continue }
        for figure in 0..<IndicatorScores.figures {
          let score = scores.score(side, line: index, row: row, figure: figure)
          switch Self.kind(side, row: row) {
          case .height: height[figure] += score
          case .level: level[figure] += score
          case .columns: columns[figure] += score
          }
        }
      }
    }
  }

  /// The votes for the figures with most of them.
  var total: Float { (height.max() ?? 0) + (level.max() ?? 0) + (columns.max() ?? 0) }

  /// The figures with most votes; `nil` if there is no symbol with them.
  var figures: (rows: Int, columns: Int, level: Int)? {
    func first(_ votes: [Float]) -> Int { votes.indices.max { votes[$0] < votes[$1] } ?? 0 }
    let levels = level[..<27]
    let kind = levels.indices.max { levels[$0] < levels[$1] } ?? 0
    let rows = 3 * first(height) + kind % 3 + 1
    guard total > 0, (3...IndicatorScores.mostRows).contains(rows) else { return nil }
    return (rows, first(columns) + 1, kind / 3)
  }
}
