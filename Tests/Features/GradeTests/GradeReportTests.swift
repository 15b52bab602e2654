import Measuring
import Reporting
import Scanning
import TestSupport
import Testing

@testable import Grade

/// Grades and decode rates by grade, in the terminal and in files.
@Suite(.waits) struct GradeReportTests {
  private static func text(_ width: Int, isLuminance: Bool = false) -> String {
    GradeDocument(images: GradeFixture.images, isLuminance: isLuminance).document
      .text(TerminalStyle(width: width))
  }

  @Test func gradesFitTheTerminalAndSayWhatTheyAreNot() {
    for width in [60, 80, 140] {
      let lines = Self.text(width).split(separator: "\n")
      #expect(lines.allSatisfy { DisplayText.width(String($0)) <= width })
      let all = lines.flatMap { $0.split(separator: " ") }.joined(separator: " ")
      #expect(all.contains("grade 2.4 (C) by ISO/IEC 15416:2016"))
      #expect(all.contains("scans from top to bottom: 3.0 1.8"))
      #expect(all.contains("symbol contrast") && all.contains("52 %"))
      #expect(all.contains("not graded: this symbology has no grading here"))
      #expect(all.contains("no symbol was read") && all.contains("is no image"))
    }
    #expect(Self.text(80, isLuminance: true).contains("--channel red"))
    #expect(!Self.text(80).contains("--channel"))
  }

  /// Trials 0 and 1 of every level are graded, A and D; 2 is not; the others are not looked at. The
  /// decoder reads the even trials.
  private func table() throws -> GradeTable {
    try GradeFixture.table()
  }

  @Test func ratesAreThoseOfTheGradedSamplesAlone() throws {
    let table = try table()
    #expect(table.taken == 12 && table.samples == 4 * 10)
    let all = table.rates.filter { $0.symbology == nil && $0.decoder == "even" }
    #expect(all.map(\.letter) == GradeLetter.allCases)
    #expect(all.map(\.trials) == [4, 0, 0, 4, 0])
    #expect(all.map(\.reads) == [4, 0, 0, 0, 0])
    #expect(all[1].rate == nil && all[0].rate == 1)
    // Clopper and Pearson: the lower end of 4 of 4 is the fourth root of 0.025.
    #expect(abs(all[0].interval.lower - 0.3976) < 1e-4)
    #expect(table.rates.filter { $0.symbology == .qrCode }.count == 5)
    #expect(table.ungraded.map(\.samples) == [4])
    let contrast = try #require(table.parameters.first { $0.parameter == .symbolContrast })
    let values = try #require(contrast.values)
    #expect([values.lowest, values.median, values.highest] == [0.25, 0.25, 0.9])
    #expect(contrast.limits == 4)
    #expect(table.symbols.map(\.letters) == [[.a: 4, .d: 4]])
  }

  @Test func theAnswerNamesThreeDecodersAndCountsTheOthers() throws {
    var table = try table()
    let own = table.rates.filter { $0.decoder == "even" }
    table.rates = ["a", "b", "c", "d", "e"].flatMap { label in
      own.map {
        .init(
          decoder: label, symbology: $0.symbology, letter: $0.letter, reads: $0.reads,
          misreads: $0.misreads, trials: $0.trials)
      }
    }
    let answer = table.document.answer
    #expect(answer.count == 4 && answer.last == "2 more in the table")
    #expect(answer[2].hasPrefix("c reads 100.0 % of grade A"))
  }

