import Analysis
import Foundation
import Reporting
import Results
import Statistics
import TestSupport
import Testing

@testable import RunFixtures
@testable import Runs

/// The words about two runs: the same numbers in every format, the gravest change first.
@Suite(.waits) struct DifferenceReportsTests {
  private static func difference(_ scenario: GateScenario) throws -> RunDifference {
    try RunDifference(
      from: ComparedRun(ofRun: 1, in: scenario.then.store(), path: "reports/then"),
      to: ComparedRun(ofRun: 1, in: scenario.now.store(), path: "reports/now"))
  }

  /// The differences of the scenarios, made once: their runs take longer than a report of them.
  private static let differences: [GateScenario.Name: Result<RunDifference, any Error>] =
    Dictionary(
      uniqueKeysWithValues: GateScenario.Name.allCases.map { name in
        (name, Result { try difference(GateScenario.scenario(name)) })
      })

  private func difference(_ name: GateScenario.Name) throws -> RunDifference {
    try #require(Self.differences[name]).get()
  }

  /// The text without spaces: lines are wrapped between words and, where a word is long, in it.
  private func flat(_ text: String) -> String { text.filter { $0 != "\n" && $0 != " " } }

  @Test func theGravestChangeComesFirstWithItsNumbers() throws {
    let difference = try difference(.strange)
    let wording = DifferenceWording(difference)
    let crashed = try #require(
      difference.decoders.first { $0.cells.contains { !$0.flips.isEmpty } })
    let crashes = crashed.cells.reduce(0) { $0 + $1.after.crashes - $1.before.crashes }
    #expect(crashes > 0)
    let first = try #require(wording.headlines.first)
    #expect(first.hasPrefix("\(crashed.after.label) 1.2.3: "))
    #expect(first.contains("\(Numerals.counted(crashes, "crash", "crashes")) more"))
    #expect(wording.headlines.last?.hasPrefix("stranger 1.2.3 was added") == true)
    #expect(
      wording.headlines.contains { $0.contains("the same on all of ") }, "others did not change")
  }

  @Test func aRunAndItsCopyAreOneRun() throws {
    let store = try GateScenario.same().then.store()
    let copy = try RunDifference(
      from: ComparedRun(ofRun: 1, in: store, path: "a"),
      to: ComparedRun(ofRun: 1, in: store, path: "b"))
    #expect(copy.isSameRun == true)
    let settings = DifferenceWording(copy).settings
    #expect(settings.contains("both are the same run, or copies of it: nothing can differ"))
    #expect(!settings.contains { $0.contains("other machines") })
    #expect(try difference(.worse).isSameRun == nil)
  }

  /// As many misreads as before, on other samples, are no sameness.
  @Test func outcomesThatChangeWithoutAReadAreNotCalledTheSame() throws {
    var difference = try difference(.same)
    let decoder = try #require(
      difference.decoders.firstIndex { $0.cells.contains { $0.flips.isEmpty && $0.pairs > 0 } })
    difference.decoders[decoder].cells = difference.decoders[decoder].cells.map { cell in
      var cell = cell
      (cell.losses, cell.gains, cell.newlyExcluded, cell.noLongerExcluded) = (0, 0, 0, 0)
      (cell.after, cell.meanThreshold) = (cell.before, nil)
      cell.flips = [
        .init(before: .misread, after: .missed, count: 2),
        .init(before: .missed, after: .misread, count: 2),
      ]
      return cell
    }
    let headlines = DifferenceWording(difference).headlines
    #expect(headlines.contains { $0.contains("reads the same ones; ") }, "\(headlines)")
  }

  @Test func phantomsAreDifferencesOfTheirOwn() throws {
    var difference = try difference(.same)
    difference.decoders[0].cells[0].newPhantoms = 4
    difference.decoders[0].cells[1].gonePhantoms = 1
    let headline = try #require(DifferenceWording(difference).headlines.first)
    #expect(headline.contains("4 new images with a phantom, 1 gone"), "\(headline)")
  }

  @Test func lossesAndGainsAreThoseOfTheGate() throws {
    for name in [GateScenario.Name.worse, .mirrored, .unordered, .better] {
      let difference = try difference(name)
      let cells = difference.decoders.flatMap { decoder in
        decoder.cells.map { (CellName(decoder: decoder.after.label, group: $0.group), $0) }
      }
      let scored = try GateScenario.scored(name)
      let (then, now) = (scored.then.baseline, scored.now.baseline)
      let axis = EasinessAxis(now.corpus.levels, harder: now.corpus.harder)
      for name in now.cells {
        let gated = CellPairs(
          name, then: try #require(then.entry(name.decoder)?.curve(name.group)),
          now: try #require(now.entry(name.decoder)?.curve(name.group)), axis: axis,
          correcting: [:])
        let cell = try #require(cells.first { $0.0 == name }).1
        #expect((cell.losses, cell.gains, cell.pairs) == (gated.losses, gated.gains, gated.pairs))
        #expect(cell.before == gated.stateBefore && cell.after == gated.stateAfter)
        let sign = difference.harder == .smaller ? 1.0 : -1
        let shift = cell.meanThreshold ?? cell.decodeRate
        #expect(abs(shift.value * sign - gated.shift.value) < 1e-12)
      }
    }
  }

  @Test func everyFormatHasEveryHeadlineAndEveryChangedCell() throws {
    for name in [GateScenario.Name.worse, .hostile, .unordered, .strange] {
      let difference = try difference(name)
      let wording = DifferenceWording(difference)
      let markdown = DifferenceMarkdown.render(difference)
      for width in [80, 100, 140] {
        let text = DocumentText(TerminalStyle(width: width)).render(difference)
        #expect(
          text.split(separator: "\n").allSatisfy { DisplayText.width(String($0)) <= width })
        for headline in wording.headlines {
          #expect(flat(text).contains(flat(DisplayText.printable(headline))), "\(width)")
        }
      }
      for headline in wording.headlines { #expect(markdown.contains(Markdown.text(headline))) }
      for decoder in difference.decoders {
        for cell in decoder.cells {
          let row = ([decoder.after.label, cell.group] + wording.texts(cell))
            .map(Markdown.text).joined(separator: " | ")
          #expect(markdown.contains("| \(row) |"))
        }
      }
    }
  }

  @Test func unsharedSamplesAreSaidToBeOthers() throws {
    var scenario = GateScenario.same()
    scenario.now.trials = 1
    var difference = try Self.difference(scenario)
    #expect(DifferenceWording(difference).basis.contains("the same samples of 2 groups"))
    for decoder in difference.decoders.indices {
      for cell in difference.decoders[decoder].cells.indices {
        difference.decoders[decoder].cells[cell].basis = .otherSamples
      }
    }
    let wording = DifferenceWording(difference)
    #expect(wording.basis.contains("share no samples"))
    #expect(wording.headlines.allSatisfy { $0.contains(": on other samples; ") })
  }

  @Test func everyDifferenceKeepsToThePublishedSchema() throws {
    for name in [GateScenario.Name.worse, .strange, .unordered] {
      let text = try DifferenceJSON.render(difference(name))
      #expect(try PublishedSchema.objections(text, schema: "diff") == [])
    }
  }

  /// Runs that were cut short may have no sample in common.
  @Test func runsWithoutASharedSampleAreNotCalledTheSame() throws {
    var difference = try difference(.same)
    for decoder in difference.decoders.indices {
      for cell in difference.decoders[decoder].cells.indices {
        difference.decoders[decoder].cells[cell].pairs = 0
      }
    }
    let headlines = DifferenceWording(difference).headlines
    #expect(headlines.contains { $0.hasSuffix("no sample was judged in both runs") })
    for decoder in difference.decoders.indices { difference.decoders[decoder].cells = [] }
    #expect(
      DifferenceWording(difference).answer
        == ["Nothing can be compared: the runs share no comparable samples"])
    difference.after.corpus = "other"
    #expect(
      DifferenceWording(difference).answer == [
        "Nothing can be compared: the first run is of corpus \(difference.before.corpus), the second of other"
      ])
    #expect(!headlines.contains { $0.contains("the same on all of 0") }, "\(headlines)")
  }
}
