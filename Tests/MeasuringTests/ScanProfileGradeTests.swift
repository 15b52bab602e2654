import DecoderKit
import Testing

@testable import Measuring

/// Grades by ISO/IEC 15416 of profiles whose grade follows from how they were made.
@Suite struct ScanProfileGradeTests {
  /// A profile made of straight pieces: a level for each element, and a ramp over each edge whose middle
  /// is the edge.
  private struct Made {
    /// Code 128: start A, one character, stop.
    static let nominal = [2, 1, 1, 4, 1, 2, 2, 1, 2, 2, 2, 2, 2, 3, 3, 1, 1, 1, 2]

    var widths = nominal.map(Double.init)
    /// The quiet zones come first and last.
    var levels: [Double]
    /// The depth of a dent in the middle of the space of four modules.
    var dent = 0.0

    init(light: Double = 0.9, dark: Double = 0.1) {
      levels = (0..<Self.nominal.count + 2).map { $0 % 2 == 0 ? light : dark }
    }

    private static let density = 16
    private static let ramp = 0.5
    private static let zone = 10.0

    var profile: ReflectanceProfile {
      var edges = [Self.zone]
      for width in widths { edges.append(edges[edges.count - 1] + width) }
      let steps = Int((edges[edges.count - 1] + Self.zone) * Double(Self.density))
      // The space of four modules is the fourth element; the dent is one module wide.
      let middle = (edges[3] + edges[4]) / 2
      return ReflectanceProfile(
        (0...steps).map { step in
          let place = Double(step) / Double(Self.density)
          let element = edges.count { $0 <= place }
          let near = edges.firstIndex { abs($0 - place) < Self.ramp / 2 }
          guard let near else {
            let depth = max(0, 1 - abs(place - middle) / 0.5) * dent
            return levels[element] - depth
          }
          let share = (place - edges[near]) / Self.ramp + 0.5
          return levels[near] + (levels[near + 1] - levels[near]) * share
        })
    }

    func grades() throws -> ScanGrades {
      try #require(profile.grades(.code128, nominal: Self.nominal))
    }
  }

  private func grade(_ parameter: QualityParameter, _ made: Made) throws -> Double {
    try #require(try made.grades()[parameter]).grade.value
  }

