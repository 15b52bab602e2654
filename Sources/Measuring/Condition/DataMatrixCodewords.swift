/// The codewords of a Data Matrix (ISO/IEC 16022, annex F).
enum DataMatrixCodewords {
  /// Rows, columns, regions down and across, error correction codewords and blocks (table 7).
  ///
  /// 144 × 144, whose blocks are interleaved in a way of their own, and the rectangular extension are
  /// left out.
  private static let sizes: [(Int, Int, Int, Int, Int, Int)] = [
    (10, 10, 1, 1, 5, 1), (12, 12, 1, 1, 7, 1), (14, 14, 1, 1, 10, 1), (16, 16, 1, 1, 12, 1),
    (18, 18, 1, 1, 14, 1), (20, 20, 1, 1, 18, 1), (22, 22, 1, 1, 20, 1), (24, 24, 1, 1, 24, 1),
    (26, 26, 1, 1, 28, 1), (32, 32, 2, 2, 36, 1), (36, 36, 2, 2, 42, 1), (40, 40, 2, 2, 48, 1),
    (44, 44, 2, 2, 56, 1), (48, 48, 2, 2, 68, 1), (52, 52, 2, 2, 84, 2), (64, 64, 4, 4, 112, 2),
    (72, 72, 4, 4, 144, 4), (80, 80, 4, 4, 192, 4), (88, 88, 4, 4, 224, 4),
    (96, 96, 4, 4, 272, 4), (104, 104, 4, 4, 336, 6), (120, 120, 6, 6, 408, 6),
    (132, 132, 6, 6, 496, 8), (8, 18, 1, 1, 7, 1), (8, 32, 1, 2, 11, 1), (12, 26, 1, 1, 14, 1),
    (12, 36, 1, 2, 18, 1), (16, 36, 1, 2, 24, 1), (16, 48, 1, 2, 28, 1),
  ]

  /// Reads the codewords.
  ///
  /// - Returns: `nil` for a size that is not known here.
  static func blocks(
    columns: Int, rows: Int, isDark: (_ column: Int, _ row: Int) -> Bool
  ) -> CodewordBlocks? {
    plan(columns: columns, rows: rows)?.blocks(isDark: isDark)
  }

  /// The places of the codewords' bits and the blocks that they form; `nil` for a size that is not
  /// known here.
  static func plan(columns: Int, rows: Int) -> CodewordPlan? {
    guard let size = sizes.first(where: { $0.0 == rows && $0.1 == columns }) else { return nil }
    let (down, across, checks, count) = (size.2, size.3, size.4, size.5)
    // Each region has a finder of one module on every side.
    let (height, width) = (rows / down - 2, columns / across - 2)
    let codewords = Placement(columns: width * across, rows: height * down).codewords.map { bits in
      bits.map { place -> CodewordPlan.Place in
        (
          place.column / width * (width + 2) + place.column % width + 1,
          place.row / height * (height + 2) + place.row % height + 1
        )
      }
    }
    return CodewordPlan(
      places: codewords,
      numbered: CodewordBlocks(
        Array(codewords.indices), count: count, checks: checks / count, longerLast: false),
      code: .dataMatrix)
  }

  /// The places of the codewords' bits in the mapping matrix, which has no finders.
  private struct Placement {
    typealias Place = (column: Int, row: Int)

    let columns: Int
    let rows: Int
    /// For each codeword the places of its bits, the most significant first.
    private(set) var codewords: [[Place]] = []
    private var isTaken: [Bool]

    init(columns: Int, rows: Int) {
      self.columns = columns
      self.rows = rows
      isTaken = [Bool](repeating: false, count: columns * rows)
      var (row, column) = (4, 0)
      repeat {
        addCorners(column, row)
        repeat {
          if row < rows, column >= 0, !isTaken[row * columns + column] { addUtah(column, row) }
          (row, column) = (row - 2, column + 2)
        } while row >= 0 && column < columns
        (row, column) = (row + 1, column + 3)
        repeat {
          if row >= 0, column < columns, !isTaken[row * columns + column] { addUtah(column, row) }
          (row, column) = (row + 2, column - 2)
        } while row < rows && column >= 0
        (row, column) = (row + 3, column + 1)
      } while row < rows || column < columns
    }

    /// Adds a codeword; places beyond the left and upper sides go on at the other side.
    private mutating func add(_ places: [Place]) {
      codewords.append(
        places.map { place in
          var (column, row) = place
          if row < 0 {
            row += rows
            column += 4 - (rows + 4) % 8
          }
          if column < 0 {
            column += columns
            row += 4 - (columns + 4) % 8
          }
          isTaken[row * columns + column] = true
          return (column, row)
        })
    }

    /// Adds a codeword of the usual shape, by the place of its last bit.
    private mutating func addUtah(_ c: Int, _ r: Int) {
      add([
        (c - 2, r - 2), (c - 1, r - 2), (c - 2, r - 1), (c - 1, r - 1), (c, r - 1), (c - 2, r),
        (c - 1, r), (c, r),
      ])
    }

    /// Adds the codewords of special shape in corners, where the sides ask for them.
    private mutating func addCorners(_ column: Int, _ row: Int) {
      let (w, h) = (columns, rows)
      if row == h, column == 0 {
        add([
          (0, h - 1), (1, h - 1), (2, h - 1), (w - 2, 0), (w - 1, 0), (w - 1, 1), (w - 1, 2),
          (w - 1, 3),
        ])
      }
      if row == h - 2, column == 0, w % 4 != 0 {
        add([
          (0, h - 3), (0, h - 2), (0, h - 1), (w - 4, 0), (w - 3, 0), (w - 2, 0), (w - 1, 0),
          (w - 1, 1),
        ])
      }
      if row == h - 2, column == 0, w % 8 == 4 {
        add([
          (0, h - 3), (0, h - 2), (0, h - 1), (w - 2, 0), (w - 1, 0), (w - 1, 1), (w - 1, 2),
          (w - 1, 3),
        ])
      }
      if row == h + 4, column == 2, w % 8 == 0 {
        add([
          (0, h - 1), (w - 1, h - 1), (w - 3, 0), (w - 2, 0), (w - 1, 0), (w - 3, 1), (w - 2, 1),
          (w - 1, 1),
        ])
      }
    }
  }
}
