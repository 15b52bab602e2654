import Testing

@testable import Measuring

/// The overlay of modulation and error correction.
@Suite struct ModulationTests {
  private func modulation(
    _ margins: [Double], correctableShare: Double, codewordModules: Int = 8
  ) -> Double {
    ModuleReflectances.modulation(
      margins, correctableShare: correctableShare, codewordModules: codewordModules)
  }

  @Test func withoutErrorCorrectionTheWeakestModuleCounts() {
    #expect(modulation([0.9, 0.3, 0.8], correctableShare: 0) == 0.3)
    #expect(modulation([], correctableShare: 0.2) == 0)
  }

  @Test func modulesThatCanBeMendedDoNotCount() {
    // One module of 400 is weak: two codewords in a hundred, of the twenty that could be wrong.
    let margins = [0.1] + [Double](repeating: 0.95, count: 399)
    let found = modulation(margins, correctableShare: 0.2)
    #expect(abs(found - 0.9) < 0.002)
  }

  @Test func aWeakModuleCostsMoreWhereCodewordsAreLarger() {
    let margins = [Double](repeating: 0.1, count: 4) + [Double](repeating: 0.95, count: 396)
    let small = modulation(margins, correctableShare: 0.3, codewordModules: 6)
    #expect(small > modulation(margins, correctableShare: 0.3, codewordModules: 17))
  }

  @Test func tooManyWeakModulesCount() {
    let margins = [Double](repeating: 0.1, count: 40) + [Double](repeating: 0.95, count: 360)
    #expect(modulation(margins, correctableShare: 0.2) == 0.1)
  }
}
