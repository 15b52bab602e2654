import Foundation
import TestSupport
import Testing

@testable import Hunt

/// `harness hunt` from start to end.
@Suite(.waits) struct HuntCommandTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func run(_ arguments: String...) async throws -> HarnessRun {
    try await HarnessRun.run(arguments, in: scratch.path)
  }

  @Test func aDecoderThatReadsNothingHasAnIssueTextWhoseCommandShowsIt() async throws {
    let hunt = try await run(
      "hunt", "null", "--symbology", "ean-8", "--decodes", "100", "--quiet", "-o", "h")
    #expect(hunt.status == 1, "\(hunt.errors)")
    #expect(
      hunt.output.contains(/misses about 1\u{202F}000\u{202F}000 of a million perfect EAN-8/),
      "\(hunt.output)")
    let file = URL(filePath: scratch.path + "/h/hunt.json")
    let report = try JSONDecoder().decode(HuntReport.self, from: Data(contentsOf: file))
    let finding = try #require(report.findings.first)
    #expect(report.findings.count == 1 && finding.failures == report.decodes)
    #expect(finding.readBy.contains { $0.hasPrefix("zbar") } && finding.example.isRepeated == true)
    let issue = try String(
      contentsOfFile: scratch.path + "/h/" + finding.example.issue, encoding: .utf8)
    #expect(issue.contains(finding.example.payloadHex) && issue.contains(finding.example.image))
    #expect(issue.contains("67 modules") && issue.contains("asks for and 16 px more"), "\(issue)")
    // What is bisected by it: read is good, not read is bad.
    let record = "h/" + finding.example.image.replacing(".png", with: ".json")
    let missed = try await run("reproduce", record, "--bisect")
    #expect(missed.status == 1 && missed.output.contains("not read  EAN-8"), "\(missed.output)")
    let read = try await run("reproduce", record, "--bisect", "--decoder", "zbar")
    #expect(read.status == 0, "\(read.output)\(read.errors)")
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(try PublishedSchema.objections(text, schema: "hunt") == [])
    let misspelt = text.replacing("\"phantoms\"", with: "\"ghosts\"")
    #expect(try PublishedSchema.objections(misspelt, schema: "hunt") != [])
  }

  /// What goes upstream tells nothing of this machine, and its command runs beside its files.
  @Test func anIssueTextHasNoPathOfThisMachineAndItsCommandRunsAsItStands() async throws {
    try FileManager.default.copyItem(
      atPath: HarnessRun.binaries + "/harness-decoder-null",
      toPath: scratch.path + "/harness-decoder-mine")
    let hunt = try await run(
      "hunt", "null", "--plugin", "./harness-decoder-mine", "--symbology", "ean-8", "--decodes",
      "50",
      "--quiet", "-o", "out/h")
    #expect(hunt.status == 1, "\(hunt.errors)")
    let stem = scratch.path + "/out/h/1-ean-8-no-read"
    let issue = try String(contentsOfFile: stem + ".md", encoding: .utf8)
    let record = try String(contentsOfFile: stem + ".json", encoding: .utf8)
    #expect(!issue.contains(scratch.path) && !record.contains(scratch.path), "\(issue)")
    let command = try #require(issue.firstMatch(of: /`(harness reproduce .*)`/)?.1)
    #expect(command.contains("'../../harness-decoder-mine'"), "\(command)")
    let told = try shell(String(command) + " 2>&1", in: scratch.path + "/out/h")
    #expect(told.contains("as kept") && !told.contains("not as kept"), "\(told)")
    #expect(HuntSession.path(to: "/a/b/c", from: "/a/b") == "./c")
  }

  @Test func aQuestionIsAnsweredByTheExitCode() async throws {
    let good = try await run(
      "hunt", "zbar", "--symbology", "ean-8", "--below", "50000", "--decodes", "300", "-o", "g")
    #expect(good.status == 0, "\(good.output)\(good.errors)")
    let bad = try await run(
      "hunt", "null", "--symbology", "ean-8", "--below", "50000", "--decodes", "300", "-o", "b")
    #expect(bad.status == 1)
    let few = try await run(
      "hunt", "zbar", "--symbology", "ean-8", "--below", "1", "--decodes", "20", "-o", "f")
    #expect(few.status == 3)
  }

  @Test func whatCannotBeHuntedIsRefusedInASentence() async throws {
    let unknown = try await run("hunt", "zbar", "--symbology", "ean31")
    #expect(
      unknown.status == 64 && unknown.errors.contains("Did you mean \"ean-13\"?"),
      "\(unknown.errors)")
    let unread = try await run("hunt", "zbar", "--symbology", "aztec")
    #expect(
      unread.status == 64 && unread.errors.contains("not claim to read Aztec"), "\(unread.errors)")
    for wrong in [
      ["--module-sizes", "0"], ["--module-sizes", "3,x"], ["--below", "0"], ["--minutes", "0"],
      ["--decodes", "0"],
    ] {
      let run = try await HarnessRun.run(["hunt", "zbar"] + wrong, in: scratch.path)
      #expect(run.status == 64, "\(wrong): \(run.errors)")
    }
  }
}
