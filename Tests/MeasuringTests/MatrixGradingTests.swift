import DecoderKit
import Testing

@testable import Measuring

/// Grades by ISO/IEC 15415 and 29158 of modules whose grade follows from how they were made.
@Suite struct MatrixGradingTests {
  /// A symbol with a reflectance for each module; the quiet zone is light.
  private struct Made {
    let symbology: Symbology
    let pattern: ModulePattern
    var levels: [Double]
    let light: Double
    let margin: Int
    var axial = 0.0
    var grid: Double? = 0.0
    /// Columns that are dark in the row above the symbol.
    var darkAbove: Set<Int> = []

    init(_ symbology: Symbology, light: Double = 1, dark: Double = 0) throws {
      let symbol = try #require(
        symbology == .qrCode
          ? DrawnSymbol(
            symbology, "QRCode", Array("HARNESS-GRADES-15415-15416-29158".utf8), errorCorrection: 2)
          : DrawnSymbol(symbology, "DataMatrix", Array("harness-15415".utf8)))
      self.symbology = symbology
      self.light = light
      pattern = ModulePattern(columns: symbol.columns, rows: symbol.rows, modules: symbol.cells)
      levels = symbol.cells.map { $0 == 1 ? dark : light }
      margin = symbology == .qrCode ? 4 : 1
    }

    func index(_ column: Int, _ row: Int) -> Int { row * pattern.columns + column }

    /// Gives a module the other colour.
    mutating func turn(_ column: Int, _ row: Int) {
      levels[index(column, row)] = pattern[column, row] == 1 ? light : 0
    }

