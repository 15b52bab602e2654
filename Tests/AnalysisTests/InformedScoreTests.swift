import Analysis
import Foundation
import Results
import Testing

@testable import RunFixtures

/// Decoders beside the informed reader, with reads that are made up.
@Suite struct InformedScoreTests {
  private static let levels = ["1", "2", "3", "4"]

  /// Two groups; in the first the reader's outcome is given, the second it does not cover.
  private func table(
    missed: [Int], beyond: [Int], decoder: @escaping (SamplePlace) -> Verdict
  ) throws -> ScoreTable {
    let corpus = try Fixture.corpus(
      levels: Self.levels.joined(separator: ", "), trials: 10, groups: 2)
    let cells =
      Self.levels.map { level in
        InformedOutcome.Cell(
          group: 0, level: level, trials: 10, missed: level == "1" ? missed : [],
          nanoseconds: 20_000_000)
      } + [.init(group: 0, level: "0.5", trials: 10, missed: beyond, nanoseconds: 1)]
    return try Fixture.scores(
      of: Fixture.record(corpus, decoders: [Fixture.configured("a", supports: [true, true])]),
      informed: InformedOutcome(
        cells: cells, uncovered: [.init(group: 1, reason: "print")])
    ) { _, place in decoder(place) }
  }

  /// The decoder reads from 3 px on: its mean threshold is 2.5. The reader reads from 1 px on, and
  /// nothing at 0.5 px: 0.75.
  @Test func headroomIsTheRatioOfMeanThresholds() throws {
    let table = try table(missed: [], beyond: Array(0..<10)) { $0.level < 2 ? .noRead : .read }
    let informed = try #require(table.informed)
    let group = try #require(informed.groups.first)
    #expect(informed.groups.count == 1)
    #expect(informed.uncovered == [.init(group: "v1/c1", reason: "print")])
    #expect(group.levels.map(\.level) == ["0.5", "1", "2", "3", "4"])
    #expect(group.meanThreshold?.value == 0.75 && !group.isBeyond)
    #expect(group.milliseconds == 2)
    let headroom = try #require(group.headrooms.first)
    let ratio = try #require(headroom.ratio)
    #expect(abs(ratio.value - 2.5 / 0.75) < 1e-12)
    #expect(ratio.lower < ratio.value && ratio.value < ratio.upper && !headroom.isAtLeast)
    #expect(headroom.pairs == 40 && headroom.onlyInformed == 20 && headroom.onlyDecoder == 0)
    #expect(!headroom.beatsTheBound)
  }

  @Test func readerThatNeverFailsGivesALowerBound() throws {
    let table = try table(missed: [], beyond: []) { $0.level < 2 ? .noRead : .read }
    let group = try #require(table.informed?.groups.first)
    let headroom = try #require(group.headrooms.first)
    #expect(group.isBeyond && headroom.isAtLeast)
    // The bound, 0.5 px, has no error of its own: the ratio's is the decoder's alone.
    let own = try #require(table.decoders[0].groups[0].meanThreshold)
    let ratio = try #require(headroom.ratio)
    #expect(ratio.value == 2.5 / 0.5)
    #expect(abs(ratio.lower - 5 * exp(-(own.upper - own.lower) / 2 / 2.5)) < 1e-9)
  }

  /// A curve that is cut off gives a bound, on either side, and none if both ends are cut off.
  @Test func curvesThatAreCutOffGiveBounds() throws {
    func headroom(_ decoder: @escaping (SamplePlace) -> Verdict) throws -> Headroom {
      let table = try table(missed: [], beyond: Array(0..<10), decoder: decoder)
      return try #require(table.informed?.groups.first?.headrooms.first)
    }
    let still = try headroom { _ in .read }
    #expect(still.isAtMost && !still.isAtLeast && still.ratio != nil)
    let hardly = try headroom { $0.level == 3 && $0.trial < 8 ? .read : .noRead }
    #expect(hardly.isAtLeast && !hardly.isAtMost && hardly.ratio != nil)
    let both = try headroom { $0.trial < 5 ? .read : .noRead }
    #expect(both.isAtLeast && both.isAtMost && both.ratio == nil)
  }

  @Test(arguments: [
    #"{"group":-1,"level":"1","trials":2,"missed":[],"nanoseconds":1}"#,
    #"{"group":0,"level":"1","trials":-5,"missed":[],"nanoseconds":1}"#,
    #"{"group":0,"level":"1","trials":9223372036854775807,"missed":[],"nanoseconds":1}"#,
    #"{"group":0,"level":"1","trials":2,"missed":[0,0],"nanoseconds":1}"#,
    #"{"group":0,"level":"1","trials":2,"missed":[2],"nanoseconds":1}"#,
    #"{"group":0,"level":"1","trials":2,"missed":[],"nanoseconds":4611686018427387904}"#,
  ])
  func cellsThatNoRunWritesAreRefused(_ json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(InformedOutcome.Cell.self, from: Data(json.utf8))
    }
  }

  /// Image by image: eight that only the decoder reads are significant, p = 2/2⁸; five are not.
  @Test(arguments: [(8, true), (5, false)])
  func decoderThatReadsMoreIsNamed(_ missed: Int, _ isNamed: Bool) throws {
    let table = try table(missed: Array(0..<missed), beyond: Array(0..<10)) { _ in .read }
    let headroom = try #require(table.informed?.groups.first?.headrooms.first)
    #expect(headroom.onlyDecoder == missed && headroom.onlyInformed == 0)
    #expect(headroom.beatsTheBound == isNamed)
  }

  @Test func runThatDidNotAskHasNoTable() throws {
    let corpus = try Fixture.corpus(levels: "1, 2", trials: 2)
    let table = try Fixture.scores(
      of: Fixture.record(corpus, decoders: [Fixture.configured("a", supports: [true])])
    ) { _, _ in .read }
    #expect(table.informed == nil)
  }
}
