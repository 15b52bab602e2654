import Foundation
import Results
import TestSupport
import Testing

@testable import RunFixtures
@testable import Versions

/// Commits of a toy decoder's repository, some of which stop reading images.
@Suite(.waits) struct CommitBisectTests {
  private let scratch: ScratchFolder
  private let key = "qr-small/v2-m/upright/2/0"

  init() throws { scratch = try ScratchFolder() }

  /// Makes a repository with commits `c0`, `c1`, …: from `broken` on, narrow images are not read; those of
  /// `unbuildable` do not build.
  private func repository(commits: Int, broken: Int, unbuildable: Set<Int>) throws -> String {
    try repository(commits: commits, unbuildable: unbuildable) {
      try scratch.doctoredPlugin("made", narrowerThan: $0 < broken ? 0 : 75)
    }
  }

  /// Makes a repository whose commits have the plugins at these paths.
  private func repository(
    commits: Int, unbuildable: Set<Int> = [], plugin: (Int) throws -> String
  ) throws -> String {
    func git(_ words: String...) throws {
      let identity = ["-c", "user.name=A", "-c", "user.email=a@b"]
      let run = try SystemProgram.run(["git", "-C", scratch.path + "/mine"] + identity + words)
      #expect(run.status == 0, "git \(words)")
    }
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/mine", withIntermediateDirectories: true)
    try git("init", "--quiet", "--initial-branch=main")
    for commit in 0..<commits {
      try scratch.file(
        "mine/decoder.in", String(contentsOfFile: plugin(commit), encoding: .utf8))
      try scratch.file(
        "mine/build.sh",
        unbuildable.contains(commit)
          ? """
          printf 'a.c:1:2: \\033[01;31m\\033[Kerror: \\033[m\\033[Kmissing semicolon\\na.c:9:1: error: so on\\nmake: failed\\n' >&2; exit 1
          """
          : "mkdir -p out && cp decoder.in out/harness-decoder-doctored && "
            + "chmod +x out/harness-decoder-doctored # \(commit)")
      try git("add", ".")
      try git("commit", "--quiet", "--message", "c\(commit)")
      if commit == 0 { try git("tag", "v1") }
    }
    return scratch.path + "/mine"
  }

  private func bisect(
    _ repository: String, _ more: String..., of image: String? = nil
  ) throws -> HarnessRun {
    try HarnessRun.run(
      [
        "bisect", image ?? key, "--decoder", "doctored", "--repository", repository, "--good", "v1",
        "--build", "sh build.sh", "--built", "out", "--tries", "3",
      ] + more,
      in: scratch.path, environment: ["XDG_CACHE_HOME": scratch.path + "/cache"])
  }

