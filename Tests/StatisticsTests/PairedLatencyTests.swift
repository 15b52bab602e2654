import Foundation
import Statistics
import TestSupport
import Testing

struct PairedLatencyTests {
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