  @Test func theReportHasTheStandardsPartsAndNoClaim() throws {
    let text = try table().document.markdown()
    for part in [
      "## Equipment under test", "## Test conditions", "## Test symbols", "## Test criterion",
      "## Results", "no conformance is claimed",
      "**even reads 100.0 % of grade A, 0.0 % of grade D.**", "4 / 0 / 4", "4 samples: ",
    ] { #expect(text.contains(part), "\(part)") }
    for width in [60, 80, 140] {
      let shown = try table().document.text(TerminalStyle(width: width))
      #expect(shown.split(separator: "\n").allSatisfy { DisplayText.width(String($0)) <= width })
      #expect(shown.contains("100.0 %") && shown.contains("grade\u{A0}F"))
      #expect(shown.hasPrefix("even reads 100.0 % of grade A, 0.0 % of grade D.\n"))
      #expect(!shown.contains("Equipment"))
    }
  }

  @Test func ofSeveralImagesTheShortFormHasOnlyWhatIsPoor() {
    func text(_ images: [GradedImage]) -> String {
      GradeDocument(images: images, isBrief: true).document.text(TerminalStyle(width: 80))
    }
    func words(_ text: String) -> String {
      text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    let images = GradeFixture.images
    let short = text(images + images)
    #expect(!short.contains("symbol contrast  ") && short.contains("Grades: "), "\(short)")
    #expect(!short.contains("Grade D or F"), "nothing is so poor")
    #expect(words(short).contains("no symbol was read (harness explain IMAGE says why): "))
    #expect(short.split(separator: "\n").count < 20, "\(short)")
    let poor = images.map { image in
      GradedImage(
        image: image.image,
        grades: image.grades.map { _ in .success(GradeFixture.matrix(0.1, 0.4)) }, isColour: false)
    }
    #expect(text(poor).contains("Grade D or F") && text(poor).contains("0.4 (F)"), "\(text(poor))")
  }

  @Test func ofOneImageTheShortFormHasARowForEachSymbol() throws {
    func text(_ image: GradedImage, isBrief: Bool = true) -> String {
      GradeDocument(images: [image], isBrief: isBrief).document.text(TerminalStyle(width: 80))
    }
    let image = GradeFixture.images[0]
    let short = text(image)
    let lines = short.split(separator: "\n", omittingEmptySubsequences: false)
    let rows = lines.filter { $0.prefixMatch(of: /[0-9] +QR Code\s/) != nil }
    #expect(rows.count == 2 && lines.contains("a.png, 320 × 240 px"), "\(short)")
    #expect(rows[0].hasSuffix("  2.4 (C)  symbol contrast"), "\(short)")
    #expect(rows[1].hasSuffix("  4.0 (A)  –"), "\(short)")
    let words = short.replacing(/\s+/, with: " ")
    #expect(words.contains("this symbology has no grading here") && words.contains(": 3 QR Code "))
    #expect(words.contains("--full shows every parameter"))
    let contents = try #require(image.image.contents)
    let many = GradedImage(
      image: ScannedImage(
        path: "a.png", index: 0,
        outcome: .scanned(
          .init(
            width: 320, height: 240, attempts: contents.attempts,
            detections: Array(repeating: contents.detections[0], count: 60)))),
      grades: Array(repeating: .success(GradeFixture.linear), count: 60), isColour: true)
    #expect(text(many).split(separator: "\n", omittingEmptySubsequences: false).count <= 40)
    #expect(text(many).contains("40 more symbols"))
    #expect(text(many, isBrief: false).split(separator: "\n").count > 400)
  }

  @Test func theFirstLineIsTheAnswer() {
    func answer(_ images: [GradedImage]) -> String {
      GradeDocument(images: images).document.answer.joined()
    }
    let images = GradeFixture.images
    #expect(
      answer(images)
        == "2 of 3 symbols are graded; the worst is the QR Code in a.png with grade 2.4 (C) by ISO/IEC "
        + "15416:2016, for its symbol contrast")
    #expect(answer([images[1]]) == "No symbol was read, and so none is graded")
    let image = images[0].image
    func one(_ result: Result<SymbolGrades, GradingFailure>) -> [GradedImage] {
      guard case .scanned(let all) = image.outcome else { return [] }
      let alone = ScannedImage.Outcome.scanned(
        .init(
          width: 320, height: 240, attempts: all.attempts, detections: [all.detections[0]]))
      return [
        GradedImage(
          image: ScannedImage(path: "a.png", index: 0, outcome: alone), grades: [result],
          isColour: false)
      ]
    }
    #expect(
      answer(one(.success(GradeFixture.matrix(0.25, 1))))
        == "The QR Code in a.png has grade 1.0 (D) by ISO/IEC 15415:2011, for its symbol contrast")
    #expect(
      answer(one(.success(GradeFixture.matrix(0.9, 4))))
        == "The QR Code in a.png has grade 4.0 (A) by ISO/IEC 15415:2011")
    let alike = (0..<2).flatMap { _ in one(.success(GradeFixture.matrix(0.9, 4))) }
    #expect(answer(alike) == "All 2 symbols are graded, each with grade 4.0 (A)")
    #expect(answer(one(.failure(.outsideImage))) == "The QR Code in a.png is not graded")
  }

  @Test func everyGradeKeepsToThePublishedSchemas() throws {
    func objections(_ text: String, _ schema: String = "grade") throws -> [String] {
      try PublishedSchema.objections(text, schema: schema)
    }
    let text = try GradeJSON.render(GradeFixture.images)
    #expect(try objections(text) == [])
    #expect(try objections(text.replacing("\"defects\"", with: "\"defect\"")) != [])
    let rates = try GradeTableJSON.render(GradeFixture.table())
    #expect(try objections(rates, "iso-15423") == [])
    #expect(try objections(rates.replacing("\"taken\"", with: "\"token\""), "iso-15423") != [])
    let grade = try PublishedSchema.text("grade")
    for value in QualityParameter.allCases.map(\.rawValue) + PrintStandard.allCases.map(\.rawValue)
      + GaugeFailure.allCases.map(\.rawValue)
    {
      #expect(grade.contains("\"\(value)\""), "\(value)")
    }
  }
}
