import Foundation
import Results
import TestSupport
import Testing

@testable import Realism
@testable import Reporting

@Suite(.waits) struct RealismTextTests {
  private static let report = RealismFixture.report()

  @Test func anInterruptionSaysWhatIsKeptAndHowToGoOn() {
    let text = RealismWording.interrupted(
      at: .measuring("tilt", done: 3, of: 9), corpora: ["qr-small", "tilt"], folder: "r")
    #expect(
      text
        == "interrupted while measuring tilt (3 of 9): 1 of 2 corpora is done, and forecasts need all. "
        + "To carry on, give the same command again: r keeps the decodes")
  }

  @Test(arguments: [60, 80, 140]) func linesFitTheTerminalAndSayWhatWasLeftOut(_ width: Int) {
    let text = RealismText(TerminalStyle(width: width)).render(Self.report)
    let widest = text.split(separator: "\n").map(\.count).max() ?? 0
    #expect(widest <= width, "\(text)")
    let words = text.replacing(/\s+/, with: " ")
    #expect(words.contains("60 symbols of known data in photos, of which 57 could be measured"))
    #expect(words.contains("3: no place looks like the symbol"))
    #expect(
      words.contains("1 that could not be read, 2 whose truth is not known, 1 without a code"))
    #expect(words.contains("zxing read 0.0 % of 57 photos: all outcomes are alike"))
    #expect(words.contains("zxing read none of the photos; 3 could not be measured"))
  }

  @Test func verdictComesFirstAndSaysWhenItsIntervalHoldsZero() throws {
    let text = RealismText(TerminalStyle(width: 100)).render(Self.report)
    let first = Self.report.decoders[0]
    let score = try #require(first.score)
    let (skill, interval) = (try #require(score.skill), try #require(first.skillInterval))
    let mean = first.forecasts.reduce(0) { $0 + $1.chance } / Double(score.count)
    let ends = "[\(Numerals.percent(interval.lower)) to \(Numerals.percent(interval.upper)) %]"
    #expect(interval.contains(0))
    let answer =
      "Photo by photo, drawn symbols forecast zbar’s reads of \(score.count) photos "
      + "\(Numerals.percent(abs(skill))) % \(skill < 0 ? "worse" : "better") than its average rate does, "
      + "but the interval \(ends) includes zero"
    let words = text.replacing(/\s+/, with: " ")
    #expect(words.hasPrefix(answer.replacing(/\s+/, with: " ")), "\(text)")
    let page = RealismPage(Self.report, pictures: [:]).render().replacing(/\s+/, with: " ")
    let header = try #require(page.components(separatedBy: "</header>").first)
    #expect(header.contains(answer.replacing(/\s+/, with: " ")), "\(header)")
    #expect(
      words.contains("zbar: from drawn symbols alone, \(Numerals.percent(mean)) % of these photos"))
    #expect(RealismWording.verdict(Self.report.decoders[0]).contains("includes zero"))
    let best = try #require(Self.report.decoders[0].skillIfRight)
    #expect(
      RealismWording.verdict(Self.report.decoders[0]).contains(
        "If every chance were right, they would be \(Numerals.percent(best)) % better."))
    for photos in [57, 400] {
      let decoder = RealismFixture.report(photos: photos, seed: 9).decoders[0]
      let interval = try #require(decoder.skillInterval)
      #expect(RealismWording.verdict(decoder).contains("includes zero") == interval.contains(0))
    }
  }

  @Test func withoutForecastsTheAnswerSaysWhy() {
    #expect(
      RealismWording.answer(RealismFixture.report(photos: 0))
        == "No decoder has forecasts for these photos: no symbol in them could be measured.")
    #expect(
      RealismWording.answer(RealismFixture.report(drawn: 0)).hasSuffix(
        ": too few samples of both outcomes were drawn; draw more with --trials."))
  }

  @Test func mostSurprisingPhotosAreNamedWithWhatWasForecast() throws {
    let decoder = Self.report.decoders[0]
    let worst = try #require(decoder.surprises.first)
    #expect(worst.surprise > 0.5)
    let named = RealismWording.surprises(decoder, Self.report, most: 2)
    let name = try #require(Self.report.photos[worst.photo].file)
    #expect(named.first?.hasPrefix("\(name): ") == true && named.count <= 2, "\(named)")
    #expect(named.first?.hasSuffix(worst.isRead ? "forecast, read" : "forecast, not read") == true)
    let text = RealismText(TerminalStyle(width: 140)).render(Self.report)
    #expect(text.contains("Most surprising photos for zbar"))
    #expect(text.contains(try #require(named.first)))
  }

  @Test func pageHasADiagramForEachDecoderAndTheWorstSurprisesWithTheirPhotos() throws {
    let surprise = try #require(Self.report.decoders[1].surprises.first)
    #expect(surprise.surprise > 0.5 && !surprise.isRead)
    let picture = PictureFile(mediaType: "image/png", bytes: [1, 2, 3], width: 200, height: 100)
    let page = RealismPage(Self.report, pictures: [surprise.photo: picture]).render()
    #expect(page.ranges(of: "Reliability of the forecasts for").count == 2)
    let sections = ["scores", "surprises", "reliability"].compactMap {
      page.firstRange(of: "<section id=\"\($0)\"")?.lowerBound
    }
    #expect(sections.count == 3 && sections == sections.sorted())
    #expect(page.contains("data:image/png;base64,AQID"))
    #expect(page.contains("points=\"1,1 50,1 50,50 1,50\""))
    #expect(
      page.contains("cut by the image&#39;s edge") || page.contains("cut by the image's edge"))
    #expect(!page.contains("<photo>"))
  }

  @Test func classesAreWordedWithTheirEnds() {
    let residuals = Self.report.decoders[0].residuals
    let sizes = residuals.filter { $0.axis == .moduleSize }.map(RealismWording.range)
    #expect(sizes.first == "0 to 1.5" && sizes.contains("4 to 6"), "\(sizes)")
    let zones = residuals.filter { $0.axis == .quietZone }.map(RealismWording.range)
    #expect(zones == ["cut by the image's edge", "10 and more"])
  }

  @Test func aCalibrationKeepsToThePublishedSchema() throws {
    let document = try RealismJSON.render(RealismFixture.report())
    #expect(try PublishedSchema.objections(document, schema: "calibration") == [])
  }
}
