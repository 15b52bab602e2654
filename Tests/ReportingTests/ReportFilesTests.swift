import Foundation
import Reporting
import TestSupport
import Testing

@testable import RunFixtures

@Suite struct ReportFilesTests {
  @Test func jsonReadsBackAsAnEqualTable() throws {
    for name in ScoreFixture.Name.allCases {
      let table = try ScoreFixture.table(name)
      #expect(try JSONReport.read(JSONReport().render(table)) == table)
    }
  }

  @Test func jsonHasItsVersionFirstAndOnce() throws {
    let text = try JSONReport().render(ScoreFixture.table(.hostile))
    #expect(text.hasPrefix("{\n  \"schemaVersion\" : 1,\n"))
    #expect(text.ranges(of: "\"schemaVersion\"").count == 1)
    #expect(text.hasSuffix("}\n"))
  }

  @Test func jsonIsTheSameEveryTime() throws {
    let table = try ScoreFixture.table(.hostile)
    let first = try JSONReport().render(table)
    for _ in 0..<10 { #expect(try JSONReport().render(table) == first) }
  }

  @Test func jsonOfAnotherVersionIsRefusedBeforeItsFieldsAreRead() {
    #expect(throws: JSONReportError.otherVersion(99)) {
      try JSONReport.read("{\"schemaVersion\": 99, \"new\": true}")
    }
  }

  @Test func jsonWithoutDifferencesOfRatesIsRead() throws {
    var table = try ScoreFixture.table(.realistic)
    #expect(!table.comparisons.isEmpty)
    #expect(table.comparisons.allSatisfy { $0.rateDifference != nil })
    for pair in table.comparisons.indices { table.comparisons[pair].rateDifference = nil }
    let text = try JSONReport().render(table)
    #expect(!text.contains("rateDifference"))
    #expect(try JSONReport.read(text) == table)
  }

  @Test func jsonRefusesNumbersThatItCannotSay() throws {
    var table = try ScoreFixture.table(.realistic)
    table.outcome.wallSeconds = .nan
    #expect(throws: (any Error).self) { try JSONReport().render(table) }
  }

  @Test func csvHasARowForEachDecoderGroupAndLevel() throws {
    for name in ScoreFixture.Name.allCases {
      let table = try ScoreFixture.table(name)
      let csv = CSVReport().render(table)
      let rows = try #require(CSVText.parse(csv))
      let levels = table.decoders.flatMap(\.groups).flatMap(\.levels).count
      #expect(rows.count == levels + 1)
      #expect(rows.allSatisfy { $0.count == CSVReport.columns.count })
    }
  }

  @Test func csvAndJSONAndTableAgreeOnEveryNumber() throws {
    let table = try ScoreFixture.table(.hostile)
    let json = try JSONReport.read(JSONReport().render(table))
    let csv = CSVReport().render(table)
    let rows = try #require(CSVText.parse(csv))
    var records = rows.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(rows[0], $0)) }[...]
    for decoder in json.decoders {
      for group in decoder.groups {
        for level in group.levels {
          let next = records.popFirst()
          let row = try #require(next)
          #expect(row["decoder"] == SafeText.csv(decoder.label))
          #expect(row["group"] == group.group)
          #expect(row["level"] == level.level)
          #expect(row["rank"] == decoder.rank.map(String.init) ?? "")
          #expect(row["seed"] == "18446744073709551615")
          let counts = level.counts
          let expected = [
            "planned": counts.planned, "tried": counts.tried, "read": counts.read,
            "no_read": counts.noRead, "misread": counts.misread, "crash": counts.crash,
            "timeout": counts.timeout, "failed": counts.failed,
          ]
          for (name, value) in expected { #expect(row[name] == "\(value)", "\(name)") }
          #expect(row["read_rate"].flatMap(Double.init) == level.readRate)
          #expect(row["read_rate_lower"].flatMap(Double.init) == level.readRateInterval.lower)
          #expect(row["read_rate_upper"].flatMap(Double.init) == level.readRateInterval.upper)
          #expect(row["threshold"] == group.threshold.kind.rawValue)
          #expect(row["threshold_fails"].flatMap(Double.init) == group.threshold.lower)
          #expect(row["threshold_holds"].flatMap(Double.init) == group.threshold.upper)
          #expect(row["mean_threshold"].flatMap(Double.init) == group.meanThreshold?.value)
          #expect(row["ms_read_median"].flatMap(Double.init) == group.latency.readMedian)
        }
      }
    }
    #expect(records.isEmpty)
  }

  @Test func csvColumnsHaveDistinctNamesAndMeanings() {
    #expect(Set(CSVReport.columns.map(\.name)).count == CSVReport.columns.count)
    #expect(CSVReport.columns.allSatisfy { !$0.meaning.isEmpty })
  }

  @Test func csvLinesEndInCRLFAndQuotesAreDoubled() throws {
    let text = CSVReport().render(try ScoreFixture.table(.hostile))
    #expect(text.hasSuffix("\r\n"))
    #expect(text.contains("\"a|b`c`<script>\"\"quoted\"\", comma\\u{a}"))
    #expect(CSVReport.quoted("a\r\nb") == #"a\u{d}\u{a}b"#, "a row is a line")
    #expect(CSVReport.quoted("a\r\nb", isRaw: true) == "\"a\r\nb\"")
    #expect(CSVReport.quoted("plain") == "plain")
  }
}

