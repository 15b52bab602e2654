import Reporting
import Results
import Testing

@testable import RunFixtures
@testable import Runs

/// The pages over all corpora: the overview in Markdown and the index.
@Suite struct SiteTests {
  private func site(_ table: ScoreTable) -> [SiteCorpus] {
    [
      SiteCorpus(
        history: RunHistory(of: table.corpus), scores: table,
        run: ThresholdRun(store: "reports/x", number: 2, corpus: "x"), isLatest: false,
        report: "here.html")
    ]
  }

  private func overview(_ table: ScoreTable) -> [[String]] {
    ScoreOverview(site(table)).render().split(separator: "\n").filter { $0.hasPrefix("| ") }
      .map { line in
        line.split(separator: "|").map { $0.trimmingPrefix(" ").description }.map {
          String($0.dropLast())
        }
      }
  }

  private func index(_ table: ScoreTable) throws -> [[String]] {
    try Markup.parse(SiteIndex(site(table)).render()).all("tr")
      .map { row in row.children.map(\.text) }
  }

  /// The fixture's scores, as if its two groups had different symbologies and zbar read only the
  /// first.
  private static func mixed(_ name: ScoreFixture.Name = .realistic) throws -> ScoreTable {
    var table = try ScoreFixture.table(name)
    table.rankedGroups = []
    table.corpus.groups[1].symbologies = [.dataMatrix]
    for decoder in table.decoders.indices {
      table.decoders[decoder].rank = nil
      if table.decoders[decoder].label == "zbar" { table.decoders[decoder].groups.removeLast() }
    }
    return table
  }

