import Foundation
import Reporting
import TestSupport
import Testing

@testable import RunFixtures

/// Pages in a headless Chromium, with clicks and keys; see scripts/pages/check.py for each claim.
@Suite(.waits) struct PageBrowserTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static let browser = ["chromium", "chromium-browser", "google-chrome", "chrome"]
    .first { name in
      (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
        FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
      }
    }

  @Test(
    .enabled(if: browser != nil, "clicks and keys need Chromium: apt-get install chromium"),
    arguments: [ScoreFixture.Name.realistic, .mirrored, .hostile])
  func clicksAndKeysDoWhatTheySay(fixture: ScoreFixture.Name) throws {
    let scratch = try ScratchFolder()
    let page = scratch.path + "/page.html"
    try Data(try PageFixture.page(fixture).1.utf8).write(to: URL(filePath: page))
    let folder = Self.root.appending(path: "scripts/pages").path
    let said = try Python.run(
      """
      import subprocess, sys
      done = subprocess.run([sys.executable, "\(folder)/check.py", "\(page)"],
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
      print(done.returncode, done.stdout)
      """, input: "")
    #expect(said.hasPrefix("0 "), "\(said)")
    #expect(said.contains("a click opens a sample"))
  }

  /// The scripts are files, and this is the order in which a page has them.
  @Test func theScriptIsThatOfItsFiles() throws {
    let (_, _, root) = try PageFixture.page(.realistic)
    let script = try #require(root.all("script").first?.text)
    var place = script.startIndex
    for name in ["theme", "filters", "viewer", "start"] {
      let file = Self.root.appending(path: "Sources/Reporting/Page/Script/\(name).js")
      let text = try String(contentsOf: file, encoding: .utf8)
      let found = try #require(script[place...].range(of: text), "\(name).js")
      place = found.upperBound
    }
  }
}
