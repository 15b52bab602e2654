import Console
import Testing

@Suite struct DurationOptionTests {
  @Test(arguments: [
    ("5s", 5_000_000_000), ("500ms", 500_000_000), ("7ms", 7_000_000), ("0.3s", 300_000_000),
    ("1000us", 1_000_000), ("2m", 120_000_000_000), ("1.5", 1_500_000_000),
  ])
  func timesHaveAUnitOrAreSeconds(text: String, nanoseconds: Int) {
    #expect(DurationOption(argument: text)?.nanoseconds == nanoseconds)
  }

  @Test(arguments: ["", "soon", "0", "-1s", "0.9ms", "86401", "2d", "infs", "nan", "1m s"])
  func otherTextsAreNoTimes(text: String) {
    #expect(DurationOption(argument: text) == nil)
  }
}
