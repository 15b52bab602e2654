import Testing

@testable import Limits

/// Dynamic programming beside a search of everything.
@Suite struct BarTrellisTests {
  private func bars(_ text: String) -> [Bool] { text.map { $0 == "#" } }

  private var grammar: BarGrammar {
    let words = ["#..", "##.", "#.#", "#...", "#.##"].enumerated().map {
      BarGrammar.Word(bars: bars($0.element), sums: ($0.offset, 0))
    }
    return BarGrammar(
      steps: [[BarGrammar.Word(bars: bars("#.#"))], words, words, words]
        + [[BarGrammar.Word(bars: bars("##"))]], moduli: (5, 1))
  }

  /// All bars of a number of columns that the grammar allows.
  private func sentences(_ columns: Int) -> [[Bool]] {
    var all: [(bars: [Bool], sum: Int)] = [([], 0)]
    for step in grammar.steps {
      all = all.flatMap { start in
        step.map { (start.bars + $0.bars, (start.sum + $0.sums.0) % 5) }
      }
    }
    return all.filter { $0.bars.count == columns && $0.sum == 0 }.map(\.bars)
  }

  @Test(arguments: [1, 2, 4, 7])
  func bestBarsAreTheLikeliestOfAll(_ reach: Int) throws {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<20 {
      let columns = Int.random(in: 14...17, using: &generator)
      var matrix = BandMatrix(count: columns, reach: reach)
      for row in 0..<columns {
        for column in max(0, row - reach)...row {
          matrix[row, column] =
            row == column
            ? 2 * Double(reach) : Double.random(in: -1...1, using: &generator)
        }
      }
      let model = ForwardModel(
        information: matrix,
        match: (0..<columns).map { _ in Double.random(in: -4...6, using: &generator) })
      let found = try #require(BarTrellis(model, grammar).best())
      let slow = try #require(sentences(columns).map { model.likelihood($0) }.max())
      #expect(abs(found.likelihood - slow) < 1e-9)
      #expect(abs(model.likelihood(found.bars) - slow) < 1e-9)
    }
  }

  @Test func columnsThatNothingFillsHaveNoBars() {
    let model = ForwardModel(
      information: BandMatrix(count: 5, reach: 1), match: [Double](repeating: 0, count: 5))
    #expect(BarTrellis(model, grammar).best() == nil)
  }
}
