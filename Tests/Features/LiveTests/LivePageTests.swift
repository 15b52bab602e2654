import Foundation
import TestSupport
import Testing

/// The page in a browser without a screen: the short form of `make live-check`.
@Suite(.waits) struct LivePageTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  /// What is missing for it; `nil` if nothing is.
  private static let missing: String? = {
    let files = FileManager.default
    guard files.isExecutableFile(atPath: "/usr/bin/chromium") else { return "/usr/bin/chromium" }
    let python = root + "/.venv-live/bin/python"
    return files.isExecutableFile(atPath: python) ? nil : ".venv-live, which make live-check makes"
  }()

  @Test(
    .enabled(
      if: LivePageTests.missing == nil, "a part is missing: \(LivePageTests.missing ?? "")"))
  func thePageReadsFreezesAndRefusesInABrowser() async throws {
    let binaries = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
      .deletingLastPathComponent().path
    let run = try await onThreadOfItsOwn {
      try SystemProgram.run([
        Self.root + "/.venv-live/bin/python", Self.root + "/scripts/live/check.py",
        binaries + "/harness", "--short",
      ])
    }
    #expect(run.status == 0, "\(String(decoding: run.output, as: UTF8.self))")
  }
}
