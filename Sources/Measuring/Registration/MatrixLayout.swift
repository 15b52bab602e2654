import DecoderKit

/// The modules of a matrix symbol that are the same in every symbol of its size.
package struct MatrixLayout: Sendable {
  /// Modules in a row.
  package let columns: Int
  /// Rows of modules.
  package let rows: Int
  /// The fixed modules: finders, timing, alignment, clock tracks.
  package private(set) var fixed: [FixedModule] = []
  /// The modules along the sides of a Data Matrix's regions; the whole symbol in other symbologies.
  private(set) var region: (columns: Int, rows: Int)
  /// The part of a PDF417 that this is; `nil` if it is a whole symbol with both its ends.
  var part: StackedPart?

  /// A module whose colour does not depend on the data.
  package struct FixedModule: Hashable, Sendable {
    package let column: Int
    package let row: Int
    package let isDark: Bool
    /// True for modules that tell one size from another: timing patterns and clock tracks.
    package let isTiming: Bool
  }

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    region = (columns, rows)
  }

  /// The layouts that a symbol of a symbology may have, from the smallest; empty if none is known.
  package static func layouts(of symbology: Symbology) -> [MatrixLayout] {
    switch symbology.carrier {
    case .qrCode: qrCodes
    case .microQRCode: microQRCodes
    case .dataMatrix: dataMatrices
    case .aztec: aztecs
    case .aztecRune: [aztec(side: 11, isCompact: true)]
    default: []
    }
  }

  package mutating func set(
    _ column: Int, _ row: Int, _ isDark: Bool, isTiming: Bool = false
  ) {
    fixed.append(FixedModule(column: column, row: row, isDark: isDark, isTiming: isTiming))
  }

  /// Adds rings around a centre, alternately dark and light from the inside out.
  private mutating func addRings(_ column: Int, _ row: Int, radius: Int) {
    for y in -radius...radius {
      for x in -radius...radius {
        set(column + x, row + y, max(abs(x), abs(y)) % 2 == 0)
      }
    }
  }

  // MARK: QR Code, ISO/IEC 18004

  private static let qrCodes = (1...40).map(qrCode)

  private static func qrCode(version: Int) -> MatrixLayout {
    let side = 17 + 4 * version
    var layout = MatrixLayout(columns: side, rows: side)
    for (column, row) in [(3, 3), (side - 4, 3), (3, side - 4)] {
      layout.addFinder(column, row)
    }
    for place in 8..<(side - 8) {
      layout.set(place, 6, place % 2 == 0, isTiming: true)
      layout.set(6, place, place % 2 == 0, isTiming: true)
    }
    let places = alignmentPlaces(version: version)
    for (i, row) in places.enumerated() {
      for (j, column) in places.enumerated() {
        let isAtFinder =
          (i == 0 && j == 0) || (i == 0 && j == places.count - 1)
          || (i == places.count - 1 && j == 0)
        // Those on the timing patterns agree with them.
        if isAtFinder { continue }
        layout.addRings(column, row, radius: 2)
      }
    }
    return layout
  }

  /// Adds a finder pattern with its separator.
  private mutating func addFinder(_ column: Int, _ row: Int) {
    for y in -4...4 {
      for x in -4...4 where (0..<columns).contains(column + x) && (0..<rows).contains(row + y) {
        let ring = max(abs(x), abs(y))
        set(column + x, row + y, ring < 2 || ring == 3)
      }
    }
  }

  /// The rows and columns of alignment patterns (ISO/IEC 18004, annex E).
  static func alignmentPlaces(version: Int) -> [Int] {
    guard version > 1 else { return [] }
    let count = version / 7 + 2
    let last = 4 * version + 10
    let gaps = count - 1
    // The distance is even, and equal between all but the first two.
    let distance = version == 32 ? 26 : (version * 4 + count * 2 + 1) / (gaps * 2) * 2
    return [6] + (1..<count).map { last - (gaps - $0) * distance }
  }

  private static let microQRCodes = (1...4).map { version in
    let side = 9 + 2 * version
    var layout = MatrixLayout(columns: side, rows: side)
    layout.addFinder(3, 3)
    for place in 8..<side {
      layout.set(place, 0, place % 2 == 0, isTiming: true)
      layout.set(0, place, place % 2 == 0, isTiming: true)
    }
    return layout
  }

  // MARK: Data Matrix, ISO/IEC 16022 and ISO/IEC 21471

  /// Rows, columns, and regions down and across.
  private static let dataMatrices: [MatrixLayout] =
    [
      (10, 10, 1, 1), (12, 12, 1, 1), (14, 14, 1, 1), (16, 16, 1, 1), (18, 18, 1, 1),
      (20, 20, 1, 1), (22, 22, 1, 1), (24, 24, 1, 1), (26, 26, 1, 1), (32, 32, 2, 2),
      (36, 36, 2, 2), (40, 40, 2, 2), (44, 44, 2, 2), (48, 48, 2, 2), (52, 52, 2, 2),
      (64, 64, 4, 4), (72, 72, 4, 4), (80, 80, 4, 4), (88, 88, 4, 4), (96, 96, 4, 4),
      (104, 104, 4, 4), (120, 120, 6, 6), (132, 132, 6, 6), (144, 144, 6, 6),
      (8, 18, 1, 1), (8, 32, 1, 2), (12, 26, 1, 1), (12, 36, 1, 2), (16, 36, 1, 2),
      (16, 48, 1, 2), (8, 48, 1, 2), (8, 64, 1, 4), (8, 80, 1, 4), (8, 96, 1, 4),
      (8, 120, 1, 6), (8, 144, 1, 6), (12, 64, 1, 4), (12, 88, 1, 4), (16, 64, 1, 4),
      (20, 36, 1, 2), (20, 44, 1, 2), (20, 64, 1, 4), (22, 48, 1, 2), (24, 48, 1, 2),
      (24, 64, 1, 4), (26, 40, 1, 2), (26, 48, 1, 2), (26, 64, 1, 4),
    ].map { dataMatrix(rows: $0.0, columns: $0.1, down: $0.2, across: $0.3) }

  private static func dataMatrix(
    rows: Int, columns: Int, down: Int, across: Int
  ) -> MatrixLayout {
    var layout = MatrixLayout(columns: columns, rows: rows)
    let (height, width) = (rows / down, columns / across)
    layout.region = (width, height)
    for top in stride(from: 0, to: rows, by: height) {
      for left in stride(from: 0, to: columns, by: width) {
        for row in 0..<height {
          layout.set(left, top + row, true)
          if row < height - 1 {
            layout.set(left + width - 1, top + row, row % 2 == 1, isTiming: true)
          }
        }
        for column in 1..<width {
          layout.set(left + column, top + height - 1, true)
          if column < width - 1 {
            layout.set(left + column, top, column % 2 == 0, isTiming: true)
          }
        }
      }
    }
    return layout
  }

  // MARK: Aztec, ISO/IEC 24778

  private static let aztecs: [MatrixLayout] =
    (1...4).map { aztec(side: 11 + 4 * $0, isCompact: true) }
    + (1...32).map { aztec(side: 15 + 4 * $0 + 2 * ((2 * $0 + 6) / 15), isCompact: false) }

  private static func aztec(side: Int, isCompact: Bool) -> MatrixLayout {
    var layout = MatrixLayout(columns: side, rows: side)
    let centre = side / 2
    let radius = isCompact ? 4 : 6
    layout.addRings(centre, centre, radius: radius)
    let r = radius + 1
    // Three dark modules at the core's top left, two at its top right, one at its bottom right.
    let marks: [(Int, Int, Bool)] = [
      (-r, -r, true), (1 - r, -r, true), (-r, 1 - r, true), (r, -r, true), (r, 1 - r, true),
      (r - 1, -r, false), (r, r, false), (r - 1, r, false), (r, r - 1, true), (-r, r, false),
      (1 - r, r, false), (-r, r - 1, false),
    ]
    for (x, y, isDark) in marks { layout.set(centre + x, centre + y, isDark) }
    if !isCompact {
      for line in -(centre / 16)...(centre / 16) {
        for place in -centre...centre where max(abs(place), abs(line * 16)) > r {
          layout.set(centre + line * 16, centre + place, place % 2 == 0, isTiming: true)
          if place % 16 != 0 {
            layout.set(centre + place, centre + line * 16, place % 2 == 0, isTiming: true)
          }
        }
      }
    }
    return layout
  }
}
