/// The compact letter display: entries that share a letter do not differ significantly.
///
/// It uses the insert-and-absorb algorithm (Piepho, Journal of Computational and Graphical
/// Statistics 13, 2004). Two entries share a letter if and only if their difference is not
/// significant.
public enum CompactLetters {
  /// Assigns letters to entries.
  ///
  /// - Parameters:
  ///   - count: Number of entries.
  ///   - order: Entries from best to worst, so that the best gets `a`; `nil` means 0, 1, 2, …
  ///   - different: True if two entries, given by index with the smaller first, differ
  ///     significantly.
  /// - Returns: One string per entry, by index, its letters sorted: `["a", "ab", "b"]`.
  /// - Precondition: `order` holds each of 0..<count once.
  public static func assign(
    count: Int, order: [Int]? = nil, different: (Int, Int) -> Bool
  ) -> [String] {
    var letters = Array(repeating: "", count: count)
    for (number, group) in groups(count: count, order: order, different: different).enumerated() {
      for entry in group { letters[entry] += letter(number) }
    }
    return letters
  }

  /// The significance groups that the letters stand for: all maximal sets in which no two entries
  /// differ significantly.
  ///
  /// Each group's entries come in `order`, and the groups by their best entries.
  ///
  /// - Precondition: As for ``assign(count:order:different:)``.
  public static func groups(
    count: Int, order: [Int]? = nil, different: (Int, Int) -> Bool
  ) -> [[Int]] {
    let order = order ?? Array(0..<count)
    precondition(order.sorted() == Array(0..<count), "the order must name each entry once")
    guard count > 0 else { return [] }
    // Work on ranks, so that sorting puts the best first.
    var columns: [Set<Int>] = [Set(0..<count)]
    for j in 0..<count {
      for i in 0..<j where different(min(order[i], order[j]), max(order[i], order[j])) {
        columns = absorbed(
          columns.flatMap { column -> [Set<Int>] in
            guard column.contains(i), column.contains(j) else { return [column] }
            return [column.subtracting([j]), column.subtracting([i])]
          })
      }
    }
    return columns.map { $0.sorted() }
      .sorted { $0.lexicographicallyPrecedes($1) }
      .map { $0.map { order[$0] } }
  }

  /// Assigns letters to many entries, from best to worst, each to a range of neighbours.
  ///
  /// The groups of ``groups(count:order:different:)`` can be as many as 3^(n/3) where significance is no
  /// matter of order alone. Here there are at most n: two entries without a common letter differ
  /// significantly, and of those with one some may.
  ///
  /// - Parameters:
  ///   - count: The number of entries, the best of them 0.
  ///   - different: As for ``assign(count:order:different:)``.
  /// - Complexity: O(n²) calls.
  public static func ranges(count: Int, different: (Int, Int) -> Bool) -> [String] {
    var ends: [Int] = []
    var firsts: [Int] = []
    for entry in 0..<count {
      let alike = (entry..<count).last { $0 == entry || !different(entry, $0) } ?? entry
      guard alike > ends.last ?? -1 else { continue }
      firsts.append(entry)
      ends.append(alike)
    }
    var letters = Array(repeating: "", count: count)
    for group in firsts.indices {
      let sign = letter(group)
      for entry in firsts[group]...ends[group] { letters[entry] += sign }
    }
    return letters
  }

  /// Ranks entries: 1 + the number of entries that are significantly better.
  ///
  /// Entries with the same letters share a rank, the smallest of theirs. Entries with the same rank
  /// may have different letters: of `a`, `ab` and `b` the first two are both first.
  ///
  /// - Parameters:
  ///   - letters: The letters of the entries, from best to worst.
  ///   - different: True if two entries, given by index with the smaller first, differ
  ///     significantly.
  /// - Returns: One rank per entry.
  public static func ranks(
    _ letters: [String], different: (Int, Int) -> Bool
  ) -> [Int] {
    letters.indices.map { entry in
      let first = letters.firstIndex(of: letters[entry]) ?? entry
      return 1 + (0..<first).count { different($0, first) }
    }
  }

  /// Drops every column that is contained in another one.
  private static func absorbed(_ columns: [Set<Int>]) -> [Set<Int>] {
    let distinct = Array(Set(columns))
    return distinct.filter { column in
      !distinct.contains { $0.isStrictSuperset(of: column) }
    }
  }

  /// a … z, A … Z, and then numbers in brackets, which cannot be mistaken for letters.
  private static func letter(_ number: Int) -> String {
    let alphabet = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return number < alphabet.count ? String(alphabet[number]) : "[\(number + 1)]"
  }
}
