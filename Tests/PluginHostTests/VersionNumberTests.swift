import PluginHost
import Testing

struct VersionNumberTests {
  private func number(_ text: String) throws -> VersionNumber {
    try #require(VersionNumber(parsing: text))
  }

  @Test func numbersAreOrderedPartByPart() throws {
    let ordered = [
      "0.9", "1.9", "1.10.0rc1", "1.10", "1.10.0.post1", "1.10.1", "2.0.0a1", "2.0.0rc2", "2.0.0",
      "10.0",
    ]
    let numbers = try ordered.map(number)
    #expect(numbers.shuffled().sorted().map(\.text) == ordered)
  }

  @Test func aLimitIncludesWhatBeginsWithIt() throws {
    #expect(try number("2.3.1").isAtMost(number("2.3")))
    #expect(try number("2.3").isAtMost(number("2.3.0")))
    #expect(try !number("2.30.1").isAtMost(number("2.3")))
    #expect(try !number("2.4.0").isAtMost(number("2.3")))
    #expect(try number("2").isAtLeast(number("2.0.0")))
    #expect(try number("2.0.0").isAtLeast(number("2.0")))
    #expect(try !number("2.0.0rc1").isAtLeast(number("2.0")))
  }

  @Test(arguments: [
    "", "v2", "2/0", "2.0 ", "2.", "latest", "2+x", "２", "..",
    "1" + String(repeating: ".1", count: 16),
  ])
  func otherTextsAreNone(text: String) {
    #expect(VersionNumber(parsing: text) == nil)
  }
}
