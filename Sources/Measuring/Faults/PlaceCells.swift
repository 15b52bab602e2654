/// A place in overlapping cells of a few modules, with some cells around it: how light each is, and whether it
/// has the symbol's texture.
///
/// Cells begin every two modules and are four modules wide (six of bars), in which no symbol is of one shade.
struct PlaceCells {
  /// One cell.
  struct Cell {
    /// The shades that a tenth and nine tenths of the cell do not exceed, in grey levels.
    let low: Double
    let high: Double
    /// The mean of what is darker than half way between them.
    let ink: Double
    /// The share of shades that are neither dark nor light, but between them.
    let between: Double
    /// The cell is in the image as a whole.
    let isInside: Bool

    /// The difference of light and dark over their sum: the same in light and in shadow.
    var relativeContrast: Double { (high - low) / (high + low + 8) }
  }

  /// The cells of the place itself, in a row and in a column.
  let columns: Int
  let rows: Int
  /// The cells around it on each side.
  let border: Int
  private let cells: [Cell]
  /// The relative contrast of the symbol: the median of the better half of its cells.
  let contrast: Double
  /// The least range of shades that is no noise, in grey levels.
  private static let leastRange = 5.0

  init(
    _ plane: LuminancePlane, _ map: Homography, lengths: (across: Double, down: Double),
    module: Double, isLinear: Bool
  ) {
    let step = max(module * (isLinear ? 3 : 2), 2.5)
    func count(_ length: Double, atLeast least: Double) -> Int {
      length.isFinite ? Int(min(max((length / step).rounded(), least), 24)) : Int(least)
    }
    columns = count(lengths.across, atLeast: 4)
    rows = count(lengths.down, atLeast: isLinear ? 2 : 4)
    border = max(columns, rows) / 2
    var cells: [Cell] = []
    for row in -border..<rows + border {
      for column in -border..<columns + border {
        cells.append(
          Self.cell(
            plane, map, u: Double(column) / Double(columns), v: Double(row) / Double(rows),
            width: 1 / Double(columns), height: 1 / Double(rows)))
      }
    }
    self.cells = cells
    let width = columns + 2 * border
    let border = border
    let (columns, rows) = (columns, rows)
    let all = (0..<rows).flatMap { row in
      (0..<columns).map { cells[(row + border) * width + $0 + border].relativeContrast }
    }.sorted()
    contrast = all[all.count * 3 / 4]
  }

  private static let samples = 10

  private static func cell(
    _ plane: LuminancePlane, _ map: Homography, u: Double, v: Double, width: Double, height: Double
  ) -> Cell {
    var values: [Double] = []
    var isInside = true
    for j in 0..<samples {
      for i in 0..<samples {
        // Half a step more on each side.
        let point = map.apply(
          u + width * (2 * (Double(i) + 0.5) / Double(samples) - 0.5),
          v + height * (2 * (Double(j) + 0.5) / Double(samples) - 0.5))
        // Beyond the horizon of a place seen at an angle there is nothing.
        guard point.x.isFinite, point.y.isFinite else {
          isInside = false
          values.append(0)
          continue
        }
        isInside = isInside && plane.contains(point)
        values.append(plane.value(point.x, point.y))
      }
    }
    values.sort()
    let (low, high) = (values[values.count / 10], values[values.count * 9 / 10])
    let dark = values.prefix { $0 <= (low + high) / 2 }
    return Cell(
      low: low, high: high, ink: dark.reduce(0, +) / Double(max(dark.count, 1)),
      between: Double(values.count { abs($0 - (low + high) / 2) < 0.2 * (high - low) })
        / Double(values.count),
      isInside: isInside)
  }

  /// A cell, counted from the place's first one; those of the border have places below 0 or beyond the end.
  subscript(column: Int, row: Int) -> Cell {
    cells[(row + border) * (columns + 2 * border) + column + border]
  }

  /// True if a cell has light and dark as the symbol has them.
  func hasTexture(_ column: Int, _ row: Int) -> Bool {
    let cell = self[column, row]
    return cell.isInside && cell.high - cell.low > Self.leastRange
      && cell.relativeContrast > 0.45 * contrast
  }

  /// The share of shades between dark and light where there is texture: a tenth of sharp modules, a quarter where
  /// blur has made waves of them.
  var between: Double {
    let shares = own.filter { hasTexture($0.column, $0.row) }
      .map { self[$0.column, $0.row].between }.sorted()
    return shares.isEmpty ? 0 : shares[shares.count / 2]
  }

  /// The share of the place's own cells that have texture.
  var fill: Double {
    Double(own.count { hasTexture($0.column, $0.row) }) / Double(columns * rows)
  }

  /// The cells of the place itself.
  var own: [(column: Int, row: Int)] {
    (0..<rows).flatMap { row in (0..<columns).map { ($0, row) } }
  }

  /// The cells around the place, a quarter of its longer side far.
  var around: [(column: Int, row: Int)] {
    let reach = border / 2
    return (-reach..<rows + reach).flatMap { row in
      (-reach..<columns + reach).compactMap { column in
        (0..<columns).contains(column) && (0..<rows).contains(row) ? nil : (column, row)
      }
    }
  }

  /// The cells with texture that are joined with the place's own, as far as the border goes.
  var joined: [(column: Int, row: Int)] {
    var waiting = own.filter { hasTexture($0.column, $0.row) }
    let width = columns + 2 * border
    var seen = [Bool](repeating: false, count: cells.count)
    func index(_ cell: (column: Int, row: Int)) -> Int {
      (cell.row + border) * width + cell.column + border
    }
    for cell in waiting { seen[index(cell)] = true }
    var found = waiting
    while let cell = waiting.popLast() {
      for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
        let next = (column: cell.column + dx, row: cell.row + dy)
        guard (-border..<columns + border).contains(next.column),
          (-border..<rows + border).contains(next.row), !seen[index(next)],
          hasTexture(next.column, next.row)
        else { continue }
        seen[index(next)] = true
        waiting.append(next)
        found.append(next)
      }
    }
    return found
  }
}
