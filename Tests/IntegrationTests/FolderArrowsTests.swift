import Foundation
import TestSupport
import Testing

/// The folders inside a part know each other in one direction only.
///
/// Types are found by name, as text: a folder refers to another if one of its files names a type
/// that the other declares at the top level. Comments and strings do not count.
@Suite struct FolderArrowsTests {
  /// A source file as these tests see it.
  private struct Source {
    let part: String
    /// The folder inside the part; `.` for files of the part itself.
    let folder: String
    let name: String
    let code: String
  }

  /// One folder's reference to another: the type, and the file that names it.
  private struct Reference: Hashable {
    let type: String
    let file: String
  }

  private static let sources: [Source] = {
    let root = HarnessRun.root + "/Sources"
    let files = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    return files.filter { $0.hasSuffix(".swift") }.compactMap { path in
      guard let text = try? String(contentsOfFile: root + "/" + path, encoding: .utf8) else {
        return nil
      }
      // Each feature is a part of its own.
      let parts = path.replacing("Features/", with: "").split(separator: "/").map(String.init)
      return Source(
        part: parts[0], folder: parts.count > 2 ? parts[1] : ".", name: parts[parts.count - 1],
        code: withoutCommentsAndStrings(text))
    }
  }()

  private static func withoutCommentsAndStrings(_ text: String) -> String {
    // Foundation's expressions: Swift's own take a second for each.
    [#""{3}[\s\S]*?"{3}"#, #"//[^\n]*"#, #""(\\.|[^"\\\n])*""#].reduce(text) {
      $0.replacingOccurrences(of: $1, with: "", options: .regularExpression)
    }
  }

  /// The types that a file declares at the top level and shows to others.
  private static func declared(in code: String) -> Set<String> {
    let pattern =
      /(?m)^(?:(?:public|package|final|indirect)\s+)*(?:class|struct|enum|protocol|actor|typealias)\s+(\w+)/
    return Set(code.matches(of: pattern).map { String($0.1) })
  }

  private static func named(in code: String) -> Set<String> {
    // Letters, digits, the underscore, and what is not ASCII.
    let words = code.utf8.split {
      !(97...122 ~= $0 || 65...90 ~= $0 || 48...57 ~= $0 || $0 == 95 || $0 > 127)
    }
    return Set(words.filter { 65...90 ~= $0.first ?? 0 }.map { String(Substring($0)) })
  }

  /// The references from folder to folder inside one part.
  private static func references(_ files: [Source]) -> [String: [String: Set<Reference>]] {
    var owners: [String: String] = [:]
    for file in files { for type in declared(in: file.code) { owners[type] = file.folder } }
    var result: [String: [String: Set<Reference>]] = [:]
    for file in files {
      for type in named(in: file.code) {
        guard let owner = owners[type], owner != file.folder else { continue }
        result[file.folder, default: [:]][owner, default: []].insert(
          Reference(type: type, file: file.name))
      }
    }
    return result
  }

  /// The first circle found, as a path of folders that ends where it begins; `nil` without one.
  private static func circle(_ arrows: [String: [String: Set<Reference>]]) -> [String]? {
    var done: Set<String> = []
    func visit(_ folder: String, _ path: [String]) -> [String]? {
      if let start = path.firstIndex(of: folder) { return Array(path[start...]) + [folder] }
      guard !done.contains(folder) else { return nil }
      for next in (arrows[folder] ?? [:]).keys.sorted() {
        if let found = visit(next, path + [folder]) { return found }
      }
      done.insert(folder)
      return nil
    }
    return arrows.keys.sorted().lazy.compactMap { visit($0, []) }.first
  }

  @Test func noFoldersOfAPartFormACircle() {
    let parts = Dictionary(grouping: Self.sources, by: \.part)
    #expect(parts.count > 18)
    for (part, files) in parts.sorted(by: { $0.key < $1.key }) {
      let arrows = Self.references(files)
      guard let circle = Self.circle(arrows) else { continue }
      let steps = zip(circle, circle.dropFirst()).map { from, to in
        let names = (arrows[from]?[to] ?? []).map { "\($0.type) in \($0.file)" }.sorted()
        return "\(from) -> \(to) (\(names.prefix(3).joined(separator: ", ")))"
      }
      Issue.record("\(part): \(steps.joined(separator: ", "))")
    }
  }

  @Test func aPlantedCircleIsFound() {
    func source(_ folder: String, _ code: String) -> Source {
      Source(part: "P", folder: folder, name: folder + ".swift", code: code)
    }
    let files = [
      source("A", "struct Low { var high: High }"), source("B", "struct Middle { var low: Low }"),
      source("C", "struct High { var middle: Middle }"),
    ]
    #expect(Self.circle(Self.references(files)) == ["A", "C", "B", "A"])
    #expect(Self.circle(Self.references(Array(files.dropLast()))) == nil)
    #expect(!Self.withoutCommentsAndStrings("a // High\n\"High\"").contains("High"))
  }
}
