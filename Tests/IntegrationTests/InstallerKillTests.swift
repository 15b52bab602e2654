import Foundation
import TestSupport
import Testing

/// A harness that is killed while a program installs a release: the program and what it started end with it.
@Suite(.waits) struct InstallerKillTests {
  private let scratch: ScratchFolder
  private let mark = "7\(Int.random(in: 100_000...999_999)).25"

  init() throws {
    scratch = try ScratchFolder()
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/toy", withIntermediateDirectories: true)
    try scratch.file(
      "toy/releases",
      """
      #!/bin/sh
      [ "$1" = list ] && { echo 1.0; exit 0; }
      setsid sleep \(mark) &
      : > "$2/begun"
      while :; do echo more >> "$2/more"; sleep 0.01; done
      """, isExecutable: true)
    try scratch.file(
      "toy/plugin.yaml",
      """
      format: 1
      name: toy
      command: ["{venv}/decoder"]
      releases: {list: [./releases, list], install: [./releases, "{release}", "{venv}"]}
      """)
  }

  private func size(of file: String) -> Int {
    (try? FileManager.default.attributesOfItem(atPath: file)[.size] as? Int) ?? 0
  }

  @Test(arguments: [SIGKILL, SIGINT, SIGTERM])
  func nothingThatItStartedIsLeft(signal: Int32) throws {
    let harness = try RunningHarness(
      ["versions", "toy", "--install", "--plugin", scratch.path + "/toy"], in: scratch.path)
    let folder = scratch.path + "/toy/.venv-releases/1.0"
    eventually("the installation begins") {
      FileManager.default.fileExists(atPath: folder + "/begun") || !harness.isRunning
    }
    eventually("its child runs") { !processes(mentioning: mark).isEmpty || !harness.isRunning }
    harness.send(signal)
    _ = harness.wait()
    var left = processes(mentioning: mark)
    for _ in 0..<150 where !left.isEmpty {
      usleep(20_000)
      left = processes(mentioning: mark)
    }
    #expect(left == [])
    let before = size(of: folder + "/more")
    usleep(100_000)
    #expect(size(of: folder + "/more") == before, "it goes on writing")
    if signal != SIGKILL {
      #expect(!FileManager.default.fileExists(atPath: folder), "what was half there is gone")
    }
  }
}
