import Base
import Foundation
import Testing

/// Every corpus that ships has a data sheet and a lock file, and they are of the same corpus.
///
/// Facts come from the lock files: loading all corpora takes minutes.
@Suite struct DataSheetTests {
  /// A lock file, as far as a data sheet repeats it.
  private struct Lock: Decodable {
    struct Specification: Decodable {
      var sha256: String
    }
    struct Group: Decodable {
      var trials: Int
      var levels: [String]
    }

    var specification: Specification
    var images: Int
    var groups: [Group]
  }

  private func sheets() throws -> [String: String] {
    let page = try String(
      contentsOfFile: "\(Fixtures.shippedFolder)/DATASHEETS.md", encoding: .utf8)
    let parts = page.split(separator: "\n## ").dropFirst()
    return Dictionary(
      uniqueKeysWithValues: parts.map { part in
        (String(part.prefix { $0 != "\n" }), String(part.drop { $0 != "\n" }))
      })
  }

  private func lock(_ name: String) throws -> Lock {
    let file = "\(Fixtures.shippedFolder)/Releases/2026.1/\(name).lock.json"
    return try JSONDecoder().decode(Lock.self, from: Data(contentsOf: URL(filePath: file)))
  }

  @Test func noSheetIsMissingOrLeftOver() throws {
    #expect(try sheets().keys.sorted() == Fixtures.shippedNames.sorted())
  }

  /// The corpora of the release: not the demonstration, which certifies nothing, nor what came later.
  private static let released = Fixtures.shippedNames.filter {
    !["calibration-light", "demo", "dense"].contains($0)
  }

  @Test func aSheetSaysWhatItsCorpusIsForAndWhatNot() throws {
    let sheets = try sheets()
    for name in Self.released {
      let sheet = try #require(sheets[name])
      let lock = try lock(name)
      let facts =
        "- Images: \(lock.images), in groups of recipe and condition: \(lock.groups.count); levels of "
      #expect(sheet.contains(facts), "\(name): \(facts)")
      let levels = lock.groups[0].levels.count
      let trials = lock.groups.map(\.trials).max() ?? 0
      #expect(sheet.contains(": \(levels); trials: \(trials)\n"), "\(name)")
      for heading in ["\n- Symbologies: ", "\n- For: ", "\n- Not for: "] {
        let start = try #require(sheet.firstRange(of: heading)?.upperBound, "\(name):\(heading)")
        let text = sheet[start...].prefix { $0 != "\n" }
        #expect(text.count > (heading.contains("or: ") ? 30 : 3), "\(name):\(heading)")
      }
    }
  }

  @Test func sheetsAskTheQuestionsOfTheirCorpora() throws {
    let sheets = try sheets()
    for name in Fixtures.shippedNames {
      let text = try String(
        contentsOfFile: "\(Fixtures.shippedFolder)/\(name).yaml", encoding: .utf8)
      let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("question: ") })
      #expect(sheets[name]?.contains("*\(line.dropFirst("question: ".count))*") == true, "\(name)")
    }
  }

  /// The lock of each corpus is of the file that ships; images are drawn by other tests.
  @Test func theReleaseHoldsTheCorporaAsTheyShip() throws {
    for name in Self.released {
      let file = try Data(contentsOf: URL(filePath: "\(Fixtures.shippedFolder)/\(name).yaml"))
      #expect(
        try lock(name).specification.sha256 == ContentHash.sha256(of: Array(file)),
        "\(name) was changed since: freeze it under another number")
    }
  }
}
