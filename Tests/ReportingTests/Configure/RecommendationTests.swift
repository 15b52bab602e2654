import Configuring
import Reporting
import Testing

@Suite struct RecommendationTests {
  @Test func everySettingHasItsOwnEffect() throws {
    let recommendation = try RecommendationFixture.full()
    let text = RecommendationFiles(recommendation).markdown
    // Quicker by a half than without the option, by half again than without the formats.
    #expect(text.contains("| fast=true | reads the same images, takes 0.40 × the time"))
    #expect(
      text.contains("| formats Code 128, QR Code | reads the same images, takes 0.50 × the time"))
    #expect(text.contains("Use d with the settings below."))
    #expect(recommendation.configuration?.options == ["fast": "true"])
  }

  @Test func doubtsAndUnreadSamplesAreSaid() throws {
    let text = try RecommendationFiles(RecommendationFixture.full()).markdown
    for part in [
      "There are only 3 samples", "Decoders contradict each other on 6 symbols",
      "The twin lacks QR Code", "o does not read Code 128", "light on dark",
      "No size of the twin is read at 95 %",
    ] {
      #expect(text.contains(part), "\(part)")
    }
  }

  @Test func namesOfFilesAreNoMarkup() throws {
    let files = try RecommendationFiles(RecommendationFixture.full())
    #expect(files.markdown.contains("/s/&lt;i&gt;\\|3.png"))
    let page = files.page(sheet: nil)
    #expect(page.contains("/s/&lt;b&gt;|*.png") && !page.contains("<i>|3"))
  }

  @Test func nothingIsRecommendedWhereNobodyReadsAll() {
    let files = RecommendationFiles(RecommendationFixture.none)
    #expect(files.markdown.contains("none is recommended"))
    #expect(RecommendationFixture.none.configuration == nil)
  }

  @Test(arguments: [60, 80, 140])
  func linesFitTheTerminal(_ width: Int) throws {
    let text = try RecommendationFiles(RecommendationFixture.full()).text(
      TerminalStyle(width: width))
    for line in text.split(separator: "\n") { #expect(line.count <= width, "\(line)") }
  }
}
