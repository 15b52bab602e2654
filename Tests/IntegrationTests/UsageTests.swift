import Foundation
import TestSupport
import Testing

@Suite(.waits) struct UsageTests {
  @Test(
    arguments: [
      (["compare", "--corpus", "qr-smal"], "Did you mean \"qr-small\"?"),
      (["compare", "--corpus", "qr-small", "--decoder", "zbra"], "Did you mean \"zbar\"?"),
      (
        ["compare", "--corpus", "qr-small", "--decoder", "zxing:try-hardr=true"],
        "Did you mean \"try-harder\"?"
      ),
      (
        ["compare", "--corpus", "qr-small", "--decoder", "zxing:try-harder=maybe"],
        "it takes true or false"
      ),
      (
        ["compare", "--corpus", "qr-small", "--decoder", "zxing:profile=tunde"],
        "Did you mean \"tuned\"?"
      ),
      (["compare", "--corpus", "qr-small", "--decoder", "zxing:tuned"], "such as profile=tuned"),
      (["tune", "zxing", "--corpus", "qr-small", "--option", "binariser"], "mean \"binarizer\"?"),
      (
        ["compare", "--corpus", "qr-small", "--decoder", "zbar", "--decoder", "zbar"],
        "takes part twice"
      ),
      (
        ["compare", "--corpus", "qr-small", "--decoder", "a=zbar", "--decoder", "a=zxing"],
        "\"a=zbar\" and \"a=zxing\" have the same label; give each its own"
      ),
      (
        ["compare", "--corpus", "qr-small", "--decoder", "a=zbar", "--decoder", "b=zbar"],
        "\"a=zbar\" and \"b=zbar\" are the same decoder; name it once"
      ),
      (
        ["compare", "--corpus", "qr-small", "--decoder", "zbar=zxing"],
        "the label \"zbar\" of \"zxing\" is the name of a decoder; choose another one"
      ),
      (
        ["compare", "--corpus", "qr-small", "--decoder", "ZXing=zbar"],
        "the label \"ZXing\" of \"zbar\" is the name of a decoder, zxing, but for its case; choose another one"
      ),
      (
        ["compare", "--corpus", "qr-small", "--decoder", "a=zbar", "--decoder", "A=zxing"],
        "\"a=zbar\" and \"A=zxing\" have the same label but for its case; give each its own"
      ),
      (
        ["compare", "--corpus", "qr-small", "--decoder", "All=zbar"],
        "\"All\" in \"All=zbar\" cannot be a label"
      ),
      (
        ["compare", "--corpus", "qr-small", "--decoder", "my zbar=zbar"],
        "\"my zbar\" in \"my zbar=zbar\" cannot be a label"
      ),
      (
        ["tune", "fast=zbar", "--option", "x-density=1,2", "--corpus", "qr-small"],
        "the label \"fast\" cannot name every setting"
      ),
      (["compare", "--corpus", "qr-small", "--plugin", "/nowhere/plugin"], "no such file"),
      (["compare", "--corpus", "qr-small", "--jobs", "0"], "--jobs"),
      (["compare", "--corpus", "qr-small", "--trials", "0"], "--trials"),
      (["compare", "--corpus", "qr-small", "--timeout", "soon"], "timeout"),
      (["compare", "--corpus", "qr-small", "--memory-limit", "1K"], "memory-limit"),
      (["compare"], "--corpus"),
      (["compar", "--corpus", "qr-small"], "Did you mean \"compare\"?"),
      (["reproduce", "qr-small/v2-m/upright/1.37", "--decoder", "zbar"], "qr-small"),
      (
        ["reproduce", "qr-small/v2-m/upright/0/1", "--decoder", "zbar"], "module-size is between"
      ),
      (["reproduce", "qr-small/v2-m/uprigth/2/1", "--decoder", "zbar"], "v2-m/upright"),
    ])
  func whatCannotBeMeantIsRefusedWithAdvice(arguments: [String], advice: String) throws {
    let scratch = try ScratchFolder()
    let extra =
      arguments.first == "compare" && arguments.count > 2
      ? ["--output", scratch.path + "/reports"] : []
    let run = try HarnessRun.run(arguments + extra)
    #expect(run.status == 64, "\(run.errors)")
    #expect(run.errors.contains(advice), "\(run.errors)")
    #expect(run.output.isEmpty)
    #expect(
      !scratch.names(in: "reports").contains("scores.json"), "nothing is reported")
  }

  @Test func aDecodersOwnNameMayLabelASettingOfIt() throws {
    let run = try HarnessRun.run([
      "reproduce", "qr-small/v2-m/upright/3/0", "--decoder", "zbar=zbar:x-density=2",
    ])
    #expect(run.status == 0 && run.output.contains("zbar: read"), "\(run.output)\(run.errors)")
  }

  @Test(
    arguments: [
      ("format: 1\nname: [\n", "3"),
      ("format: 2\nname: x\n", "1"),
      ("", "empty"),
    ])
  func aBrokenCorpusIsRefusedByFileAndLine(yaml: String, place: String) throws {
    let scratch = try ScratchFolder()
    let file = try scratch.file("broken.yaml", yaml)
    let run = try HarnessRun.run(["compare", "--corpus", file, "--output", scratch.path + "/r"])
    #expect(run.status == 2)
    #expect(run.errors.contains(file) && run.errors.contains(place), "\(run.errors)")
    #expect(scratch.names() == ["broken.yaml"], "nothing is left behind")
  }

  @Test(arguments: ["0", "-1", ".nan", ".inf", "0.0"])
  func aModuleSizeThatIsNoneIsRefused(level: String) throws {
    let scratch = try ScratchFolder()
    let shipped = try String(
      contentsOfFile: HarnessRun.root + "/Corpora/qr-small.yaml", encoding: .utf8)
    let file = try scratch.file(
      "bad.yaml", shipped.replacing("- 1.37\n", with: "- \(level)\n"))
    let run = try HarnessRun.run(["compare", "--corpus", file, "--output", scratch.path + "/r"])
    #expect(run.status == 2)
    let line =
      try #require(
        shipped.split(separator: "\n", omittingEmptySubsequences: false)
          .firstIndex { $0.contains("- 1.37") }) + 1
    #expect(run.errors.contains("bad.yaml:\(line):"), "\(run.errors)")
  }

  @Test func aReportFolderThatCannotBeWrittenIsRefusedBeforeAnyWork() throws {
    let scratch = try ScratchFolder()
    let file = try scratch.file("occupied", "a file, not a folder")
    let run = try HarnessRun.run(
      ["compare", "--corpus", "qr-small", "--output", file + "/reports"])
    #expect(run.status == 2)
    #expect(run.errors.contains(file), "\(run.errors)")
    #expect(run.output.isEmpty)
  }

  @Test func helpAndVersionAreFine() throws {
    #expect(try HarnessRun.run(["--help"]).status == 0)
    let text = try HarnessRun.run(["--version"]).output
    #expect(text.wholeMatch(of: /\d+\.\d+\.\d+ \([0-9a-f]{12}\)\n/) != nil, "\(text)")
    for command in ["compare", "list", "corpus", "reproduce"] {
      #expect(try HarnessRun.run([command, "--help"]).status == 0)
    }
  }
}
