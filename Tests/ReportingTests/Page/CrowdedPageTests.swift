import Foundation
import Reporting
import Results
import Testing

@testable import RunFixtures

/// Pages of many decoders, and the geometry of all drawings.
@Suite struct CrowdedPageTests {
  /// Twenty decoders, most of them settings of one, on four groups.
  private static let crowded: Result<(ScoreTable, String), any Error> = Result {
    var fixture = ScoreFixture()
    fixture.conditions = ["upright", "rotated", "blurred", "dim"]
    fixture.levels = ["1", "1.5", "2", "2.5", "3", "4"]
    fixture.trials = 70
    fixture.actors = (0..<20).map { index in
      let label = index < 3 ? ["zbar", "zxing", "dmtx"][index] : "zxing:binarizer=number-\(index)"
      return ScoreFixture.Actor(
        label: label, milliseconds: 0.2 + Double(index * 7 % 20) * 0.05,
        chance: { group, level in
          ramp(level, middle: 1.4 + Double(index % 6) * 0.15 + Double(group) * 0.1, width: 0.9)
        })
    }
    let (table, text, _) = try PageFixture.page(of: fixture)
    return (table, text)
  }

  private static func page() throws -> (ScoreTable, String, Markup) {
    let (table, text) = try crowded.get()
    return (table, text, try Markup.parse(text))
  }

  /// A rectangle in user units.
  private struct Area {
    var left, top, right, bottom: Double
    func overlaps(_ other: Area) -> Bool {
      left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }
  }

  /// The area of a text at 12 units, a letter being half as wide as it is high.
  private func area(_ text: Markup, size: Double = 12) throws -> Area {
    let x = try #require(text["x"].flatMap(Double.init))
    let y = try #require(text["y"].flatMap(Double.init))
    let width = Double(text.text.count) * size * 0.55
    let left =
      text["text-anchor"] == "end" ? x - width : text["text-anchor"] == nil ? x : x - width / 2
    return Area(left: left, top: y - size * 0.75, right: left + width, bottom: y + size * 0.2)
  }

  private func names(_ plot: Markup) -> [Markup] {
    plot.all("text").filter {
      let classes = ($0["class"] ?? "").split(separator: " ")
      return classes.contains("curve-name") || classes.contains("label")
    }
  }

  private func plots(_ root: Markup) -> [Markup] {
    root.all("svg").filter { $0["class"] == "plot" }
  }

  @Test func noNameCoversAnother() throws {
    var compared = 0
    for root in try [Self.page().2, PageFixture.page(.realistic).2, PageFixture.page(.mirrored).2] {
      for plot in plots(root) {
        let areas = try names(plot).map { try area($0) }
        for (index, one) in areas.enumerated() {
          #expect(!areas[(index + 1)...].contains(where: one.overlaps), "\(plot["viewBox"] ?? "")")
          compared += 1
        }
      }
    }
    #expect(compared > 60)
  }

