import Base
import Foundation
import Reporting
import Results
import Statistics
import TestSupport
import Testing

@testable import Publish
@testable import RunFixtures

/// The files of releases, splits and bundles, checked against the published schemas.
@Suite(.waits) struct ReleaseSchemaTests {
  private static let hash = String(repeating: "0a", count: 32)

  private static func release() throws -> (number: ReleaseNumber, day: CalendarDay) {
    (
      try #require(ReleaseNumber(parsing: "2026.1")),
      try #require(CalendarDay(parsing: "2026-06-15"))
    )
  }

  @Test func everyLockKeepsToThePublishedSchema() throws {
    let (number, day) = try Self.release()
    let level = try #require(Level(parsing: "1.37"))
    for jpeg in [nil, "libjpeg-turbo 2.1.5"] {
      let lock = ReleaseLock(
        release: number, frozenOn: day,
        specification: .init(
          corpus: "c", version: 1, sha256: Self.hash, seed: .max, renderer: 2, encoder: "zint 2",
          jpeg: jpeg),
        groups: [
          .init(id: "a/b", trials: 3, levels: [LevelDigest(level: level, sha256: Self.hash)])
        ])
      let text = try VersionedJSON.text(lock, version: lock.schemaVersion)
      #expect(try PublishedSchema.objections(text, schema: "release-lock") == [])
      #expect(text.hasPrefix("{\n  \"schemaVersion\" : 1,"))
      #expect(
        try PublishedSchema.objections(
          text.replacing("2026.1", with: "26.1"), schema: "release-lock") != [])
    }
  }

  @Test func everyCommitmentAndOpeningKeepToThePublishedSchemas() throws {
    let opening = SplitOpening(
      samples: SplitSamples(corpus: "c", version: 1, sha256: Self.hash, renderer: 2),
      committedOn: try Self.release().day, seed: .max, nonce: Self.hash)
    let secret = try VersionedJSON.text(opening, version: opening.schemaVersion)
    #expect(try PublishedSchema.objections(secret, schema: "split-opening") == [])
    let promise = try VersionedJSON.text(opening.commitment, version: opening.schemaVersion)
    #expect(try PublishedSchema.objections(promise, schema: "split-commitment") == [])
    #expect(
      try PublishedSchema.objections(secret, schema: "split-commitment") != [],
      "a seed has no place in it")
  }

  @Test func everySplitReportKeepsToThePublishedSchema() throws {
    for name in Proof.isAsked ? ScoreFixture.Name.allCases : [.hostile, .deserted, .scenes] {
      let baseline = try ScoreFixture.baseline(name)
      let opening = SplitOpening(
        samples: SplitSamples(corpus: "c", version: 1, sha256: Self.hash, renderer: 2),
        committedOn: try Self.release().day, seed: 1, nonce: Self.hash)
      var other = baseline
      if !other.decoders.isEmpty { other.decoders[0].fingerprint = "other" }
      for known in [baseline, other] {
        let report = SplitComparison(known: known, hidden: baseline).report(
          of: opening.commitment)
        let texts = try SplitFiles.texts(report)
        #expect(texts.map(\.name) == ["split.json", "split.md"])
        #expect(try PublishedSchema.objections(texts[0].text, schema: "split") == [])
      }
    }
  }

  @Test func everySubmissionKeepsToThePublishedSchema() throws {
    let (number, _) = try Self.release()
    for name in ScoreFixture.Name.allCases {
      let fixture = ScoreFixture.fixture(name)
      let store = try fixture.store()
      let (first, outcome) = store.record(ofRun: 1)
      var record = first
      record.settings.release = ReleaseRecord(release: number, root: Self.hash)
      record.settings.stream = StreamRules()
      record.settings.sandbox = "strict"
      record.decoders = record.decoders.map { decoder in
        var decoder = decoder
        decoder.fingerprint.files = [.init(path: "/home/someone/lib/libx.so", sha256: Self.hash)]
        return decoder
      }
      let submission = Submission(
        record, try #require(outcome),
        texts: [(.verdicts, "{}"), (.scores, "{}"), (.log, "")])
      let text = try SubmissionFiles.text(submission)
      #expect(try PublishedSchema.objections(text, schema: "submission") == [])
      #expect(!text.contains("/home"), "no path of the machine")
    }
  }
}
