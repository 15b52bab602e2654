import Foundation
import Judging
import Reporting
import Results
import Testing

/// Agreement of the code with `docs/truth-matching.md`, which states the rules for readers.
struct TruthMatchingPageTests {
  private let page: String

  init() throws {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    page = try String(
      contentsOf: root.appending(path: "docs/truth-matching.md"), encoding: .utf8)
  }

  @Test func theTableOfRulesIsTheCodes() {
    #expect(rows(under: "## Rules") == TruthRule.allCases.map(\.tableRow))
  }

  @Test func theTableOfMisreadClassesIsTheCodes() {
    #expect(
      rows(under: "## Misreads")
        == MisreadClass.allCases.map { "| `\($0.rawValue)` | \($0.meaning) |" })
  }

  private func rows(under heading: String) -> [String] {
    let section = page.components(separatedBy: heading + "\n").dropFirst().first ?? ""
    return section.components(separatedBy: "\n## ")[0].split(separator: "\n")
      .filter { $0.hasPrefix("| `") }.map(String.init)
  }
}
