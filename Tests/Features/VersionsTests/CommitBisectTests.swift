import Foundation
import TestSupport
import Testing

@testable import RunFixtures
@testable import Versions

/// Commits of a toy decoder's repository, one of which stops reading small images.
@Suite struct CommitBisectTests {
  private let scratch: ScratchFolder
  private let key = "qr-small/v2-m/upright/2/0"

  init() throws { scratch = try ScratchFolder() }

  /// Makes a repository with commits `c0`, `c1`, …: from `broken` on, narrow images are not read; those of
  /// `unbuildable` do not build.
  private func repository(commits: Int, broken: Int, unbuildable: Set<Int>) throws -> String {
    let plugin = { (width: Int) in
      try String(
        contentsOfFile: scratch.doctoredPlugin("made", narrowerThan: width), encoding: .utf8)
    }
    let (well, ill) = (try plugin(0), try plugin(75))
    func git(_ words: String...) throws {
      let identity = ["-c", "user.name=A", "-c", "user.email=a@b"]
      let run = try SystemProgram.run(["git", "-C", scratch.path + "/mine"] + identity + words)
      #expect(run.status == 0, "git \(words)")
    }
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/mine", withIntermediateDirectories: true)
    try git("init", "--quiet", "--initial-branch=main")
    for commit in 0..<commits {
      try scratch.file("mine/decoder.in", commit < broken ? well : ill)
      try scratch.file(
        "mine/build.sh",
        unbuildable.contains(commit)
          ? """
          printf 'a.c:1:2: error: missing semicolon\\na.c:9:1: error: so on\\nmake: failed\\n' >&2; exit 1
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
    let cell = try HarnessRun.run([
      "bisect", "qr-small/v2-m/upright", "--decoder", "doctored", "--repository", repository,
      "--good", "v1", "--build", "true",
    ])
    #expect(cell.status == 64 && cell.errors.contains("harness judge"), "\(cell.errors)")
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
