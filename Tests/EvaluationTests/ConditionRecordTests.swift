import Corpora
import Results
import Testing

@testable import RunFixtures

@Suite struct ConditionRecordTests {
  private static func record(_ condition: String, axis: String = "module-size") throws
    -> CorpusRecord
  {
    CorpusRecord(
      try Corpus(
        yaml: """
          format: 1
          name: tiny
          version: 1
          title: Tiny
          question: What is asked?
          seed: 7
          symbols: [{name: v1, symbology: qr-code, version: 1, ecc: L, payload: {kind: digits, length: 8}}]
          conditions: [{name: a, \(condition)}]
          sweep: {axis: \(axis), levels: [4, 8]}
          trials: 2
          """, file: "tiny.yaml"))
  }

  @Test func whatAConditionAsksForIsRecordedWithItsStandardsNames() throws {
    let record = try Self.record(
      "rotation: {random: [-5, 5]}, paper-reflectance: [50, 60], inverted: true, warp: 0.2")
    let condition = try #require(record.conditions?.first)
    #expect(condition.name == "a")
    #expect(
      condition.settings.map(\.parameter) == ["warp", "rotation", "paper-reflectance", "inverted"])
    #expect(condition.settings.map(\.values) == [[0.2], [-5, 5], [50, 60], [1]])
    #expect(condition.settings.map(\.isRandom) == [false, true, false, false])
    #expect(condition.settings.map(\.unit) == ["modules", "°", "%", ""])
    #expect(
      condition.settings.map { $0.isoName?.contains("ISO/IEC 154") } == [true, nil, true, true])
    #expect(record.axisISOName == "X dimension (ISO/IEC 15415, 15416), in pixels")
    #expect(try Self.record("module-size: 3", axis: "read-noise").axisISOName == nil)
  }

  @Test func aRunFromBeforeConditionsWereWrittenDownIsStillTheSameWork() throws {
    let corpus = try Fixture.corpus(levels: "1, 2", trials: 4)
    var run = RunRecord(
      corpus: CorpusRecord(corpus), decoders: [], unavailable: [],
      settings: RunSettings(
        jobs: 1, timeoutSeconds: 5, memoryLimitBytes: nil, deathsBeforeGivingUp: 20),
      provenance: Provenance(
        harnessVersion: "1", commit: nil, startedAt: "now", system: "s", processor: "p", cores: 1))
    let now = run
    #expect(now.corpus.conditions?.isEmpty == false && now.corpus.axisISOName != nil)
    run.corpus.conditions = nil
    run.corpus.axisISOName = nil
    #expect(now.hasSamePlan(as: run))
    run.corpus.seed += 1
    #expect(!now.hasSamePlan(as: run))
  }
}
