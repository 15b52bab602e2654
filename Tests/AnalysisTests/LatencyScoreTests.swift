import Analysis
import Results
import Testing

@testable import RunFixtures

@Suite struct LatencyScoreTests {
  /// A quantile computed slowly: the value of the nearest rank after sorting.
  private func sortedQuantile(_ share: Double, _ values: [Double]) -> Double {
    values.sorted()[Int((Double(values.count) * share).rounded(.up)) - 1]
  }

  @Test(arguments: [1, 2, 3, 7, 60, 301])
  func quantilesAreThoseOfTheSortedTimes(trials: Int) throws {
    let corpus = try Fixture.corpus(levels: "1, 2", trials: trials)
    let record = Fixture.record(corpus, decoders: [Fixture.configured("a", supports: [true])])
    let store = MemoryStore()
    let run = store.begin(record).number
    var times: [Double] = []
    for level in 0..<2 {
      for trial in 0..<trials {
        // Equal values, and stretches that rise or fall.
        let milliseconds = (trial * 7919 + level * 31) % 97 + 1
        times.append(Double(milliseconds))
        store.append(
          [
            Observation(
              decoder: 0, place: .init(group: 0, level: level, trial: trial),
              finding: Finding(.read), wallNanoseconds: milliseconds * 1_000_000)
          ], toRun: run)
      }
    }
    store.finish(run: run, outcome: Fixture.outcome())
    let table = try Scorer.scores(ofRun: run, in: store)
    let latency = try #require(table.decoder("a")?.groups.first).latency
    #expect(latency.readMedian == sortedQuantile(0.5, times))
    #expect(latency.readP95 == sortedQuantile(0.95, times))
    #expect(latency.missMedian == nil)
  }
}
