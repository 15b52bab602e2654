import Foundation
import TestSupport
import Testing

/// Words that could mean two things stand for one in the names of types: `docs/glossary.md` lists their parts.
@Suite struct TypeNameTests {
  /// The rows of the glossary's second table: a word, and the parts in which types may have it.
  private static func rules() throws -> [(word: String, parts: Set<String>)] {
    let page = try String(contentsOfFile: HarnessRun.root + "/docs/glossary.md", encoding: .utf8)
    let table = page.components(separatedBy: "## Words in the names of types").last ?? ""
    return table.matches(of: /(?m)^\| ([A-Z]\w+) \| .* \| (.*) \|$/).map { row in
      (String(row.1), Set(row.2.components(separatedBy: ", ")))
    }
  }

  /// The types that are declared at the top level of the sources, with their parts.
  private static func types() -> [(name: String, part: String)] {
    let root = HarnessRun.root + "/Sources"
    let files = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    return files.filter { $0.hasSuffix(".swift") }.flatMap { path -> [(String, String)] in
      let folders = path.split(separator: "/").map(String.init)
      let part = folders[0] == "Features" ? folders[1] : folders[0]
      let text = (try? String(contentsOfFile: root + "/" + path, encoding: .utf8)) ?? ""
      return text.matches(
        of: /(?m)^(?:[a-z]+ )*(?:struct|class|enum|protocol|actor|typealias) (\w+)/
      ).map { (String($0.1), part) }
    }
  }

  /// The words of a name: `RunIDs` has Run and IDs.
  private static func words(_ name: String) -> [String] {
    name.matches(of: /[A-Z]+[a-z0-9]*/).map { String($0.0) }
  }

  @Test func aWordMeansOneThingInTheNamesOfTypes() throws {
    let (rules, types) = (try Self.rules(), Self.types())
    #expect(rules.count > 3 && types.count > 1000)
    for (word, parts) in rules {
      let found = types.filter { Self.words($0.name).contains(word) }
      for type in found {
        #expect(parts.contains(type.part), "\(type.name) in \(type.part): see docs/glossary.md")
      }
      #expect(Set(found.map(\.part)) == parts, "\(word): the glossary lists parts without it")
    }
  }
}