  @Test func theCommitThatChangedASampleIsNamedAndOnesThatDoNotBuildAreSkipped() throws {
    let repository = try repository(commits: 9, broken: 6, unbuildable: [4])
    let run = try bisect(repository, "--json")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try PublishedSchema.objections(run.output, schema: "bisect") == [])
    let found = try JSONDecoder().decode(SampleBisection.self, from: Data(run.output.utf8))
    let change = try #require(found.changes.first)
    #expect(change.from.hasSuffix(" c5") && change.to.hasSuffix(" c6"), "\(change)")
    #expect(found.changes.count == 1 && change.skipped == nil && change.isRepeatable)
    #expect(
      found.unavailable.map(\.reason) == ["it does not build: a.c:1:2: error: missing semicolon"])
    #expect(found.answers.count < 8, "halving tries few of the nine")
    // Nothing was written in the repository, no file of it is a clone's too, and the builds are kept.
    #expect(!scratch.names(in: "mine").contains("out"))
    #expect(try shell("find mine/.git -type f -links +1", in: scratch.path) == "")
    let again = try bisect(repository)
    #expect(!again.errors.contains("building \(change.to)"), "\(again.errors)")
    #expect(again.output.contains("c6 changed the answer: read in "), "\(again.output)")
    let kept = try bisect(repository, "--json", of: scratch.kept(key))
    let same = try JSONDecoder().decode(SampleBisection.self, from: Data(kept.output.utf8))
    #expect(same.answers == found.answers && same.changes == found.changes, "\(kept.errors)")
  }

  @Test func aChangeBehindCommitsThatDoNotBuildIsARange() throws {
    let repository = try repository(commits: 6, broken: 3, unbuildable: [2, 3])
    let run = try bisect(repository)
    #expect(run.status == 0, "\(run.errors)")
    let text = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.contains("c4 changed the answer"), "\(text)")
    #expect(text.contains("one of the 2 commits before it that could not be tried"), "\(text)")
  }

  /// Along the first parents a merge stands for its branch; the search in the branch finds the commit.
  @Test func aMergeIsNamedWithTheSearchAmongItsCommits() throws {
    let repository = try repository(commits: 4, broken: 2, unbuildable: [])
    let git = "git -C mine -c user.name=A -c user.email=a@b"
    _ = try shell(
      "\(git) branch side && \(git) reset --quiet --hard v1 && \(git) commit --quiet --allow-empty --message own && "
        + "\(git) merge --quiet --no-ff --message whole side", in: scratch.path)
    let found = try JSONDecoder().decode(
      SampleBisection.self, from: Data(bisect(repository, "--json").output.utf8))
    let change = try #require(found.changes.first)
    #expect(change.to.hasSuffix(" whole"))
    let merged = try #require(change.merged)
    #expect(merged.commits == 3)
    let text = try bisect(repository).output.split(whereSeparator: \.isWhitespace)
    #expect(
      text.joined(separator: " ").contains(
        "It merges 3 commits: --good \(merged.good) --bad \(merged.bad) searches among them."),
      "\(text.joined(separator: " "))")
    // The branch left from v1, which is what the search begins with.
    let branch = try bisect(repository, "--json", "--bad", merged.bad)
    #expect(try PublishedSchema.objections(branch.output, schema: "bisect") == [])
    let inside = try JSONDecoder().decode(SampleBisection.self, from: Data(branch.output.utf8))
    #expect(inside.changes.map { $0.to.hasSuffix(" c2") } == [true], "\(branch.errors)")
    #expect(inside.changes.first?.merged == nil)
    #expect(try shell("git -C mine rev-parse v1", in: scratch.path).hasPrefix(merged.good))
  }

  @Test func theCommitThatReadsAPhantomIsNamed() throws {
    let repository = try repository(commits: 3) {
      try scratch.doctoredPlugin("made", perMille: $0 < 2 ? 0 : 1000, symptom: "phantom")
    }
    let run = try bisect(repository, "--json")
    let found = try JSONDecoder().decode(SampleBisection.self, from: Data(run.output.utf8))
    #expect(found.changes.map { $0.to.hasSuffix(" c2") } == [true], "\(run.errors)")
    #expect(found.answers.allSatisfy { $0.verdict == .read })
    #expect(found.answers.last?.readings.count == 2 && found.answers.first?.readings == [])
  }

  @Test func whatCannotBeBisectedIsRefused() throws {
    let repository = try repository(commits: 2, broken: 1, unbuildable: [])
    let unknown = try bisect(repository, "--bad", "v9")
    #expect(unknown.status == 64 && unknown.errors.contains("v9"), "\(unknown.errors)")
    let backwards = try HarnessRun.run([
      "bisect", key, "--decoder", "doctored", "--repository", repository, "--good", "main",
      "--bad", "v1", "--build", "true",
    ])
    #expect(backwards.status == 64 && backwards.errors.contains("does not come after"))
    let releases = try bisect(repository, "--halve", "--from", "0.23")
    #expect(releases.status == 64 && releases.errors.contains("are about releases"))
    let other = try HarnessRun.run(
      [
        "bisect", key, "--decoder", "zxing", "--repository", repository, "--good", "v1",
        "--build", "sh build.sh", "--built", "out",
      ], in: scratch.path, environment: ["XDG_CACHE_HOME": scratch.path + "/cache"])
    #expect(other.status == 64 && other.errors.contains("is called doctored"), "\(other.errors)")
  }

  @Test func anEndThatCannotBeUsedEndsTheSearch() throws {
    let run = try bisect(repository(commits: 4, broken: 1, unbuildable: [0, 1]))
    #expect(run.status == 64 && run.errors.contains("--good"), "\(run.errors)")
  }
}

/// Commits of a toy decoder that miss shares of a cell's sixty samples; whoever misses more misses the same ones, too.
extension CommitBisectTests {
  /// Makes a repository whose commits do not read so many of a thousand images.
  private func repository(
    missing perMille: [Int], unbuildable: Set<Int> = []
  ) throws -> String {
    try scratch.corpus(
      "cell", seed: 20_240_229,
      """
      symbols:
        - name: v2-m
          symbology: qr-code
          version: 2
          ecc: M
          payload: {kind: alphanumeric, length: 24}
      conditions:
        - name: upright
          rotation: 0
      sweep: {axis: module-size, harder: smaller, levels: [4]}
      trials: 60
      """)
    return try repository(commits: perMille.count, unbuildable: unbuildable) {
      try scratch.doctoredPlugin("made", perMille: perMille[$0])
    }
  }

  private func bisectCell(_ repository: String, _ more: String...) throws -> (
    run: HarnessRun, words: String
  ) {
    let run = try HarnessRun.run(
      [
        "bisect", "cell/v2-m/upright/4", "--corpus", "cell.yaml", "--decoder", "doctored",
        "--repository", repository, "--good", "v1", "--build", "sh build.sh", "--built", "out",
      ] + more,
      in: scratch.path, environment: ["XDG_CACHE_HOME": scratch.path + "/cache"])
    return (run, run.output.split(whereSeparator: \.isWhitespace).joined(separator: " "))
  }

  private func found(_ run: HarnessRun) throws -> CellBisection {
    #expect(try PublishedSchema.objections(run.output, schema: "bisect-cell") == [])
    return try JSONDecoder().decode(CellBisection.self, from: Data(run.output.utf8))
  }

