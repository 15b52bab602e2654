import DecoderKit
import Foundation
import Measuring
import Testing

/// The grade parameters of ISO/IEC 15415 and 15416, against faults that are drawn and against sums
/// over the ideal symbol.
@Suite struct GradeTests {
  private func grades(
    _ symbology: Symbology, module: Double = 6, tilt: Double = 0, axis: Double = 0,
    _ change: (inout Scene) -> Void = { _ in }
  ) throws -> GradeParameters {
    try Scene.plain(symbology, module: module, tilt: tilt, axis: axis) {
      ($0.noise, $0.sigmaPixels) = (0, 0.5)
      change(&$0)
    }.measuredCondition().grades
  }

  @Test(arguments: [Symbology.qrCode, .dataMatrix, .aztec])
  func aPerfectMatrixHasPerfectGrades(_ symbology: Symbology) throws {
    let found = try grades(symbology, module: 8)
    #expect(abs(found.symbolContrast - 0.7) < 0.01)
    #expect(found.modulation > 0.95)
    #expect(found.fixedPatternDamage == 0)
    #expect(try #require(found.gridNonuniformity) < 0.02)
    #expect(try #require(found.axialNonuniformity) < 0.005)
    #expect(found.unusedErrorCorrection == 1)
    #expect(found.decodability == nil)
  }

  @Test(arguments: [Symbology.code128, .ean13])
  func aPerfectLinearSymbolHasPerfectGrades(_ symbology: Symbology) throws {
    let found = try grades(symbology)
    #expect(abs(found.symbolContrast - 0.7) < 0.01)
    #expect(found.modulation > 0.95)
    #expect(try #require(found.decodability) > 0.95)
    #expect(found.fixedPatternDamage == nil)
    #expect(found.gridNonuniformity == nil)
    #expect(found.axialNonuniformity == nil)
    #expect(found.unusedErrorCorrection == nil)
  }

  @Test func aStretchedSymbolIsNotUniformAlongItsAxes() throws {
    let found = try grades(.qrCode, tilt: 40, axis: 17)
    let seen = cos(40 * Double.pi / 180)
    let nonuniformity = try #require(found.axialNonuniformity)
    #expect(abs(nonuniformity - (1 - seen) / ((1 + seen) / 2)) < 0.01)
  }

  @Test func aBentSymbolIsNotUniform() throws {
    let found = try grades(.qrCode) { $0.symbol.bend = 0.6 }
    // The straight grid lies at two thirds of the bend: either end is 0.4 modules off.
    let deviation = try #require(found.gridNonuniformity)
    #expect((0.33...0.42).contains(deviation))
  }

  @Test func wrongModulesOfTheFinderAreDamage() throws {
    let found = try grades(.qrCode) {
      for column in 0..<5 { $0.symbol.cells[column] = 0 }
    }
    // Three finders with their separators have 64 modules each, the two timing patterns 5 each.
    let damage = try #require(found.fixedPatternDamage)
    #expect(abs(damage - 5.0 / 202) < 1e-9)
    #expect(found.unusedErrorCorrection == 1)
  }

