import DecoderKit
import Results
import Testing

@testable import Reporting
@testable import RunFixtures

/// The first sentence of a report: true, useful, and never a comparison of unlike work.
@Suite struct ConclusionTests {
  private func conclusion(
    _ name: ScoreFixture.Name, _ change: (inout ScoreTable) -> Void = { _ in }
  ) throws -> Conclusion {
    var table = try ScoreFixture.table(name)
    change(&table)
    return Conclusion(ScoreWording(table))
  }

  private func edit(
    _ table: inout ScoreTable, _ label: String, _ change: (inout DecoderScore) -> Void
  ) {
    for index in table.decoders.indices where table.decoders[index].label == label {
      change(&table.decoders[index])
    }
  }

  @Test func itNamesTheWinnerAndThenTheEvidence() throws {
    let conclusion = try conclusion(.realistic)
    #expect(conclusion.claim == "zxing has the lowest mean threshold")
    let mirrored = try self.conclusion(.mirrored)
    #expect(mirrored.wording.isLargerHarder && !mirrored.claim.contains("lowest"))
    #expect(conclusion.sentences[0].hasPrefix("zxing stops reading at "))
    #expect(conclusion.sentences[1].hasSuffix(" only by zbar (p < 0.0001)"))
  }

  @Test func aSweepWithoutOrderIsAnsweredByRates() throws {
    let conclusion = try conclusion(.unordered)
    #expect(conclusion.claim == "zxing reads most")
    let rates = try #require(conclusion.sentences.first { $0.hasPrefix("Of the ") })
    #expect(rates.contains("images, they read: zxing "))
    #expect(!conclusion.sentences.joined().contains("mean threshold"))
  }

  @Test func errorsThatOutweighTheLeadAreSaidFirst() throws {
    let few = try conclusion(.unordered) { table in
      for index in table.decoders.indices { table.decoders[index].total.crash = 0 }
      for index in table.decoders.indices { table.decoders[index].total.timeout = 0 }
      for index in table.decoders.indices { table.decoders[index].total.misread = 0 }
      edit(&table, "zbar") { $0.total.crash = 3 }
    }
    #expect(few.sentences[0].hasPrefix("Of the "))
    #expect(few.sentences.contains { $0.hasSuffix("failures: zbar on 3 images") })
    let many = try conclusion(.unordered) { table in
      edit(&table, "zxing") { $0.total.crash = 1_000_000 }
    }
    #expect(
      many.sentences[0].hasPrefix(
        "Crashes, timeouts and failures: zxing on 1\u{202F}000\u{202F}000 images"))
  }

  /// The answer names the thresholds; what follows says who leads, by how much and how surely.
  @Test func numbersOfTheAnswerAreNotSaidAgain() throws {
    let wording = ScoreWording(try ScoreFixture.table(.realistic))
    let answer = try #require(Answer(wording).sentence)
    let alone = Conclusion(wording).sentences
    let after = Conclusion(wording, after: answer).sentences
    #expect(after[0].hasPrefix("zxing stops reading ") && after[0].hasSuffix(", the next one"))
    #expect(!after[0].contains(" on average"))
    #expect(Array(after.dropFirst()) == Array(alone.dropFirst()))
    let mean = wording.estimate(wording.table.decoders[0].meanThreshold)
    #expect(alone[0].contains(mean) && !after[0].contains(mean))
    #expect(Conclusion(wording, after: "Another question").sentences == alone)
    let text = TerminalReport(TerminalStyle(width: 100)).render(wording.table)
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.contains("\(after[0]).") && !text.contains("\(alone[0])."), "\(text)")
    #expect(MarkdownReport().render(wording.table).contains("- \(Markdown.text(after[0]))."))
  }

  @Test func labelsAreComparedBySymbolsThatBothAreAskedFor() throws {
    let conclusion = try conclusion(.scenes)
    #expect(
      conclusion.claim
        == "narrow has the lowest mean threshold, on QR Code and Code 128")
    #expect(
      conclusion.sentences.contains(
        "Supported, of 4 symbologies: wide 4; narrow 2 (not Data Matrix, EAN-13); single 1 (not QR Code, "
          + "Code 128, EAN-13)"))
    #expect(
      conclusion.sentences.contains { $0.contains("single and wide both support") })
    #expect(conclusion.sentences.contains { $0.hasPrefix("Read least: narrow ") })
  }

  @Test func aTieIsNoVictory() throws {
    func tied(_ name: ScoreFixture.Name) throws -> String {
      try conclusion(name) { table in
        for index in table.decoders.indices where table.decoders[index].rank != nil {
          table.decoders[index].rank = table.decoders[index].label.hasPrefix("zxing:") ? 3 : 1
        }
      }.claim
    }
    #expect(try tied(.realistic) == "zxing and zbar share the first place")
    #expect(try tied(.unordered) == "zxing and zbar are not significantly different")
  }

  @Test func ofThoseThatTieTheQuickestIsNamed() throws {
    let conclusion = try conclusion(.realistic) { table in
      let model = table.decoders[0]
      table.decoders = (1...6).map { number in
        var decoder = model
        (decoder.label, decoder.rank) = ("d\(number)", 1)
        for group in decoder.groups.indices {
          decoder.groups[group].latency.readMedian = Double(8 - number)
        }
        return decoder
      }
    }
    #expect(conclusion.sentences.contains("Quickest in first place: d6, 2.00 ms a read"))
  }

  @Test func theWorkThatIsSharedIsNamedWhereSomeSupportMore() throws {
    let conclusion = try conclusion(.unordered) { table in
      table.corpus.groups[0].symbologies = [.qrCode, .dataMatrix, .aztec]
      edit(&table, "zbar") {
        $0.coverage = Coverage(symbologies: 1, ofSymbologies: 3, units: 10, ofUnits: 30)
      }
      edit(&table, "zxing") {
        $0.coverage = Coverage(symbologies: 3, ofSymbologies: 3, units: 30, ofUnits: 30)
      }
    }
    #expect(
      conclusion.claim
        == "zxing reads most, on QR Code")
    let coverage = try #require(conclusion.sentences.first { $0.hasPrefix("Supported, of 3") })
    #expect(coverage.contains("zxing 3") && coverage.contains("zbar"))
  }

  @Test func pairsThatShareTheirOwnWorkAreComparedThere() throws {
    let conclusion = try conclusion(.unordered) { table in
      table.partialComparisons = [
        PairScore(
          better: "dmtx", worse: "zxing", pairs: 60, onlyBetter: 9, onlyWorse: 1, p: 0.02,
          adjustedP: 0.04, isSignificant: true, groups: ["v2-m/upright"])
      ]
    }
    #expect(
      conclusion.sentences.contains(
        "On the 60 images of symbologies that dmtx and zxing both support, 9 are read only by dmtx, 1 only by zxing, "
          + "p = 0.040"))
  }

  @Test func withoutRanksNobodyIsPreferred() throws {
    let conclusion = try conclusion(.realistic) { table in
      table.rankedGroups = []
      for index in table.decoders.indices {
        table.decoders[index].rank = nil
        if table.decoders[index].standing == .ranked { table.decoders[index].standing = .apart }
      }
    }
    #expect(conclusion.claim == "No overall winner")
    #expect(conclusion.sentences[0].contains("would not be fair"))
  }
}
