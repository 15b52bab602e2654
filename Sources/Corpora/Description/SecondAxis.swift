import Drawing
import Statistics

/// The second axis of a sweep: every condition is taken once with each of its values.
///
/// A condition `turned` and values 0 and 0.5 of `blur` make the conditions `turned-blur-0` and
/// `turned-blur-0.5`, which are conditions like any other.
package struct SecondAxis: Hashable, Sendable {
  /// The parameter that differs between the conditions.
  package let axis: CameraParameter
  /// The values, ascending; at least two.
  package let levels: [Level]

  /// Makes an axis; the levels are put in ascending order.
  ///
  /// - Precondition: There are at least two levels, and none twice.
  package init(axis: CameraParameter, levels: [Level]) {
    precondition(levels.count > 1 && Set(levels).count == levels.count, "a map has columns")
    self.axis = axis
    self.levels = levels.sorted()
  }

  /// The conditions that one condition becomes, in the order of the levels.
  func conditions(of condition: Condition) -> [Condition] {
    levels.map { level in
      Condition(
        name: name(condition.name, level),
        values: condition.values.merging([axis: .fixed(level.value)]) { $1 },
        backdrop: condition.backdrop, camera: condition.camera)
    }
  }

  /// The name of a condition with one of the values.
  func name(_ condition: String, _ level: Level) -> String {
    "\(condition)-\(axis.rawValue)-\(level.text)"
  }
}

/// A map: one recipe under one condition, with a group for each value of the second axis.
package struct ConditionMap: Hashable, Sendable {
  /// The recipe's name.
  package let recipe: String
  /// The condition's name, as the file has it.
  package let condition: String
  /// The indices of the groups, in the order of the second axis's levels.
  package let groups: Range<Int>
}

extension Corpus {
  /// The maps of a corpus with a second axis, recipe by recipe; empty for other corpora, and for
  /// streams, whose frames have no order.
  package var maps: [ConditionMap] {
    guard let second = sweep.second, !sweep.isOfStreams else { return [] }
    let groups = groups
    return stride(from: 0, to: groups.count, by: second.levels.count).map { first in
      ConditionMap(
        recipe: groups[first].recipe,
        condition: String(
          groups[first].condition.dropLast(second.name("", second.levels[0]).count)),
        groups: first..<first + second.levels.count)
    }
  }
}
