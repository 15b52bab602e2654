import Results
import Statistics
import Testing

@testable import Reporting
@testable import RunFixtures

/// Sentences about data that carry little: nothing is said that is not so.
@Suite struct DegenerateDataTests {
  private func table(
    _ name: ScoreFixture.Name, _ change: (inout ScoreTable) throws -> Void = { _ in }
  ) throws -> ScoreTable {
    var table = try ScoreFixture.table(name)
    try change(&table)
    return table
  }

  private func setRates(_ table: inout ScoreTable, _ rate: Double) {
    for index in table.decoders.indices where table.decoders[index].rank != nil {
      table.decoders[index].rank = 1
      table.decoders[index].weakPart = nil
      table.decoders[index].sharedRate = Estimate(value: rate, lower: rate, upper: rate)
    }
  }

  private func conclusion(_ table: ScoreTable) -> Conclusion { Conclusion(ScoreWording(table)) }

  @Test func whereNobodyReadsAnythingNobodyIsFirst() throws {
    let none = conclusion(try table(.realistic) { setRates(&$0, 0) })
    #expect(none.claim == "None of the ranked decoders reads any of the images")
    #expect(!none.sentences.contains { $0.contains("stops reading") })
  }

  @Test func wherePhantomsAreReadInEveryImageNobodyIsSaidToReadNothing() throws {
    let phantoms = try table(.unordered) { table in
      setRates(&table, 0)
      for index in table.decoders.indices {
        table.decoders[index].total.clean = 0
        table.decoders[index].total.falsePositive = table.decoders[index].total.tried
      }
    }
    #expect(conclusion(phantoms).claim == "Every ranked decoder finds something in every image")
  }

