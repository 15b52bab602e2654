import Results
import Testing

@Suite struct ModuleSizeBandTests {
  @Test func bandsBeginAtTheArticlesLimits() {
    let bands = [0.5, 2.999, 3, 4.999, 5, 9.999, 10, 19.999, 20, 80].map(ModuleSizeBand.init)
    #expect(
      bands == [
        .extreme, .extreme, .difficult, .difficult, .challenging, .challenging, .good, .good,
        .excellent, .excellent,
      ])
  }
}
