/// The search for the places at which the answers of a series change.
enum ChangeSearch {
  /// The ways to search.
  enum Way: String, Hashable, Sendable, Codable {
    /// Every place is tried: all changes are found, whatever comes back later.
    case all
    /// The series is halved: one change is found where first and last differ, and the answers are taken
    /// to change once.
    case halving
  }

  /// Finds the places whose answer is not that of the place before.
  ///
  /// - Parameters:
  ///   - count: The length of the series.
  ///   - answer: The answer at a place; it is asked once for each place that the way needs.
  /// - Returns: The places, ascending; none where nothing changes, or in halving where the ends agree.
  static func changes<Answer: Equatable>(
    count: Int, way: Way, answer: (Int) throws -> Answer
  ) rethrows -> [Int] {
    guard count > 1 else {
      if count == 1 { _ = try answer(0) }
      return []
    }
    switch way {
    case .all:
      var (changes, last): ([Int], Answer) = ([], try answer(0))
      for place in 1..<count {
        let next = try answer(place)
        if next != last { changes.append(place) }
        last = next
      }
      return changes
    case .halving:
      let first = try answer(0)
      guard try answer(count - 1) != first else { return [] }
      var (same, other) = (0, count - 1)
      while other - same > 1 {
        let middle = (same + other) / 2
        if try answer(middle) == first { same = middle } else { other = middle }
      }
      return [other]
    }
  }
}