  @Test func nothingIsBeyondTheDrawing() throws {
    let roots = try ScoreFixture.Name.allCases.map { try PageFixture.page($0).2 }
    for root in try roots + [Self.page().2] {
      for plot in plots(root) {
        let size = try #require(plot["viewBox"]).split(separator: " ").compactMap { Double($0) }
        for text in plot.all("text") {
          let area = try area(text)
          #expect(
            area.left > -6 && area.right < size[2] + 6 && area.top > -2 && area.bottom < size[3],
            "\(text.text) in \(plot["aria-labelledby"] ?? "")")
        }
        for line in plot.all("line") {
          for (name, most) in [("x1", size[2]), ("x2", size[2]), ("y1", size[3]), ("y2", size[3])] {
            let place = try #require(line[name].flatMap(Double.init))
            #expect(place >= 0 && place <= most, "\(name) \(place)")
          }
        }
      }
    }
  }

  @Test func everyDecoderIsInTheChartOfTheFirstScreen() throws {
    let (table, _, root) = try Self.page()
    let main = try #require(root.all("main").first)
    let opening = try #require(main.all("div").first)
    #expect(opening["class"]?.hasPrefix("opening") ?? false)
    let chart = try #require(opening.all("section").first { $0["id"] == "overview" })
    let lines = chart.all("li").filter { !$0.all("path").isEmpty }
    #expect(lines.count == 20)
    let wording = ScoreWording(table)
    for (line, decoder) in zip(lines, table.decoders) {
      #expect(line.text.contains(wording.rank(decoder)))
      #expect(line.text.contains(wording.estimate(decoder.meanThreshold)))
    }
    // Places are shares of the width, so that the chart fits every screen.
    for line in chart.all("svg").filter({ $0["class"] == "strip" }).flatMap({ $0.children })
    where line.name == "line" {
      #expect(line["x1"]?.hasSuffix("%") ?? false)
    }
  }

  @Test func everyCurveHasASwitchAndEverySettingItsName() throws {
    let (table, _, root) = try Self.page()
    let curves = try #require(root.all("section").first { $0["id"] == "curves" })
    #expect(curves["data-crowded"] == "")
    let switches = curves.all("button").filter { $0["aria-pressed"] == "true" }
    #expect(switches.count == 20)
    for button in switches {
      let index = try #require(button["data-switch"])
      let layers = curves.all("g").filter { $0["data-series"] == index }
      #expect(layers.count { !$0.all("path").isEmpty } == 4, "a curve in each group")
    }
    for decoder in table.decoders where decoder.label.contains(":") {
      let options = try #require(decoder.label.split(separator: ":").last)
      #expect(switches.count { $0.text.hasSuffix(options) } == 1)
    }
    let few = try PageFixture.page(.realistic).2.all("section").first { $0["id"] == "curves" }
    #expect(few?["data-crowded"] == nil)
  }

  @Test func twoLevelsAreDotsAndNoLines() throws {
    var fixture = ScoreFixture.realistic
    fixture.levels = ["1.5", "3"]
    let (_, _, root) = try PageFixture.page(of: fixture)
    let curves = try #require(root.all("section").first { $0["id"] == "curves" })
    let paths = curves.all("svg").filter { $0["class"] == "plot" }.flatMap { $0.all("path") }
      .compactMap { $0["class"] }
    #expect(!paths.contains { $0.hasPrefix("curve ") || $0.hasPrefix("band ") })
    #expect(paths.count { $0.hasPrefix("mark ") } >= 8)
  }

  @Test func ratesOverUnlikeGroupsAreSaidNotToCompare() throws {
    var fixture = ScoreFixture.unordered
    fixture.actors = Array(fixture.actors.prefix(2))
    var table = try fixture.table()
    table.decoders[0].groups.removeLast()
    table.decoders[1].groups.removeFirst()
    (table.rankedGroups, table.basis) = ([], nil)
    for index in table.decoders.indices { table.decoders[index].rank = nil }
    let root = try Markup.parse(PageReport().render(table))
    let chart = try #require(root.all("section").first { $0["id"] == "overview" })
    #expect(
      chart.text.contains("Do not compare rates over different groups")
        && chart.text.contains("1 of 2"))
  }

  @Test func aLongClaimHasShortNames() throws {
    let (_, _, root) = try Self.page()
    let claim = try #require(root.all("h2").first?.text)
    #expect(!claim.contains("binarizer="), "\(claim)")
  }

  @Test func noTextIsPrintedBelowEightPoints() throws {
    let style = try Self.page().2.all("style").map(\.text).joined()
    let print = try #require(style.components(separatedBy: "@media print").last)
    let sizes = print.components(separatedBy: "font-size:").dropFirst().compactMap {
      Double($0.prefix { $0.isNumber || $0 == "." })
    }
    // 8 points are 10.67 CSS pixels.
    #expect(sizes.count > 3 && sizes.allSatisfy { $0 >= 10.67 }, "\(sizes)")
  }
}
