import DecoderKit

/// The fixed patterns of a matrix symbol, cut into the segments that its standard grades one by one.
struct FixedPatterns {
  /// A module that has one colour in every symbol of its size; it may lie in the quiet zone.
  struct Module: Hashable {
    let column: Int
    let row: Int
    let isDark: Bool
  }

  /// The way in which a segment's damage becomes a grade.
  enum Rule {
    /// The number of wrong modules: none is 4, each costs a grade.
    case count
    /// The share of wrong modules.
    case share(GradeScale)
    /// A clock track beside a line of one colour: the transitions in the line, wrong modules in either,
    /// and at most two wrong in any five of the track.
    case clockTrack(line: [Module])
  }

  /// A segment.
  struct Segment {
    let modules: [Module]
    let rule: Rule
  }

  let segments: [Segment]
  /// True if the mean of the segments' grades counts as well (ISO/IEC 16022, annex M).
  let hasAverage: Bool

  /// Returns the patterns of a symbol; `nil` for symbologies whose segments are not known here.
  init?(_ symbology: Symbology, columns: Int, rows: Int) {
    switch symbology.carrier {
    case .qrCode:
      segments = Self.qrCode(side: columns)
      hasAverage = false
    case .dataMatrix:
      guard
        let layout = MatrixLayout.layouts(of: .dataMatrix)
          .first(where: { $0.columns == columns && $0.rows == rows })
      else { return nil }
      segments = Self.dataMatrix(layout)
      hasAverage = true
    default: return nil
    }
  }

  /// The fewest wrong shares at which L and quiet zone segments lose grades.
  private static let solid = GradeScale(limits: [0, 0.09, 0.13, 0.17])
  private static let timing = GradeScale(limits: [0, 0.07, 0.11, 0.14])
  private static let alignment = GradeScale(limits: [0, 0.10, 0.20, 0.30])
  private static let average = GradeScale(limits: [4, 3.5, 3, 2.5])
  /// Clock tracks and the lines beside them lose a grade at these shares, not beyond them.
  private static let track = GradeScale(limits: [0.10, 0.15, 0.20, 0.25].map { $0 - 1e-6 })
  private static let transitions = GradeScale(limits: [0.06, 0.08, 0.10, 0.12].map { $0 - 1e-6 })

  /// Returns the grade of all segments together, 0 to 4.
  ///
  /// Damage is laid over modulation as for codewords: for each grade the modules below it count as wrong.
  ///
  /// - Parameters:
  ///   - isWrong: Returns true if a module has the wrong colour; `nil` for one outside the image.
  ///   - level: Returns the whole grade of a module's modulation.
  func grade(
    isWrong: (Module) -> Bool?, level: (Module) -> Int
  ) -> Int {
    let grades = segments.map { segment in
      (1...4).map { floor in
        let found = Self.grade(segment) { module in
          isWrong(module).map { $0 || level(module) < floor }
        }
        return min(floor, found)
      }.max() ?? 0
    }
    let worst = grades.min() ?? 4
    guard hasAverage else { return worst }
    // All clock tracks together are one of five segments.
    let five = grades.prefix(4) + [grades.dropFirst(4).min() ?? 4]
    return min(worst, Self.average.whole(Double(five.reduce(0, +)) / Double(five.count)))
  }

  private static func grade(_ segment: Segment, _ isWrong: (Module) -> Bool?) -> Int {
    let wrong = segment.modules.compactMap(isWrong)
    let damaged = wrong.count(where: \.self)
    func share(_ wrong: [Bool]) -> Double {
      Double(wrong.count(where: \.self)) / Double(max(wrong.count, 1))
    }
    switch segment.rule {
    case .count: return max(0, 4 - damaged)
    case .share(let scale): return scale.whole(share(wrong))
    case .clockTrack(let line):
      let beside = line.map { ($0.isDark, isWrong($0)) }.compactMap { isDark, wrong in
        wrong.map { isDark != $0 }
      }
      func changes(_ values: [Bool]) -> Int { zip(values, values.dropFirst()).count { $0 != $1 } }
      let seen = segment.modules.compactMap { module in isWrong(module).map { module.isDark != $0 }
      }
      let ratio = Double(max(0, changes(beside) - 1)) / Double(max(changes(seen), 1))
      let isRegular = !wrong.indices.dropLast(4).contains { start in
        wrong[start..<start + 5].count(where: \.self) > 2
      }
      guard isRegular else { return 0 }
      return min(
        transitions.whole(ratio), track.whole(share(wrong)),
        track.whole(share(line.compactMap(isWrong))))
    }
  }

