import Console
import Foundation
import Optics
import Reporting
import Results
import Sessions
import TestSupport
import Testing

@testable import Distance

@Suite(.waits) struct DistanceTextTests {
  /// The text, with plain spaces between the digits of large numbers.
  private func text(_ report: DistanceReport, width: Int = 100) -> String {
    report.document.text(TerminalStyle(width: width)).replacing("\u{202F}", with: " ")
  }

  private func line(_ text: String, _ word: String) throws -> String {
    String(try #require(text.split(separator: "\n").first { $0.hasPrefix(word + "  ") }))
  }

  @Test func aRowCarriesTheIntervalOver() throws {
    let text = try text(DistanceReports.report())
    #expect(text.contains("Test camera, at 1000x500: focal length 1 000 px"))
    #expect(text.contains("QR Code version 2, 25 mm wide: modules of 1 mm"))
    // 1 mm × 1000 px: ÷ 8 px, which were tried, ÷ 2 px and ÷ 1.5 px; 25 mm × 1000 ÷ 500 mm of 1000 px.
    let zxing = try line(text, "zxing")
    for part in ["(1.5, 2]", "12.5 cm", "50 cm", "66.7 cm", "5.0 %"] {
      #expect(zxing.contains(part), "\(zxing)")
    }
    #expect(try line(text, "zbar").contains("≤ 1 "))
    #expect(try line(text, "slow").contains("> 8"))
    #expect(try line(text, "few").contains("not certified"))
  }

  private func words(_ report: DistanceReport) -> String {
    text(report).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test func conditionsAreTakenInOrTheirCorpusIsNamed() throws {
    let moving = try words(DistanceReports.report(moves: true, largest: 16))
    // 0.5 mm are half of a module, which is certified: 2 px of 4 px.
    #expect(moving.contains("moves 0.5 mm: 0.5 modules, at any distance; zxing: takes it"))
    #expect(moving.contains("zbar: no thresholds"))
    #expect(moving.contains("sees the code 2 mm further on: it is sheared"))
    // Half a module of 1 mm, with an aperture of 2 mm and a lens of 4 mm: 24 mm before 10 cm.
    #expect(
      moving.contains(
        "Blur: zxing reads from 76 mm on, fails up to 52 mm; zbar, of which no blur is certified, reads from 95.2 mm "
          + "on; "))
    #expect(
      moving.contains("fits into the frame at 66 mm or farther; the camera focuses from 10 cm on"))
    #expect(moving.contains("Blur and movement were measured separately; together they may use"))
    // What is answered at 12.5 cm and farther has nothing to do with the focus from 10 cm on.
    let focused = try words(DistanceReports.report(moves: true))
    #expect(!focused.contains("Blur") && !focused.contains("the camera focuses"))
    #expect(
      focused.contains(
        "; no run has thresholds of zbar while it moves: harness compare --corpus motion --decoder zbar measures them"
      ))
    // The modules that are seen are narrower: 0.5 mm ÷ cos 20°.
    let leaning = try DistanceReports.report(tilt: 20, moves: true)
    let text = words(leaning)
    #expect(text.contains("0.532 modules, at any distance; zxing: not shown either way"))
    #expect(
      text.contains(
        "no stored run has thresholds of QR Code for it; run harness compare --corpus tilt"))
    #expect(leaning.table?.rows.allSatisfy { $0.reliable == nil } == true)
  }

  @Test func fixedFocusNarrowsTheRowTheNoteAndTheVerdict() throws {
    // 2 mm · |d − 400 mm| ÷ 396 mm: half a module from 301 to 499 mm; the size takes its part, too.
    let report = try DistanceReports.report(at: 480, focus: 400)
    let text = words(report)
    #expect(
      text.contains(
        "Blur, focused at 40 cm: zxing reads from 30.1 cm to 49.9 cm, fails up to 20.2 cm"))
    // 1 mm = 0.002 · d + 0.0050505 · |d − 400 mm|, at 334.4 and 428.4 mm.
    let zxing = try line(self.text(report), "zxing")
    for part in ["33.5 cm", "42.8 cm", "59.8 cm", "not shown"] {
      #expect(zxing.contains(part), "\(zxing)")
    }
    #expect(text.contains("out of focus, a point is spread over 0.404 modules."))
    struct Document: Decodable {
      struct Row: Decodable {
        let decoder: String
        let reliableFromMillimetres, reliableMillimetres: Double?
      }
      let distances: [Row]
    }
    let document = try JSONDecoder().decode(
      Document.self, from: Data(DistanceJSON.render(report).utf8))
    let row = try #require(document.distances.first { $0.decoder == "zxing" })
    #expect(abs(try #require(row.reliableFromMillimetres) - 334.4) < 0.1)
    #expect(abs(try #require(row.reliableMillimetres) - 428.4) < 0.1)
  }

  private func motionText(_ sizes: [String: Double], groups: [String]) throws -> String {
    let own = DistanceReports.threshold("zxing", .interval, 4, 2)
    let evidence = ConditionEvidence(
      .motion, run: ThresholdRun(store: "reports/motion", number: 1, corpus: "motion"),
      thresholds: groups.map {
        DecoderThreshold(
          decoder: own.decoder, reference: own.reference, group: $0, score: own.score,
          tested: own.tested, moduleSizePixels: sizes[$0])
      })
    let table = DistanceTable(
      try DistanceReports.question(tilt: 0, moves: true), evidence: DistanceReports.evidence,
      conditions: [evidence])
    return words(DistanceReport(table))
  }

  @Test func thresholdsWithoutAModuleSizeAreLeftOutInWords() throws {
    let some = try motionText(["a/x": 3, "a/y": 6], groups: ["a/x", "a/y", "a/z"])
    #expect(some.contains("measured at 3 to 6 px per module"))
    #expect(
      some.contains(
        "Thresholds of motion in a/z are left out: the size of the modules there varies or is not"))
    let none = try motionText([:], groups: ["a/z"])
    #expect(none.contains("the size of the modules varies or is not known"))
    #expect(!none.contains("4 px") && !none.contains("left out"))
  }

  /// A bound by what was tried is no least distance; one by the focus is.
  @Test func whatWasTriedIsNotCalledReliable() throws {
    #expect(try DistanceReports.report().page.contains("measured from"))
    #expect(try !DistanceReports.report(focus: 400).page.contains("measured from"))
    #expect(Numerals.length(98.6, inUnitOf: 101) == "9.86 cm")
    let claim = SizeClaim(widthMillimetres: 10, distanceMillimetres: 400, moduleSizePixels: 5)
    let check = try #require(ClaimCheck(try DistanceReports.question("qr:v2"), [claim]))
    #expect(
      DistanceAnswer.conclusion(check) == "This camera gives 5 times fewer pixels than they say")
  }

  @Test func aDistanceShowsSizeAndVerdicts() throws {
    let text = try text(DistanceReports.report(at: 400, tilt: 20, moves: true))
    #expect(text.contains("At 40 cm a module is 2.35 px wide."))
    // The modules are large enough, and nothing is known of the tilt.
    #expect(try line(text, "zxing").contains("not shown"))
    #expect(try line(text, "slow").contains("fails"))
    #expect(try line(text, "few").contains("not shown"))
  }

  @Test func printedSizesAreGivenForBothEnds() throws {
    let text = try text(DistanceReports.printing(), width: 140)
    #expect(text.contains("Printed so that zxing reads it at 2 m\n"))
    // The interval that is explained is one that is shown.
    let question = try DistanceReports.question("qr:v2")
    let others = DistanceEvidence(
      run: DistanceReports.evidence.run,
      thresholds: [DistanceReports.threshold("zbar", .interval, 2.25, 3)]
        + DistanceReports.evidence.thresholds)
    let own = try #require(
      DistanceReport(
        question, evidence: others, conditions: [], for: "zxing", atMillimetres: 2000))
    #expect(words(own).contains("(1.5, 2] px per module means"), "\(words(own))")
    let row = try line(text, "v2-m/upright")
    for part in ["10 cm, 4 mm", "75 mm, 3 mm", "75.7 cm, 30.3 mm"] {
      #expect(row.contains(part), "\(row)")
    }
    // 0.6 mm + 0.5 mm of movement; 0.5 mm fail.
    let moving = try self.text(DistanceReports.printing(moves: true, at: 300), width: 140)
    let smaller = try line(moving, "v2-m/upright")
    for part in ["27.5 mm, 1.1 mm", "12.5 mm, 0.5 mm"] {
      #expect(smaller.contains(part), "\(smaller)")
    }
    #expect(moving.contains("the code moves 0.5 mm (reports/motion, run 1 (motion), measured at"))
    // At 80 mm the disc of 0.42 mm needs 0.83 mm beside 0.5 mm; 0.64 mm are 8 px.
    let near = try self.text(DistanceReports.printing(moves: true, at: 80), width: 140)
    #expect(near.contains("v2-m/upright: it would have to be larger than the frame holds."))
  }

  /// 2 px of 1000 at 1433 mm are 2.866 mm, 71.65 mm wide: what is printed must be certified when it is typed.
  @Test func aSizeToPrintIsRoundedUp() throws {
    let report = try DistanceReports.printing(at: 1433)
    #expect(DistanceAnswer(report: report).sentence.contains("71.7 mm wide, in modules of 2.87 mm"))
    // 1.5 px are 2.1495 mm, 53.7375 mm wide, and 500 rows hold 33 modules of 21.712 mm, 54.28 cm.
    let row = try line(text(report, width: 140), "v2-m/upright")
    for part in ["71.7 mm, 2.87 mm", "53.7 mm, 2.14 mm", "54.2 cm, 21.7 mm"] {
      #expect(row.contains(part), "\(row)")
    }
    for (value, up, down) in [(99.91, 100.0, 99.9), (4.0000000001, 4, 4), (0.3031, 0.304, 0.303)] {
      #expect(abs(Numerals.threeDigits(value, .up) - up) < 1e-9)
      #expect(abs(Numerals.threeDigits(value, .down) - down) < 1e-9)
    }
  }

  /// 25 mm of modules of 1 mm through 1000 px: whatever the threshold, the printed ends are decided alike.
  @Test(arguments: Array(stride(from: 1.31, to: 3.2, by: 0.07)))
  func aPrintedDistanceIsDecidedAlikeWhenItIsTyped(threshold: Double) throws {
    let own = DistanceReports.threshold("zxing", .interval, threshold - 0.3, threshold)
    let table = DistanceTable(
      try DistanceReports.question(),
      evidence: DistanceEvidence(run: DistanceReports.evidence.run, thresholds: [own]),
      conditions: [])
    let text = words(DistanceReport(table))
    let row = try #require(table.rows.first)
    let printed = try #require(
      text.firstMatch(of: #/zxing v2-m/upright .*?\] (\S+ \S+) (\S+ \S+) (\S+ \S+) /#)?.output)
    let ends: [(Substring, ReadingAtDistance.Verdict)] = [
      (printed.1, .reliable), (printed.2, .reliable), (printed.3, .failing),
    ]
    for (end, verdict) in ends {
      let typed = try PhysicalOption.distance(String(end.filter { $0 != " " }))
      #expect(row.verdict(atMillimetres: typed) == verdict, "\(end)")
    }
    #expect(text.hasPrefix("A 25 mm QR Code reads up to \(printed.2) with zxing "))
  }

  @Test func theContradictionOfClaimsIsPrinted() throws {
    let text = try text(DistanceReports.claims())
    #expect(text.contains("10 cm at 3 m: 15 px"))
    for focal in ["11 250 px", "9 375 px", "10 000 px", "5 000 px"] {
      #expect(text.contains(focal), "\(focal)")
    }
    #expect(
      text.replacing("\n", with: " ").contains(
        "contradict each other: the focal lengths that they imply differ by a factor of 2.25"))
  }

  @Test func nothingIsWiderThanTheTerminal() throws {
    for report in [
      try DistanceReports.report(at: 400, tilt: 20, moves: true), try DistanceReports.claims(),
    ] {
      for line in text(report, width: 100).split(separator: "\n") {
        #expect(line.count <= 100, "\(line)")
      }
    }
  }

  @Test func thePageHasALineForEachDecoderThatIsCertified() throws {
    let page = try DistanceReports.report().page
    let chart = try #require(page.split(separator: "</svg>").first { $0.contains("id=\"distance") })
    #expect(chart.matches(of: /class="curve c\d dash\d"/).count == 2)
    // Only zxing has a band: zbar was not shown to fail.
    #expect(chart.matches(of: /class="band c\d"/).count == 1)
    #expect(page.contains("certified for slow in v2-m/upright and few in v2-m/upright."))
    #expect(page.contains("What this is based on"))
  }

  /// The chart has the same ends as the row.
  @Test func theChartBendsWhereTheCameraIsInFocus() throws {
    let report = try DistanceReports.report(focus: 400)
    let page = report.page
    #expect(page.contains("zxing reads the size that was asked for from 33.5 cm to 42.8 cm;"))
    let row = try #require(report.table?.rows.first)
    // 2 px at 400 mm; 2 px and the disc, 0.5 mm of it at half the loss, on both sides.
    for (distance, module) in [(300.0, 1.105), (400, 0.8), (428.5, 1), (500, 1.505)] {
      let found = try #require(row.certifiedModule(atMillimetres: distance))
      #expect(abs(found - module) < 1e-3, "\(distance): \(found)")
    }
  }

  @Test func everyReportKeepsToThePublishedSchema() throws {
    let reports = [
      try DistanceReports.report(at: 400, moves: true), try DistanceReports.printing(),
      try DistanceReports.claims(), try DistanceReports.report(at: 480, focus: 400),
      try DistanceReports.report(at: 400, tilt: 20, moves: true),
      try DistanceReports.printing(moves: true, at: 80),
    ]
    func objections(_ text: String) throws -> [String] {
      try PublishedSchema.objections(text, schema: "distance")
    }
    for report in reports { #expect(try objections(DistanceJSON.render(report)) == []) }
    let misspelt = try DistanceJSON.render(reports[0]).replacing("\"taken\"", with: "\"token\"")
    #expect(try objections(misspelt) != [])
  }

  @Test func theFirstLineIsTheAnswer() throws {
    func answer(_ report: DistanceReport) -> String {
      DistanceAnswer(report: report).sentence.replacing("\u{202F}", with: " ")
    }
    #expect(
      answer(try DistanceReports.report())
        == "A 25 mm QR Code reads up to 1 m with zbar, 50 cm with zxing in frames of 1000x500 (Test camera); with "
        + "slow or few no distance is certified")
    var known = DistanceReports.threshold("zxing")
    (known.library, known.version) = ("ZXing-C++", "1.4.0")
    let many = [known] + ["b", "c", "d", "e"].map { DistanceReports.threshold($0) }
    let table = DistanceTable(
      try DistanceReports.question(),
      evidence: DistanceEvidence(run: DistanceReports.evidence.run, thresholds: many),
      conditions: [])
    #expect(
      answer(DistanceReport(table))
        == "A 25 mm QR Code reads up to 50 cm with b, c and d; no farther with 2 more in the table "
        + "in frames of 1000x500 (Test camera)"
    )
    #expect(
      answer(
        DistanceReport(
          DistanceTable(
            try DistanceReports.question(),
            evidence: DistanceEvidence(run: DistanceReports.evidence.run, thresholds: [known]),
            conditions: [])))
        == "A 25 mm QR Code reads up to 50 cm with zxing (ZXing-C++ 1.4.0) in frames of 1000x500 (Test camera)"
    )
    let tooLarge = try DistanceReports.question()
    let untested = DistanceTable(
      tooLarge, evidence: DistanceEvidence(run: DistanceReports.evidence.run, thresholds: [known]),
      conditions: [])
    #expect(
      answer(DistanceReport(untested, atMillimetres: 105))
        == "At 10.5 cm a 25 mm QR Code has larger modules than were tried with zxing (ZXing-C++ 1.4.0) "
        + "in frames of 1000x500 (Test camera)"
    )
    #expect(
      answer(try DistanceReports.report(at: 400))
        == "At 40 cm a 25 mm QR Code reads with zxing and zbar; it is neither certified nor shown to "
        + "fail with few; it is shown to fail with slow in frames of 1000x500 (Test camera)")
    #expect(
      answer(try DistanceReports.printing())
        == "At 2 m zxing reads a QR Code that is printed 10 cm wide, in modules of 4 mm "
        + "in frames of 1000x500 (Test camera)")
    #expect(
      answer(try DistanceReports.printing(moves: true, at: 80))
        == "No printed size of a QR Code is certified for zxing at 80 mm: it would have to be larger than "
        + "the frame holds in frames of 1000x500 (Test camera)")
    #expect(answer(try DistanceReports.claims()).hasPrefix("The claims contradict each other: "))
    // What cannot be answered says what to run.
    #expect(
      answer(try DistanceReports.report(tilt: 20))
        == "No decoder is certified to read a 25 mm QR Code at any distance in frames of 1000x500 (Test camera); "
        + "run harness compare --corpus tilt --decoder zxing --decoder zbar to learn more")
    // Another condition's corpus would not answer.
    let question = try DistanceReports.question(tilt: 20)
    let unmeasured = DistanceTable(
      question, evidence: DistanceReports.evidence(largest: 16),
      conditions: DistanceReports.missing + [ConditionEvidence(missing: .tilt, corpora: [])])
    #expect(
      answer(DistanceReport(unmeasured)).hasSuffix(
        "(Test camera); no corpus sweeps tilt with symbols of QR Code: write one"))
    #expect(
      words(DistanceReport(unmeasured)).contains(
        "run harness compare --corpus defocus --decoder zxing --decoder zbar (some of its symbols have read-noise)"
      ))
    let text = try text(DistanceReports.report())
    #expect(text.hasPrefix("A 25 mm QR Code reads up to "))
    #expect(
      try answer(DistanceReports.uncertified())
        == "No decoder is certified to read a 25 mm QR Code at any distance in frames of 1000x500 (Test camera): "
        + "the run has too few trials at each level; harness compare --corpus qr-small --trials 59 has enough"
    )
  }

  /// A decoder that reads 96 of 100 somewhere is not shown to be worse than one that reads all.
  @Test func aTiltThatIsNotDecidedSaysWhatIsKnownOfIt() throws {
    let camera = "in frames of 1000x500 (Test camera)"
    let known =
      "whether zxing reads it leaning by 30° is not decided: certified to 55° for 25 modules across, only to 5° for "
      + "45 modules across (96 of 100 at 10°); harness compare --corpus tilt --decoder zxing --trials 400 may certify "
      + "it, or a corpus of your own code"
    let question = try DistanceReports.question(tilt: 30)
    let conditions = DistanceReports.missing + [DistanceReports.tilt]
    let thresholds = Array(DistanceReports.evidence.thresholds.prefix(2))
    let both = DistanceEvidence(run: DistanceReports.evidence.run, thresholds: thresholds)
    let table = DistanceTable(question, evidence: both, conditions: conditions)
    // 866 px of 1 mm ÷ the line from 1 px to 4 px · cos 75°, at 30° of 75°: 1.0141 px.
    #expect(
      answer(DistanceReport(table))
        == "A 25 mm QR Code reads up to 85.3 cm with zbar \(camera); \(known)")
    #expect(answer(DistanceReport(table, atMillimetres: 300)).hasSuffix("\(camera); \(known)"))
    let alone = DistanceEvidence(
      run: DistanceReports.evidence.run, thresholds: [DistanceReports.threshold("zxing")])
    #expect(
      answer(
        DistanceReport(DistanceTable(question, evidence: alone, conditions: conditions)))
        == "No decoder is certified to read a 25 mm QR Code at any distance \(camera); \(known)")
    let failing = DistanceTable(
      try DistanceReports.question(tilt: 62), evidence: alone, conditions: conditions)
    #expect(
      answer(DistanceReport(failing)).hasSuffix(
        "; zxing is shown to fail leaning by 62°: certified only to 55° for 25 modules across (77 of 100 at 60°), "
          + "only to 5° for 45 modules across (96 of 100 at 10°)"))
    // A size for a distance names the condition that is wanting, and no other.
    func printing(_ conditions: [ConditionEvidence]) throws -> String {
      answer(
        try #require(
          DistanceReport(
            try DistanceReports.question("qr:v2", tilt: 30), evidence: both, conditions: conditions,
            for: "zxing", atMillimetres: 2000)))
    }
    let none = "No printed size of a QR Code is certified for zxing at 2 m \(camera)"
    #expect(try printing(conditions) == "\(none); \(known)")
    let corpora = [SuitedCorpus(name: "tilt")]
    #expect(
      try printing(
        DistanceReports.missing + [ConditionEvidence(missing: .tilt, corpora: corpora)])
        == "\(none); run harness compare --corpus tilt --decoder zxing to learn more")
  }

  /// Symbols that lean in the run already are seen as they were there: the cosine counts once.
  @Test func aTiltThatWasMeasuredCountsOnce() throws {
    var own = DistanceReports.threshold("zxing")
    own.isTilted = true
    let question = try DistanceReports.question(tilt: 30)
    let evidence = DistanceEvidence(run: DistanceReports.evidence.run, thresholds: [own])
    let table = DistanceTable(question, evidence: evidence, conditions: [])
    let report = DistanceReport(table)
    #expect(answer(report).hasPrefix("A 25 mm QR Code reads up to 50 cm with zxing "))
    #expect(words(report).contains("Measured leaning by 30°: v2-m/upright."))
    let near = words(DistanceReport(table, atMillimetres: 400))
    #expect(near.contains("At 40 cm a module is 2.5 px wide."), "\(near)")
    let printing = try #require(
      DistanceReport(
        question, evidence: evidence, conditions: [], for: "zxing", atMillimetres: 2000))
    #expect(answer(printing).contains("printed 10 cm wide, in modules of 4 mm"))
  }

  @Test func theSizeOfOtherSymbolsIsAReservation() throws {
    var evidence = DistanceReports.mixedEvidence()
    evidence.otherSize = "25 or 37 modules across"
    let table = DistanceTable(
      try DistanceReports.question("qr:text=https://example.org/asset/0042:29mm"),
      evidence: evidence, conditions: [])
    let text = words(DistanceReport(table))
    #expect(
      text.contains(
        ". Measured on symbols 25 or 37 modules across, not of 29: a corpus of your own code measures its size "
          + "(docs/distance.md#a-corpus-of-your-own-code). Distances "), "\(text)")
    // 1 mm × 29 ÷ 25 × 1000 px ÷ 2 px.
    #expect(text.contains("; at level L version 2 holds it, and the same width reads up to 58 cm."))
    let printing = try #require(
      DistanceReport(
        table.question, evidence: evidence, conditions: [], for: "zxing", atMillimetres: 2000))
    let sizes = words(printing)
    // 29 and 25 modules of 4 mm; the size that was typed is no answer.
    #expect(sizes.contains("printed 11.6 cm wide") && sizes.contains("and 10 cm are enough."))
    #expect(!sizes.contains("29 mm wide"), "\(sizes)")
  }

  private func answer(_ report: DistanceReport) -> String {
    DistanceAnswer(report: report).sentence
  }

  /// A group that nobody reads hides nothing of the others, and no corpus is advised that could not help.
  @Test func theFirstLineIsAboutCleanGroupsWithAReservation() throws {
    let camera = "in frames of 1000x500 (Test camera)"
    #expect(
      answer(try DistanceReports.mixed())
        == "A clean 25 mm QR Code reads up to 50 cm with zxing \(camera); in v2-m/spotted no distance is certified"
    )
    #expect(
      answer(try DistanceReports.mixed(at: 400))
        == "At 40 cm a clean 25 mm QR Code reads with zxing \(camera); in v2-m/spotted no distance is certified"
    )
    let worn = answer(try DistanceReports.mixed(cleanHarms: ["wrinkle"]))
    #expect(
      worn
        == "A 25 mm QR Code reads up to 25 cm with zxing \(camera), measured in v2-m/clean and v2-m/noisy; in "
        + "v2-m/spotted no distance is certified")
    let mixed = DistanceReports.mixedEvidence()
    let noisy = mixed.thresholds.filter { $0.harms == ["read-noise"] }.map {
      DecoderThreshold(
        decoder: "zbar", reference: "zbar", group: $0.group, score: $0.score, tested: $0.tested,
        harms: $0.harms)
    }
    let unclean = DistanceTable(
      try DistanceReports.question(),
      evidence: DistanceEvidence(run: mixed.run, thresholds: mixed.thresholds + noisy),
      conditions: DistanceReports.missing)
    #expect(
      answer(DistanceReport(unclean)).contains(
        "(Test camera); if the symbol is not clean, up to 25 cm with zbar, measured in v2-m/noisy; in v2-m/spotted"
      ))
    let question = try DistanceReports.question("qr:v2")
    let printing = try #require(
      DistanceReport(
        question, evidence: DistanceReports.mixedEvidence(), conditions: [], for: "zxing",
        atMillimetres: 2000))
    #expect(
      answer(printing)
        == "At 2 m zxing reads a clean QR Code that is printed 10 cm wide, in modules of 4 mm \(camera); in "
        + "v2-m/spotted no size is certified")
    let spotted = DistanceReports.mixedEvidence().thresholds.filter { $0.harms == ["damage"] }
    let nothing = DistanceTable(
      try DistanceReports.question(),
      evidence: DistanceEvidence(run: DistanceReports.evidence.run, thresholds: spotted),
      conditions: DistanceReports.missing)
    #expect(
      answer(DistanceReport(nothing))
        == "No decoder is certified to read a 25 mm QR Code at any distance \(camera)")
    #expect(
      try DistanceReports.mixed().page.contains("zxing reads the size that was asked for from"))
  }

  @Test func theNotesExplainTheTableAndNameOtherRuns() throws {
    var evidence = DistanceReports.mixedEvidence()
    var other = DistanceEvidence(
      run: ThresholdRun(store: "reports/qr-versions", number: 1, corpus: "qr-versions"),
      thresholds: [DistanceReports.threshold("zxing", .interval, 0.8, 1)])
    other.otherSize = "37 modules across"
    evidence.others = [other]
    evidence.leftOut = ["best", "better"].map {
      "left out \($0): install it with: \($0), then measure it with: again"
    }
    var question = try DistanceReports.question()
    let text = words(DistanceReport(DistanceTable(question, evidence: evidence, conditions: [])))
    for part in [
      "the worst of the groups that certify something: of the clean ones",
      "(1.5, 2] px per module means: shown to fail at 1.5, certified from 2 on",
      "condition of its corpus; clean: clean; spotted: damage; noisy: read-noise",
      "Measured from 12.5 cm on: nearer, modules are larger than any that was tried (8 px)",
      "Left out best: install it with: best. Left out better: install it with: better, then measure it with: again.",
      "Another run, reports/qr-versions, run 1 (qr-versions), of symbols 37 modules across, says 1 m with zxing",
    ] { #expect(text.contains(part), "\(part): \(text)") }
    question.hasCameraFile = false
    var camera = question.view.camera
    camera.nearLimitMillimetres = nil
    let bare = DistanceQuestion(
      view: try #require(camera.view(question.view.frame)), code: question.code)
    var unknown = bare
    unknown.hasCameraFile = false
    let focus = words(DistanceReport(DistanceTable(unknown, evidence: evidence, conditions: [])))
    #expect(focus.contains("The focus is not known: the code is taken for sharp at every distance"))
    #expect(!focus.contains("its file"))
  }

  @Test(arguments: [
    ("ean-13:330%", "a magnification of 330 % (GS1 allows 80 to 200 %)"),
    ("ean-13:80%", "a magnification of 80 %."),
    ("ean-13:37mm", "a magnification of 118 %; 100 % is 31.4 mm, 37.3 mm with quiet zones"),
    ("qr:text=0123456789:25mm", "; 10 bytes: version 1 at level M"),
  ]) func aCodesSizeIsSetBesideItsRules(code: String, words: String) throws {
    #expect(self.words(try DistanceReports.mixed(code: code)).contains(words))
  }

  /// A code that fits a photo's large frame is small in a film's.
  @Test func fullHDIsNamedBesideAPhotosFrame() throws {
    let photo = PixelSize(columns: 3840, rows: 2160)
    let film = PixelSize(columns: 1920, rows: 1080)
    let figure = DistanceReports.figure(photo)
    let camera = CameraModel(
      name: "phone", title: "Phone", sensor: figure,
      focalLength: DistanceReports.figure(.pixels(2000)),
      modes: [CameraMode(frame: photo, area: figure), CameraMode(frame: film, area: figure)])
    let question = DistanceQuestion(
      view: try #require(camera.view(photo)), code: try PrintedCode(parsing: "qr:v2:25mm"))
    let table = DistanceTable(
      question, evidence: DistanceReports.mixedEvidence(), conditions: [])
    #expect(
      answer(DistanceReport(table)).contains(
        "up to 1 m with zxing in frames of 3840x2160 (Phone; in 1920x1080 up to 50 cm)"))
    // 2 px at 2 m are 2 mm with 2000 px, and 4 mm with 1000 px.
    let printing = DistanceReport(
      question, evidence: DistanceReports.mixedEvidence(), conditions: [], for: "zxing",
      atMillimetres: 2000)
    #expect(
      answer(try #require(printing)).contains(
        "printed 50 mm wide, in modules of 2 mm in frames of 3840x2160 (Phone; in 1920x1080: 10 cm)"
      ))
  }

  @Test(arguments: ["8 mm", "80 cm", "11 cm", "18.5 cm", "EAN-13", "ITF", "Aztec", "rMQR"])
  func aVowelAsksForAn(name: String) { #expect(DistanceAnswer.isSpokenWithAVowel(name)) }

  @Test(arguments: ["1 m", "110 mm", "25 mm", "180 mm", "QR Code", "UPC-A", "Code 128"])
  func aConsonantAsksForA(name: String) { #expect(!DistanceAnswer.isSpokenWithAVowel(name)) }
}
