import Analysis
import Results
import Testing

@testable import RunFixtures

@Suite struct RunInspectionTests {
  private static let trials = 40

  private func inspection(_ observations: [Observation]) throws -> RunInspection {
    let corpus = try Fixture.corpus(levels: "1, 2", trials: Self.trials)
    let decoders = ["a", "b"].map { Fixture.configured($0, supports: [true]) }
    let store = MemoryStore()
    let run = store.begin(Fixture.record(corpus, decoders: decoders)).number
    store.append(observations, toRun: run)
    store.finish(run: run, outcome: Fixture.outcome())
    return try RunInspection(ofRun: run, in: store)
  }

  private func observation(
    _ trial: Int, _ verdict: Verdict, nanoseconds: Int, decoder: Int = 0
  ) -> Observation {
    Observation(
      decoder: decoder, place: .init(group: 0, level: 0, trial: trial), finding: Finding(verdict),
      wallNanoseconds: nanoseconds)
  }

  @Test func quantilesAreNearestRanksAndBinsHoldEverything() throws {
    let times = (0..<Self.trials).map { 1_000_000 * ($0 * 7 % Self.trials + 1) }
    let (scale, decoders) = try inspection(
      times.indices.map { observation($0, .read, nanoseconds: times[$0]) }
    ).latencies
    let reads = try #require(decoders.first?.reads)
    let sorted = times.map { Double($0) / 1e6 }.sorted()
    func rank(_ share: Double) -> Double {
      sorted[Int((Double(sorted.count) * share).rounded(.up)) - 1]
    }
    #expect(reads.median == rank(0.5) && reads.p95 == rank(0.95) && reads.p99 == rank(0.99))
    #expect(reads.count == times.count && reads.bins.reduce(0, +) == times.count)
    #expect(reads.bins.count == LatencyScale.binCount)
    for (bin, count) in reads.bins.enumerated() {
      let (start, end) = (scale.start(ofBin: bin), scale.start(ofBin: bin + 1))
      let isLast = bin == LatencyScale.binCount - 1
      #expect(count == sorted.count { $0 >= start && ($0 < end || isLast) }, "bin \(bin)")
    }
    #expect(decoders.count == 1 && decoders[0].misses == nil, "the other one was not tried")
  }

  @Test func breakagesHaveNoLatency() throws {
    let (_, decoders) = try inspection([
      observation(0, .read, nanoseconds: 2_000_000), observation(1, .crash, nanoseconds: 9),
      observation(2, .timeout, nanoseconds: 0), observation(3, .noRead, nanoseconds: 4_000_000),
    ]).latencies
    #expect(decoders[0].reads?.count == 1 && decoders[0].misses?.count == 1)
    #expect(decoders[0].misses?.median == 4)
  }

  @Test func aClockThatSaysZeroBreaksNoScale() throws {
    let (scale, decoders) = try inspection([
      observation(0, .read, nanoseconds: 0), observation(1, .read, nanoseconds: 0),
    ]).latencies
    #expect(scale.lowest > 0 && scale.lowest < scale.highest)
    #expect(decoders[0].reads?.bins.reduce(0, +) == 2)
  }
}
