import Foundation
import Reporting
import Results
import Testing

@testable import RunFixtures

/// Maps of two axes in every report: the same numbers, in words, files and pictures.
@Suite struct BoundaryReportTests {
  private func flat(_ text: String) -> String { text.replacing("\u{202F}", with: " ") }

  private func map() throws -> BoundaryMap {
    try #require(ScoreFixture.table(.maps).maps?.first)
  }

  @Test func scoresHoldABoundaryForEachColumnAndDecoder() throws {
    let map = try map()
    #expect(map.id == "v2-m/upright" && map.gridDecodes == 3 * 21 * 100)
    #expect(
      map.contours.map(\.decoder) == [
        "steady", "leaving", "zxing:binarizer=global-histogram,try-harder=false",
      ])
    let steady = map.contours[0]
    #expect(steady.decodes == map.gridDecodes)
    for (column, point) in steady.points.enumerated() {
      let value = try #require(point.value)
      // 95 % of a ramp of 0.2 px is 0.09 px above its middle.
      #expect(abs(value - (1.39 + 0.2 * Double(column))) < 0.06)
      #expect(try #require(point.hard) <= value && value <= #require(point.easy))
      #expect(point.group == "v2-m/upright-blur-\(["0", "0.5", "2"][column])")
    }
    #expect(steady.points.map(\.islands) == [[], [LevelRange(from: 2.4, to: 2.5)], []])
    let leaving = map.contours[1].points
    #expect(leaving.map(\.kind) == [.beyondHardest, .at, .beyondEasiest])
    #expect(leaving.map(\.value)[0] == 1 && leaving.map(\.value)[2] == 3)
  }

  @Test func terminalAndMarkdownHaveOneRowForEachLevelOfTheSecondAxis() throws {
    let table = try ScoreFixture.table(.maps)
    let text = flat(TerminalReport(TerminalStyle(width: 140)).render(table))
    #expect(
      text.contains("Module size in px from which 95 % are read, by blur in px: v2-m/upright\n"))
    let rows = text.split(separator: "\n").filter { $0.contains(", island 2.4–2.5") }
    #expect(rows.count == 1 && rows[0].contains(" 0.5  ") && !rows[0].contains("≤"))
    #expect(text.contains("≤ 1") && text.contains("> 3"))
    #expect(text.contains("The full grid, 18 900 decodes."))
    let page = flat(MarkdownReport().render(table))
    #expect(page.contains("## Boundaries") && page.contains("island 2.4–2.5"))
  }

  @Test func csvHasOneRowForEachPoint() throws {
    let table = try ScoreFixture.table(.maps)
    let lines = BoundaryCSV().render(table).split(separator: "\r\n").map(String.init)
    #expect(lines.count == 1 + 3 * 3)
    let head = lines[0].split(separator: ",").map(String.init)
    let row = lines[2].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    #expect(row.count == head.count)
    let fields = Dictionary(uniqueKeysWithValues: zip(head, row))
    #expect(fields["decoder"] == "steady" && fields["second_level"] == "0.5")
    #expect(fields["second_axis"] == "blur" && fields["kind"] == "at")
    #expect(fields["islands"] == "2.4-2.5")
    #expect(try fields["boundary"].flatMap(Double.init) == map().contours[0].points[1].value)
    // Beyond the map an end of the interval is missing, not zero.
    #expect(lines[4].contains(",beyond-hardest,1.0,,"))
  }

  @Test func mapsOfLargerHarderSweepsAreMirrored() throws {
    var fixture = ScoreFixture.maps
    fixture.harder = .larger
    for actor in fixture.actors.indices {
      let chance = fixture.actors[actor].chance
      fixture.actors[actor].chance = { chance($0, 4 - $1) }
    }
    let table = try fixture.table()
    let points = try #require(table.maps?.first?.contours.first).points
    let straight = try map().contours[0].points
    for (mirrored, point) in zip(points, straight) {
      #expect(abs(try #require(mirrored.value) - (4 - #require(point.value))) < 0.1)
      #expect(try #require(mirrored.easy) <= #require(mirrored.hard))
    }
    let text = flat(TerminalReport(TerminalStyle(width: 140)).render(table))
    #expect(text.contains("up to which 95 % are read"))
    #expect(text.contains("≥ 3") && text.contains("< 1"))
  }

  @Test func endsThatTheLevelsDoNotBoundAreNamed() throws {
    var table = try ScoreFixture.table(.maps)
    table.maps?[0].contours[0].points[0].hard = nil
    table.maps?[0].contours[0].points[2].easy = nil
    let text = flat(TerminalReport(TerminalStyle(width: 140)).render(table))
    #expect(text.contains(" [<1–") && text.contains("–>3]"))
  }

  @Test func aTraceSaysWhatItCostAndCertifiesNothing() throws {
    var table = try ScoreFixture.table(.maps)
    table.settings.aim = AdaptiveAim(boundary: BoundaryAim(trials: 100))
    for contour in table.maps?[0].contours.indices ?? 0..<0 {
      table.maps?[0].contours[contour].decodes = 630
    }
    let text = flat(TerminalReport(TerminalStyle(width: 100)).render(table))
    #expect(text.contains("Traced in 1 890 decodes, 10.0 % of the full grid's."))
    #expect(text.contains("A trace certifies no level"))
  }

  @Test func onlyAGridWithoutGapsIsCalledFull() throws {
    func text(_ change: (inout ScoreTable) -> Void) throws -> String {
      var table = try ScoreFixture.table(.maps)
      change(&table)
      return flat(TerminalReport(TerminalStyle(width: 100)).render(table))
    }
    let stopped = try text { $0.maps?[0].contours[0].decodes -= 300 }
    #expect(stopped.contains("18 600 decodes.") && !stopped.contains("The full grid, "))
    let adaptive = try text { $0.settings.aim = AdaptiveAim(budget: 100) }
    #expect(!adaptive.contains("The full grid, "))
  }

  @Test func filesOfMapsAreWrittenForMapsAlone() throws {
    let folder = NSTemporaryDirectory() + "boundaries-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = folder + "/boundaries.csv"
    try ReportFolder.write(ScoreFixture.table(.maps), to: folder)
    #expect(FileManager.default.fileExists(atPath: file))
    // Beside the scores of another corpus it would mislead.
    let others = try ReportFolder.write(ScoreFixture.table(.deserted), to: folder)
    #expect(!FileManager.default.fileExists(atPath: file) && !others.contains(file))
  }

  // MARK: Page

  @Test func pageHasAContourForEachDecoderWithItsBand() throws {
    let page = PageReport().render(try ScoreFixture.table(.maps))
    let start = try #require(page.range(of: "<svg class=\"plot\" viewBox=\"0 0 760 400\""))
    let drawing = page[start.lowerBound...].prefix { $0 != "\u{0}" }
    let svg = String(drawing[..<(try #require(drawing.range(of: "</svg>"))).lowerBound])
    #expect(svg.count(of: "class=\"band ") == 3)
    // One decoder's line has no two neighbouring points on the map: nothing is drawn through its edge.
    #expect(svg.count(of: "class=\"curve ") == 3)
    #expect(svg.count(of: "class=\"mark hollow ") == 2)
    #expect(svg.count(of: "class=\"island-bar ") == 1)
    #expect(svg.contains(">blur, px</text>") && svg.contains(">module size, px: above a line"))
    #expect(page.contains("viewBox=\"0 0 360 380\""))
    #expect(!PageReport().render(try ScoreFixture.table(.realistic)).contains("id=\"boundaries\""))
  }
}

extension String {
  fileprivate func count(of part: String) -> Int { components(separatedBy: part).count - 1 }
}
