import Foundation
import Testing

/// A disk of half a megabyte; only root can make one.
@Suite(
  .enabled(
    if: geteuid() == 0 && FileManager.default.isExecutableFile(atPath: "/bin/mount"),
    "mounting a small disk takes root"))
struct FullDiskTests {
  @Test func aFullDiskEndsTheRunWithAReasonAndKeepsWhatWasWritten() throws {
    let scratch = try ScratchFolder()
    try mount(["/bin/mount", "-t", "tmpfs", "-o", "size=600k", "tmpfs", scratch.path])
    defer { try? mount(["/bin/umount", scratch.path]) }
    let run = try HarnessRun.run([
      "compare", "--corpus", "qr-small", "--decoder", "zxing", "--output", scratch.path + "/r",
    ])
    #expect(run.status == 2)
    #expect(run.errors.contains("observations.sqlite") && run.errors.contains("disk is full"))
    #expect(run.output.isEmpty)
    #expect(scratch.names(in: "r").allSatisfy { $0.hasPrefix("observations.sqlite") })
    #expect(processes(mentioning: scratch.path).isEmpty)
  }

  private func mount(_ command: [String]) throws {
    let process = Process()
    process.executableURL = URL(filePath: command[0])
    process.arguments = Array(command.dropFirst())
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }
}
