import Reporting
import Results
import TestSupport
import Testing

@testable import Fuzz

/// A result of fuzzing with a finding of each verdict.
enum FuzzFixture {
  static let report: FuzzReport = {
    var report = FuzzReport(
      decoder: .init(
        label: "one:profile=fast", library: "One", version: "1.0", options: ["profile": "fast"]),
      corpus: .init(name: "smoke", version: 1, sha256: "00"), seed: .max, timeoutSeconds: 5)
    (report.sources, report.inputs, report.unconfirmed) = (290, 1234, 1)
    report.wallSeconds = 61.5
    let misread = FuzzSignature.Misread(
      symbology: .upcE, expected: .ean13, misreadClass: .other)
    let nothing = FuzzSignature.Misread(symbology: nil, expected: nil, misreadClass: nil)
    let signatures = [
      FuzzSignature(
        Finding(.crash, detail: "killed by SIGABRT", printed: "a.c: Assertion `a | b' failed.")),
      FuzzSignature(Finding(.timeout)), FuzzSignature(Finding(.failed, detail: "out of range")),
      FuzzSignature(misread), FuzzSignature(nothing),
    ]
    report.groups = signatures.enumerated().map { index, signature in
      var example = FuzzExample(
        input: index, source: "smoke/qr/upright/4/0",
        mutations: ImageMutation.Kind.allCases.map { ImageMutation($0, amounts: [1, 2, 3, 4, 5]) },
        width: 100, height: 90, detail: index == 1 ? nil : "killed\u{1B}[31m by SIGABRT",
        printed: index == 0 ? "a.c: Assertion `a | b' failed.\n*** Backtrace" : nil)
      (example.width, example.height, example.minimisingDecodes) = (10, 9, 70)
      example.file = "reproducers/one/crash-00.png"
      return FuzzGroup(
        signature: signature, count: 7 - index, untouched: index, inputs: [index], example: example)
    }
    return report
  }()
}

@Suite(.waits) struct FuzzReportTests {
  @Test(arguments: [60, 80, 140])
  func everyCauseIsWholeInTheTerminalWhateverItsWidth(width: Int) {
    let text = FuzzFixture.report.document.text(TerminalStyle(width: width))
    #expect(text.split(separator: "\n").allSatisfy { DisplayText.width(String($0)) <= width })
    let flat = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let answer =
      "one:profile=fast (One 1.0) crashed on 7, hung on 6, failed on 5, misread 4 and saw a code that is not "
      + "there in 3 of 1 234 images, from 5 causes. "
    for cause in [
      "1. crash: killed by SIGABRT: Assertion `a | b' failed.", "2. hang: no answer within 5 s",
      "3. failure: out of range", "4. misread: UPC-E read in an image of EAN-13: anything else",
      "5. false positive: a code without a symbology read where there is no symbol",
    ] { #expect(flat.contains(cause), "\(flat)") }
    #expect(flat.hasPrefix(answer) && flat.contains("seed 18446744073709551615"))
    #expect(flat.contains("1 misread was not repeated by a second try and left out."))
  }

  @Test func thePageShowsWhatWasPrintedBeforeTheBacktraceAndNoControlCharacter() {
    let page = FuzzFixture.report.document.markdown()
    #expect(page.contains("  - `` a.c: Assertion `a | b' failed. ``\n"), "\(page)")
    #expect(!page.contains("Backtrace") && !page.contains("\u{1B}"))
    #expect(page.contains("![The smallest image](reproducers/one/crash-00.png)"))
    for kind in ImageMutation.Kind.allCases {
      let words = FuzzWording.change(ImageMutation(kind, amounts: [1, 2, 3, 4, 5]))
      #expect(!words.isEmpty && page.contains(Markdown.text(words)), "\(kind)")
    }
  }

  @Test func whereNothingWasTriedNothingWasNotFound() {
    var report = FuzzFixture.report
    (report.inputs, report.groups, report.wasStopped, report.wallSeconds) = (0, [], true, 0.2)
    #expect(FuzzWording.answer(report) == "No image was given to one:profile=fast (One 1.0)")
    #expect(
      FuzzWording.summary(report).hasSuffix("290 sources of smoke; seed \(UInt64.max); interrupted")
    )
    report.inputs = 1
    report.wallSeconds = 8
    #expect(
      FuzzWording.answer(report)
        == "one:profile=fast (One 1.0) answered 1 image without a crash, a hang, a failure or a misread"
    )
    #expect(FuzzWording.summary(report).contains(", 0.1 a second; "))
  }

  @Test func everyReportKeepsToThePublishedSchema() throws {
    let text = try FuzzJSON.render(FuzzFixture.report)
    #expect(text.hasPrefix("{\n  \"schemaVersion\" : 1,"))
    #expect(try PublishedSchema.objections(text, schema: "fuzz") == [])
    let misspelt = text.replacing("\"findings\"", with: "\"found\"")
    #expect(try PublishedSchema.objections(misspelt, schema: "fuzz") != [])
    let schema = try PublishedSchema.text("fuzz")
    for value in ImageMutation.Kind.allCases.map(\.rawValue) + MisreadClass.allCases.map(\.rawValue)
    {
      #expect(schema.contains("\"\(value)\""), "\(value)")
    }
  }
}