  @Test func whatReadsEverythingDoesNotStopReading() throws {
    let table = try table(.realistic) { table in
      setRates(&table, 1)
      for index in table.decoders.indices {
        table.decoders[index].total.read = table.decoders[index].total.tried
        table.decoders[index].total.noRead = 0
      }
    }
    let all = conclusion(table)
    let hardest = try #require(table.corpus.levels.first?.text)
    #expect(
      all.sentences.first?.hasPrefix("zxing reads everything that it tried, down to \(hardest) px")
        == true,
      "\(all.sentences)")
  }

  @Test(arguments: [0.0, 1])
  func whereAllLevelsAreAlikeNoneIsSearchedForTheWorst(rate: Double) throws {
    let alike = conclusion(try table(.unordered) { setRates(&$0, rate) })
    #expect(!alike.sentences.contains { $0.hasPrefix("No level is read") })
  }

  @Test func ofSymbologiesThatAreReadAlikeNoneIsReadLeast() throws {
    let alike = conclusion(
      try table(.scenes) { table in
        for decoder in table.decoders.indices {
          for index in table.decoders[decoder].symbologies.indices {
            table.decoders[decoder].symbologies[index].rate = Estimate(
              value: 0.5, lower: 0.4, upper: 0.6)
          }
          for group in table.decoders[decoder].groups.indices {
            let places = table.decoders[decoder].groups[group].scene?.places ?? []
            for place in places.indices {
              table.decoders[decoder].groups[group].scene?.places[place].rate = Estimate(
                value: 0.5, lower: 0.4, upper: 0.6)
            }
          }
        }
      })
    #expect(!alike.sentences.contains { $0.hasPrefix("Read least") }, "\(alike.sentences)")
  }

  /// Readers that read the same images may misread different ones, as the hints' sentence then says.
  @Test func readingTheSameIsNotCalledAgreement() throws {
    let tied = try table(.unordered) { table in
      for index in table.comparisons.indices {
        table.comparisons[index].onlyBetter = 0
        table.comparisons[index].onlyWorse = 0
      }
      var pair = table.comparisons[0]
      pair.better = "zxing@symbologies"
      table.partialComparisons = [pair]
    }
    let sentences = conclusion(tied).sentences
    #expect(sentences.count { $0.contains("none is read by only one of them") } == 2)
    #expect(!sentences.contains { $0.contains("agree") || $0.contains("exactly the same") })
  }

  @Test func earlierResultsAreNotCountedAsDecodesOfAStoppedRun() throws {
    let anew = try table(.realistic) { table in
      table.outcome.wasStopped = true
      table.outcome.reused = 0
      table.outcome.cost.decodes = 120
    }
    let warning = try #require(Statements(ScoreWording(anew)).warning)
    #expect(warning.hasPrefix("Stopped: 120 of "))
    #expect(warning.contains(" other results are of earlier runs."))
  }

  @Test func whatIsStoppedAfterItsLastDecodeSaysSo() throws {
    let late = try table(.realistic) { table in
      table.outcome.wasStopped = true
      for index in table.decoders.indices {
        table.decoders[index].total.planned = table.decoders[index].total.tried
      }
      table.outcome.cost.decodes = table.decoders.reduce(0) { $0 + $1.total.tried }
    }
    let warning = try #require(Statements(ScoreWording(late)).warning)
    #expect(warning.hasPrefix("Stopped after all "), "\(warning)")
  }

  @Test func groupsOfUnknownSymbologyAreNamedAboveAllNumbers() throws {
    let unequal = try table(.unordered) { $0.unequalGroups = ["odd/photo", "others/photo"] }
    let warning = try #require(Statements(ScoreWording(unequal)).warning)
    #expect(
      warning.hasPrefix("The symbology of the codes in odd/photo and others/photo is not known"))
    let text = TerminalReport(TerminalStyle(width: 140)).render(unequal)
    let place = try #require(text.range(of: "odd/photo")).lowerBound
    let rates = try #require(text.range(of: "they read:")).lowerBound
    #expect(place < rates)
    #expect(MarkdownReport().render(unequal).contains("odd/photo"))
    #expect(PageReport().render(unequal).contains("odd/photo"))
  }

  @Test func tooFewPhotosAreTooFewForARate() throws {
    let few = try table(.unordered) { $0.decoders[0].standing = .insufficient }
    let sentences = Statements(ScoreWording(few)).sections.flatMap(\.sentences)
    #expect(sentences.contains { $0.contains("too few samples were tried for a decode rate") })
  }

  @Test func placesWithTheSameReadsOfDifferentTriesAreNotAlike() throws {
    let uneven = try table(.scenes) { table in
      for decoder in table.decoders.indices {
        for group in table.decoders[decoder].groups.indices {
          let places = table.decoders[decoder].groups[group].scene?.places ?? []
          for place in places.indices {
            let rate = place == 0 ? 0.25 : 0.5
            table.decoders[decoder].groups[group].scene?.places[place].read = 10
            table.decoders[decoder].groups[group].scene?.places[place].rate = Estimate(
              value: rate, lower: rate, upper: rate)
          }
        }
      }
    }
    let symbols = ReadingStatements(uneven).symbols
    #expect(symbols.contains { $0.contains("least at place 1") })
    #expect(!symbols.contains { $0.contains("alike at every place") && $0.contains("wide on") })
  }

  @Test func timesOfThreeNumbersOfSymbolsGrowByAPower() throws {
    // 2, 4, 8 symbols in 3, 12, 48 ms: the square.
    let dense = try table(.scenes) { table in
      let group = try #require(table.decoders[0].groups.first { $0.scene != nil })
      let place = try #require(group.scene?.places.first)
      // Labels of another kind take ten times as long, and grow alike.
      table.decoders[0].groups = [("sheet", 1.0), ("page", 10)].flatMap { kind, factor in
        (1...3).map { power in
          var group = group
          group.group = "\(kind)-\(power)/upright"
          group.scene?.places = Array(repeating: place, count: 1 << power)
          group.total.read = 0
          group.latency.missMedian = factor * [3, 12, 48][power - 1]
          return group
        }
      }
    }
    let growth = ReadingStatements(dense).growth
    let answer = try #require(Answer(ScoreWording(dense)).sentence)
    #expect(
      answer.contains("takes 7.50 ms more per added symbol (sheet, upright, 2 to 8 symbols)"),
      "\(answer)")
    #expect(growth.count == 2 && growth[1].contains("on page, upright"), "\(growth)")
    #expect(
      growth.last?.contains("symbol takes 75.0 ms on average, from 30.0 ms") == true, "\(growth)")
    #expect(
      growth.first?.hasSuffix(
        "on sheet, upright: each added symbol takes 7.50 ms on average, from 3.00 ms for 2 symbols to 48.0 ms "
          + "for 8; the time grows with their number to the power of 2.0 [2.0–2.0]") == true,
      "\(growth)")
    #expect(ReadingStatements(try table(.scenes)).growth == [])
  }

  /// Success is to find nothing where no image holds a code: nothing is "read" there.
  @Test func imagesThatADecoderLeavesEmptyAreNotReadByIt() throws {
    let empty = try table(.unordered) { table in
      for index in table.decoders.indices where table.decoders[index].rank != nil {
        let tried = table.decoders[index].total.tried
        table.decoders[index].total.clean = tried
        table.decoders[index].total.falsePositive = 0
      }
    }
    let pair = try #require(empty.comparisons.first)
    let wording = ScoreWording(empty)
    #expect(
      conclusion(empty).sentences.contains {
        $0.contains("\(pair.better) alone leaves \(Numerals.count(pair.onlyBetter)) empty")
      })
    let sentences =
      conclusion(empty).sentences
      + Statements(wording).sections.filter { $0.title.contains("ignificantly") }
      .flatMap(\.sentences)
    #expect(!sentences.contains { $0.contains("read only by") }, "\(sentences)")
    #expect(!sentences.contains { $0.contains("reads quickest") })
  }

  /// The lists below the conclusion say the same as it does.
  @Test func listsOfPairsDoNotCallTheSameReadsTheSameAnswers() throws {
    let tied = try table(.realistic) { table in
      table.significance = nil
      for index in table.comparisons.indices {
        table.comparisons[index].onlyBetter = 0
        table.comparisons[index].onlyWorse = 0
      }
    }
    let sentences = Statements(ScoreWording(tied)).sections.flatMap(\.sentences)
    #expect(
      sentences.contains { $0.hasSuffix("none is read by only one of them") }, "\(sentences)")
    #expect(!sentences.contains { $0.contains("exactly the same") })
  }

  /// With five images the least p-value of the exact test is 2 × 2⁻⁵, above 5 %.
  @Test(arguments: [(5, true), (6, false)])
  func soFewImagesThatNoneCouldShowADifferenceAreSaidToBe(_ pairs: Int, _ isSaid: Bool) throws {
    #expect((McNemar.exact(losses: 0, gains: pairs) > 0.05) == isSaid)
    let few = try table(.unordered) { table in
      for index in table.comparisons.indices {
        table.comparisons[index].pairs = pairs
        table.comparisons[index].onlyBetter = 1
        table.comparisons[index].onlyWorse = 0
        table.comparisons[index].isSignificant = false
      }
    }
    let told = conclusion(few).sentences.contains {
      $0.hasSuffix("too few to show a difference: at least 6 are needed")
    }
    #expect(told == isSaid)
  }

  /// It reads all that the others support, and not all of the rest.
  @Test func whatReadsAllSharedWorkDoesNotReadEverythingThatItTried() throws {
    let table = try table(.realistic) { setRates(&$0, 1) }
    let all = conclusion(table)
    let best = try #require(all.ranked.first)
    #expect(best.total.successes < best.total.tried)
    #expect(
      all.sentences.first?.hasPrefix(
        "\(best.label) reads everything that all ranked decoders tried")
        == true, "\(all.sentences)")
  }

  /// No rank stands on codes of which nobody knows who supports them, if others have a symbology.
  @Test func whatRanksLeaveOutIsSaidToBeLeftOut() throws {
    let unequal = try table(.unordered) { $0.unequalGroups = ["odd/photo"] }
    #expect(
      try #require(Statements(ScoreWording(unequal)).warning).contains(
        "support different ones, so no rank is based on it: one that"))
    let ranked = try table(.unordered) { $0.unequalGroups = [$0.rankedGroups[0]] }
    #expect(
      try #require(Statements(ScoreWording(ranked)).warning).contains("different ones: one that"))
  }

  @Test func noIntervalAndNoRatioBecomesZeroByRounding() {
    #expect(Numerals.plusMinus(5.2, 0.004, places: 1) == "5.200 ± 0.004")
    #expect(Numerals.plusMinus(5.2, 0, places: 1) == "5.2")
    #expect(Numerals.plusMinus(1.37, 0.02, places: 2) == "1.37 ± 0.02")
    func ratio(_ value: Double, _ lower: Double, _ upper: Double) -> String {
      Numerals.interval(value, lower, upper, places: 2, unit: " ×")
    }
    #expect(ratio(0.0021, 0.0013, 0.0023) == "0.002 × [0.001–0.002]")
    #expect(ratio(1.1512, 1.1501, 1.1523) == "1.151 × [1.150–1.152]")
    #expect(ratio(1.84, 1.80, 1.87) == "1.84 × [1.80–1.87]")
    #expect(ratio(0, 0, 0) == "0.00 × [0.00–0.00]")
    for value in [0.0004, 0.00004, 0.3, 12] {
      let text = ratio(value, value * 0.999, value * 1.001)
      let ends = text.split(separator: "[")[1].dropLast().split(separator: "–").map(String.init)
      #expect(ends[0] != ends[1] && (Double(ends[0]) ?? 0) > 0, "\(text)")
    }
  }
}
