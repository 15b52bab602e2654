import TestSupport
import Testing

@testable import Configure
@testable import Reporting

@Suite(.waits) struct RecommendationTests {
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
      "The twin has no QR Code", "o does not read Code 128", "light on dark",
    ] {
      #expect(text.contains(part), "\(part)")
    }
  }

  @Test func samplesWithoutACertainReadingSayWhoReadThemAndThatNoCountHasThem() throws {
    var text = try RecommendationFiles(RecommendationFixture.full()).markdown
    #expect(text.contains("Samples without a certain reading") && !text.contains("nobody reads"))
    #expect(text.contains("1 sample has no known symbol, and no count above includes it."))
    text = try RecommendationFiles(RecommendationFixture.full(guessedBy: ["d", "r"])).markdown
    #expect(text.contains("read by d and r, but nothing confirms it"))
  }

  /// All samples are read, and twins of the same size are not.
  @Test func noTwinSendsTheCameraNearerThanSamplesThatAreRead() throws {
    let text = try RecommendationFiles(RecommendationFixture.full()).markdown
    #expect(text.contains("It reads 3 of 3 samples; the smallest modules are 2.50 px."))
    #expect(
      text.contains("Drawn twins are read at 95 % at none of their sizes, so only the samples"))
    #expect(text.contains("With the samples' view (640 × 480), 1280 × 720 is enough."))
    // One that nobody reads is light on dark first of all.
    #expect(!text.contains("closer"))
  }

  @Test func effectsOfEqualCountsAreNotCalledMoreOrFewer() {
    func attempts(_ read: [Bool], _ wrong: [Bool]) -> [Evidence.Attempt] {
      zip(read, wrong).map { Evidence.Attempt(isRead: $0, isFalse: $1, nanoseconds: 0) }
    }
    func text(_ a: [Evidence.Attempt], _ b: [Evidence.Attempt]) -> String {
      ConfigureWording.effect(Effect(a, beside: b, counted: [true, true, true]))
    }
    let (one, other) = (
      attempts([true, false, true], [true, false, false]),
      attempts([false, true, true], [false, true, false])
    )
    #expect(text(one, other).hasPrefix("reads as many images, but not the same ones: 0.0 % ["))
    #expect(text(one, other).hasSuffix(", wrong on as many images, but not the same ones"))
    let none = attempts([true, true, true], [false, false, false])
    #expect(text(none, none) == "reads the same images")
    #expect(text(none, one).hasSuffix(", wrong on 1 image fewer"))
    #expect(
      text(none, one).hasPrefix("reads 33.3 % more of the images here, which may be chance ["))
  }

  @Test func whereNobodyReadsSmallSamplesNearerIsStillSaid() throws {
    let need = try #require(RecommendationFixture.full().resolution)
    let text = ConfigureWording.sentences(need, likelySmall: 2).joined(separator: " ")
    #expect(
      text.hasSuffix(
        "2 samples that nobody reads are likely too small: moving closer may help there."))
  }

  @Test func aDecoderThatReadsMoreThanTheChoiceIsNamedFirst() throws {
    let text = try RecommendationFiles(RecommendationFixture.full()).markdown
    #expect(
      text.contains(
        "r reads 20 of the 20 samples that judge and 40 of 40 drawn twins; the recommendation reads 17 and 34."
      ), "\(text)")
    #expect(
      text.contains("Compared with the recommendation, r reads 15.0 % more of the images \\["))
  }

  /// Only `l`, which takes no part, reads the Code 128.
  @Test func samplesThatAreNotReadWhollyAreSaidFirst() throws {
    func first(_ reads: [String: Bool], _ absent: [String] = []) throws -> [Substring] {
      let found = try RecommendationFixture.full(sampleReads: reads, notInstalled: absent)
      return RecommendationFiles(found).markdown.split(separator: "\n").filter {
        $0.hasPrefix("- ")
      }
    }
    let one = try first(["0.png": false], ["new"])
    #expect(
      one[0]
        == "- d does not read all 2 codes of 0.png: it misses the Code 128; l reads all of them.")
    #expect(
      one[1]
        == "- new is not available here and may read more; harness list decoders new says how to install it."
    )
    #expect(
      try first(["0.png": false], ["new", "old"])[1]
        == "- new and old are not available here and may read more; harness list decoders NAME says how to install "
        + "one.")
    #expect(
      try first(["0.png": false, "1.png": false, "2.png": true])[0]
        == "- d does not read all codes of 2 of 3 samples (missed: Code 128 2).")
    #expect(try first(["0.png": true])[0].hasPrefix("- Use d"))
    let rates = try RecommendationFiles(RecommendationFixture.full(sampleReads: ["0.png": false]))
    #expect(rates.markdown.contains("Of the samples themselves, the recommendation reads 0 of 1"))
  }

  @Test func codesThatNoDecoderReadsAreNamed() throws {
    let missed = try #require(
      MissedSamples(
        Fixture.survey([
          [
            Fixture.symbol(.dataMatrix, "A", decoders: ["m"]),
            Fixture.symbol(.qrCode, "B", decoders: ["d"]),
          ]
        ]), reads: ["image-00.png": false], of: "d"))
    #expect(missed.samples.map(\.missed) == [[.dataMatrix]] && missed.samples[0].readers.isEmpty)
    #expect(
      ConfigureWording.sentence(missed)
        == "No decoder here reads all 2 codes of image-00.png: d misses the Data Matrix.")
    // The survey tries settings that the choice may be without.
    let own = try #require(
      MissedSamples(
        Fixture.survey([[Fixture.symbol(.qrCode, "B", decoders: ["d"])]]),
        reads: ["image-00.png": false], of: "d"))
    #expect(
      ConfigureWording.sentence(own) == "d reads image-00.png with other settings alone.")
  }

  @Test func programsThatWillBeMissingAreSaidBeforeTheSearch() {
    func text(_ with: [String]) -> String {
      ConfigureWording.step(
        .withoutProgram(ProgramGap(language: "python", without: ["d", "e"], with: with)))
    }
    #expect(
      text([]) == "no template writes python for d or e: there will be no program in python")
    #expect(text(["f"]).hasSuffix("there will be a program in python only if f is recommended"))
  }

  @Test func whatTheLanguagesCostIsSaid() throws {
    let cost =
      "l was left out, because it has no program in cpp or c. With default settings it reads 6 of the 6 symbols of the "
      + "samples, 3 of which no decoder that took part reads."
    #expect(try RecommendationFiles(RecommendationFixture.full()).markdown.contains(cost))
    let none = RecommendationFiles(RecommendationFixture.noneInTheLanguages).markdown
    // The decoder reads all of it; a program is what lacks.
    #expect(
      none.contains(
        "No decoder here with a program in cpp or c reads all that is asked for, so none"))
    #expect(none.contains("l has no program in cpp or c."))
  }

  @Test func turnsThatSamplesHaveAreTheReasonGiven() {
    #expect(ConfigureWording.quarters([0]) == "no symbol is turned by more than 45°")
    #expect(
      ConfigureWording.quarters([0, 1, 3]) == "symbols are turned by about 0°, 90° and 270°")
    #expect(ConfigureWording.quarters([]) == "measured")
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

  @Test func everyRecommendationKeepsToThePublishedSchema() throws {
    for recommendation in [try RecommendationFixture.full(), RecommendationFixture.none] {
      let text = try RecommendationJSON.render(recommendation)
      #expect(try PublishedSchema.objections(text, schema: "recommendation") == [])
    }
    let text = try RecommendationJSON.render(RecommendationFixture.full())
    let misspelt = text.replacing("\"falseGained\"", with: "\"falseGain\"")
    #expect(try PublishedSchema.objections(misspelt, schema: "recommendation") != [])
  }
}