    /// The modules that carry data, one in each codeword: each turned alone changes another codeword.
    func dataModules(_ count: Int) throws -> [Int] {
      func codewords(_ turned: Int?) throws -> [[Int]] {
        try #require(
          SymbolCodewords(symbology, columns: pattern.columns, rows: pattern.rows) { column, row in
            let own = index(column, row)
            return (pattern.modules[own] == 1) != (own == turned)
          }
        ).blocks.blocks
      }
      let whole = try codewords(nil)
      var found: [Int: Int] = [:]
      for own in pattern.modules.indices where found.count < count {
        guard let changed = try? codewords(own), changed != whole, changed.count == whole.count
        else { continue }
        let places = zip(whole.joined(), changed.joined()).enumerated().filter { $1.0 != $1.1 }
        // A turned module of the format information would change them all.
        if places.count == 1, found[places[0].offset] == nil { found[places[0].offset] = own }
      }
      return found.values.sorted()
    }

    private var grading: MatrixGrading {
      let (columns, rows) = (pattern.columns, pattern.rows)
      let surroundings = (-margin..<rows + margin).flatMap { row in
        (-margin..<columns + margin).map { column -> Double in
          let isInside = (0..<columns).contains(column) && (0..<rows).contains(row)
          let outside = row == -1 && darkAbove.contains(column) ? 0 : light
          return 255 * (isInside ? levels[index(column, row)] : outside)
        }
      }
      return MatrixGrading(
        symbology: symbology,
        reflectances: ModuleReflectances(pattern, surroundings: surroundings, margin: margin),
        axialNonuniformity: axial, gridNonuniformity: grid)
    }

    func grades() throws -> ScanGrades { try #require(grading.grades15415()) }
    func partMarkGrades() throws -> ScanGrades { try #require(grading.grades29158()) }
  }

  private func value(_ grades: ScanGrades, _ parameter: QualityParameter) throws -> Double {
    try #require(grades[parameter], "\(parameter)").grade.value
  }

  @Test(arguments: [Symbology.qrCode, .dataMatrix])
  func anIdealSymbolHasTheBestGrades(_ symbology: Symbology) throws {
    let made = try Made(symbology)
    for grades in [try made.grades(), try made.partMarkGrades()] {
      #expect(grades.parameters.allSatisfy { $0.grade == .best }, "\(grades)")
      #expect(grades[.unusedErrorCorrection]?.value == 1)
    }
  }

  @Test(arguments: [
    (0.70, 4.0), (0.69, 3), (0.55, 3), (0.54, 2), (0.40, 2), (0.39, 1), (0.20, 1), (0.19, 0),
  ])
  func symbolContrastIsGradedByItsLimits(contrast: Double, expected: Double) throws {
    let made = try Made(.dataMatrix, light: 0.8, dark: 0.8 - contrast)
    #expect(try value(made.grades(), .symbolContrast) == expected)
    #expect(try value(made.grades(), .modulation) == 4, "modulation is relative to the contrast")
  }

  @Test(arguments: [
    (0.50, 4.0), (0.49, 3), (0.40, 3), (0.39, 2), (0.30, 2), (0.29, 1), (0.20, 1), (0.19, 0),
  ])
  func modulationOfAllDataIsGradedByItsLimits(modulation: Double, expected: Double) throws {
    for symbology in [Symbology.qrCode, .dataMatrix] {
      var made = try Made(symbology)
      for index in made.levels.indices where !isFixed(index, made.pattern, symbology) {
        made.levels[index] = 0.5 + (made.pattern.modules[index] == 1 ? -0.5 : 0.5) * modulation
      }
      let grades = try made.grades()
      #expect(try value(grades, .modulation) == expected, "\(symbology)")
      #expect(try value(grades, .reflectanceMargin) == expected)
      #expect(try value(grades, .unusedErrorCorrection) == 4, "all modules have their colour")
      #expect(abs((grades[.modulation]?.value ?? 0) - modulation) < 1e-9)
    }
  }

  private func isFixed(_ index: Int, _ pattern: ModulePattern, _ symbology: Symbology) -> Bool {
    let (row, column) = index.quotientAndRemainder(dividingBy: pattern.columns)
    let layout = MatrixLayout.layouts(of: symbology).first {
      $0.columns == pattern.columns && $0.rows == pattern.rows
    }
    return (layout?.fixed ?? []).contains { $0.column == column && $0.row == row }
  }

  /// A Data Matrix of 16 × 16 modules has 24 codewords, 12 of them for error correction. With k codewords
  /// gone 1 − 2 k / 12 is left: 1, 0.83, 0.67, 0.5, 0.33, 0.17 and 0.
  @Test func weakAndWrongCodewordsUseUpErrorCorrection() throws {
    let expected = [4.0, 4, 4, 3, 1, 0, 0]
    for (count, grade) in expected.enumerated() {
      var weak = try Made(.dataMatrix)
      try #require(weak.pattern.columns == 16)
      var wrong = weak
      for index in try weak.dataModules(7).prefix(count) {
        let isDark = weak.pattern.modules[index] == 1
        weak.levels[index] = isDark ? 0.49 : 0.51
        wrong.levels[index] = isDark ? 1 : 0
      }
      // Weak modules have their colour: nothing is mended, modulation alone suffers.
      #expect(try value(weak.grades(), .modulation) == grade, "\(count) weak")
      #expect(try value(weak.grades(), .reflectanceMargin) == grade)
      #expect(try value(weak.grades(), .unusedErrorCorrection) == 4)
      // Wrong ones are as plain as others: their distance from the threshold tells nothing.
      #expect(try value(wrong.grades(), .modulation) == 4, "\(count) wrong")
      #expect(try value(wrong.grades(), .reflectanceMargin) == grade)
      #expect(try value(wrong.grades(), .unusedErrorCorrection) == grade)
      #expect(try value(wrong.grades(), .decode) == 4)
    }
    var lost = try Made(.dataMatrix)
    for index in try lost.dataModules(7) { lost.levels[index] = 1 - lost.levels[index] }
    #expect(try value(lost.grades(), .decode) == 0)
    #expect(try lost.grades().grade == .failed)
  }

  /// L1 has 16 modules: 6 % wrong are a B, 13 % a C, 19 % an F. The mean of the five segments, 3.8 and 3.6,
  /// is a B as well.
  @Test(arguments: [(1, 3.0), (2, 2), (3, 0)])
  func damageOfTheLIsItsShare(count: Int, expected: Double) throws {
    var made = try Made(.dataMatrix)
    for row in 0..<count { made.turn(0, 2 + 3 * row) }
    #expect(try value(made.grades(), .fixedPatternDamage) == expected)
    #expect(try value(made.grades(), .unusedErrorCorrection) == 4)
  }

  /// Of 16 modules of a clock track one wrong is 6 %, an A; two are 12.5 %, a B; three in a row are
  /// irregular, whatever their share.
  @Test func damageOfAClockTrackIsItsShareAndItsRegularity() throws {
    for (columns, expected) in [([4], 4.0), ([4, 10], 3), ([4, 5, 6], 0)] {
      var made = try Made(.dataMatrix)
      for column in columns { made.turn(column, 0) }
      #expect(try value(made.grades(), .fixedPatternDamage) == expected, "\(columns)")
    }
  }

  /// A dark module above the clock track makes two transitions: one more than a clean edge may have, 1/15 of
  /// the track's; two apart make four.
  @Test(arguments: [([], 4), ([5], 3), ([5, 9], 0)] as [(Set<Int>, Double)])
  func aClockTrackNeedsALineOfOneColourBesideIt(columns: Set<Int>, expected: Double) throws {
    var made = try Made(.dataMatrix)
    made.darkAbove = columns
    #expect(try value(made.grades(), .fixedPatternDamage) == expected)
  }

  /// Three segments of five with a B each have a mean of 3.4, which is a C.
  @Test func slightDamageAllAroundCountsMoreThanThatOfOneSegment() throws {
    var made = try Made(.dataMatrix)
    made.turn(0, 5)
    made.turn(5, 15)
    #expect(try value(made.grades(), .fixedPatternDamage) == 3)
    made.turn(4, 0)
    made.turn(10, 0)
    #expect(try value(made.grades(), .fixedPatternDamage) == 2)
  }

  /// Each wrong module of a QR Code's corner costs a grade; the timing pattern of version 2 has nine
  /// modules (one is 11.1 %, a D), its alignment pattern 25 (4 % are a B, 12 % a C).
  @Test func damageOfAQRCodeIsThatOfItsWorstSegment() throws {
    for (modules, expected) in [
      ([(0, 0)], 3.0), ([(0, 0), (3, 3)], 2), ([(0, 0), (3, 3), (6, 0)], 1),
      ([(0, 0), (3, 3), (6, 0), (7, 7)], 0), ([(0, 0), (24, 0), (0, 24)], 3), ([(10, 6)], 1),
      ([(10, 6), (12, 6)], 0), ([(18, 18)], 3), ([(16, 16), (18, 18), (20, 20)], 2),
    ] {
      var made = try Made(.qrCode)
      try #require(made.pattern.columns == 25)
      for (column, row) in modules { made.turn(column, row) }
      #expect(try value(made.grades(), .fixedPatternDamage) == expected, "\(modules)")
      #expect(try value(made.grades(), .formatInformation) == 4)
    }
  }

  @Test(arguments: [([0], 4), ([0, 1], 3), ([0, 1, 2], 3)] as [([Int], Double)])
  func formatInformationHasTheMeanOfItsCopies(columns: [Int], expected: Double) throws {
    var made = try Made(.qrCode)
    for column in columns { made.turn(column, 8) }
    #expect(try value(made.grades(), .formatInformation) == expected)
    #expect(try value(made.grades(), .decode) == 4)
  }

  @Test(arguments: [
    (0.06, 0.38, 4.0), (0.061, 0.381, 3), (0.08, 0.50, 3), (0.081, 0.501, 2), (0.10, 0.63, 2),
    (0.101, 0.631, 1), (0.12, 0.75, 1), (0.121, 0.751, 0),
  ])
  func nonuniformityIsGradedByItsLimits(axial: Double, grid: Double, expected: Double) throws {
    var made = try Made(.dataMatrix)
    (made.axial, made.grid) = (axial, grid)
    #expect(try value(made.grades(), .axialNonuniformity) == expected)
    #expect(try value(made.grades(), .gridNonuniformity) == expected)
    made.grid = nil
    #expect(try made.grades()[.gridNonuniformity] == nil)
  }

  @Test(arguments: [
    (0.30, 4.0), (0.29, 3), (0.25, 3), (0.24, 2), (0.20, 2), (0.19, 1), (0.15, 1), (0.14, 0),
  ])
  func cellContrastIsRelativeToTheLightLevel(contrast: Double, expected: Double) throws {
    let light = 0.4
    let made = try Made(.dataMatrix, light: light, dark: light * (1 - contrast))
    #expect(try value(made.partMarkGrades(), .cellContrast) == expected)
    #expect(try value(made.partMarkGrades(), .cellModulation) == 4)
  }

  @Test(arguments: [(0.05, 4.0), (0.049, 0)])
  func partMarksReflectATwentiethAtLeast(light: Double, expected: Double) throws {
    let made = try Made(.dataMatrix, light: light, dark: 0)
    #expect(try value(made.partMarkGrades(), .minimumReflectance) == expected)
  }

  /// Two levels of dark, half of the modules each: the threshold lies between dark and light, and not where
  /// one bright speck would put it.
  @Test func aBrightSpeckDoesNotMoveTheThresholdOfPartMarks() throws {
    var made = try Made(.dataMatrix, light: 0.4, dark: 0.2)
    let speck = try #require(made.pattern.modules.firstIndex(of: 0))
    made.levels[speck] = 1
    #expect(try value(made.grades(), .decode) == 0, "half of the speck is above all others")
    #expect(try value(made.partMarkGrades(), .decode) == 4)
    #expect(try value(made.partMarkGrades(), .cellContrast) == 4)
  }
}