  // MARK: QR Code, ISO/IEC 18004

  /// The corners A1 to A3, each a finder with its separator and the quiet zone beside it; the timing
  /// patterns B1 and B2; and all alignment patterns together, C.
  private static func qrCode(side: Int) -> [Segment] {
    func corner(_ left: Bool, _ top: Bool) -> Segment {
      let own = -4..<8
      let modules = own.flatMap { y in
        own.map { x -> Module in
          // The finder's distance from the corner, counted inwards.
          let ring = max(abs(x - 3), abs(y - 3))
          let isDark = x >= 0 && y >= 0 && x < 7 && y < 7 && (ring < 2 || ring == 3)
          return Module(
            column: left ? x : side - 1 - x, row: top ? y : side - 1 - y, isDark: isDark)
        }
      }
      return Segment(modules: modules, rule: .count)
    }
    let places = Array(8..<side - 8)
    var segments = [
      corner(true, true), corner(false, true), corner(true, false),
      Segment(
        modules: places.map { Module(column: $0, row: 6, isDark: $0 % 2 == 0) },
        rule: .share(timing)),
      Segment(
        modules: places.map { Module(column: 6, row: $0, isDark: $0 % 2 == 0) },
        rule: .share(timing)),
    ]
    let alignments = alignmentPatterns(side: side)
    if !alignments.isEmpty {
      segments.append(Segment(modules: alignments, rule: .share(alignment)))
    }
    return segments
  }

  private static func alignmentPatterns(side: Int) -> [Module] {
    let places = MatrixLayout.alignmentPlaces(version: (side - 17) / 4)
    var modules: [Module] = []
    for row in places {
      for column in places {
        // Three corners have finders instead.
        let ends = [6, side - 7]
        if ends.contains(row), ends.contains(column), min(row, column) == 6 { continue }
        for y in -2...2 {
          for x in -2...2 {
            let isDark = max(abs(x), abs(y)) % 2 == 0
            modules.append(Module(column: column + x, row: row + y, isDark: isDark))
          }
        }
      }
    }
    return modules
  }

  // MARK: Data Matrix, ISO/IEC 16022

  /// The legs L1 and L2, the quiet zones beside them, and each clock track with the line of one
  /// colour beside it: the quiet zone outside, the next region's leg within.
  private static func dataMatrix(_ layout: MatrixLayout) -> [Segment] {
    let (columns, rows) = (layout.columns, layout.rows)
    func line(column: Int, _ isDark: Bool) -> [Module] {
      (0..<rows).map { Module(column: column, row: $0, isDark: isDark) }
    }
    func line(row: Int, _ isDark: Bool) -> [Module] {
      (0..<columns).map { Module(column: $0, row: row, isDark: isDark) }
    }
    func clock(column: Int) -> [Module] {
      (0..<rows).map { Module(column: column, row: $0, isDark: $0 % 2 == 1) }
    }
    func clock(row: Int) -> [Module] {
      (0..<columns).map { Module(column: $0, row: row, isDark: $0 % 2 == 0) }
    }
    var segments = [
      Segment(modules: line(column: 0, true), rule: .share(solid)),
      Segment(modules: line(row: rows - 1, true), rule: .share(solid)),
      Segment(modules: line(column: -1, false), rule: .share(solid)),
      Segment(modules: line(row: rows, false), rule: .share(solid)),
    ]
    let (width, height) = layout.region
    // A region's clock tracks are its upper row and its right column.
    for top in stride(from: 0, to: rows, by: height) {
      segments.append(
        Segment(
          modules: clock(row: top), rule: .clockTrack(line: line(row: top - 1, top > 0))))
    }
    for left in stride(from: 0, to: columns, by: width) {
      let right = left + width - 1
      segments.append(
        Segment(
          modules: clock(column: right),
          rule: .clockTrack(line: line(column: right + 1, right + 1 < columns))))
    }
    return segments
  }
}
