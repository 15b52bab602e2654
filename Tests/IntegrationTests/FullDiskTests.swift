import Foundation
import TestSupport
import Testing

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
    try #require(SmallDisk.mount(on: scratch.path, kilobytes: 600))
    defer { SmallDisk.unmount(scratch.path) }
    let command = ["compare", "--corpus", "qr-small", "--decoder", "zxing", "--trials", "100"]
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
}
