import DecoderKit
import PluginHost
import Reporting
import Results
import Testing

@testable import RunFixtures
@testable import Tune

@Suite struct TuningReportTests {
  private static let identity = DecoderIdentity(
    name: "d", summary: "A decoder.", library: "lib", version: "1", symbologies: [.qrCode],
    options: [
      .flag("try-harder", default: true, "Looks harder."),
      .choice("grid", default: "fine", of: ["fine", "coarse"], "What is searched."),
      .flag("idle-and-with-a-name-that-is-much-longer-than-that", default: false, "Waits."),
    ])

  /// A sweep in which coarse grids read less in less time, and looking harder only takes longer.
  private func tuning(
    _ options: [String], harder: String = "smaller", misreading: String? = nil, coarse: Double = 1
  ) throws -> (ScoreTable, OptionSweep) {
    let sweep = try OptionSweep(
      of: DecoderReference(name: "d"), axes: options.map(OptionSweep.Axis.init(parsing:)),
      identity: Self.identity)
    var fixture = ScoreFixture()
    fixture.conditions = ["upright"]
    fixture.actors = sweep.references.map { reference in
      let isCoarse = reference.options["grid"] == "coarse"
      let isQuick = reference.options["try-harder"] == "false"
      var actor = ScoreFixture.Actor(
        label: reference.description,
        milliseconds: (isCoarse ? coarse : 4) * (isQuick ? 0.5 : 1),
        chance: { _, level in level > (isCoarse ? 2.05 : 1.45) ? 1 : 0 })
      if reference.description == misreading { actor.failure = { _ in .misread } }
      return actor
    }
    return (try fixture.table(), sweep)
  }

  private func render(_ tuning: (ScoreTable, OptionSweep), width: Int = 140, ascii: Bool = false)
    -> String
  {
    TuningReport(TerminalStyle(width: width, ascii: ascii)).render(tuning.0, of: tuning.1.tuned)
  }

  private func flat(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test func aDecoderThatNoSettingBeatsIsSaidToBeBestAsItIs() throws {
    let text = flat(render(try tuning(["grid"], coarse: 8)))
    #expect(text.hasPrefix("Library 1.2.3 is quickest as it is ("), "\(text)")
    #expect(text.contains(" px, 4.00 ms a read), and the other setting does not read better."))
  }

  @Test func theQuickestOfThoseThatReadEquallyWellIsOnTheFront() throws {
    let text = render(try tuning(["grid", "try-harder"]), ascii: true)
    let front = text.split(separator: "\n").filter { $0.hasPrefix("*") }.map { flat(String($0)) }
    #expect(front.count == 2)
    #expect(front.first?.hasPrefix("* coarse false") == true)
    #expect(front.last?.hasPrefix("* fine false") == true)
    #expect(flat(text).hasPrefix("With Library 1.2.3, d:grid=fine,try-harder=false ("))
    #expect(
      flat(text).contains(
        " px, 2.00 ms a read) reads best; quicker, but reading less, is d:grid=coarse,try-harder=false ("
      ))
    #expect(
      flat(text).contains(
        "d:grid=fine,try-harder=false takes 0.50x as long as d for a read, and reads as well."
      ))
    #expect(flat(text).contains("try-harder has no effect on how well these samples are read."))
  }

  @Test func theDecoderAsItIsStandsOutAndMisreadsAreSaid() throws {
    let (table, sweep) = try tuning(["grid"], misreading: "d:grid=coarse")
    let text = render((table, sweep))
    let asIs = text.split(separator: "\n").filter { $0.hasSuffix("as is") }
    // The fixture's decoders do not report their settings.
    #expect(asIs.count == 1 && asIs[0].contains("default"))
    #expect(flat(text).contains("d:grid=coarse misreads 2 600, d 0."), "\(text)")
  }

  @Test func settingsThatShareTheFirstPlaceAreBothNamed() throws {
    var (table, sweep) = try tuning(["grid", "try-harder"])
    let labels = ["d:grid=fine,try-harder=false", "d:grid=coarse,try-harder=false"]
    for index in table.decoders.indices where labels.contains(table.decoders[index].label) {
      table.decoders[index].rank = 1
    }
    let text = flat(render((table, sweep)))
    #expect(text.contains("read best, not significantly different."), "\(text)")
    #expect(labels.allSatisfy { text.contains($0) } && !text.contains("reads best"))
  }

  @Test(arguments: [60, 80, 100, 140]) func noLineIsTooWide(width: Int) throws {
    let tuning = try tuning([
      "grid", "try-harder", "idle-and-with-a-name-that-is-much-longer-than-that",
    ])
    for ascii in [false, true] {
      for line in render(tuning, width: width, ascii: ascii).split(separator: "\n") {
        #expect(DisplayText.width(String(line)) <= width, "\(line)")
        #expect(line.last != " ")
      }
    }
  }
}
