import Foundation
import Results
import Testing

@testable import Misreads
@testable import RunFixtures

/// Sentences about how many answers are wrong.
struct MisreadWordingTests {
  /// A bound of a million in a million bounds nothing.
  @Test func aVacuousBoundOfMisreadsIsNotGiven() throws {
    func headline(
      attempts: Int, misreads: Int, found: Int = 0, atMost: Double
    ) throws -> String {
      let rate = #"{"estimate":0.5,"atLeast":0,"atMost":\#(atMost)}"#
      let json = #"""
        {"decoder":"d","library":"L","version":"1","coverage":1,"rounds":1,"attempts":\#(attempts),
        "reads":\#(attempts - misreads),"misreads":\#(misreads),"uncounted":0,"perAnswer":\#(rate),
        "perAttempt":\#(rate),"ending":"interrupted","cells":[],"found":[],"foundCount":\#(found)}
        """#
      let store = try ScoreFixture(actors: [.init(label: "d")]).store()
      let table = MisreadTable(
        run: store.run, outcome: store.outcome, confidence: 0.95,
        use: MisreadAim(weights: [[1]], periods: [1]),
        decoders: [try JSONDecoder().decode(DecoderMisreads.self, from: Data(json.utf8))],
        unsupported: [])
      return try #require(MisreadWording(table: table).headlines.first)
    }
    #expect(
      try headline(attempts: 1, misreads: 0, atMost: 1)
        == "d (L 1) misread none of 1 sample of qr-small: too few to say how many answers are wrong"
    )
    #expect(
      try headline(attempts: 2, misreads: 1, atMost: 1)
        == "d (L 1) misread 1 of 2 samples of qr-small: too few to say how many answers are wrong")
    #expect(try headline(attempts: 40, misreads: 0, atMost: 0.1).contains("at most 100"))
    #expect(
      try headline(attempts: 40, misreads: 0, found: 1, atMost: 0.1).contains(
        "none of 40 samples of qr-small (1 in an unfinished round is not counted): at most 100"))
    #expect(
      try headline(attempts: 40, misreads: 2, atMost: 0.1).contains(
        "answers by d (L 1) on qr-small are wrong"))
  }
}
