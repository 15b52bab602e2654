import Analysis
import Results
import Testing

@testable import RunFixtures

@Suite struct SampleWinsTests {
  @Test func onlySamplesThatBothTriedAndOneReadAreListed() throws {
    let corpus = try Fixture.corpus(levels: "1, 2", trials: 3)
    let record = Fixture.record(
      corpus,
      decoders: [
        Fixture.configured("a", supports: [true]), Fixture.configured("b", supports: [true]),
      ])
    let store = MemoryStore()
    let run = store.begin(record).number
    func add(_ decoder: Int, _ level: Int, _ trial: Int, _ verdict: Verdict) {
      store.append(
        [
          Observation(
            decoder: decoder, place: .init(group: 0, level: level, trial: trial),
            finding: Finding(verdict))
        ], toRun: run)
    }
    add(0, 1, 2, .read)
    add(1, 1, 2, .noRead)
    add(0, 0, 1, .read)
    add(1, 0, 1, .misread)
    add(0, 0, 0, .read)
    add(1, 0, 0, .read)
    // The other decoder did not try this sample, so that nobody wins it.
    add(0, 1, 0, .read)
    let wins = try SampleWins.keys(of: "a", over: "b", inRun: run, of: store)
    #expect(wins == ["tiny/v1/c0/1/1", "tiny/v1/c0/2/2"])
    #expect(try SampleWins.keys(of: "b", over: "a", inRun: run, of: store).isEmpty)
    let error = #expect(throws: SampleWinsError.self) {
      try SampleWins.keys(of: "a", over: "bb", inRun: run, of: store)
    }
    #expect(error?.description.contains("Did you mean \"b\"?") == true, "\(error!)")
  }
}
