import Reporting
import Testing

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
}
