import DecoderKit
import Measuring
import Symbols
import Testing

/// Grades of drawn images: of symbols that are located, and of the same where their place is known.
@Suite struct SymbolGraderTests {
  private struct Seen {
    let located: Result<SymbolGrades, GradingFailure>
    let known: Result<SymbolGrades, GradingFailure>
  }

  private func seen(
    _ symbology: Symbology, grader: SymbolGrader = SymbolGrader(),
    _ change: (inout Scene) -> Void = { _ in }
  ) throws -> Seen {
    let scene = try Scene.plain(symbology, module: 6, turn: 7, margin: 12) {
      ($0.noise, $0.sigmaPixels) = (0, 0.5)
      change(&$0)
    }
    let image = BruteForceRasteriser(scene: scene).image()
    let p = scene.corners
    let drawn = scene.symbol
    let reading = Reading(
      symbology: symbology, bytes: drawn.payload,
      corners: Corners(topLeft: p[0], topRight: p[1], bottomRight: p[2], bottomLeft: p[3]))
    let symbol = Symbol(
      symbology: symbology, payload: drawn.payload, columns: drawn.columns, rows: drawn.rows,
      modules: drawn.cells, quietZone: QuietZone(4),
      rowHeights: Array(repeating: drawn.cellHeight, count: drawn.rows))
    let map = scene.map
    return Seen(
      located: grader.grade([reading], in: image)[0],
      known: grader.grade(symbol, in: image) { map($0, $1) })
  }

  @Test(arguments: [Symbology.qrCode, .dataMatrix, .code128, .ean13])
  func aCleanSymbolHasTheBestGradeWhetherItsPlaceIsKnownOrFound(_ symbology: Symbology) throws {
    let seen = try seen(symbology) { ($0.light, $0.dark) = (0.9, 0.1) }
    for result in [seen.located, seen.known] {
      let grades = try result.get()
      #expect(grades.grade == .best, "\(grades.parameters)")
      #expect(abs(grades.moduleSizePixels - 6) < 0.05)
      #expect(grades.scans.count == (symbology == .code128 || symbology == .ean13 ? 10 : 1))
    }
  }

  @Test(arguments: [Symbology.qrCode, .code128])
  func faultsLowerTheGradesOfTheirParameters(_ symbology: Symbology) throws {
    func graded(_ change: (inout Scene) -> Void) throws -> [QualityParameter: GradedParameter] {
      let seen = try seen(symbology, change)
      let (located, known) = (try seen.located.get(), try seen.known.get())
      #expect(abs(located.grade.tenths - known.grade.tenths) <= 2, "\(located) \(known)")
      return Dictionary(uniqueKeysWithValues: known.parameters.map { ($0.parameter, $0) })
    }
    func modulation(_ sigmaPixels: Double) throws -> Double {
      let blurred = try graded { $0.sigmaPixels = sigmaPixels }
      #expect(blurred[.decode]?.grade == .best)
      return try #require(blurred[.modulation]?.value)
    }
    let pale = try graded { ($0.light, $0.dark) = (0.9, 0.42) }
    #expect(pale[.symbolContrast]?.grade == Grade(symbology == .qrCode ? 2 : 2.5))
    #expect(pale[.modulation]?.grade == .best)
    let (sharp, blurred, more) = (try modulation(1), try modulation(1.8), try modulation(2.4))
    #expect(sharp > blurred + 0.05 && blurred > more + 0.05, "\(sharp) \(blurred) \(more)")
  }

  @Test func aLargerApertureBlursMore() throws {
    func modulation(_ aperture: Double) throws -> Double {
      let grades = try seen(.code128, grader: SymbolGrader(apertureModules: aperture)) {
        $0.sigmaPixels = 2
      }.known.get()
      return try #require(grades.parameters.first { $0.parameter == .modulation }?.value)
    }
    let (small, usual, large) = (try modulation(0.4), try modulation(0.8), try modulation(1.6))
    #expect(small > usual && usual > large)
  }

  @Test func partMarksHaveTheBetterOfTwoApertures() throws {
    func grade(_ aperture: Double?) throws -> SymbolGrades {
      try seen(
        .dataMatrix, grader: SymbolGrader(gradesPartMarks: true, apertureModules: aperture)
      ) { $0.sigmaPixels = 3.2 }.known.get()
    }
    let best = try grade(nil)
    #expect(best.standard == .iso29158)
    #expect(best.parameters.contains { $0.parameter == .cellContrast })
    #expect(best.grade == max(try grade(0.5).grade, try grade(0.8).grade))
  }

  @Test func whatIsNotGradedHasAReason() throws {
    #expect(try seen(.aztec).located == .failure(.unsupportedSymbology))
    #expect(
      try seen(.ean13, grader: SymbolGrader(gradesPartMarks: true)).known
        == .failure(.otherStandard))
    let inverted = try seen(.code128) { ($0.light, $0.dark) = (0.1, 0.8) }
    #expect(inverted.known == .failure(.lightOnDark))
    let cut = try seen(.qrCode) { $0.imageWidth /= 2 }
    #expect(cut.known == .failure(.outsideImage))
    let empty = GrayImage(width: 40, height: 40, filledWith: 200)
    let reading = Reading(symbology: .qrCode, bytes: [65])
    #expect(SymbolGrader().grade([reading], in: empty) == [.failure(.notLocated(.notFound))])
  }

  @Test func aLightQRCodeOnDarkIsGradedTurnedOver() throws {
    let grades = try seen(.qrCode) { ($0.light, $0.dark) = (0.05, 0.9) }.known.get()
    #expect(grades.grade == .best, "\(grades.parameters)")
  }
}
