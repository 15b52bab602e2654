import Foundation
import Statistics
import TestSupport
import Testing

struct PairedLatencyTests {
  @Test func hodgesLehmannIsTheMedianOfAllPairwiseAverages() throws {
    var random = SeededGenerator(seed: 7)
    for n in [1, 2, 3, 10, 41] {
      let baseline = (0..<n).map { _ in Double.random(in: 1...3, using: &random) }
      // Some ties, so that many averages are exactly 0.
      let candidate = baseline.map {
        Bool.random(using: &random) ? $0 : $0 * exp(Double.random(in: -5...5, using: &random))
      }
      let d = zip(baseline, candidate).map { log($1) - log($0) }
      let averages = d.indices.flatMap { i in (0...i).map { (d[i] + d[$0]) / 2 } }.sorted()
      let middle =
        (averages[(averages.count - 1) / 2] + averages[averages.count / 2]) / 2
      let result = try #require(PairedLatency.compare(baseline: baseline, candidate: candidate))
      #expect(isClose(result.hodgesLehmannRatio, exp(middle), within: 1e-14))
    }
  }

  @Test func sixPairsAreTheFewestWithAnInterval() throws {
    func compare(_ n: Int) -> PairedLatency? {
      PairedLatency.compare(
        baseline: Array(repeating: 1, count: n), candidate: (1...n).map(Double.init))
    }
    #expect(compare(5)?.medianRatioInterval == Interval(lower: 0, upper: .infinity))
    let six = try #require(compare(6))
    #expect(isClose(six.medianRatioInterval.lower, 1, within: 1e-14))
    #expect(isClose(six.medianRatioInterval.upper, 6, within: 1e-14))
  }

  @Test func timesThatAreNoTimesAreLeftOut() throws {
    #expect(PairedLatency.compare(baseline: [], candidate: []) == nil)
    #expect(PairedLatency.compare(baseline: [0, .nan, -1], candidate: [1, 1, .infinity]) == nil)
    let result = PairedLatency.compare(baseline: [0, 2, 5], candidate: [3, 4])
    #expect(result?.pairs == 1)
    #expect(isClose(try #require(result).medianRatio, 2, within: 1e-14))
  }
}
