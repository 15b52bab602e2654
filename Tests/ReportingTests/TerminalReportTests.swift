import Reporting
import Results
import Testing

@testable import RunFixtures

@Suite struct TerminalReportTests {
  private func render(
    _ table: ScoreTable, width: Int = 80, color: Bool = false, ascii: Bool = false
  ) -> String {
    TerminalReport(TerminalStyle(width: width, color: color, ascii: ascii), .explained)
      .render(table)
  }

  /// The text on one line and with plain spaces; reports write narrow ones into numbers.
  private func flat(_ text: String) -> String {
    text.map { $0 == "\u{202F}" || $0 == "\n" ? " " : $0 }
      .split(separator: " ").map { String($0) }.joined(separator: " ")
  }

  /// The rows of groups from top to bottom, each with its parts in all tables of the score panel.
  private func groupRows(_ text: String) -> [String] {
    var rows: [String] = []
    for table in text.split(separator: "\n\n") where table.contains("───") {
      let lines = table.split(separator: "\n").filter { $0.contains("  v2-m/") }.map(String.init)
      rows =
        rows.isEmpty
        ? lines : rows.enumerated().map { $1 + "  " + ($0 < lines.count ? lines[$0] : "") }
    }
    return rows
  }

  @Test(arguments: [60, 80, 93, 100, 120, 140, 200])
  func noLineIsWiderThanTheTerminal(width: Int) throws {
    for name in ScoreFixture.Name.allCases {
      let table = try ScoreFixture.table(name)
      for ascii in [false, true] {
        // A command is never wrapped, so that it can be copied.
        for line in render(table, width: width, ascii: ascii).split(separator: "\n")
        where !line.hasPrefix("      harness reproduce ") {
          #expect(DisplayText.width(String(line)) <= width, "\(line)")
          #expect(line.last != " ", "\(line)")
        }
      }
    }
  }

  @Test func asciiIsASCIIAndPrintable() throws {
    for name in ScoreFixture.Name.allCases {
      let text = render(try ScoreFixture.table(name), ascii: true)
      #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || (0x20...0x7E).contains($0.value) })
    }
  }

  @Test func coloursChangeNothingButColours() throws {
    for name in ScoreFixture.Name.allCases {
      let table = try ScoreFixture.table(name)
      let coloured = render(table, color: true)
      #expect(coloured.contains("\u{1B}["))
      #expect(coloured.replacing(/\u{1B}\[[0-9]*m/, with: "") == render(table))
    }
  }

  @Test func labelsCannotSendEscapeCodes() throws {
    let text = render(try ScoreFixture.table(.hostile))
    #expect(!text.contains("\u{1B}") && !text.contains("\u{202E}") && !text.contains("\r"))
  }

  @Test func everyColumnIsShownAtEveryWidth() throws {
    let table = try ScoreFixture.table(.realistic)
    for width in [80, 140] {
      let text = render(table, width: width)
      for title in [
        "rank", "reliable", "threshold", "misread", "errors", "miss", "islands", "curve",
      ] {
        #expect(text.contains(title), "\(title) at \(width)")
      }
    }
    #expect(render(table, width: 140).components(of: "islands, px") == 1)
  }

  @Test func theCurveStandsBesideTheThresholdWhereverThereIsRoom() throws {
    let table = try ScoreFixture.table(.realistic)
    func tables(_ width: Int) -> [Substring] {
      render(table, width: width).split(separator: "\n\n").filter { $0.contains("───") }
    }
    #expect(tables(80).count == 2 && tables(80)[1].contains("curve"))
    #expect(tables(100).count == 2)
    #expect(tables(100)[0].contains("reliable") && tables(100)[0].contains("curve"))
    #expect(tables(100)[1].contains("islands") && tables(100)[1].contains("miss"))
    #expect(tables(140).count == 1)
  }

