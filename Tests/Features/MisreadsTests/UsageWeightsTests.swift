import Base
import Corpora
import Testing

@testable import Misreads

/// Files of weights: their meaning, and the faults that are named.
struct UsageWeightsTests {
  private let corpus: Corpus

  init() throws {
    corpus = try Corpus(
      yaml: """
        format: 1
        name: two-groups
        version: 1
        title: Two groups
        question: Which?
        seed: 1
        symbols:
          - {name: a, symbology: qr-code, version: 2, ecc: M, payload: {kind: digits, length: 24}}
          - {name: b, symbology: qr-code, version: 2, ecc: M, payload: {literals: ["one", "two", "three"]}}
        conditions:
          - {name: upright}
          - {name: turned, rotation: [0, 90, 180, 270]}
        sweep: {axis: module-size, harder: smaller, levels: [1, 2, 3]}
        trials: 10
        """, file: "two-groups.yaml")
  }

  private func weights(_ text: String) throws -> [[Double]] {
    try UsageWeights(parsing: text, file: "use.txt", corpus: corpus).values
  }

  @Test func laterLinesWinAndUnnamedCellsHaveNone() throws {
    #expect(
      try weights("# use\n*/turned *\t1\nb/turned 2.. 0.5\n\na/upright ..1 3 # rare\n")
        == [[3, 0, 0], [1, 1, 1], [0, 0, 0], [1, 0.5, 0.5]])
    #expect(try weights("* 1.5..2.5 2") == Array(repeating: [0, 2, 0], count: 4))
  }

  @Test(arguments: [
    (
      "* * 1\na/uprigth 2 1",
      "use.txt:2: corpus two-groups has no group \"a/uprigth\". Did you mean"
    ),
    ("* 4..5 1", "use.txt:1: corpus two-groups has no level in \"4..5\". Its levels: 1, 2, 3"),
    ("* 3..2 1", "\"3..2\" is neither a level, nor a range such as 2..4, nor *"),
    ("* 1..2..3 1", "is neither a level, nor a range"),
    ("* * -1", "use.txt:1: \"-1\" is not a weight"),
    ("* * nan", "\"nan\" is not a weight"),
    ("* 1", "a line has a group, levels and a weight"),
    ("# nothing\n* * 0", "use.txt: no cell of two-groups gets a weight"),
  ])
  func faultsAreNamedWithTheirLine(text: String, words: String) throws {
    let error = #expect(throws: FileFault.self) { try weights(text) }
    let message = error?.description ?? ""
    #expect(message.contains(words), "\(message)")
  }

  @Test func payloadsAndConditionsThatTakeTurnsHaveAPeriod() {
    #expect(corpus.periods == [1, 4, 3, 12])
  }
}
