/// Words in running text.
package enum Words {
  /// Joins items in a list: `a`, `a and b`, `a, b and c`.
  package static func list(_ items: [String], joinedBy word: String = "and") -> String {
    guard let last = items.last, items.count > 1 else { return items.first ?? "" }
    return items.dropLast().joined(separator: ", ") + " \(word) " + last
  }

  /// The first items of an answer, with the number of the others: `a`, `b`, `c`, `2 more in the table`.
  package static func first(_ items: [String]) -> [String] {
    let rest = items.count - mostInAnswer
    return items.prefix(mostInAnswer) + (rest > 0 ? ["\(rest) more in the table"] : [])
  }

  /// The most decoders that an answer names.
  package static let mostInAnswer = 3
}
