import Results
import Testing

@testable import Reporting
@testable import RunFixtures

/// The plots of shares, and of rates at a single level.
@Suite struct SharePlotTests {
  private func plot(_ width: Double) throws -> Markup {
    let shares = [0.2, 0.9].map {
      Estimate(value: $0, lower: max($0 - width / 2, 0), upper: max($0 - width / 2, 0) + width)
    }
    return try Markup.parse(
      "<!doctype html>"
        + SharePlot(
          id: "share", title: "Shares", axis: "radius, px", levels: [("4", 4), ("8", 8)],
          curves: [.init(name: "target", color: "c2", line: "curve c2", shares: shares)]
        ).html.markup)
  }

  @Test func aBandIsDrawnUnlessAnIntervalTakesMoreThanHalfOfTheAxis() throws {
    func bands(_ width: Double) throws -> Int {
      try plot(width).all("path").count { $0["class"] == "band c2" }
    }
    #expect(try bands(0.1) == 1)
    #expect(try bands(0.49) == 1)
    #expect(try bands(0.51) == 0, "it would cover the curve")
    #expect(try plot(0.51).all("path").contains { $0["class"] == "curve c2" })
  }

  /// The name of a decoder beside its interval, with where it begins or ends.
  private func name(_ lower: Double, _ upper: Double) throws -> Markup {
    let table = try ScoreFixture.table(.realistic)
    var score = try #require(table.decoders.first { !$0.groups.isEmpty }).groups[0]
    score.scene = nil
    score.levels = [score.levels[0]]
    score.levels[0].readRate = (lower + upper) / 2
    score.levels[0].readRateInterval = Bounds(lower: lower, upper: upper)
    let series = try #require(Series.all([("keen", nil)]).first)
    let plot = try Markup.parse(
      "<!doctype html>"
        + RatePlot(id: "rate", group: "g", wording: ScoreWording(table), rows: [(series, score)])
        .html.markup)
    return try #require(
      plot.all("text").first { $0["class"]?.hasPrefix("curve-name") ?? false })
  }

  @Test func aRateHasItsNameOnTheFreeSideOfItsInterval() throws {
    #expect(try name(0.9, 1)["text-anchor"] == "end", "left of a high rate")
    #expect(try name(0, 0.1)["text-anchor"] == nil, "right of a low rate")
    let beside = try #require(Double(name(0.9, 1)["y"] ?? ""))
    let above = try #require(Double(name(0.03, 0.97)["y"] ?? ""))
    #expect(above < beside, "above the interval where neither side has room")
  }
}
