import Foundation
import Testing

/// Each statistic names the work that it comes from, in its documentation and in docs/method.md.
struct LiteratureTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardized
  /// Files that hold no statistic: containers, plans, and the machinery of other files.
  private static let withoutStatistic: Set = [
    "AdaptivePlan.swift", "AdaptiveSampler.swift", "AdaptiveSchedule.swift", "CurveAxes.swift",
    "EasinessAxis.swift", "Level.swift", "MissProduct.swift", "VisibleLoss.swift",
  ]

  private func sources() throws -> [(name: String, years: Set<String>)] {
    let folder = Self.root.appending(path: "Sources/Statistics")
    let files = try #require(
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.map { file in
      let text = try String(contentsOf: file, encoding: .utf8)
      let comments = text.split(separator: "\n").filter { $0.contains("///") }
      return (file.lastPathComponent, years(comments.joined(separator: "\n")))
    }
  }

  private func years(_ text: String) -> Set<String> {
    Set(text.matches(of: /\b(?:18|19|20)[0-9]{2}\b/).map { String($0.output) })
  }

  @Test func everyStatisticNamesItsSource() throws {
    let sources = try sources()
    #expect(sources.count > 30)
    for source in sources {
      #expect(source.years.isEmpty == Self.withoutStatistic.contains(source.name), "\(source.name)")
    }
  }

  @Test func everySourceIsInTheMethodsReferences() throws {
    let method = try String(
      contentsOf: Self.root.appending(path: "docs/method.md"), encoding: .utf8)
    let references = try #require(method.split(separator: "## References").last)
    let listed = years(String(references))
    for source in try sources() {
      #expect(source.years.subtracting(listed).isEmpty, "\(source.name)")
    }
  }
}
