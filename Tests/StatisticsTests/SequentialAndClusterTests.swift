import Statistics
import TestSupport
import Testing

struct SequentialTestTests {
  @Test func ninetyReadsInARowCertify() {
    // ln 40 / ln(.99/.95) = 89.4.
    var test = SequentialTest()
    for _ in 0..<89 { test.record(isRead: true) }
    #expect(test.state == .undecided)
    test.record(isRead: true)
    #expect(test.state == .certified)
    test.record(isRead: false)
    #expect(test.state == .certified && test.trials == 90)
  }

  @Test func twoMissesAtTheStartRefuse() {
    var test = SequentialTest()
    test.record(isRead: false)
    #expect(test.state == .undecided)
    test.record(isRead: false)
    #expect(test.state == .refused)
  }

  @Test func trialsRunOut() {
    var test = SequentialTest(maximumTrials: 10)
    for _ in 0..<10 { test.record(isRead: true) }
    #expect(test.state == .exhausted)
  }

  @Test func rateAtTheTargetIsRarelyCertified() {
    var random = SeededGenerator(seed: 8)
    let certified = (0..<20_000).count { _ in
      var test = SequentialTest()
      while test.state == .undecided {
        test.record(isRead: Double.random(in: 0..<1, using: &random) < 0.95)
      }
      return test.state == .certified
    }
    // At most 2.5 %, with four standard errors of 20 000 simulations.
    #expect(Double(certified) / 20_000 < 0.025 + 4 * (0.025 * 0.975 / 20_000).squareRoot())
  }
}

struct JackknifeTests {
  @Test func jackknifeOfAMeanIsItsTextbookStandardError() throws {
    let values = [3.0, 5, 4, 8, 1]
    let sum = values.reduce(0, +)
    let result = try #require(
      Jackknife.interval(
        estimate: sum / 5, leaveOneOut: values.map { (sum - $0) / 4 }))
    let variance = values.reduce(0) { $0 + ($1 - sum / 5) * ($1 - sum / 5) } / 4
    #expect(isClose(result.standardError, (variance / 5).squareRoot(), within: 1e-12))
    // Student's t with 4 degrees of freedom, from the tables: 2.776445.
    #expect(
      isClose(result.interval.width / 2 / result.standardError, 2.7764451052, within: 1e-8))
  }

  @Test func singleClusterHasNoIntervalOfItsOwn() {
    let one = Jackknife.meanThreshold(clusters: [sweep([0, 5, 10], of: 10)])
    #expect(one?.interval == Interval(lower: -.infinity, upper: .infinity))
    #expect(Jackknife.meanThreshold(clusters: []) == nil)
    #expect(Jackknife.interval(estimate: .nan, leaveOneOut: [1, 2]) == nil)
  }

  @Test func clustersOfEqualSizeAreAveraged() throws {
    let clusters = [[0, 5, 10], [0, 7, 10], [1, 4, 9]].map { sweep($0, of: 10) }
    let result = try #require(Jackknife.meanThreshold(clusters: clusters))
    let apart = clusters.map { MeanThreshold.estimate($0)!.estimate }
    let mean = apart.reduce(0, +) / 3
    let variance = apart.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 2
    #expect(isClose(result.estimate, mean, within: 1e-12))
    #expect(isClose(result.standardError, (variance / 3).squareRoot(), within: 1e-12))
    #expect(result.clusters == 3)
  }
}
