/// Words in running text.
package enum Words {
  /// Joins items in a list: `a`, `a and b`, `a, b and c`.
  package static func list(_ items: [String], joinedBy word: String = "and") -> String {
    guard let last = items.last, items.count > 1 else { return items.first ?? "" }
    return items.dropLast().joined(separator: ", ") + " \(word) " + last
  }

  /// The first items of an answer, with the number of the others: `a`, `b`, `c`, `2 more in the table`.
  package static func first(
    _ items: [String], others: String = "more in the table"
  ) -> [String] {
    let rest = items.count - named(of: items.count)
    return items.prefix(named(of: items.count)) + (rest > 0 ? ["\(rest) \(others)"] : [])
  }

  /// The number of items that an answer names of so many: three, or all of four, because "1 more" says less.
  package static func named(of count: Int) -> Int { count > 4 ? 3 : count }

  /// Each name with the number of times that it is given, the most frequent first.
  package static func counts(_ names: [String]) -> [(name: String, count: Int)] {
    Dictionary(grouping: names, by: \.self).map { (name: $0, count: $1.count) }
      .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
  }

  /// Paths without the folder that all of them lie in; one alone stays as it is.
  package static func withoutCommonFolder(_ paths: [String]) -> [String] {
    let parts = paths.map { $0.split(separator: "/", omittingEmptySubsequences: false) }
    guard var common = parts.first?.dropLast(), paths.count > 1 else { return paths }
    for folder in parts.map({ $0.dropLast() }) {
      common = common.prefix(zip(common, folder).prefix { $0 == $1 }.count)
    }
    return parts.map { $0.dropFirst(common.count).joined(separator: "/") }
  }
}