  @Test func anIdealProfileHasTheBestGrades() throws {
    let grades = try Made().grades()
    #expect(grades.grade == .best)
    #expect(
      grades.parameters.map(\.parameter).prefix(3) == [
        .decode, .symbolContrast, .minimumReflectance,
      ])
    #expect(abs((grades[.symbolContrast]?.value ?? 0) - 0.8) < 1e-9)
    #expect(grades[.modulation]?.value == 1)
    #expect(grades[.defects]?.value == 0)
    #expect(abs((grades[.decodability]?.value ?? 0) - 1) < 1e-9)
  }

  /// Between limits grades are interpolated and rounded to a tenth: 0.39 is 1 + 19/20, which is 2.0.
  @Test(arguments: [
    (0.71, 4.0), (0.70, 4.0), (0.69, 3.9), (0.55, 3.0), (0.54, 2.9), (0.40, 2.0), (0.39, 2.0),
    (0.38, 1.9), (0.20, 1.0), (0.19, 0.8), (0.16, 0.2), (0.15, 0), (0.05, 0),
  ])
  func symbolContrastIsGradedByItsLimits(contrast: Double, expected: Double) throws {
    #expect(try grade(.symbolContrast, Made(light: 0.9, dark: 0.9 - contrast)) == expected)
  }

  @Test(arguments: [(0.40, true), (0.41, false)])
  func theDarkestMayReflectHalfOfTheLightest(dark: Double, passes: Bool) throws {
    #expect(try grade(.minimumReflectance, Made(light: 0.8, dark: dark)) == (passes ? 4 : 0))
    // The scan has the grade of its worst parameter.
    #expect((try Made(light: 0.8, dark: dark).grades().grade == .failed) == !passes)
  }

  /// A bar and a space beside it come as close to each other as the edge contrast says.
  private func weakEdge(_ contrast: Double, of whole: Double = 1) -> Made {
    var made = Made(light: whole, dark: 0)
    (made.levels[7], made.levels[8]) = ((whole - contrast) / 2, (whole + contrast) / 2)
    return made
  }

  @Test(arguments: [(0.15, 4.0), (0.14, 0.0)])
  func edgesBelowTheLeastContrastFail(contrast: Double, expected: Double) throws {
    #expect(try grade(.minimumEdgeContrast, weakEdge(contrast)) == expected)
  }

  @Test(arguments: [
    (0.70, 4.0), (0.69, 3.9), (0.65, 3.5), (0.60, 3.0), (0.59, 2.9), (0.50, 2.0), (0.49, 1.9),
    (0.40, 1.0), (0.39, 0.9), (0.31, 0.1), (0.30, 0), (0.2, 0),
  ])
  func modulationIsTheWeakestEdgesShare(modulation: Double, expected: Double) throws {
    for whole in [1.0, 0.5] {
      #expect(try grade(.modulation, weakEdge(modulation * whole, of: whole)) == expected)
    }
  }

  @Test(arguments: [
    (0.14, 4.0), (0.15, 4.0), (0.16, 3.8), (0.20, 3.0), (0.21, 2.8), (0.25, 2.0), (0.26, 1.8),
    (0.30, 1.0), (0.31, 0),
  ])
  func defectsAreTheDeepestDentsShare(defects: Double, expected: Double) throws {
    for whole in [1.0, 0.6] {
      var made = Made(light: whole, dark: 0)
      made.dent = defects * whole
      #expect(try grade(.defects, made) == expected)
    }
  }

  @Test(arguments: [
    (0.62, 4.0), (0.61, 3.9), (0.50, 3.0), (0.49, 2.9), (0.37, 2.0), (0.36, 1.9), (0.25, 1.0),
    (0.24, 0.8), (0.20, 0), (0.10, 0),
  ])
  func decodabilityIsWhatAMovedEdgeLeaves(decodability: Double, expected: Double) throws {
    // Thresholds are half a module away: an edge that moves by d leaves 1 − 2 d.
    var made = Made()
    made.widths[6] += (1 - decodability) / 2
    made.widths[7] -= (1 - decodability) / 2
    #expect(try grade(.decodability, made) == expected)
    #expect(try grade(.decode, made) == 4)
  }

  @Test func anEdgeBeyondItsThresholdOrAMissingElementDoesNotDecode() throws {
    var moved = Made()
    moved.widths[8] += 0.55
    moved.widths[9] -= 0.55
    #expect(try grade(.decode, moved) == 0)
    var filled = Made()
    filled.levels[2] = 0.1
    let grades = try filled.grades()
    #expect(grades[.decode]?.grade == .failed)
    #expect(grades[.decodability]?.grade == .failed)
    #expect(grades.grade == .failed)
    var dirty = Made()
    dirty.dent = 0.6
    #expect(try grade(.decode, dirty) == 0, "a dent below the threshold is a bar")
  }

  /// Ten scans, worked by hand. Light is 0.8; what is not named is that of an ideal profile, 4.0.
  ///
  ///     scan  made with                     value                  parameter's grade       scan
  ///      1    dark 0.10                     SC 0.70                4                        4.0
  ///      2    dark 0.25                     SC 0.55                3                        3.0
  ///      3    dark 0.30                     SC 0.50                2 + 10/15 = 2.67         2.7
  ///      4    dark 0.40                     SC 0.40, Rmin = half   2; passes                2.0
  ///      5    dark 0.41                     Rmin > 0.40            fails                    0.0
  ///      6    dark 0, dent 0.14             defects 0.175 ≈ 0.18   3 + 2/5 = 3.4            3.4
  ///      7    dark 0, dent 0.20             defects 0.25           2                        2.0
  ///      8    dark 0, edge moved by 0.22    decodability 0.56      3 + 6/12 = 3.5           3.5
  ///      9    dark 0, edge contrast 0.44    modulation 0.55        2 + 5/10 = 2.5           2.5
  ///     10    dark 0, edge moved by 0.3,    decodability 0.40      2 + 3/13 = 2.23          2.2
  ///           edge contrast 0.52            modulation 0.65        3.5
  ///
  /// The sum is 25.3: the mean 2.53, rounded 2.5, a B.
  @Test func tenScansAgreeWithACalculationByHand() throws {
    func made(_ dark: Double = 0, _ change: (inout Made) -> Void = { _ in }) -> Made {
      var made = Made(light: 0.8, dark: dark)
      change(&made)
      return made
    }
    func move(_ made: inout Made, _ way: Double) {
      made.widths[12] += way
      made.widths[13] -= way
    }
    func weaken(_ made: inout Made, _ contrast: Double) {
      (made.levels[7], made.levels[8]) = ((0.8 - contrast) / 2, (0.8 + contrast) / 2)
    }
    let scans = try [
      made(0.10), made(0.25), made(0.30), made(0.40), made(0.41), made { $0.dent = 0.14 },
      made { $0.dent = 0.20 }, made { move(&$0, 0.22) }, made { weaken(&$0, 0.44) },
      made {
        move(&$0, 0.3)
        weaken(&$0, 0.52)
      },
    ].map { try $0.grades() }
    #expect(
      scans.map(\.grade.value) == [4.0, 3.0, 2.7, 2.0, 0.0, 3.4, 2.0, 3.5, 2.5, 2.2])
    let symbol = SymbolGrades(
      standard: .iso15416, symbology: .code128, apertureModules: 0.8, moduleSizePixels: 4,
      outline: Corners(
        topLeft: Point(x: 0, y: 0), topRight: Point(x: 1, y: 0), bottomRight: Point(x: 1, y: 1),
        bottomLeft: Point(x: 0, y: 1)), scans: scans)
    #expect(symbol.grade.value == 2.5)
    #expect(symbol.grade.letter == .b)
    // Nine scans pass the reflectance test: a mean grade of 3.6.
    #expect(symbol.parameters.first { $0.parameter == .minimumReflectance }?.grade.value == 3.6)
  }

  @Test(arguments: [
    (3.5, "A"), (3.4, "B"), (2.5, "B"), (2.4, "C"), (1.5, "C"), (1.4, "D"), (0.5, "D"), (0.4, "F"),
  ])
  func lettersHaveTheirLimits(value: Double, letter: String) {
    #expect(Grade(value).letter.rawValue == letter)
  }
}
