import DecoderKit
import Foundation
import Reporting
import Results
import Testing

@testable import RunFixtures

/// The page's numbers, read back and compared with those of the other reports.
@Suite struct PageNumbersTests {
  /// A JSON value, read without the score table's own types.
  private enum JSON: Decodable {
    case number(Double)
    case text(String)
    case list([JSON])
    case object([String: JSON])
    case other

    init(from decoder: any Swift.Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let number = try? value.decode(Double.self) {
        self = .number(number)
      } else if let text = try? value.decode(String.self) {
        self = .text(text)
      } else if let list = try? value.decode([JSON].self) {
        self = .list(list)
      } else if let object = try? value.decode([String: JSON].self) {
        self = .object(object)
      } else {
        self = .other
      }
    }

    subscript(_ key: String) -> JSON? {
      switch self {
      case .object(let object): object[key]
      case .list(let list): Int(key).flatMap { list.indices.contains($0) ? list[$0] : nil }
      case .number, .text, .other: nil
      }
    }

    /// The number at a path such as `total.tried` or `levels.3.readRate`; `nil` if there is none.
    func number(_ path: String) -> Double? {
      var value: JSON? = self
      for key in path.split(separator: ".") { value = value?[String(key)] }
      if case .number(let number) = value { return number }
      return nil
    }

    var elements: [JSON] {
      if case .list(let list) = self { return list }
      return []
    }

    var string: String? {
      if case .text(let text) = self { return text }
      return nil
    }
  }

  private func scores(_ table: ScoreTable) throws -> [JSON] {
    let json = try JSONDecoder().decode(JSON.self, from: Data(JSONReport().render(table).utf8))
    return try #require(json["decoders"]).elements
  }

  @Test func everyNumberIsTheOneInScoresJSON() throws {
    for name in ScoreFixture.Name.allCases {
      let (table, _, root) = try PageFixture.page(name)
      let decoders = try scores(table)
      var fields: [String: Int] = [:]
      for cell in root.all {
        guard let field = cell["data-field"] else { continue }
        let label = try #require(cell.inherited("data-decoder"))
        let decoder = try #require(
          decoders.first { DisplayText.printable($0["label"]?.string ?? "") == label })
        var subject = decoder
        if let group = cell.inherited("data-group") {
          let groups = try #require(decoder["groups"]).elements
          subject = try #require(groups.first { $0["group"]?.string == group })
        }
        let shown = cell["data-value"].flatMap(Double.init)
        #expect(shown == subject.number(field), "\(field) of \(label)")
        fields[field, default: 0] += 1
      }
      guard table.decoders.contains(where: { $0.total.tried > 0 }) else { continue }
      #expect(fields["total.tried"] ?? 0 > 3 && fields["latency.readMedian"] ?? 0 > 3)
      let first = name == .scenes ? "scene.levels.0.value" : "levels.0.readRate"
      #expect(fields[first] ?? 0 > 3)
    }
  }

  @Test func cellsAreTheOnesOfMarkdown() throws {
    for fixture in [ScoreFixture.Name.realistic, .mirrored, .partial] {
      let (table, _, root) = try PageFixture.page(fixture)
      let lines = MarkdownReport().render(table).split(separator: "\n").filter {
        $0.hasPrefix("|")
      }
      let rows = lines.map { line in
        line.split(separator: "|").map {
          $0.trimmingCharacters(in: .whitespaces).replacing("\\", with: "")
        }
      }
      let section = try #require(root.all("section").first { $0["id"] == "scores" })
      var compared = 0
      for row in section.all("tr") {
        guard let label = row["data-decoder"], let group = row["data-group"] else { continue }
        // In Markdown a decoder's name stands on its first row alone; the order is the same.
        let places = table.decoders.filter { $0.groups.contains { $0.group == group } }
        let index = try #require(places.firstIndex { $0.label == label })
        let markdown = rows.filter { $0.contains(group) && $0.count > 9 }[index]
        for field in ["threshold.upper", "meanThreshold.value", "total.tried"] {
          let cell = try #require(row.all.first { $0["data-field"] == field })
          #expect(markdown.contains(cell.text), "\(cell.text) of \(label) on \(group)")
          compared += 1
        }
        let misreads = row.all.first { $0["data-field"] == "total.misreadUpperBound" }?.text ?? ""
        #expect(markdown.contains(misreads))
      }
      #expect(compared >= 6)
    }
  }

  @Test func ratesByLevelAreThoseOfCSV() throws {
    let (table, _, root) = try PageFixture.page(.realistic)
    let lines = CSVReport().render(table).split(separator: "\r\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let titles = try #require(lines.first)
    func column(_ name: String) throws -> Int { try #require(titles.firstIndex(of: name)) }
    let (level, rate) = try (column("level"), column("read_rate"))
    var compared = 0
    for cell in root.all where cell["data-field"]?.hasPrefix("levels.") ?? false {
      let label = cell.inherited("data-decoder") ?? ""
      let group = cell.inherited("data-group") ?? ""
      // Labels with commas are quoted in CSV, which this reader does not undo.
      guard !label.contains(",") else { continue }
      let name = try #require(cell.parent?.all("th").first?.text)
      let line = try #require(
        lines.first { $0.contains(label) && $0.contains(group) && $0[level] == name })
      #expect(line[rate] == cell["data-value"] ?? "")
      compared += 1
    }
    #expect(compared > 100)
  }

  @Test func bandsAreTheSumsOfTheirLevels() throws {
    let (table, _, root) = try PageFixture.page(.realistic)
    let grid = try #require(
      root.all("table").first { $0.all("caption").first?.text.contains("by module size") ?? false })
    let decoder = table.decoders[0]
    let row = try #require(grid.all("tr").first { $0["data-decoder"] == decoder.label })
    var (reads, tried) = (0, 0)
    for group in decoder.groups where table.rankedGroups.contains(group.group) {
      for level in group.levels where (Double(level.level) ?? 0) < 3 {
        reads += level.counts.read
        tried += level.counts.tried
      }
    }
    let cell = try #require(row.all("td").first)
    #expect(cell["data-value"] == "\(Double(reads) / Double(tried))")
    #expect(cell.text.hasPrefix(Numerals.percent(reads, of: tried) + " ["))
  }

  @Test func aMapOfSeveralGroupsShowsTheirMean() throws {
    let (table, _, root) = try PageFixture.page(.realistic)
    let map = try #require(root.all("table").first { $0["class"] == "map" })
    let decoder = table.decoders[0]
    let means = decoder.groups.compactMap(\.meanThreshold?.value)
    let cell = try #require(map.all("td").first { $0["data-decoder"] == decoder.label })
    let shown = try #require(cell["data-value"].flatMap(Double.init))
    #expect(abs(shown - means.reduce(0, +) / Double(means.count)) < 1e-12)
    #expect(means.count == 2)
  }
}
