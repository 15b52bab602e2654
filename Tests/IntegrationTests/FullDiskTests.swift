import Foundation
import TestSupport
import Testing

@testable import RunFixtures

/// Runs on a disk of half a megabyte, which only root can make.
@Suite(
  .enabled(
    if: SmallDisk.canBeMounted,
    "mounting a small disk takes root, and in a container the right to mount"))
struct FullDiskTests {
  @Test func aFullDiskEndsTheRunWithAReasonAndKeepsWhatWasWritten() async throws {
    let scratch = try ScratchFolder()
    try #require(SmallDisk.mount(on: scratch.path, kilobytes: 600))
    defer { SmallDisk.unmount(scratch.path) }
    let run = try await HarnessRun.run([
      "compare", "--corpus", "qr-small", "--decoder", "zxing", "--output", scratch.path + "/r",
    ])
    #expect(run.status == 2)
    #expect(run.errors.contains("observations.sqlite") && run.errors.contains("disk is full"))
    #expect(run.output.isEmpty)
    #expect(scratch.names(in: "r").allSatisfy { $0.hasPrefix("observations.sqlite") })
    #expect(processes(mentioning: scratch.path).isEmpty)
  }

  @Test func withRoomAgainTheRunIsCarriedOnToTheTableOfAnUninterruptedOne() async throws {
    let scratch = try ScratchFolder()
    try #require(SmallDisk.mount(on: scratch.path, kilobytes: 300))
    defer { SmallDisk.unmount(scratch.path) }
    let command = ["compare", "--corpus", "qr-small", "--decoder", "zxing", "--trials", "40"]
    let full = try await HarnessRun.run(command + ["--output", scratch.path + "/r"])
    #expect(full.status == 2, "\(full.errors)")
    try #require(SmallDisk.enlarge(scratch.path))
    let carriedOn = try await HarnessRun.run(command + ["--output", scratch.path + "/r"])
    #expect(carriedOn.status == 0, "\(carriedOn.errors)")
    #expect(carriedOn.errors.contains("carrying on run 1"), "\(carriedOn.errors)")
    let elsewhere = try ScratchFolder()
    _ = try await HarnessRun.run(command + ["--output", elsewhere.path])
    let mended = try ScoreFile(scratch.path + "/r")
    let whole = try ScoreFile(elsewhere.path)
    #expect(mended.table.withoutTimings == whole.table.withoutTimings)
    #expect(try mended.verdicts() == whole.verdicts())
  }

  /// From no room for the first page on: while the store is made, while its run begins, while verdicts
  /// and reports are written.
  @Test(arguments: [4, 28, 60, 164, 184, 204])
  func whereverTheDiskFillsUpTheReasonIsTrueAndTheSameCommandGoesOn(kilobytes: Int) async throws {
    let scratch = try ScratchFolder()
    try #require(SmallDisk.mount(on: scratch.path, kilobytes: kilobytes))
    defer { SmallDisk.unmount(scratch.path) }
    let elsewhere = try ScratchFolder()
    let corpus = try elsewhere.file("tiny.yaml", HarnessRun.tinyCorpus(trials: 5))
    let command = ["compare", "--corpus", corpus, "--decoder", "null", "-o", scratch.path + "/r"]
    let full = try await HarnessRun.run(command)
    #expect(full.status == 2, "\(full.errors)")
    #expect(full.errors.contains("disk is full"), "\(full.errors)")
    try #require(SmallDisk.enlarge(scratch.path))
    let carriedOn = try await HarnessRun.run(command)
    #expect(carriedOn.status == 0, "\(carriedOn.errors)")
    #expect(try ScoreFile.observationCount(in: scratch.path + "/r") == 20)
  }
}

/// Limits on the size of files, which any user can set: SIGXFSZ is no death.
@Suite(.waits) struct FileLimitTests {
  @Test(arguments: [0, 2, 40, 100])
  func aLimitOnFilesIsAnErrorAndTheSameCommandGoesOn(kilobytes: Int) async throws {
    let scratch = try ScratchFolder()
    let corpus = try scratch.file("tiny.yaml", HarnessRun.tinyCorpus(trials: 5))
    let command = "compare --corpus '\(corpus)' --decoder null --quiet -o '\(scratch.path)/r'"
    // What starts the tests may ignore or block the signal, and so would all that they start.
    try scratch.file(
      "mortal.py",
      """
      import os, signal, sys
      signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
      signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGXFSZ])
      os.execvp(sys.argv[1], sys.argv[1:])
      """)
    // Through a pipe: the limit is on files, and so on one that takes the messages, too.
    let said = try shell(
      "(ulimit -f \(2 * kilobytes); exec python3 '\(scratch.path)/mortal.py' harness \(command)) "
        + "2>&1 >/dev/null | cat; "
        + "harness \(command) >/dev/null 2>&1; echo \"then $?\"")
    #expect(said.contains("limit on the size of files"), "\(said)")
    #expect(said.contains("then 0"), "\(said)")
    #expect(try ScoreFile.observationCount(in: scratch.path + "/r") == 20)
  }
}
