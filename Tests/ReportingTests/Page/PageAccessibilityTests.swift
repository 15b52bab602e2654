import Foundation
import Testing

@testable import RunFixtures

/// Checks of the kind that axe-core makes, as far as they can be made on the markup alone.
@Suite struct PageAccessibilityTests {
  private func forEveryPage(_ check: (Markup) throws -> Void) throws {
    for fixture in ScoreFixture.Name.allCases { try check(try PageFixture.page(fixture).2) }
  }

  @Test func identifiersAreUnique() throws {
    try forEveryPage { root in
      let ids = root.all.compactMap { $0["id"] }
      let twice = Dictionary(grouping: ids) { $0 }.filter { $0.value.count > 1 }.keys
      #expect(twice.isEmpty, "\(twice.sorted())")
    }
  }

  @Test func referencesLeadSomewhere() throws {
    try forEveryPage { root in
      let ids = Set(root.all.compactMap { $0["id"] })
      for element in root.all {
        for reference in (element["aria-labelledby"] ?? "").split(separator: " ") {
          #expect(ids.contains(String(reference)))
        }
        if let href = element["href"], href.hasPrefix("#") {
          #expect(ids.contains(String(href.dropFirst())), "\(href)")
        }
      }
    }
  }

  @Test func headingsSkipNoLevel() throws {
    try forEveryPage { root in
      let levels = root.all.compactMap { element -> Int? in
        guard element.name.count == 2, element.name.hasPrefix("h") else { return nil }
        return element.name.last?.wholeNumberValue
      }
      #expect(levels.first == 1 && levels.count { $0 == 1 } == 1)
      for (previous, next) in zip(levels, levels.dropFirst()) {
        #expect(next <= previous + 1, "h\(next) follows h\(previous)")
      }
      for heading in root.all where ["h1", "h2", "h3", "h4"].contains(heading.name) {
        #expect(!heading.text.isEmpty)
      }
    }
  }

  @Test func thereAreLandmarksALanguageAndAWayPastTheNavigation() throws {
    try forEveryPage { root in
      for name in ["header", "nav", "main", "footer"] { #expect(root.all(name).count == 1) }
      #expect(root.all("html").first?["lang"] == "en")
      #expect(root.all("title").first?.text.isEmpty == false)
      let first = root.all("body").first?.all.first { $0.name == "a" || $0.name == "button" }
      #expect(first?["href"] == "#main")
      #expect(root.all("nav").first?["aria-label"] != nil)
      let viewport = root.all("meta").first { $0["name"] == "viewport" }?["content"] ?? ""
      #expect(!viewport.contains("maximum-scale") && !viewport.contains("user-scalable"))
    }
  }

  @Test func everyDrawingHasANameOrIsDecoration() throws {
    try forEveryPage { root in
      for drawing in root.all("svg") where drawing["aria-hidden"] != "true" {
        #expect(drawing["role"] == "img")
        let names = (drawing["aria-labelledby"] ?? "").split(separator: " ").map(String.init)
        let texts = names.compactMap { id in root.all.first { $0["id"] == id }?.text }
        #expect(
          !(drawing["aria-label"] ?? "").isEmpty || texts.contains { !$0.isEmpty },
          "a drawing without a name")
      }
    }
  }

  @Test func tablesHaveCaptionsAndHeadsWithAScope() throws {
    try forEveryPage { root in
      for table in root.all("table") {
        #expect(table.all("caption").first?.text.isEmpty == false)
        #expect(table.all("th").allSatisfy { ["col", "row"].contains($0["scope"]) })
        let columns = table.all("thead").first?.all("th").count
        for row in table.all("tbody").flatMap({ $0.all("tr") }) {
          #expect(row.children.count == columns)
          #expect(row.children.contains { $0["scope"] == "row" })
        }
      }
    }
  }

  @Test func sortableHeadsAreButtons() throws {
    let (_, _, root) = try PageFixture.page(.realistic)
    let heads = root.all("th").filter { $0["aria-sort"] != nil }
    #expect(heads.count > 10)
    #expect(heads.allSatisfy { $0.all("button").count == 1 && !$0.text.isEmpty })
    for button in root.all("button") {
      #expect(button["type"] == "button" && !button.text.isEmpty)
    }
  }

  @Test func whatScrollsSidewaysCanBeReachedByKeyboard() throws {
    try forEveryPage { root in
      for frame in root.all where frame["class"] == "frame" {
        #expect(frame["tabindex"] == "0" && frame["role"] == "group")
        #expect(!(frame["aria-label"] ?? "").isEmpty)
      }
      #expect(!root.all.contains { ($0["tabindex"].flatMap(Int.init) ?? 0) > 0 })
    }
  }

  @Test func listsHoldItemsAlone() throws {
    try forEveryPage { root in
      for list in root.all("ul") {
        #expect(!list.children.isEmpty && list.children.allSatisfy { $0.name == "li" })
      }
      for list in root.all("dl") {
        #expect(list.all("dt").count > 0 && list.all("dd").count >= list.all("dt").count)
      }
      for details in root.all("details") {
        #expect(details.children.first?.name == "summary")
      }
    }
  }

  @Test func noMarkIsToldByItsColourAlone() throws {
    let (table, _, root) = try PageFixture.page(.realistic)
    let legend = try #require(root.all("ul").first { $0["class"] == "legend" })
    let shapes = legend.all("path").compactMap { $0["d"] }
    #expect(shapes.count == table.decoders.count { $0.total.tried > 0 })
    #expect(Set(shapes).count == shapes.count)
  }
}
