import DecoderKit
import TestSupport
import Testing

@testable import Measuring

/// Conditions of registrations that no fit would leave behind.
@Suite struct HostileRegistrationTests {
  @Test func anyRegistrationHasAConditionOfPlainNumbers() throws {
    var random = SeededGenerator(seed: SeededGenerator.testSeed)
    func draw(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
    var tried = 0
    for number in 0..<700 {
      let (width, height) = (Int.random(in: 1...60, using: &random), 1 + number % 50)
      let pixels = (0..<width * height).map { _ in UInt8.random(in: 0...255, using: &random) }
      let image = try GrayImage(width: width, height: height, pixels: pixels)
      let columns = Int.random(in: 1...90, using: &random)
      let rows = number % 3 == 0 ? 1 : Int.random(in: 2...60, using: &random)
      let far = [1.0, 1, 1, 30][number % 4]
      func point() -> Point {
        Point(x: draw(-1...2) * Double(width) * far, y: draw(-1...2) * Double(height) * far)
      }
      let corners = Corners(
        topLeft: point(), topRight: point(), bottomRight: point(), bottomLeft: point())
      guard
        let map = Homography(width: Double(columns), height: Double(rows), to: corners)
      else { continue }
      tried += 1
      func level() -> LevelPlane {
        LevelPlane(
          level: draw(-50...300), across: draw(-3...3), down: draw(-3...3), centre: point())
      }
      let registration = Registration(
        map: map,
        pattern: ModulePattern(
          columns: columns, rows: rows,
          modules: (0..<columns * rows).map { _ in UInt8.random(in: 0...1, using: &random) }),
        light: level(), dark: level(), blurPixels: draw(0.27...40))
      let symbology = Symbology.allCases[number % Symbology.allCases.count]
      let fixed = MatrixLayout.layouts(of: symbology).first?.fixed ?? []
      let condition = LuminancePlane.with(image) { plane in
        let ink = InkFit(registration, in: plane)
        return ConditionGauge(
          plane: plane, registration: registration, ink: ink,
          shifts: rows > 1 ? ink?.gridShifts() : nil, symbology: symbology,
          hasSquareModules: rows > 1,
          fixed: fixed.filter { $0.column < columns && $0.row < rows }
        ).condition()
      }
      check(try #require(condition), number)
    }
    #expect(tried > 80)
  }

  private func check(_ found: SymbolCondition, _ number: Int) {
    let zone = found.quietZone
    let plain = [
      found.turnDegrees, found.tiltDegrees, found.blurSigmaPixels.lower,
      found.blurSigmaPixels.upper, found.noiseGreyLevels, found.lightGradient,
      found.barGrowthModules,
    ].compactMap(\.self)
    let place: Comment = "registration \(number), seed \(SeededGenerator.testSeed)"
    let areFinite = plain.allSatisfy { $0.isFinite }
    #expect(areFinite, place)
    let zones = [zone.left, zone.top, zone.right, zone.bottom].compactMap(\.self)
    let areZonesRight = zones.allSatisfy { $0 >= 0 && $0 <= SymbolCondition.quietZoneReach }
    #expect(areZonesRight, place)
    let grades = found.grades
    let shares = [
      found.lightReflectance, found.darkReflectance, grades.symbolContrast, grades.modulation,
      grades.fixedPatternDamage, grades.unusedErrorCorrection, grades.decodability,
    ].compactMap(\.self)
    let areSharesRight = shares.allSatisfy { $0 >= 0 && $0 <= 1 }
    #expect(areSharesRight, place)
  }
}
