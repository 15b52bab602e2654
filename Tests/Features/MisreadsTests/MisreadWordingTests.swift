import Foundation
import Results
import Testing

@testable import Misreads
@testable import RunFixtures

/// Rates per million: two or three digits, and bounds that are never rounded to the better.
struct MisreadWordingTests {
  @Test(arguments: [
    (0.0, "0", "0"), (1.2341e-4, "124", "123"), (1e-6, "1.0", "1.0"), (3.0451e-6, "3.1", "3.0"),
    (0.0123449, "12 400", "12 300"), (4.2e-8, "0.042", "0.042"), (1, "1 000 000", "1 000 000"),
  ])
  func boundsAreRoundedAwayFromTheRate(rate: Double, up: String, down: String) {
    let space = "\u{202F}"
    let (up, down) = (up.replacing(" ", with: space), down.replacing(" ", with: space))
    #expect(MisreadWording.perMillion(rate, .up) == up)
    #expect(MisreadWording.perMillion(rate, .down) == down)
  }

  @Test func aRateThatIsNotKnownIsMissing() {
    #expect(MisreadWording.perMillion(nil, .toNearestOrAwayFromZero) == "–")
  }

  /// A bound of a million in a million bounds nothing.
  @Test func aVacuousBoundOfMisreadsIsNotGiven() throws {
    func headline(attempts: Int, misreads: Int, atMost: Double) throws -> String {
      let rate = #"{"estimate":0.5,"atLeast":0,"atMost":\#(atMost)}"#
      let json = #"""
        {"decoder":"d","library":"L","version":"1","coverage":1,"rounds":1,"attempts":\#(attempts),
        "reads":\#(attempts - misreads),"misreads":\#(misreads),"uncounted":0,"perAnswer":\#(rate),
        "perAttempt":\#(rate),"ending":"interrupted","cells":[],"found":[],"foundCount":0}
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
        == "d misread none of 1 sample, too few to bound how many answers are wrong")
    #expect(
      try headline(attempts: 2, misreads: 1, atMost: 1)
        == "d misread 1 of 2 samples, too few to bound how many answers are wrong")
    #expect(try headline(attempts: 40, misreads: 0, atMost: 0.1).contains("at most 100"))
    #expect(
      try headline(attempts: 40, misreads: 2, atMost: 0.1).contains(
        "answers by d (L 1) on qr-small are wrong"))
  }
}
