import Foundation
import TestSupport
import Testing

@testable import Judge
@testable import RunFixtures

/// Two builds on the command line: both are plugins of one name, as two builds of one decoder are.
@Suite(.waits) struct JudgeCommandTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func judge(_ words: String...) throws -> HarnessRun {
    try HarnessRun.run(
      ["judge"] + words + ["--corpus", "qr-small", "--quiet", "--output", scratch.path + "/out"],
      in: scratch.path)
  }

  private func file(_ name: String) throws -> String {
    try String(contentsOfFile: scratch.path + "/out/" + name, encoding: .utf8)
  }

  @Test func aBuildThatFailsThreePercentMoreIsWorseAndTheOtherWayRoundBetter() throws {
    let well = try scratch.doctoredPlugin("well")
    let ill = try scratch.doctoredPlugin("ill", perMille: 30)
    let worse = try judge(well, ill, "--trials", "24")
    #expect(worse.status == 1, "\(worse.errors)")
    func isVerdict(_ word: String, _ output: String) -> Bool {
      let text = output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      return text.contains(#/^The build after \([^)]+\) is \w+ than the one before \([^)]+\): /#)
        && text.contains(" is \(word) than ")
    }
    #expect(isVerdict("worse", worse.output), "\(worse.output)")
    #expect(scratch.names(in: "out") == ["judge.html", "judge.json", "judge.md", "qr-small"])
    #expect(try PublishedSchema.objections(file("judge.json"), schema: "judge") == [])
    let misspelt = try file("judge.json")
      .replacing("\"isSameProgram\"", with: "\"isSame\"")
    #expect(try PublishedSchema.objections(misspelt, schema: "judge") != [])

    let comment = try file("judge.md")
    #expect(
      comment.contains(" is worse than the one before ") && comment.contains("qr-small/v2-m/"))
    let page = try file("judge.html")
    let flips = comment.matches(of: /\| qr-small\/\S+ \| read \| not read/).count
    #expect(flips > 5 && page.matches(of: /href="data:image\/png/).count >= flips, "\(flips)")

    // The commands that the report gives show the flip, each with its own build.
    let told = try #require(comment.range(of: "To see one of these images with each build"))
    #expect(!comment[..<told.lowerBound].contains("| read | not read"), "commands come first")
    let commands = comment.matches(of: /`(harness reproduce [^`]+)`/).map { String($0.1) }
    #expect(commands.count == 2)
    for (command, verdict) in zip(commands, [": read", ": no-read"]) {
      let again = try HarnessRun.run(
        command.split(separator: " ").dropFirst().map { String($0).replacing("'", with: "") })
      #expect(again.output.contains("doctored" + verdict), "\(again.output)\(again.errors)")
    }

    let better = try judge(ill, well, "--trials", "24")
    #expect(better.status == 0 && isVerdict("better", better.output), "\(better.output)")
  }

  @Test func theSameBuildIsNoDifferenceAndThatItIsTheSameIsTold() throws {
    let well = try scratch.doctoredPlugin("well")
    let run = try judge(well, well, "--budget", "600")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.hasPrefix("No difference shown between the two builds: "), "\(run.output)")
    #expect(run.output.contains("Both builds run from the same files"))
  }

  @Test func newMisreadsAndCrashesAreWorseWhateverIsRead() throws {
    let well = try scratch.doctoredPlugin("well")
    let liar = try scratch.doctoredPlugin("liar", perMille: 60, symptom: "misread")
    let run = try judge(well, liar, "--trials", "6")
    func words(_ run: HarnessRun) -> String {
      run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    #expect(run.status == 1 && words(run).contains("new misreads and 0 gone on qr-small"))
    let sick = try scratch.doctoredPlugin("sick", perMille: 60, symptom: "crash")
    let crashing = try judge(well, sick, "--trials", "6")
    #expect(crashing.status == 1 && words(crashing).contains("new crashes and 0 gone on qr-small"))
  }

  /// A checkout whose decoder misses more from its seventh commit on, and whose fifth one has none.
  @Test func gitFindsTheCommitFromWhichARateIsLower() throws {
    let good = try scratch.doctoredPlugin("well")
    _ = try scratch.doctoredPlugin("ill", perMille: 200)
    var script = "set -e; exec 2>&1; export HOME=\(scratch.path); mkdir mine; cd mine\n"
    script += "git init -q .; git config user.name x; git config user.email x@x\n"
    let builds = ["well", "well", "well", "well", "gone", "well", "ill", "ill", "ill"]
    for (number, build) in builds.enumerated() {
      script += "rm -f harness-*; cp ../\(build)/harness-decoder-doctored . || true\n"
      script += "echo \(number) > number; git add -A; git commit -qm 'build \(number)'\n"
    }
    script += """
      git bisect start HEAD HEAD~8
      git bisect run sh -c 'harness judge \(good) ./harness-decoder-doctored --corpus qr-small \
        --budget 300 --quiet --output ../judge; s=$?; [ $s -le 1 ] && exit $s; exit 125'
      """
    let told = try shell(script, in: scratch.path)
    let named = told.firstMatch(of: /is the first bad commit[\s\S]*?build (\d)/)
    #expect(named?.1 == "6", "\(told)")
  }

  @Test func theCommitThatDoesNotBuildIsNamed() throws {
    _ = try shell(
      "git init --quiet mine && "
        + "git -C mine -c user.name=x -c user.email=x@x commit --quiet --allow-empty --message first",
      in: scratch.path)
    let run = try HarnessRun.run(
      [
        "judge", "HEAD", "HEAD", "--repository", "mine", "--build",
        "printf 'a.c:1: \\033[31merror: \\033[mno header\\n'; exit 1",
        "--output", scratch.path + "/out",
      ], in: scratch.path, environment: ["XDG_CACHE_HOME": scratch.path + "/cache"])
    let words = run.errors.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(run.status == 2)
    #expect(
      words.contains(/HEAD \([0-9a-f]{10} first\): it does not build: a\.c:1: error: no header/),
      "\(run.errors)")
  }

  @Test func buildsCanBeDecodersWithOptions() throws {
    let run = try judge("zxing", "zxing:try-harder=false", "--budget", "500", "--json")
    #expect(run.status == 0 || run.status == 1, "\(run.errors)")
    #expect(try PublishedSchema.objections(run.output, schema: "judge") == [])
    #expect(run.output.contains("\"asked\" : \"zxing:try-harder=false\""))
  }

  @Test func whatCannotBeJudgedIsRefused() throws {
    let well = try scratch.doctoredPlugin("well")
    for (words, status, reason) in [
      ([well, "zxing@symbologies"], Int32(64), "is more than a decoder with its options"),
      ([well, "./none"], 64, "no such file"),
      ([well, well, "--budget", "10", "--trials", "3"], 64, "leave out --trials"),
      ([well, well, "--corpus", "aztec-small", "--corpus", "aztec-small"], 64, "have one name"),
      (["dmtx", "dmtx", "--corpus", "qr-small", "--trials", "1"], 3, "share no symbology"),
    ] {
      let run = try HarnessRun.run(
        ["judge"] + words + ["--output", scratch.path + "/out"], in: scratch.path)
      #expect(run.status == status && run.errors.contains(reason), "\(words): \(run.errors)")
    }
  }
}
