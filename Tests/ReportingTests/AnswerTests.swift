import DecoderKit
import Foundation
import Reporting
import Results
import Testing

@testable import RunFixtures

/// The answer to a corpus's question, and the short form of a report that it opens.
@Suite struct AnswerTests {
  private func sentence(_ table: ScoreTable) throws -> String {
    try #require(Answer(ScoreWording(table)).sentence)
  }

  @Test func aSweepIsAnsweredByThresholdsWithTheVersionThatHasThem() throws {
    let table = try ScoreFixture.table(.realistic)
    let best = try #require(table.decoders.first)
    let text = try sentence(table)
    #expect(text.hasPrefix("\(best.label) ") && text.contains(best.version))
    let ends = best.groups.filter { table.rankedGroups.contains($0.group) }.map(\.threshold.upper)
    let worst = try #require(ends.compactMap(\.self).max())
    #expect(
      text.contains("reads reliably from \(Numerals.level(worst)) px per module and stops at "))
  }

  @Test func noLevelIsCalledReliableThatAGroupHasNotCertified() throws {
    var table = try ScoreFixture.table(.realistic)
    for group in table.decoders[0].groups.indices {
      table.decoders[0].groups[group].threshold.kind = .notCertified
      table.decoders[0].groups[group].threshold.reason = .tooFewTrials(needed: 59, given: 6)
    }
    #expect(try sentence(table).hasPrefix("\(table.decoders[0].label) "))
    #expect(try !sentence(table).hasPrefix("\(table.decoders[0].label) reads reliably"))
    #expect(try sentence(table).contains("stops reading at "))
    let reservation = try #require(Answer(ScoreWording(table)).reservation)
    #expect(reservation.contains("--trials 59"))
  }

  /// Its mean threshold is the end of the sweep.
  @Test func aDecoderThatNeverFailsIsNotSaidToStop() throws {
    var table = try ScoreFixture.table(.realistic)
    for index in table.decoders.indices {
      table.decoders[index].total.read = table.decoders[index].total.tried
    }
    let text = try sentence(table)
    let hardest = try #require(table.corpus.levels.first?.text)
    #expect(!text.contains("stop"), "\(text)")
    #expect(text.contains("reads whatever was tried, down to \(hardest) px per module"), "\(text)")
  }

  @Test func aMeanThresholdAtTheHardestLevelIsTheEndOfTheSweep() throws {
    var table = try ScoreFixture.table(.realistic)
    let hardest = try #require(table.corpus.levels.first)
    table.decoders[0].meanThreshold = Estimate(
      value: hardest.value, lower: hardest.value, upper: hardest.value)
    let end = "reads nearly all at \(hardest.text) px"
    let text = try sentence(table)
    #expect(text.contains(end) && !text.contains("on average"), "\(text)")
    #expect(try #require(Conclusion(ScoreWording(table)).sentences.first).contains(end))
  }

  /// Its mean over groups counts those at the easiest level: it is a bound.
  @Test func aDecoderThatReadsNothingInSomeGroupsIsNotSaidToStopThere() throws {
    var table = try ScoreFixture.table(.realistic)
    for group in table.decoders[0].groups.indices {
      table.decoders[0].groups[group].threshold.kind = .notCertified
    }
    #expect(try !sentence(table).contains("≥"))
    table.decoders[0].groups[1].meanThreshold?.isBeyond = true
    let text = try sentence(table)
    #expect(
      text.contains("stops reading at ≥ ") && text.contains(" (reads nothing in 1 of 2 groups)"),
      "\(text)")
    let quoted = TerminalReport(TerminalStyle(width: 140)).render(table)
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(quoted.contains(/To quote: .*? ≥ .*?reads nothing in 1 of 2 groups\)/), "\(quoted)")
    table.decoders[0].groups[0].meanThreshold?.isBeyond = true
    #expect(try !sentence(table).contains("≥"), "the decoder reads nothing at all")
  }

  @Test func streamsAreAnsweredByTimesAndTheSoonestIsFirst() throws {
    var table = try ScoreFixture.table(.realistic)
    table.streams = StreamReportTests.streams()
    let text = try sentence(table)
    #expect(text.contains("reads half of the codes within 0.50 s and 95\u{202F}% within 1.00 s"))
    #expect(text.hasPrefix("zxing "))
    #expect(!text.contains("on average"))
    let reservation = Answer(ScoreWording(table)).reservation
    #expect(
      reservation?.hasSuffix("time of zxing has no upper bound yet: use more --trials") == true)
    table.streams?.decoders[0].median.value = 0.0004
    table.streams?.decoders[0].p95.value = nil
    #expect(
      try sentence(table).contains(
        "reads half of the codes in the first frame, not 95\u{202F}% by the end"))
  }

  @Test func contentsAreAnsweredByWhatTheyMean() throws {
    var table = try ScoreFixture.table(.realistic)
    let zbar = try #require(table.decoders.firstIndex { $0.label == "zbar" })
    table.decoders[zbar].meaning = MeaningScore(
      tried: 40, same: 30, different: 7, unreadable: 2,
      rate: Estimate(value: 0.75, lower: 0.5, upper: 0.98))
    let text = try sentence(table)
    #expect(text.contains("keeps the meaning of 75.0"))
    #expect(text.hasSuffix("7 wrong meanings that look right"))
  }

  @Test func decodersThatReadNoneOfTheSymbologiesAreTheAnswer() throws {
    var table = try ScoreFixture.table(.realistic)
    for index in table.decoders.indices {
      table.decoders[index].standing = .unsupported
      table.decoders[index].groups = []
    }
    #expect(try sentence(table) == "None of the decoders here reads any of these symbologies")
  }

  @Test func imagesWithoutACodeAreAnsweredByWhatWasReadInThem() throws {
    var table = try ScoreFixture.table(.unordered)
    for index in table.decoders.indices where table.decoders[index].rank != nil {
      table.decoders[index].total.clean = table.decoders[index].total.tried
      table.decoders[index].total.falsePositive = 0
    }
    let text = try sentence(table)
    #expect(
      text.contains("reads nothing in ") && text.contains(" images without a code"), "\(text)")
    #expect(!text.contains("none"), "\(text)")
  }

  @Test func anglesAreAnsweredByWhereADecoderReadsLeast() throws {
    var table = try ScoreFixture.table(.unordered)
    table.corpus.axis = "rotation"
    for index in table.decoders.indices { table.decoders[index].weakPart = nil }
    let best = try #require(table.decoders.first).label
    #expect(
      try sentence(table) == "No decoder here reads any angle significantly worse than the others")
    table.decoders[0].weakPart = WeakPart(kind: .level, name: "45", rate: 0.5, elsewhere: 0.9)
    #expect(try sentence(table).hasPrefix(best))
    #expect(try sentence(table).contains("reads worst at 45"))
    #expect(try sentence(table).contains("against 90.0"))
    #expect(try sentence(table).contains("reads no angle significantly worse"))
    table.decoders[0].weakPart?.kind = .group
    #expect(try sentence(table).hasPrefix("No decoder here"), "a group is no angle")
    let angles = table.corpus.levels
    table.corpus.levels = Array(angles.prefix(1))
    #expect(try !sentence(table).contains("angle"), "photos as they are have one")
    table.corpus.levels = angles
    for index in table.decoders.indices { table.decoders[index].rank = nil }
    #expect(try !sentence(table).contains("angle"), "without a rank nobody compared angles")
  }

  @Test func kindsOfOneSymbologyAreComparedWithEachOther() throws {
    var table = try ScoreFixture.table(.realistic)
    let ids = table.corpus.groups.map(\.id)
    func rename(_ names: [String]) {
      for (old, new) in zip(ids, names) {
        for index in table.corpus.groups.indices where table.corpus.groups[index].id == old {
          table.corpus.groups[index].id = new
        }
        table.rankedGroups = table.rankedGroups.map { $0 == old ? new : $0 }
        for decoder in table.decoders.indices {
          for group in table.decoders[decoder].groups.indices
          where table.decoders[decoder].groups[group].group == old {
            table.decoders[decoder].groups[group].group = new
          }
        }
      }
    }
    rename(["v1/clean", "v40/clean"])
    for (group, mean) in [1.5, 3.25].enumerated() {
      table.decoders[0].groups[group].meanThreshold = Estimate(
        value: mean, lower: mean, upper: mean)
    }
    #expect(
      try sentence(table).contains("stops reading at 1.50 px per module on v1 and 3.25 px on v40"))
    table.decoders[0].groups[1].meanThreshold?.isBeyond = true
    #expect(
      try sentence(table).contains(
        "stops reading at 1.50 px per module on v1, and reads no v40, even at 6 px"))
    table.corpus.groups[1].symbologies = [.dataMatrix]
    #expect(try !sentence(table).contains("on v1"), "two symbologies are no kinds of one")
  }

  @Test func turnedSymbolsThatFewAreReadOfAreNamedWithTheirSymbology() throws {
    var table = try ScoreFixture.table(.realistic)
    let names = ["qr/upright", "datamatrix/upright", "qr/mirrored", "datamatrix/mirrored"]
    let (group, score) = (table.corpus.groups[0], table.decoders[0].groups[0])
    table.corpus.groups = zip(names, [Symbology.qrCode, .dataMatrix, .qrCode, .dataMatrix]).map {
      var own = group
      (own.id, own.symbologies) = ($0, [$1])
      return own
    }
    table.corpus.conditions = [
      .init(name: "upright", settings: []),
      .init(
        name: "mirrored",
        settings: [
          .init(parameter: "mirrored", values: [1], isRandom: false, unit: "", isoName: nil)
        ]),
    ]
    table.rankedGroups = names
    table.decoders = [table.decoders[0]]
    table.decoders[0].groups = names.map { name in
      var own = score
      own.group = name
      own.meanThreshold = Estimate(value: 1.5, lower: 1.4, upper: 1.6)
      own.meanThreshold?.isBeyond = name == "datamatrix/mirrored" ? true : nil
      return own
    }
    let text = try sentence(table)
    #expect(
      text.hasSuffix(
        "on upright symbols, and reads of mirrored symbols only QR Code, even at 6 px"), "\(text)")
  }

  @Test func aDecoderIsNamedWithItsLibraryAndVersion() {
    let old = VersionedName.text("zxing", library: "ZXing-C++", version: "1.4.0 (Debian)")
    #expect(old == "zxing (ZXing-C++ 1.4.0)")
    let new = VersionedName.text("zxing-cpp", library: "ZXing-C++", version: "3.1.1")
    #expect(new == "zxing-cpp (ZXing-C++ 3.1.1)")
  }

  @Test func framesOfSeveralSizesAreAnsweredByTheTimeOfARead() throws {
    var table = try ScoreFixture.table(.realistic)
    table.corpus.levels = Array(table.corpus.levels.prefix(1))
    let names = table.corpus.groups.map { $0.id.split(separator: "/").last.map(String.init) ?? "" }
    table.corpus.conditions = zip(names, [480.0, 2560]).map { name, pixels in
      ConditionRecord(
        name: name,
        settings: [
          .init(parameter: "frame", values: [pixels], isRandom: false, unit: "px", isoName: nil)
        ])
    }
    for decoder in table.decoders.indices {
      let times = [[4.0, 96], [2.0, 24], [9.0, 99]][min(decoder, 2)]
      for group in table.decoders[decoder].groups.indices {
        table.decoders[decoder].groups[group].latency.readMedian = times[group]
      }
    }
    let text = try sentence(table)
    #expect(text.hasPrefix(table.decoders[1].label), "the quickest first: \(text)")
    #expect(
      text.contains("takes 2.00 ms for a read in a frame of 480 px and 24.0 ms in one of 2560 px"))
    #expect(text.contains("; \(table.decoders[0].label) ") && text.contains(" 4.00 and 96.0 ms"))
    table.corpus.conditions = table.corpus.conditions.map { Array($0.prefix(1)) }
    #expect(try !sentence(table).contains("frame"), "one size is no comparison")
  }

  @Test func resolutionsAreAnsweredByTheLastOneThatBringsReads() throws {
    var table = try ScoreFixture.table(.unordered)
    func knee(_ level: String) -> KneeScore {
      KneeScore(
        level: level, best: level,
        steps: [
          .init(level: "2", rate: 0.9, median: 1), .init(level: "5", rate: 0.9, median: 2),
          .init(
            level: "12", rate: 0.9, median: 4,
            timeRatio: Estimate(value: 6.24, lower: 6, upper: 6.5)),
        ])
    }
    table.decoders[0].groups[0].knee = knee("2")
    table.decoders[0].groups[1].knee = knee("5")
    table.decoders[1].groups[0].knee = knee("12")
    let text = try sentence(table)
    #expect(
      text.contains("reads no more beyond 5 MP (12 MP take 6.2× as long)"), "\(text)")
    #expect(text.contains("still reads more at 12 MP, the most that was tried"), "\(text)")
    for index in table.decoders.indices {
      for group in table.decoders[index].groups.indices {
        table.decoders[index].groups[group].knee = nil
      }
    }
    table.corpus.axis = "resolution"
    for group in table.corpus.groups.indices { table.corpus.groups[group].trials = 2 }
    let needed = Int(log2(Double(table.corpus.levels.count - 1) / 0.05).rounded(.up))
    #expect(try sentence(table).hasPrefix("2 trials are too few to show where more pixels bring"))
    #expect(try sentence(table).hasSuffix("--trials \(needed) or more"))
  }

  @Test func streamsAtSeveralSpeedsAreAnsweredByTheSpeed() throws {
    var table = try ScoreFixture.table(.realistic)
    table.corpus.groups = ["slow", "fast"].map {
      .init(id: "qr/belt-\($0)", symbologies: [.qrCode], trials: 24, cellHashes: [])
    }
    table.corpus.conditions = [("slow", 0.5), ("fast", 1)].map { name, speed in
      ConditionRecord(
        name: "belt-" + name,
        settings: [
          .init(parameter: "speed", values: [speed], isRandom: false, unit: "m/s", isoName: nil)
        ])
    }
    table.streams = StreamReportTests.streams()
    func score(_ decoder: String, _ reads: Int) -> StreamScore {
      var score = StreamReportTests.streams().decoders[0]
      (score.decoder, score.firstReads, score.streams) = (decoder, reads, 24)
      return score
    }
    func text(_ zxing: [Int], _ zbar: [Int]) throws -> String {
      let groups = [0, 1].map {
        StreamTable.Group(
          group: table.corpus.groups[$0].id,
          decoders: [score("zxing", zxing[$0]), score("zbar", zbar[$0])])
      }
      table.streams?.groups = groups
      return try sentence(table)
    }
    #expect(
      try text([24, 20], [23, 24]).contains(
        "misses no code up to 0.5 m/s and reads 20 of 24 at 1 m/s")
    )
    #expect(try text([24, 20], [23, 24]).contains("; zbar"))
    #expect(try text([24, 20], [24, 24]).hasPrefix("zbar"), "the fastest belt first")
    #expect(try text([24, 24], [23, 24]).contains("misses no code up to 1 m/s;"))
    #expect(try text([23, 24], [0, 0]).contains("reads 23 of 24 at 0.5 m/s"))
  }

  @Test(arguments: [ScoreFixture.Name.realistic, .unordered, .scenes])
  func theShortFormOpensWithTheAnswerAndNamesEveryDecoder(_ kind: ScoreFixture.Name) throws {
    let table = try ScoreFixture.table(kind)
    for width in [60, 80, 140] {
      let text = TerminalReport(TerminalStyle(width: width), .brief).render(table)
      let lines = text.split(separator: "\n")
      #expect(lines.count <= 30, "\(text)")
      #expect(lines.allSatisfy { DisplayText.width(String($0)) <= width }, "\(text)")
      let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      let answer = try sentence(table).split(whereSeparator: \.isWhitespace)
        .joined(separator: " ")
      #expect(words.contains(answer.replacing("\u{202F}", with: " ") + "."), "\(text)")
      for decoder in table.decoders { #expect(text.contains(decoder.label)) }
    }
  }

  @Test(arguments: [60, 80, 140])
  func theShortFormOfElevenDecodersTakesTwentyLines(_ width: Int) throws {
    var table = try ScoreFixture.table(.realistic)
    table.corpus.question = "How few pixels per module does a decoder need to read a clean QR Code?"
    table.unavailable = []
    let model = try #require(table.decoders.first { $0.rank == 1 })
    table.decoders = (1...9).map { number in
      var decoder = model
      (decoder.label, decoder.rank) = ("decoder-\(number)", number < 3 ? 1 : number)
      for group in decoder.groups.indices {
        decoder.groups[group].latency.readMedian = Double(number)
      }
      (decoder.total.misread, decoder.total.falsePositive) = (0, 0)
      return decoder
    }
    for label in ["opencv-barcode", "dmtx"] {
      var decoder = model
      (decoder.label, decoder.rank, decoder.standing) = (label, nil, .unsupported)
      (decoder.groups, decoder.total.tried) = ([], 0)
      table.decoders.append(decoder)
    }
    let text = TerminalReport(TerminalStyle(width: width), .brief).render(table)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    // Sixty columns break the first sentence once more.
    #expect(lines.count <= (width < 80 ? 21 : 20), "\(lines.count) lines:\n\(text)")
    #expect(text.contains("Quickest in first place: decoder-1, 1.00 ms a read."))
    #expect(text.contains("opencv-barcode and dmtx read none of these symbologies."))
    #expect((1...9).allSatisfy { text.contains("decoder-\($0)") }, "\(text)")
  }

  @Test func processesThatCouldNotBeEndedAreNamedByDecoder() throws {
    var table = try ScoreFixture.table(.realistic)
    table.outcome.survivors =
      [8, 15].map {
        SurvivingProcess(decoder: "/x/opencv-qr.plugin.yaml", process: $0, name: "python")
      } + [SurvivingProcess(decoder: "zxing-java", process: 3, name: "java")]
    let text = TerminalReport(TerminalStyle(width: 100), .brief).render(table)
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      text.contains(
        "opencv-qr: processes 8 (python) and 15 (python); results do not depend on them; zxing-java: process 3 "
          + "(java); results do not depend on it."), "\(text)")
  }

  @Test func whatIsWrongIsSaidInTheShortFormToo() throws {
    var table = try ScoreFixture.table(.realistic)
    table.decoders[0].total.crash = 3
    table.decoders[0].total.misread = 2
    table.unavailable = [UnavailableDecoder(label: "gone", reason: "there is no such program")]
    let text = TerminalReport(TerminalStyle(width: 140), .brief).render(table)
    #expect(text.contains("Wrong answers: \(table.decoders[0].label) 2"))
    let error = try #require(text.firstRange(of: "Errors: \(table.decoders[0].label): 3 crashes"))
    let head = try #require(text.firstRange(of: "rank  decoder"))
    #expect(error.lowerBound < head.lowerBound, "what is wrong comes before the numbers")
    #expect(text.contains("gone could not take part: there is no such program"))
  }
}
