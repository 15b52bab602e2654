/// Words in running text.
package enum Words {
  /// Joins items in a list: `a`, `a and b`, `a, b and c`.
  package static func list(_ items: [String], joinedBy word: String = "and") -> String {
    guard let last = items.last, items.count > 1 else { return items.first ?? "" }
    return items.dropLast().joined(separator: ", ") + " \(word) " + last
  }
}
