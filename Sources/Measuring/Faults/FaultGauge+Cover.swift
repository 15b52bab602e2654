/// Parts of a place that are hidden: burnt out, covered, or outside of the image; and its light.
extension FaultGauge {
  /// The shade from which on a sensor is full, in grey levels.
  private static let full = 248.0
  /// The share of a symbol that error correction mends, more or less.
  private static let mendable = 0.055

  /// A hidden part is an even cell where the symbol's texture should be. A reflection is as light as can be,
  /// and lightens the dark around it; what covers the symbol has an edge.
  func cover(_ cells: PlaceCells) -> FaultSign? {
    let own = cells.own
    let hidden = own.filter { !cells.hasTexture($0.column, $0.row) }
    let textured = own.filter { cells.hasTexture($0.column, $0.row) }
    guard textured.count >= 3 else { return nil }
    // A reflection lightens the paper around it as well: that of the darker quarter is as it was.
    let paper = textured.map { cells[$0.column, $0.row].high }.sorted()[textured.count / 4]
    let bare = bareCells(hidden, paper: paper, in: cells)
    let inner = hidden.filter { cell in
      !bare.contains(SIMD2(cell.column, cell.row))
        && (isEnclosed(cell, in: cells) || isDeep(cell, in: cells))
    }
    func isBurnt(_ cell: (column: Int, row: Int)) -> Bool {
      let seen = cells[cell.column, cell.row]
      return seen.isInside && seen.high >= Self.full && seen.low >= min(Self.full, paper) - 12
    }
    // Burnt out beside the place is a part of it if its paper is darker.
    let beside = paper < Self.full - 10 ? cells.around.count(where: isBurnt) : 0
    let reach = Double(beside) / Double(own.count)
    if reach > 0.2 {
      return FaultSign(.glare, severity: 0.5 + min(reach, 1), .share(reach / (1 + reach)))
    }
    // Cells overlap: those beside a hidden one are hidden by half.
    let beginning = textured.filter { cell in
      inner.contains { abs($0.column - cell.column) + abs($0.row - cell.row) == 1 }
    }
    let share = (Double(inner.count) + Double(beginning.count) / 2) / Double(own.count)
    guard share > Self.mendable else { return nil }
    let severity = 0.3 + min((share - Self.mendable) / 0.15, 1)
    let core = inner.filter(isBurnt)
    // A reflection fades out over a cell or two; paper around the symbol says nothing about what hides it.
    let burnt = inner.count { cell in
      cells[cell.column, cell.row].high >= Self.full
        && core.contains { abs($0.column - cell.column) <= 1 && abs($0.row - cell.row) <= 1 }
    }
    let covered = inner.count { !isBare($0, paper: paper, in: cells) }
    let isGlare = 2 * burnt > covered && isLightened(textured, inner, cells)
    return FaultSign(isGlare ? .glare : .damage, severity: severity, .share(share))
  }

  /// True for a cell of the paper's shade.
  private func isBare(
    _ cell: (column: Int, row: Int), paper: Double, in cells: PlaceCells
  ) -> Bool {
    let shade = (cells[cell.column, cell.row].low + cells[cell.column, cell.row].high) / 2
    return abs(shade - paper) < 0.1 * paper && shade < Self.full
  }

  /// The hidden cells that show nothing but paper: of bars all, as bars with paper between them are two symbols; of a
  /// matrix those that are joined with the place's border, as the place may be larger than the symbol.
  private func bareCells(
    _ hidden: [(column: Int, row: Int)], paper: Double, in cells: PlaceCells
  ) -> Set<SIMD2<Int>> {
    let bare = Set(
      hidden.filter { isBare($0, paper: paper, in: cells) }.map { SIMD2($0.column, $0.row) })
    guard kind == .matrix else { return bare }
    var waiting = bare.filter {
      $0.x == 0 || $0.y == 0 || $0.x == cells.columns - 1 || $0.y == cells.rows - 1
    }
    var outside = waiting
    while let cell = waiting.popFirst() {
      for way in [SIMD2(1, 0), SIMD2(-1, 0), SIMD2(0, 1), SIMD2(0, -1)] {
        let next = cell &+ way
        if bare.contains(next), outside.insert(next).inserted { waiting.insert(next) }
      }
    }
    return outside
  }

  /// True if a cell has texture on opposite sides of it, in its row or in its column.
  private func isEnclosed(
    _ cell: (column: Int, row: Int), in cells: PlaceCells
  ) -> Bool {
    func has(_ columns: Range<Int>, _ rows: Range<Int>) -> Bool {
      columns.contains { column in rows.contains { cells.hasTexture(column, $0) } }
    }
    let row = cell.row..<cell.row + 1
    let column = cell.column..<cell.column + 1
    return has(0..<cell.column, row) && has(cell.column + 1..<cells.columns, row)
      || has(column, 0..<cell.row) && has(column, cell.row + 1..<cells.rows)
  }

  /// True if a cell of a matrix lies two cells inside of the place, where modules are on all sides.
  private func isDeep(_ cell: (column: Int, row: Int), in cells: PlaceCells) -> Bool {
    kind == .matrix && (1..<cells.columns - 1).contains(cell.column)
      && (1..<cells.rows - 1).contains(cell.row)
  }

  /// True if paper elsewhere is darker than the hidden part, or the dark beside it is lighter than elsewhere.
  private func isLightened(
    _ textured: [(column: Int, row: Int)], _ hidden: [(column: Int, row: Int)],
    _ cells: PlaceCells
  ) -> Bool {
    let highs = textured.map { cells[$0.column, $0.row].high }.sorted()
    if highs[highs.count / 2] < Self.full - 8 { return true }
    func isNear(_ cell: (column: Int, row: Int)) -> Bool {
      hidden.contains { abs($0.column - cell.column) <= 2 && abs($0.row - cell.row) <= 2 }
    }
    let usual = textured.filter { !isNear($0) }.map { cells[$0.column, $0.row].ink }.sorted()
    let near = textured.filter(isNear).map { cells[$0.column, $0.row].ink }
    guard !usual.isEmpty, !near.isEmpty else { return false }
    let dark = usual[usual.count / 2]
    return 4 * near.count { $0 > dark + 0.1 * (Self.full - dark) } >= near.count
  }

  /// The light on the symbol, as its paper shows it; where all around is dark, as what is light in it shows it: at the
  /// rim there is little of that.
  func light(_ cells: PlaceCells) -> FaultSign? {
    func isInner(_ place: Int, _ count: Int) -> Bool {
      count < 4 || (place > 0 && place < count - 1)
    }
    let seen =
      isSurroundedByDark
      ? cells.own.filter {
        isInner($0.column, cells.columns) && isInner($0.row, cells.rows)
          && cells.hasTexture($0.column, $0.row)
      } : cells.joined
    let highs = seen.map { cells[$0.column, $0.row].high }.sorted()
    guard highs.count >= 4, let lightest = highs.last, highs[0] > 0 else { return nil }
    let ratio = lightest / max(highs[highs.count / 20], 1)
    // A shade half way between the extremes cuts off what is lit less than half as much.
    guard ratio > 2 else { return nil }
    return FaultSign(.unevenLight, severity: min((ratio - 2) / 3, 1.5), .ratio(ratio))
  }
}