  @Test func theCommitThatChangedARateIsNamedWithItsShareOfTheChange() throws {
    let repository = try repository(
      missing: [0, 0, 100, 100, 100, 600, 600, 600], unbuildable: [4])
    let run = try bisectCell(repository, "--json").run
    #expect(run.status == 0, "\(run.errors)")
    let found = try found(run)
    let change = try #require(found.change)
    #expect(change.from.hasSuffix(" c3") && change.to.hasSuffix(" c5"), "\(change)")
    #expect((change.skipped ?? []).map { $0.suffix(2) } == ["c4"])
    let (from, to) = (
      try #require(found.answers.first { $0.commit == change.from }),
      try #require(found.answers.first { $0.commit == change.to })
    )
    // The third commit took its part of what separates the ends before.
    #expect(found.ends.gained == 0 && found.ends.pairs == 60 && found.ends.lost >= 20)
    #expect(from.asBad > 0 && from.asGood + from.asBad == found.ends.lost && from.isGood)
    #expect(to.asGood == 0 && to.asBad == found.ends.lost && to.read == 60 - to.asBad)
    #expect(change.lost == from.asGood && change.gained == 0 && change.isShown)
    #expect(change.fromVaried == 0 && change.toVaried == 0 && change.samples.count == 10)
    #expect(found.answers.count < 7 && found.candidates == 7)

    let (again, words) = try bisectCell(repository)
    #expect(!again.errors.contains("building \(change.to)"), "\(again.errors)")
    #expect(
      words.contains("c5 changed the rate: of 60 samples \(change.lost) are read only before"))
    #expect(
      words.contains(
        "c3 does as the good end with \(from.asGood) of the \(found.ends.lost) samples on which the ends differ"
      ),
      "\(words)")
    #expect(words.contains("the others changed in other commits"), "\(words)")
    #expect(words.contains("It may be the commit before it that could not be tried"), "\(words)")
    #expect(again.output.contains("\n      \(change.samples[0])\n"), "\(again.output)")
  }

  @Test func aCommitThatReadsMoreIsNamed() throws {
    let run = try bisectCell(repository(missing: [600, 600, 0, 0]), "--json").run
    #expect(run.status == 0, "\(run.errors)")
    let change = try #require(found(run).change)
    #expect(change.to.hasSuffix(" c2") && change.gained >= 20 && change.lost == 0)
  }

  @Test func endsThatDoNotDifferByMoreThanChanceAreRefusedWithTheirNumbers() throws {
    let repository = try repository(missing: [0, 600, 40])
    let (run, words) = try bisectCell(repository)
    #expect(run.status == 3, "\(run.errors)")
    #expect(words.hasPrefix("The ends do not differ by more than chance"), "\(words)")
    #expect(words.contains("of 60 samples 3 are read only before, in "), "\(words)")
    #expect(words.contains("(p = 0.25)") && words.contains("--trials"), "\(words)")
    let json = try bisectCell(repository, "--json").run
    let found = try found(json)
    #expect(json.status == 3 && found.change == nil && found.ends.samples.count == 3)
    #expect(found.answers.count == 2, "nothing between the ends was tried")
  }

  /// Each commit misses a few more: none of them by more than chance.
  @Test func aRateThatMovesInSmallStepsIsBlamedOnNoCommit() throws {
    let (run, words) = try bisectCell(repository(missing: [0, 80, 160, 240]))
    #expect(run.status == 3, "\(run.errors)")
    #expect(words.hasPrefix("No single commit is shown to have changed the rate"), "\(words)")
  }

  @Test func anEndThatCannotBeUsedEndsTheSearchOfARate() throws {
    let run = try bisectCell(repository(missing: [0, 600], unbuildable: [1])).run
    #expect(run.status == 64 && run.errors.contains("--bad"), "\(run.errors)")
  }

  @Test func aSampleThatWasNotTriedSpeaksForNoEndAndATieForTheBadOne() throws {
    let run = Fixture.record(
      try Fixture.corpus(levels: "2", trials: 10),
      decoders: [Fixture.configured("toy", supports: [true])])
    func outcomes(read: Int, of tried: Int = 10) -> CellOutcomes {
      CellOutcomes(
        run: run,
        isRead: Dictionary(
          uniqueKeysWithValues: (0..<tried).map {
            (SamplePlace(group: 0, level: 0, trial: $0), $0 < read)
          }))
    }
    let ends = CellEnds(
      good: outcomes(read: 10), bad: outcomes(read: 2), names: (good: "a", bad: "z"))
    #expect(ends.difference.lost == 8 && ends.difference.isShown)
    let answer = ends.answer("b", outcomes(read: 7, of: 8))
    #expect(answer.tried == 8 && answer.read == 7 && answer.asGood == 5 && answer.asBad == 1)
    // One or none of six tosses, on two sides: 14 of 64.
    #expect(abs(answer.p - 14.0 / 64) < 1e-12 && answer.isGood)
    let tie = ends.answer("c", outcomes(read: 6))
    #expect(tie.asGood == 4 && tie.asBad == 4 && tie.p == 1 && !tie.isGood)
  }
}
