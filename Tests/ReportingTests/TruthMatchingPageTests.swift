import Foundation
import Judging
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

  @Test func everyRuleHasItsRowAndSaysWhetherItLosesData() {
    let rows = rows(under: "## Rules").map(cells)
    #expect(rows.map(\.first) == TruthRule.allCases.map { "`\($0.rawValue)`" })
    #expect(rows.map(\.last) == TruthRule.allCases.map { $0.isLossy ? "yes" : "" })
    #expect(rows.allSatisfy { $0.count == 5 && $0.dropLast().allSatisfy { !$0.isEmpty } })
  }

  @Test func everyMisreadClassHasItsRow() {
    let rows = rows(under: "## Misreads").map(cells)
    #expect(rows.map(\.first) == MisreadClass.allCases.map { "`\($0.rawValue)`" })
    #expect(rows.allSatisfy { $0.count == 2 && !$0[1].isEmpty })
  }

  private func cells(_ row: String) -> [String] {
    row.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }

  private func rows(under heading: String) -> [String] {
    let section = page.components(separatedBy: heading + "\n").dropFirst().first ?? ""
    return section.components(separatedBy: "\n## ")[0].split(separator: "\n")
      .filter { $0.hasPrefix("| `") }.map(String.init)
  }
}