  @Test func whoIsRankedStandsInTheOrderOfRanks() throws {
    let table = try ScoreFixture.table(.realistic)
    let rows = overview(table)
    #expect(rows[0].starts(with: ["rank", "decoder", "version", "mean threshold, px"]))
    #expect(
      rows[2].starts(with: ["1", "zxing"]) && rows[3].starts(with: ["2=", "zxing:"]) == false)
    #expect(rows.contains { $0.starts(with: ["2=", "zbar"]) })
    let index = try index(table)
    #expect(index.count == 2, "a row for the corpus")
    #expect(SiteIndex(site(table)).render().contains("★ is the first place, ties included"))
    #expect(index[1][1...].contains { $0.contains(" ★") })
    // The run is named, and that there is a later one.
    #expect(index[1][0].contains(", reports/x:2, not the latest"))
    #expect(ScoreOverview(site(table)).render().contains("reports/x:2, not the latest"))
  }

  @Test func foldersWithoutASymbologyAreWarnedOf() throws {
    var table = try ScoreFixture.table(.unordered)
    table.unequalGroups = ["odd/photo"]
    let warning = "The symbology of the codes in odd/photo is not known"
    #expect(ScoreOverview(site(table)).render().contains(warning))
    #expect(try index(table)[1][0].contains(warning))
  }

  @Test func aWarningIsSaidInTheFirstRowOfACorpusAlone() throws {
    var table = try Self.mixed()
    table.unequalGroups = ["odd/photo"]
    let rows = try index(table).filter { $0[0].contains("odd/photo") }
    #expect(rows.count == 1 && rows[0][0].contains(": QR Code"), "\(rows)")
  }

  @Test func whereNobodyHasARankSymbologiesStandApart() throws {
    let table = try Self.mixed()
    let wording = ScoreWording(table)
    let zbar = try #require(table.decoder("zbar"))
    let rows = overview(table)
    #expect(rows[0][0] == "mean threshold, px (decode rate, %)")
    let column = try #require(rows[0].firstIndex(of: "zbar"))
    let mean = wording.estimate(zbar.groups[0].meanThreshold)
    let rate = wording.decodeRate(zbar.groups[0].total)
    let code = try #require(rows.first { $0[0] == "QR Code" })
    #expect(code[column].hasPrefix(mean) && code[column].contains("(\(rate)"))
    let other = try #require(rows.first { $0[0] == "Data Matrix" })
    #expect(other[column] == "unsupported")
    #expect(!rows.contains { $0.contains("rank") })
    // Versions, misreads and crashes follow.
    #expect(rows.contains { $0.starts(with: ["zbar", "ZBar 1.2.3"]) })

    let index = try index(table)
    #expect(index.count == 3)
    let place = try #require(index[0].firstIndex(of: "zbar"))
    #expect(index[1][0].contains(": QR Code") && index[1][place] == mean)
    #expect(index[2][0].contains(": Data Matrix") && index[2][place] == "unsupported")
  }

  @Test func whoWasNotMeasuredWholeHasNoNumber() throws {
    let table = try Self.mixed()
    #expect(table.decoder("fragile")?.standing == .givenUp)
    let rows = overview(table)
    let column = try #require(rows[0].firstIndex(of: "fragile"))
    #expect(rows.first { $0[0] == "QR Code" }?[column] == "given up")
    let index = try index(table)
    let place = try #require(index[0].firstIndex(of: "fragile"))
    #expect(index[1][place] == "given up")
  }

  @Test func aSweepWithoutOrderShowsRates() throws {
    let table = try Self.mixed(.unordered)
    let rows = overview(table)
    #expect(rows[0][0] == "decode rate, %")
    let zbar = try #require(table.decoder("zbar"))
    let rate = ScoreWording(table).decodeRate(zbar.groups[0].total)
    let column = try #require(rows[0].firstIndex(of: "zbar"))
    #expect(rows.first { $0[0] == "QR Code" }?[column] == rate)
    let index = try index(table)
    #expect(index[1][0].contains("decode rate, %"))
    #expect(index[1][try #require(index[0].firstIndex(of: "zbar"))] == rate)
  }

  @Test func imagesWithoutASymbolAreCleanAndNotRead() throws {
    var table = try Self.mixed(.unordered)
    for decoder in table.decoders.indices {
      for group in table.decoders[decoder].groups.indices {
        let tried = table.decoders[decoder].groups[group].total.tried
        var counts = table.decoders[decoder].groups[group].total
        (counts.read, counts.noRead, counts.misread, counts.crash, counts.timeout) = (0, 0, 0, 0, 0)
        (counts.clean, counts.falsePositive) = (tried - 1, 1)
        table.decoders[decoder].groups[group].total = counts
      }
    }
    #expect(overview(table).contains { $0[0] == "QR Code" && $0[1].hasSuffix(" clean") })
  }

  @Test func settingsOfADecoderShareItsColumn() throws {
    var table = try ScoreFixture.table(.realistic)
    let best = table.decoders[0]
    for number in 0..<25 {
      var setting = best
      (setting.label, setting.rank) = ("\(best.name)#radius-\(number)", 9)
      table.decoders.append(setting)
    }
    table.decoders[0].label = "\(best.name)#best"
    let index = try index(table)
    #expect(index[0].count == Set(table.decoders.map(\.name)).count + 1)
    let place = try #require(index[0].firstIndex(of: best.name))
    #expect(index[1][place].contains("★") && index[1][place].contains("#best"))
  }

  @Test func hostileNamesAreTextAndNobodyIsNoFailure() throws {
    let hostile = try Self.mixed(.hostile)
    let label = hostile.decoders.flatMap { [$0.label] }.first { $0.contains("<script>") }
    let text = ScoreOverview(site(hostile)).render()
    #expect(!text.contains("<script>") && text.contains("&lt;script&gt;"))
    let shown = DisplayText.printable(try #require(label))
    #expect(try index(hostile)[0].contains(shown))
    let deserted = try ScoreFixture.table(.deserted)
    #expect(overview(deserted)[0][0].hasPrefix("mean threshold"))
    #expect(try index(deserted).count == 2)
  }

  @Test func siteLinksTheCalibration() {
    #expect(!SiteIndex([]).render().contains("say about photos"))
    let index = SiteIndex([], calibrations: ["calibration.html"]).render()
    #expect(index.contains("<a href=\"calibration.html\">What drawn symbols say about photos</a>"))
  }
}
