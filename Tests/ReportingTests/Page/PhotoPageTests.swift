import Reporting
import Results
import Testing

@testable import RunFixtures

/// The matrix of photos and decoders.
@Suite struct PhotoPageTests {
  private func page() throws -> (ScoreTable, Gallery, Markup) {
    var table = try ScoreFixture.table(.unordered)
    for group in table.corpus.groups.indices { table.corpus.groups[group].photoPayloads = [] }
    let evidence = PageFixture.evidence(table)
    return (
      table, evidence.gallery, try Markup.parse(PageReport(evidence: evidence).render(table))
    )
  }

  private func rows(_ root: Markup) throws -> [Markup] {
    let table = try #require(
      root.all("table").first { $0["class"]?.split(separator: " ").contains("photos") ?? false })
    return table.all("tr").filter { !$0.all("td").isEmpty }
  }

  @Test func eachCellHasTheVerdictOfItsDecoderOnItsPhoto() throws {
    let (table, gallery, root) = try page()
    let tried = table.decoders.filter { $0.total.tried > 0 }.map(\.label)
    let rows = try rows(root)
    #expect(rows.count == gallery.survey.count)
    for row in rows {
      let key = try #require(row.all("figure").first?["data-sample"])
      let picture = try #require(gallery.pictures.first { $0.key == key })
      let cells = row.all("td")
      let reads = picture.answers.count { $0.verdict.isSuccess }
      #expect(cells.first?.text == "\(reads)")
      for (label, cell) in zip(tried, cells.dropFirst()) {
        let verdict = try #require(picture.answers.first { $0.decoder == label }).verdict
        #expect(cell["data-value"] == (verdict.isSuccess ? "1.0" : "0.0"), "\(key) \(label)")
        let words = verdict.isSuccess ? ["read", "clean", "found something"] : []
        #expect(words.isEmpty || words.contains { cell.text.contains($0) }, "\(cell.text)")
      }
    }
  }

  @Test func aNameBreaksBetweenItsFoldersOnly() throws {
    let (table, _, root) = try page()
    for row in try rows(root) {
      let name = try #require(row.all("strong").first)
      let parts = name.all("span").filter { $0["class"] == "part" }.map(\.text)
      #expect(parts.joined() == name.text && parts.count > 1, "\(name.text)")
      #expect(parts.dropLast().allSatisfy { $0.hasSuffix("/") }, "\(parts)")
      #expect(table.corpus.groups.contains { name.text.hasPrefix($0.id + "/") })
    }
  }

  @Test func whatFewestReadComesFirst() throws {
    let (_, _, root) = try page()
    let counts = try rows(root).compactMap { $0.all("td").first.flatMap { Int($0.text) } }
    #expect(counts == counts.sorted() && Set(counts).count > 1, "\(counts)")
  }
}
