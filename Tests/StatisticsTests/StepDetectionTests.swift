import Statistics
import TestSupport
import Testing

struct StepDetectionTests {
  @Test func aDeterministicSeriesHasItsStepFoundHoweverSmall() throws {
    let values = Array(repeating: 1.5, count: 5) + Array(repeating: 1.501, count: 4)
    let step = try #require(StepDetection.find(values))
    #expect(step.index == 5)
    #expect(isClose(step.before, 1.5, within: 1e-12) && isClose(step.after, 1.501, within: 1e-12))
  }

  @Test func aSeriesThatNeverChangesHasNone() {
    #expect(StepDetection.find(Array(repeating: 1.37, count: 30)) == nil)
    #expect(StepDetection.find([]) == nil)
    #expect(StepDetection.find([1, 1, 2, 2, 2]) == nil, "two values may be luck")
  }

  @Test func noiseAloneSeldomHasOne() {
    var random = SeededGenerator(seed: 11)
    func normal() -> Double {
      (0..<12).reduce(-6) { sum, _ in sum + .random(in: 0..<1, using: &random) }
    }
    let found = (0..<400).count { _ in
      StepDetection.find((0..<20).map { _ in normal() }) != nil
    }
    // At most 1 % nominally; 13 or more of 400 have a chance of less than 1 in 10 000.
    #expect(found <= 12)
  }

  @Test func aStepOfTwiceTheNoiseIsFoundInAMonth() {
    var random = SeededGenerator(seed: 12)
    func normal() -> Double {
      (0..<12).reduce(-6) { sum, _ in sum + .random(in: 0..<1, using: &random) }
    }
    let found = (0..<100).count { _ in
      let values = (0..<30).map { normal() + ($0 >= 15 ? 2 : 0) }
      return abs((StepDetection.find(values)?.index ?? 0) - 15) <= 3
    }
    #expect(found >= 80)
  }
}
