import DecoderKit
import Results
import Testing

@testable import Reporting

/// A result of fuzzing with a finding of each verdict.
enum FuzzFixture {
  static let report: FuzzReport = {
    var report = FuzzReport(
      decoder: "one:profile=fast", library: "One", version: "1.0", options: ["profile": "fast"],
      corpus: "smoke", corpusVersion: 1, corpusSHA256: "00", seed: .max, timeoutSeconds: 5)
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

@Suite struct FuzzReportTests {
  @Test(arguments: [80, 140])
  func everyCauseIsWholeInTheTerminalWhateverItsWidth(width: Int) {
    let text = FuzzText(TerminalStyle(width: width)).render(FuzzFixture.report)
    #expect(text.split(separator: "\n").allSatisfy { DisplayText.width(String($0)) <= width })
    let flat = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for cause in [
      "1. crash: killed by SIGABRT: Assertion `a | b' failed.", "2. hang: no answer within 5 s",
      "3. failure: out of range", "4. misread: UPC-E read in an image of EAN-13: anything else",
      "5. false positive: a code without a symbology read where there is no symbol",
    ] { #expect(flat.contains(cause), "\(flat)") }
    #expect(flat.contains("25 findings of 5 causes") && flat.contains("seed 18446744073709551615"))
    #expect(flat.contains("1 misread was not repeated by a second try and left out."))
  }

  @Test func thePageShowsWhatWasPrintedBeforeTheBacktraceAndNoControlCharacter() {
    let page = FuzzMarkdown.render(FuzzFixture.report)
    #expect(page.contains("\n    a.c: Assertion `a | b' failed.\n\n## 2"), "\(page)")
    #expect(!page.contains("Backtrace") && !page.contains("\u{1B}"))
    #expect(page.contains("[reproducers/one/crash-00.png](reproducers/one/crash-00.png)"))
    for kind in ImageMutation.Kind.allCases {
      let words = FuzzWording.change(ImageMutation(kind, amounts: [1, 2, 3, 4, 5]))
      #expect(!words.isEmpty && page.contains(Markdown.text(words)), "\(kind)")
    }
  }
}
