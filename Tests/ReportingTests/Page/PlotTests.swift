import Foundation
import Reporting
import Results
import Testing

@testable import RunFixtures

@Suite struct PlotTests {
  @Test func ticksAreRoundAndInside() {
    #expect(AxisScale.ticks(0...1, atMost: 7) == [0, 0.2, 0.4, 0.6, 0.8, 1])
    #expect(AxisScale.ticks(1.43...2.01, atMost: 7) == [1.5, 1.6, 1.7, 1.8, 1.9, 2])
    #expect(AxisScale.ticks(5...75, atMost: 8) == [10, 20, 30, 40, 50, 60, 70])
    #expect(AxisScale.ticks(3...3, atMost: 7) == [3])
    #expect(AxisScale.ticks(-1...1, atMost: 6) == [-1, -0.5, 0, 0.5, 1])
    for step in 1...200 {
      let range = Double(step) * -0.37...Double(step * step) * 0.11
      let ticks = AxisScale.ticks(range, atMost: 7)
      #expect((1...7).contains(ticks.count) && ticks.allSatisfy(range.contains), "\(range)")
    }
  }

  @Test func logarithmicTicksAreOneTwoAndFive() {
    #expect(AxisScale.logarithmicTicks(0.15...6) == [0.2, 0.5, 1, 2, 5])
    #expect(AxisScale.logarithmicTicks(0.1...100) == [0.1, 0.3, 1, 3, 10, 30, 100])
  }

  @Test func aLogarithmicScaleMakesEqualRatiosEqualSteps() {
    let scale = AxisScale(1...100, to: (0, 200), isLogarithmic: true)
    #expect(scale(1) == 0 && abs(scale(10) - 100) < 1e-9 && scale(100) == 200)
    #expect(scale(1000) == 200, "what lies outside stands at the end")
    #expect(AxisScale(2...2, to: (0, 10))(2) == 5)
  }

  private func plot(_ fixture: ScoreFixture.Name, group: Int) throws -> (ScoreTable, Markup) {
    let (table, _, root) = try PageFixture.page(fixture)
    let name = "curve-\(group)-name curve-\(group)-text"
    return (table, try #require(root.all("svg").first { $0["aria-labelledby"] == name }))
  }

  @Test func everyDecoderHasABandALineAndAPointAtEachLevel() throws {
    let (table, plot) = try plot(.realistic, group: 0)
    let rows = table.decoders.filter { !$0.groups.isEmpty }
    let classes = plot.all("path").compactMap { $0["class"] }
    #expect(classes.count { $0.hasPrefix("band ") } == rows.count { $0.total.tried > 0 })
    #expect(classes.count { $0.hasPrefix("curve ") } == rows.count)
    let tried = rows.flatMap(\.groups).filter { $0.group == table.corpus.groups[0].id }
      .flatMap(\.levels).count { $0.counts.tried > 0 }
    // The points of one decoder are one path, with a piece for each.
    let points = plot.all("path").filter { $0["class"]?.hasPrefix("mark ") ?? false }
    #expect(points.reduce(0) { $0 + ($1["d"] ?? "").count { $0 == "M" } } == tried)
  }

  @Test func islandsAndThresholdsAreMarked() throws {
    let (table, plot) = try plot(.realistic, group: 1)
    let groups = table.decoders.flatMap(\.groups).filter {
      $0.group == table.corpus.groups[1].id
    }
    let islands = groups.reduce(0) { $0 + $1.islands.count }
    #expect(islands > 0)
    #expect(
      plot.all("rect").count { $0["class"]?.hasPrefix("island-bar") ?? false } == islands)
    let thresholds = groups.count { $0.threshold.upper != nil }
    #expect(thresholds > 1)
    #expect(
      plot.all("line").count { $0["class"]?.hasPrefix("threshold") ?? false } == thresholds)
  }

  @Test func everyLevelTellsItsRatesUnderThePointer() throws {
    let (table, plot) = try plot(.realistic, group: 0)
    let wording = ScoreWording(table)
    let hints = plot.all("rect").filter { $0["class"] == "target-area" }.map(\.text)
    #expect(hints.count == table.corpus.levels.count)
    for (index, hint) in hints.enumerated() {
      #expect(hint.hasPrefix("\(table.corpus.levels[index].text) px"))
      let rate = wording.rate(table.decoders[0].groups[0].rate(at: index))
      #expect(hint.contains("\(table.decoders[0].label)  \(rate)"))
    }
  }

  @Test func anUnorderedSweepHasPointsAndNoLines() throws {
    let (_, plot) = try plot(.unordered, group: 0)
    let classes = plot.all("path").compactMap { $0["class"] }
    #expect(!classes.contains { $0.hasPrefix("curve ") })
    #expect(classes.contains { $0.hasPrefix("mark ") })
    #expect(plot.all("line").contains { $0["class"]?.hasPrefix("whisker") ?? false })
  }

  @Test func theFrontIsDrawnThroughThoseThatNoneBeatsInBoth() throws {
    let (_, _, root) = try PageFixture.page(.realistic)
    let section = try #require(root.all("section").first { $0["id"] == "speed" })
    // zxing is the fastest and reads most, so that it alone is on the front.
    #expect(section.text.contains("On the front: zxing."))
    let plot = try #require(
      section.all("svg").first { $0["aria-labelledby"] == "pareto-name pareto-text" })
    #expect(plot.all("path").count { $0["class"]?.contains("hollow") ?? false } == 2)
  }
}