  @Test func aDecoderThatReadsNothingSaysSoInsteadOfTheSweepsEnd() throws {
    var fixture = ScoreFixture()
    fixture.actors = [.init(label: "blind", chance: { _, _ in 0 }), .init(label: "sees")]
    let table = try fixture.table()
    let end = ScoreWording(table).estimate(
      table.decoders.first { $0.label == "blind" }?.meanThreshold)
    let easiest = try #require(table.corpus.levels.last?.text)
    #expect(end == "> \(easiest)", "a bound, and no estimate with a width")
    for text in [render(table, width: 140), MarkdownReport().render(table)] {
      #expect(
        text.components(of: "reads nothing") == 4, "groups, total, answer: \(text)")
      #expect(!text.contains("\(easiest).00 ±"))
    }
  }

  @Test func longNamesAreCutOnlyWhereThereIsNoRoom() throws {
    var table = try ScoreFixture.table(.realistic)
    let name = "data-matrix/uneven-light"
    table.decoders[0].groups[0].group = name
    func rows(_ width: Int) -> [Substring] {
      render(table, width: width).split(separator: "\n").filter { $0.contains("▁") }
    }
    #expect(!rows(80).contains { $0.contains(name) })
    #expect(rows(160).contains { $0.contains(name) })
    for width in [80, 120, 140, 160] {
      #expect(rows(width).allSatisfy { $0.count <= width })
    }
  }

  @Test func everyNumberOfEveryRowIsInTheTable() throws {
    let table = try ScoreFixture.table(.realistic)
    let wording = ScoreWording(table)
    let groups = table.decoders.flatMap(\.groups)
    for width in [80, 140] {
      let rows = groupRows(render(table, width: width))
      #expect(rows.count == groups.count)
      for (row, group) in zip(rows, groups) {
        let cells = [
          group.group, wording.threshold(group.threshold),
          wording.meanThreshold(group),
          wording.decodeRate(group.total), wording.misreads(group.total),
          wording.errors(group.total), Numerals.milliseconds(group.latency.readMedian),
          Numerals.milliseconds(group.latency.missMedian),
        ]
        #expect(cells.allSatisfy(row.contains), "\(cells) in \(row)")
      }
    }
  }

  @Test func tiesAreMarkedAndExplained() throws {
    let text = flat(render(try ScoreFixture.table(.realistic)))
    #expect(text.contains("2= zbar"))
    #expect(text.contains("2= zxing:binarizer=global-histogram,try-harder=false"))
    #expect(text.contains("1 zxing "))
    #expect(text.contains("Not significantly different zbar and zxing:binarizer=global-histogram"))
    #expect(
      text.contains(
        "Significantly different zxing is better than zbar: mean threshold 0.57 ± 0.01 px lower; of"
      ))
  }

  @Test func countsOfAPairAreTheTables() throws {
    let table = try ScoreFixture.table(.realistic)
    let pair = try #require(table.comparisons.first { $0.isSignificant })
    let text = flat(render(table))
    let counts = flat(
      "of \(Numerals.count(pair.pairs)) images \(Numerals.count(pair.onlyBetter)) are read only "
        + "by \(pair.better), \(Numerals.count(pair.onlyWorse)) only by \(pair.worse)")
    #expect(text.contains("\(pair.better) is better than \(pair.worse): "))
    #expect(text.contains(counts))
  }

  @Test func whoIsNotRankedIsNamedWithTheReason() throws {
    let text = flat(render(try ScoreFixture.table(.realistic)))
    #expect(
      text.contains(
        "dmtx: unsupported, it reads none of this corpus’s symbologies (QR Code)."))
    #expect(
      text.contains("fragile: given up after 20 consecutive crashes or timeouts; 54 of 10 800"))
    #expect(text.contains("dynamsoft: unavailable, it needs a licence (error -30063)."))
  }

  @Test func aStoppedRunSaysSoAboveTheTable() throws {
    let table = try ScoreFixture.table(.partial)
    let text = render(table)
    let done = Numerals.count(table.decoders.reduce(0) { $0 + $1.total.tried })
    let planned = Numerals.count(table.decoders.reduce(0) { $0 + $1.total.planned })
    let warning = try #require(
      text.range(of: "Stopped: \(done) of \(planned) decodes; partial results."))
    let header = try #require(text.range(of: "threshold, px"))
    #expect(warning.lowerBound < header.lowerBound)
    #expect(!render(try ScoreFixture.table(.realistic)).contains("Stopped"))
  }

  @Test func whatIsNotCertifiedIsObservedAtMost() throws {
    var table = try ScoreFixture.table(.partial)
    table.decoders = Array(table.decoders.prefix(1))
    let text = flat(render(table))
    #expect(text.contains("zxing on v2-m/upright: 30 trials at the easiest level; certifying"))
    #expect(text.contains("observed from 1.4 px, not certified."))
  }

  @Test func curvesThatAreNotCertifiedForOneReasonShareASentence() throws {
    var table = try ScoreFixture.table(.realistic)
    for decoder in table.decoders.indices {
      for group in table.decoders[decoder].groups.indices {
        table.decoders[decoder].groups[group].threshold.kind = .notCertified
        table.decoders[decoder].groups[group].threshold.reason = .undecided(reads: 9, trials: 10)
        table.decoders[decoder].groups[group].threshold.observed = group == 0 ? 2 : nil
      }
    }
    let text = flat(render(table))
    let decoders = table.decoders.filter { $0.standing != .givenUp && !$0.groups.isEmpty }
    // Each decoder and each of its levels once.
    let parts = decoders.map { decoder in
      let others = decoder.groups.dropFirst().map(\.group)
      return "\(decoder.label) from 2 px on \(decoder.groups[0].group)"
        + (others.isEmpty ? "" : ", at no level on \(Words.list(others))")
    }
    #expect(parts.count > 1 && decoders.contains { $0.groups.count > 1 })
    #expect(
      text.contains(
        "neither certified nor shown to fail. Observed, not certified: "
          + parts.joined(separator: "; ") + "."))
  }

  @Test func islandsAndBreakagesAreSpelledOut() throws {
    let text = flat(render(try ScoreFixture.table(.realistic)))
    #expect(
      text.contains("zxing on v2-m/rotated misses more at 2–2.1 px than at harder levels"))
    #expect(text.contains("fragile: 54 crashes in 54 decodes."))
    #expect(text.contains("fragile, 54 images: no message. harness reproduce 'qr-small/"))
    #expect(text.contains("' --decoder 'fragile' --memory-limit '1G'"))
  }

  @Test func whereLargerIsHarderIntervalsAreMirrored() throws {
    let text = flat(render(try ScoreFixture.table(.mirrored)))
    #expect(text.contains("up to, px"))
    #expect(text.contains("[5, 6)"))
    #expect(text.contains("px higher"))
    #expect(!text.contains("(6, 5]"))
    // The hardest level is the largest, and comes first in the curve.
    #expect(text.contains("▁██") && !text.contains("██▁"))
  }

  @Test func decodersThatShareNoGroupHaveNoRank() throws {
    var table = try ScoreFixture.table(.realistic)
    table.rankedGroups = []
    for index in table.decoders.indices where table.decoders[index].standing == .ranked {
      table.decoders[index].standing = .apart
    }
    let text = flat(render(table))
    #expect(text.contains("– zbar") && !text.contains("2= zbar"))
    #expect(text.contains("No image or symbol is supported by all decoders"))
    #expect(!text.contains("ignificantly different"))
  }

  @Test func ranksThatLeaveGroupsOutSaySo() throws {
    var table = try ScoreFixture.table(.realistic)
    table.rankedGroups = ["v2-m/upright"]
    let text = flat(render(table))
    #expect(
      text.contains(
        "Ranks are based only on v2-m/upright: the groups that all ranked decoders share"))
  }

  @Test func aSweepWithoutOrderHasNoThresholdColumns() throws {
    let text = flat(render(try ScoreFixture.table(.unordered)))
    #expect(!text.contains("reliable from") && !text.contains("threshold, px"))
    #expect(text.contains("zxing reads most."))
  }

  @Test func unlessAskedToExplainItKeepsToTheTableAndTheFindings() throws {
    let table = try ScoreFixture.table(.realistic)
    let brief = flat(TerminalReport(TerminalStyle(width: 80)).render(table))
    let full = flat(render(table))
    #expect(!brief.contains("How to read it") && full.contains("How to read it"))
    #expect(!brief.contains(String(table.corpus.sha256.prefix(12))))
    #expect(brief.contains("of the time (efficiency)."))
    #expect(full.hasPrefix(String(brief.prefix(200))))
  }

  @Test func aTableWithoutDecodersSaysSo() throws {
    #expect(render(try ScoreFixture.table(.deserted)).contains("No decoder was tried."))
  }

  @Test func theFooterTellsHowToGetTheSameNumbers() throws {
    let table = try ScoreFixture.table(.realistic)
    let text = flat(render(table))
    for fact in [
      "qr-small version 3", String(table.corpus.sha256.prefix(12)), "seed 18446744073709551615",
      "commit 0123456789ab,", "decode 42.5 s (74.4 %)", "68.0 % of the time (efficiency)",
      "in 31.3 s",
    ] {
      #expect(text.contains(fact), "\(fact)")
    }
    #expect(text.hasPrefix(table.corpus.question))
  }

  @Test func curvesShowIslandsEvenWhenLevelsShareASign() {
    let rates: [Double?] = Array(repeating: 1, count: 20) + [0.2] + Array(repeating: 1, count: 19)
    #expect(Sparkline(ascii: true).line(rates, width: 10) == "#####2####")
    #expect(Sparkline(ascii: true).line([0, 0.949, 0.95, nil], width: 80) == "09#?")
    #expect(Sparkline(ascii: false).line([0, 0.949, 0.95, nil], width: 80) == "▁▇█·")
  }
}

extension String {
  /// The number of places at which `text` occurs.
  fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