  @Test func modulationOfAMatrixFollowsFromItsBlur() throws {
    for sigmaModules in [0.2, 0.35, 0.5] {
      var symbol: DrawnSymbol?
      let found = try grades(.aztec, module: 8) {
        $0.sigmaPixels = sigmaModules * 8
        symbol = $0.symbol
      }
      let expected = Self.weakestModule(try #require(symbol), sigma: sigmaModules)
      #expect(abs(found.modulation - expected) < 0.03, "σ \(sigmaModules)")
    }
  }

  /// Modulation by sums over the ideal symbol: the weakest margin through the aperture.
  private static func weakestModule(_ symbol: DrawnSymbol, sigma: Double) -> Double {
    func below(_ x: Double) -> Double { 0.5 * erfc(-x / sigma / 2.0.squareRoot()) }
    func ink(_ u: Double, _ v: Double) -> Double {
      var sum = 0.0
      for row in 0..<symbol.rows {
        let down = below(Double(row) + 1 - v) - below(Double(row) - v)
        for column in 0..<symbol.columns where symbol.cells[row * symbol.columns + column] != 0 {
          sum += down * (below(Double(column) + 1 - u) - below(Double(column) - u))
        }
      }
      return sum
    }
    func seen(_ column: Int, _ row: Int) -> Double {
      var (sum, count) = (0.0, 0.0)
      for i in -4...4 {
        for j in -4...4 where i * i + j * j <= 16 {
          sum += ink(Double(column) + 0.5 + Double(i) / 10, Double(row) + 0.5 + Double(j) / 10)
          count += 1
        }
      }
      return sum / count
    }
    let all = (-1...symbol.rows).flatMap { row in
      (-1...symbol.columns).map { column in
        let isInside = (0..<symbol.rows).contains(row) && (0..<symbol.columns).contains(column)
        return (
          ink: seen(column, row),
          isDark: isInside ? symbol.cells[row * symbol.columns + column] != 0 : nil
        )
      }
    }
    let (low, high) = (all.map(\.ink).min() ?? 0, all.map(\.ink).max() ?? 1)
    let margins = all.compactMap { place in
      place.isDark.map { ($0 ? 1 : -1) * (2 * place.ink - low - high) / (high - low) }
    }
    return max(0, margins.min() ?? 0)
  }

  @Test func modulationOfBarsFollowsFromTheirBlur() throws {
    for sigma in [0.3, 0.5] {
      var cells: [UInt8] = []
      let found = try grades(.code128) {
        $0.sigmaPixels = sigma * 6
        cells = $0.symbol.cells
      }
      // The profile as a sum over bars, at a hundred places in each module.
      func below(_ x: Double) -> Double { 0.5 * erfc(-x / sigma / 2.0.squareRoot()) }
      let profile = (-300..<cells.count * 100 + 300).map { place in
        let u = Double(place) / 100
        return cells.indices.reduce(0.0) { sum, column in
          cells[column] == 0 || abs(Double(column) - u) > 8
            ? sum : sum + below(Double(column) + 1 - u) - below(Double(column) - u)
        }
      }
      let edges = (0...cells.count).filter {
        ($0 > 0 ? cells[$0 - 1] : 0) != ($0 < cells.count ? cells[$0] : 0)
      }
      let bounds = [-3] + edges + [cells.count + 3]
      let extremes = zip(bounds, bounds.dropFirst()).enumerated().map { index, range in
        let own = profile[range.0 * 100 + 300..<min(range.1 * 100 + 300, profile.count)]
        return (index % 2 == 1 ? own.max() : own.min()) ?? 0
      }
      let contrasts = zip(extremes, extremes.dropFirst()).map { abs($0 - $1) }
      let range = (profile.max() ?? 1) - (profile.min() ?? 0)
      #expect(abs(found.modulation - (contrasts.min() ?? 0) / range) < 0.03, "σ \(sigma)")
    }
  }

  @Test(arguments: [Symbology.code128, .ean13])
  func aMisplacedEdgeUsesUpDecodability(_ symbology: Symbology) throws {
    // Tenths of modules are drawn; the first edge in the second character is moved by two of them.
    let found = try grades(symbology) { scene in
      let fine = scene.symbol.cells.flatMap { [UInt8](repeating: $0, count: 10) }
      let start = symbology == .code128 ? 110 : 100
      let edge = (start + 1..<fine.count).first { fine[$0] != fine[$0 - 1] } ?? 0
      scene.symbol.cells = fine
      for index in 0..<2 { scene.symbol.cells[edge + index] = fine[edge - 1] }
      scene.symbol.columns *= 10
      for index in [0, 3, 6] { scene.map.m[index] /= 10 }
    }
    // Thresholds are half a module away.
    #expect(abs(try #require(found.decodability) - 0.6) < 0.05)
  }
}
