import Foundation
import TestSupport
import Testing

/// The public surface is what `docs/api` has, and a change of it asks for its version.
@Suite struct SurfaceTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
  }

  /// Runs `scripts/surface.py`.
  private func surface(
    _ words: String, harness: String = HarnessRun.binaries + "/harness"
  ) throws -> (status: Int32, output: String) {
    try ActionRun.shell(
      "scripts/surface.py \(words) --harness '\(harness)' --build '\(HarnessRun.binaries)'",
      in: HarnessRun.root, environment: ProcessInfo.processInfo.environment)
  }

  /// A copy of the recorded surface, as of a release or before the first.
  private func recorded(
    _ release: String, _ edit: (String) -> String = { $0 }, part: String = "cli"
  ) throws -> String {
    let text = try String(
      contentsOfFile: HarnessRun.root + "/docs/api/\(part).txt", encoding: .utf8)
    let plain = text.replacing(/# released: .*/, with: "# released: \(release)")
    try scratch.file("\(part).txt", edit(plain))
    return "\(part) --recorded '\(scratch.path)'"
  }

  @Test(arguments: ["cli", "json-keys", "libraries"])
  func theSurfaceIsTheRecordedOne(part: String) throws {
    let run = try surface("check \(part)")
    #expect(run.status == 0, "\(run.output)")
  }

  @Test func whatWentAndWhatCameIsNamedWithTheCommandThatRecordsIt() throws {
    // As if --trials had just gone and --seed had just come.
    let words = try recorded("none") {
      $0.replacing("  option harness compare --seed\n", with: "")
        .replacing(
          "  option harness compare --trials\n",
          with: "  option harness compare --rounds\n  option harness compare --trials : required\n")
    }
    let run = try surface("check " + words)
    #expect(run.status == 1)
    #expect(run.output.contains("cli.txt: the command line changed:\n"))
    #expect(run.output.contains("\n  breaking, removed: option harness compare --rounds\n"))
    #expect(run.output.contains("\n  added: option harness compare --seed\n"))
    #expect(
      run.output.contains("\n  loosened: option harness compare --trials: required → nothing\n"))
    #expect(run.output.hasSuffix("record it: scripts/surface.py record cli\n"), "\(run.output)")
  }

  @Test(arguments: [
    // An addition asks for the next minor version, a removal for the next major one, before 1.0 for the next minor.
    ("1.4.2", "+ ", "1.4.9", "1.5.0"), ("1.4.2", "- ", "1.5.0", "2.0.0"),
    ("0.2.0", "+ ", "0.2.1", "0.3.0"), ("0.2.0", "- ", "0.2.9", "0.3.0"),
  ])
  func aChangeSinceTheReleaseAsksForItsVersion(
    release: String, mark: String, low: String, needed: String
  ) throws {
    let words = try recorded(release) {
      mark == "+ "
        ? $0.replacing(
          "  option harness compare --trials\n", with: "+ option harness compare --trials\n")
        : $0 + "- option harness compare --rounds\n"
    }
    let refused = try surface("check \(words) --version \(low)")
    #expect(refused.status == 1 && refused.output.contains("the version is \(needed) or higher"))
    #expect(refused.output.contains("it is \(low)"), "\(refused.output)")
    let taken = try surface("check \(words) --version \(needed)")
    #expect(taken.status == 0, "\(taken.output)")
  }

  @Test func recordingMarksChangesAndAReleaseTakesTheMarksAway() throws {
    let words = try recorded("1.0.0") {
      $0.replacing("  option harness compare --seed\n", with: "")
        + "  option harness compare --rounds\n"
    }
    func text() throws -> String {
      try String(contentsOfFile: scratch.path + "/cli.txt", encoding: .utf8)
    }
    #expect(try surface("record " + words).status == 0)
    #expect(try text().contains("\n+ option harness compare --seed\n"))
    #expect(try text().contains("\n- option harness compare --rounds\n"))
    #expect(try surface("check \(words) --version 2.0.0").status == 0)
    #expect(try surface("release \(words) --version 2.0.0").status == 0)
    let released = try text()
    #expect(!released.contains("\n+ ") && !released.contains("\n- "))
    #expect(try text().contains("# released: 2.0.0\n"))
    #expect(try surface("check \(words) --version 2.0.0").status == 0)
  }

  @Test func somethingNewThatIsRequiredBreaksWhatWasThere() throws {
    let needed = try #require(
      try String(contentsOfFile: HarnessRun.root + "/docs/api/cli.txt", encoding: .utf8)
        .split(separator: "\n").first { $0.hasPrefix("  option harness compare --corpus") })
    #expect(needed.hasSuffix(" : required"))
    let run = try surface("check " + recorded("none") { $0.replacing("\(needed)\n", with: "") })
    #expect(
      run.output.contains("breaking, added, and required: option harness compare --corpus\n"),
      "\(run.output)")
    // A key of a file that people write, but not one of a file that the harness writes.
    let keys = try surface(
      "check "
        + recorded(
          "none", { $0.replacing(/(?m)^  key (corpus|gate) \/[a-z]+ : required .*\n/, with: "") },
          part: "json-keys"))
    #expect(keys.output.contains("\n  breaking, added, and required: key corpus /"))
    #expect(keys.output.contains("\n  added: key gate /"), "\(keys.output)")
  }

  @Test func aHarnessThatCannotBeAskedIsAnErrorOfItsOwn() throws {
    let missing = try surface("check cli", harness: "/nowhere/harness")
    #expect(missing.status == 2 && missing.output.contains("/nowhere/harness cannot be run"))
    let words = try recorded("none") { $0 + "option without a mark\n" }
    let damaged = try surface("check " + words)
    #expect(damaged.status == 2 && damaged.output.contains("a line begins with"))
  }
}
