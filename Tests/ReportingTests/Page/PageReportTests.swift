import Base
import Foundation
import Reporting
import Testing

@testable import RunFixtures

@Suite struct PageReportTests {
  @Test func everyFixtureIsAWellFormedPage() throws {
    for fixture in ScoreFixture.Name.allCases {
      let (table, _, root) = try PageFixture.page(fixture)
      #expect(root.all("html").count == 1 && root.all("main").count == 1)
      #expect(root.all("h1").first?.text == DisplayText.printable(table.corpus.question))
    }
  }

  @Test func longTextsOfTablesWrapAndWideTablesShowThatThereIsMore() throws {
    var table = DataTable("Effects", keys: [.init("setting")], [.init("effect")])
    table.add([.init("x-density=2"), .init("reads the same images, takes 0.77 × the time")])
    table.add([.init("formats"), .init("reads the same images")])
    let html = SectionPage().html(Section("effects", "Effects", [.table(table)])).markup
    #expect(html.components(separatedBy: "class=\"prose\"").count == 2, "\(html)")
    let style = try PageFixture.page(.realistic).2.all("style").map(\.text).joined()
    #expect(
      style.contains("td.prose{white-space:normal")
        && style.contains(".stack td.prose{display:block}"))
    #expect(style.contains(".frame,.scroll-figure{background:"))
  }

  @Test func hostileTextIsShownAndNotRun() throws {
    let (table, text, root) = try PageFixture.page(.hostile)
    #expect(root.all("script").count == 1, "the page's own")
    #expect(!text.contains("<script>alert") && !text.contains("<b>") && !text.contains("<i>"))
    for element in root.all {
      #expect(element.attributes.keys.allSatisfy { !$0.hasPrefix("on") })
    }
    let shown = root.all("body").first?.text ?? ""
    #expect(shown.contains("<script>alert(1)</script>"), "the payload")
    #expect(shown.contains("it printed: <script>"), "standard error")
    #expect(shown.contains(DisplayText.printable(table.decoders[0].label)))
    // A label can neither reverse the direction of the page's text nor hide in it.
    #expect(!text.contains("\u{202E}") && !text.contains("\u{1B}"))
  }

  @Test func nothingIsLoadedAndNothingIsSent() throws {
    for fixture in ScoreFixture.Name.allCases {
      let (_, text, root) = try PageFixture.page(fixture)
      for element in root.all {
        for (name, value) in element.attributes where ["href", "src"].contains(name) {
          #expect(value.hasPrefix("#") || value.hasPrefix("data:image/"), "\(value.prefix(60))")
        }
        #expect(!["link", "iframe", "img", "object", "form", "a:ping"].contains(element.name))
      }
      let style = root.all("style").map(\.text).joined()
      #expect(!style.contains("url(") && !style.contains("@import"))
      let policy = root.all("meta").first { $0["http-equiv"] == "Content-Security-Policy" }
      #expect(policy?["content"]?.hasPrefix("default-src 'none'") ?? false)
      #expect(!text.contains("http://") && !text.contains("https://"))
    }
  }

  @Test func thePolicyKnowsTheScriptByItsHash() throws {
    let (_, _, root) = try PageFixture.page(.realistic)
    let script = try #require(root.all("script").first)
    let hex = Array(ContentHash.sha256(of: Array(script.text.utf8)))
    let bytes = stride(from: 0, to: hex.count, by: 2).compactMap {
      UInt8(String(hex[$0...$0 + 1]), radix: 16)
    }
    let expected = Data(bytes).base64EncodedString()
    let policy = root.all("meta").first { $0["http-equiv"] == "Content-Security-Policy" }
    #expect(policy?["content"]?.contains("script-src 'sha256-\(expected)'") ?? false)
  }

  @Test func drawingsComeBeforeTables() throws {
    let (_, _, root) = try PageFixture.page(.realistic)
    let order = root.all("section").compactMap { $0["id"] }
    let places = ["result", "curves", "pairs", "scores", "gallery"].map { order.firstIndex(of: $0) }
    #expect(
      !places.contains(nil) && places.compactMap(\.self) == places.compactMap(\.self).sorted())
  }

  @Test func aSampleHasOneAddressThatItsLinksLeadTo() throws {
    let (_, _, root) = try PageFixture.page(.realistic)
    let samples = root.all("figure").filter { $0["data-sample"] != nil }
    let keys = Set(samples.compactMap { $0["data-sample"] })
    let ids = samples.compactMap { $0["id"] }
    #expect(Set(ids) == Set(keys.map { "sample=\($0)" }) && ids.count == keys.count)
    #expect(samples.allSatisfy { $0["data-address"].map(ids.contains) ?? false })
  }

  @Test func thePairsAreThoseOfTheScores() throws {
    let (table, _, root) = try PageFixture.page(.realistic)
    let section = try #require(root.all("section").first { $0["id"] == "pairs" })
    let rows = section.all("tbody")[0].all("tr")
    // Columns stand in the order of rows.
    let names = try rows.map { try #require($0["data-decoder"]) }
    #expect(names.count > 2)
    for (name, row) in zip(names, rows) {
      for (other, cell) in zip(names, row.all("td")) where other != name {
        let pair = try #require(
          table.comparisons.first { Set([$0.better, $0.worse]) == [name, other] })
        let (mine, theirs) =
          pair.better == name
          ? (pair.onlyBetter, pair.onlyWorse) : (pair.onlyWorse, pair.onlyBetter)
        #expect(
          cell.all("strong")[0].text == "\(Numerals.count(mine)) : \(Numerals.count(theirs))")
        #expect((cell["class"] == "tie") != pair.isSignificant)
        #expect(cell.text.contains(Numerals.p(pair.adjustedP)))
      }
    }
  }

  @Test func theSameTableGivesTheSameBytes() throws {
    let (table, _, _) = try PageFixture.page(.realistic)
    let evidence = PageFixture.evidence(table)
    #expect(
      PageReport(evidence: evidence).render(table) == PageReport(evidence: evidence).render(table))
  }

  @Test func withoutEvidenceTheScoresStandAlone() throws {
    let (table, _, _) = try PageFixture.page(.realistic)
    let root = try Markup.parse(PageReport().render(table))
    let ids = Set(root.all("section").compactMap { $0["id"] })
    #expect(
      ids.isSuperset(of: ["result", "scores", "curves", "pairs", "maps", "speed", "provenance"]))
    #expect(!ids.contains("gallery"))
    let links = root.all("nav").flatMap { $0.all("a") }.compactMap { $0["href"] }
    #expect(links.allSatisfy { ids.contains(String($0.dropFirst())) }, "no link leads nowhere")
  }

  @Test func theHeadlineSaysWhoWinsByHowMuchAndHowSure() throws {
    let (table, _, root) = try PageFixture.page(.realistic)
    let result = try #require(root.all("section").first { $0["id"] == "result" }).text
    #expect(result.contains("\u{A0}px"), "no line ends before a unit: \(result)")
    let headline = result.replacing("\u{A0}", with: " ")
    let wording = ScoreWording(table)
    let pair = try #require(table.comparisons.first)
    let answer = try #require(Answer(wording).sentence)
    #expect(headline.hasPrefix(answer), "the same answer as on a terminal: \(headline)")
    #expect(headline.hasPrefix("zxing (") && headline.contains(table.decoders[0].version))
    #expect(headline.contains("zxing has the lowest mean threshold."))
    let title = try #require(root.all("title").first).text
    #expect(title == "\(table.corpus.name): \(answer)")
    #expect(headline.contains(wording.estimate(table.decoders[0].meanThreshold)))
    #expect(headline.contains(wording.advantage(try #require(pair.meanThresholdDifference))))
    #expect(headline.contains(Numerals.p(pair.adjustedP)))
  }

  @Test func aTieIsNotCalledAVictory() throws {
    var fixture = ScoreFixture.realistic
    fixture.actors = [fixture.actors[0], fixture.actors[0]]
    fixture.actors[1].label = "twin"
    let (table, _, root) = try PageFixture.page(of: fixture)
    #expect(table.decoders.map(\.rank) == [1, 1])
    let headline = try #require(root.all("section").first { $0["id"] == "result" }).text
    #expect(headline.contains("share the first place") && !headline.contains("lowest"))
    #expect(headline.contains("zbar and twin are not significantly different"))
  }

  @Test func withoutAnOrderRatesDecide() throws {
    let (table, _, root) = try PageFixture.page(.unordered)
    let headline = try #require(root.all("section").first { $0["id"] == "result" }).text
    #expect(headline.hasPrefix("zxing (") && headline.contains(table.decoders[0].version))
    #expect(headline.contains("zxing reads most."))
    let heads = root.all("section").first { $0["id"] == "scores" }?.all("th").map(\.text) ?? []
    #expect(!heads.contains { $0.hasPrefix("mean threshold") })
  }

  @Test func aStoppedRunSaysSoFirst() throws {
    let (table, _, root) = try PageFixture.page(.partial)
    #expect(table.outcome.wasStopped)
    #expect(root.all("header").first?.text.contains("partial results") ?? false)
  }

  @Test func anImageStandsInThePageOnce() throws {
    let (_, text, root) = try PageFixture.page(.realistic)
    #expect(text.ranges(of: "data:image/png;base64,").count == 3)
    let uses = root.all("use").compactMap { $0["href"] }
    #expect(uses.count > 3)
    let ids = Set(root.all("image").compactMap { $0["id"] })
    let marks = Set(root.all("g").compactMap { $0["id"] }).filter { $0.hasPrefix("marks-") }
    #expect(!marks.isEmpty)
    #expect(Set(uses) == Set(ids.union(marks).map { "#\($0)" }))
  }

  @Test func outlinesAreWhereTheDecoderSaid() throws {
    let (_, _, root) = try PageFixture.page(.realistic)
    let all = root.all("polygon").compactMap { $0["points"] }
    let outlines = Set(all)
    #expect(all.count == 2 * 3, "two outlines of each image, however often it is shown")
    #expect(
      outlines == ["4,4 48.3,4.5 48,48 4,48", "-1000000,4 1000000,4 48,48 4,48"],
      "and what is far outside is drawn there")
  }

  @Test func everyPictureHasItsCommand() throws {
    let (_, _, root) = try PageFixture.page(.realistic)
    for figure in root.all("figure") where figure["class"] == "sample" {
      let command = figure.all("code").first { $0["class"] == "command" }?.text ?? ""
      #expect(command.hasPrefix("harness reproduce '") && command.contains(" --decoder '"))
    }
    #expect(root.all("figure").contains { $0["class"] == "sample" })
  }

  @Test func bandsAreShownForModuleSizesAlone() throws {
    let (_, _, root) = try PageFixture.page(.realistic)
    #expect(root.all("h3").contains { $0.text == "By module size" })
    let (_, _, other) = try PageFixture.page(.unordered)
    #expect(!other.all("h3").contains { $0.text == "By module size" })
  }

  @Test func aMisreadListThatIsCutSaysSo() throws {
    let (table, _, root) = try PageFixture.page(.realistic)
    let total = table.decoders.reduce(0) { $0 + $1.total.falseAnswers }
    let section = try #require(root.all("section").first { $0["id"] == "misreads" })
    #expect(total > 4)
    #expect(section.text.contains("4 of \(Numerals.count(total)) are listed"))
    #expect(section.all("tbody").first?.all("tr").count == 4)
  }
}
