import Base

/// The groups of one decoder that a first line is about: the clean ones, or where none of those answers, all that do.
///
/// A group that no decoder reads, such as one of a dead print head, would else hide what is known of the others.
struct AnsweringGroups<Item> {
  /// The decoder's name in tables.
  let decoder: String
  /// The groups that the answer holds for; empty if none has one.
  let chosen: [Item]
  /// True if all that were chosen are known to be of clean symbols.
  let isClean: Bool
  /// The groups without an answer.
  let silent: [Item]

  /// Takes the groups of each decoder, in order.
  static func all(
    _ items: [Item], threshold: (Item) -> DecoderThreshold, answers: (Item) -> Bool
  ) -> [AnsweringGroups] {
    items.grouped { threshold($0).decoder }.map { decoder, own in
      let clean = own.filter { threshold($0).isClean && answers($0) }
      let chosen = clean.isEmpty ? own.filter(answers) : clean
      return AnsweringGroups(
        decoder: decoder, chosen: chosen, isClean: !clean.isEmpty,
        silent: own.filter { !answers($0) })
    }
  }
}

/// The distance up to which a decoder reads a code, in the groups that its answer is about.
struct DistanceReach {
  /// The groups.
  let groups: AnsweringGroups<DistanceRow>
  /// The farthest distance that is certified in all that were chosen, in millimetres; `nil` if there is none.
  let millimetres: Double?

  /// Finds each decoder's reach, in the order of the rows.
  static func all(_ table: DistanceTable) -> [DistanceReach] {
    AnsweringGroups.all(table.rows, threshold: \.threshold) { $0.reliable != nil }.map { groups in
      let ranges = groups.chosen.compactMap(\.reliable)
      let near = ranges.map(\.lowerBound).max()
      let far = ranges.map(\.upperBound).min()
      let isCommon = near.flatMap { near in far.map { near <= $0 } } ?? false
      return DistanceReach(groups: groups, millimetres: isCommon ? far : nil)
    }
  }

  /// The reaches with a distance, the farthest first.
  static func farthest(_ table: DistanceTable) -> [(reach: DistanceReach, millimetres: Double)] {
    all(table).compactMap { reach in reach.millimetres.map { (reach, $0) } }
      .sorted { ($1.1, $0.0.groups.decoder) < ($0.1, $1.0.groups.decoder) }
  }
}
