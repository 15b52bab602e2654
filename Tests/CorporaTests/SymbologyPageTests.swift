import Corpora
import DecoderKit
import Foundation
import Testing

/// The page that says how each symbology was checked, and the corpora that draw them all.
@Suite struct SymbologyPageTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test func everySymbologyIsListedWithItsCheck() throws {
    let page = try String(
      contentsOf: Self.root.appending(path: "docs/symbologies.md"), encoding: .utf8)
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
      .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
    #expect(rows.map { $0[0] } == Symbology.allCases.map { "`\($0.rawValue)`" })
    #expect(
      rows.allSatisfy { row in
        ["read: ", "encoded: ", "structure"].contains { row.count == 2 && row[1].contains($0) }
      })
  }

  @Test func smokeBreadthAndStackedTogetherDrawEverySymbologyOnce() throws {
    let catalog = CorpusCatalog(folders: [Self.root.path + "/Corpora"])
    let drawn = try ["smoke", "breadth", "stacked"].map { name in
      Set(try catalog.load(nameOrPath: name).groups.flatMap(\.symbologies))
    }
    #expect(drawn.reduce([]) { $0.union($1) } == Set(Symbology.allCases))
    #expect(drawn.map(\.count).reduce(0, +) == Symbology.allCases.count)
  }
}