/// A reader of RFC 4180 files, written from the grammar and independent of the writer under test.
enum CSVText {
  static func parse(_ text: String) -> [[String]]? {
    var (rows, row, field): ([[String]], [String], String) = ([], [], "")
    var isQuoted = false
    let scalars = Array(text.unicodeScalars)
    var i = 0
    while i < scalars.count {
      let scalar = scalars[i]
      let next = i + 1 < scalars.count ? scalars[i + 1] : nil
      if isQuoted {
        if scalar == "\"" && next == "\"" {
          field += "\""
          i += 1
        } else if scalar == "\"" {
          isQuoted = false
        } else {
          field.unicodeScalars.append(scalar)
        }
      } else if scalar == "\"" {
        guard field.isEmpty else { return nil }
        isQuoted = true
      } else if scalar == "," {
        row.append(field)
        field = ""
      } else if scalar == "\r" {
        guard next == "\n" else { return nil }
        rows.append(row + [field])
        (row, field) = ([], "")
        i += 1
      } else {
        field.unicodeScalars.append(scalar)
      }
      i += 1
    }
    return isQuoted || !row.isEmpty || !field.isEmpty ? nil : rows
  }
}

/// Texts that a terminal, an editor or a spreadsheet obeys, in files for programs.
@Suite struct SafeTextTests {
  @Test(arguments: [
    ("\u{1B}[2J", #"\u{1b}[2J"#), ("a\u{202E}b", #"a\u{202e}b"#), ("a\rb", #"a\u{d}b"#),
    ("a\r\nb\tc", #"a\u{d}\u{a}b"# + "\tc"), ("\u{85}\u{7F}\u{0}", #"\u{85}\u{7f}\u{0}"#),
    ("=1+1", #"\u{3d}1+1"#), ("@x", #"\u{40}x"#), ("-1.5", "-1.5"), ("-", "-"), ("-x", #"\u{2d}x"#),
    ("back\\slash", "back\\slash"), (#"\u{1b}"#, #"\\u{1b}"#), ("\\\u{1B}", #"\\\u{1b}"#),
    ("é 二 👩‍👧", "é 二 👩‍👧"), ("", ""),
  ])
  func whatIsObeyedIsEscapedAndCanBeHadBack(text: String, escaped: String) {
    #expect(SafeText.csv(text) == escaped)
    #expect(unescaped(SafeText.csv(text)) == text)
  }

  @Test func anyTextCanBeHadBack() {
    var generator = SeededGenerator(seed: 20)
    let parts = ["\\", "u", "{", "1b", "}", "\u{1B}", "\u{202A}", "=", "\r", "\n", "x"]
    for _ in 0..<3000 {
      let text = (0..<Int.random(in: 0...9, using: &generator))
        .map { _ in parts[Int.random(in: parts.indices, using: &generator)] }.joined()
      #expect(unescaped(SafeText.csv(text)).unicodeScalars.elementsEqual(text.unicodeScalars))
    }
  }

  @Test func jsonMeansTheSame() throws {
    let text = "\u{202E}\u{85}\u{1B}é\u{FEFF}"
    let json = SafeText.json(String(decoding: try JSONEncoder().encode([text]), as: UTF8.self))
    #expect(json.unicodeScalars.allSatisfy { $0.isASCII || $0 == "é" }, "\(json)")
    #expect(try JSONDecoder().decode([String].self, from: Data(json.utf8)) == [text])
  }

  /// The reader that the documentation describes, written from its sentence.
  private func unescaped(_ text: String) -> String {
    text.replacing(/(\\+)u\{(?:([0-9a-f]+)\})?/) { match in
      let count = match.1.count
      guard count % 2 == 1, let digits = match.2, let number = UInt32(digits, radix: 16),
        let scalar = Unicode.Scalar(number)
      else {
        return String(repeating: "\\", count: count / 2) + "u{" + (match.2.map { $0 + "}" } ?? "")
      }
      return String(repeating: "\\", count: count / 2) + String(Character(scalar))
    }
  }
}
