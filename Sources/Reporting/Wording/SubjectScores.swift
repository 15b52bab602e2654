import Evaluation

/// What decoders come to on parts of a corpus: what can be compared where not everybody reads everything.
package struct SubjectScores {
  /// Groups that are summed up.
  package struct Subject: Hashable, Sendable {
    /// What they have in common, outermost first.
    package let name: [String]
    /// Their names.
    package var groups: [String]
  }

  /// What a decoder comes to on a subject.
  package enum Finding {
    /// A number: the mean threshold in the corpus's unit, each group with equal weight; where the sweep has
    /// no order, successes over tries, 0 to 1. The same in words, and successes in % where that is not it.
    case measured(value: Double, text: String, percent: String?)
    /// There is none, or none that compares, and why.
    case absent(String)

    /// The number, where there is one.
    package var value: Double? {
      if case .measured(let value, _, _) = self { return value }
      return nil
    }
  }

  private let wording: ScoreWording

  package init(_ wording: ScoreWording) { self.wording = wording }

  /// Groups by what their images hold, in the corpus's order.
  package var symbologies: [Subject] {
    var subjects: [Subject] = []
    for group in wording.table.corpus.groups {
      let names = group.symbologies.map(\.description)
      let name =
        names.isEmpty
        ? group.content == .nothing ? "no symbol" : "not known" : names.joined(separator: ", ")
      if let known = subjects.firstIndex(where: { $0.name == [name] }) {
        subjects[known].groups.append(group.id)
      } else {
        subjects.append(Subject(name: [name], groups: [group.id]))
      }
    }
    return subjects
  }

  /// What a decoder comes to on some groups.
  package func finding(_ decoder: DecoderScore, _ groups: [String]) -> Finding {
    let supported = decoder.groups.filter { groups.contains($0.group) }
    guard !supported.isEmpty else { return .absent("unsupported") }
    // Numbers of a part of the samples do not compare with those of all.
    guard [.ranked, .unordered].contains(decoder.standing),
      supported.allSatisfy({ $0.total.tried > 0 })
    else { return .absent(decoder.standing.rawValue.replacing("-", with: " ")) }
    let percent = wording.readPercent(supported.map(\.total))
    guard wording.isOrdered else {
      let tried = supported.reduce(0) { $0 + $1.total.tried }
      let successes = supported.reduce(0) { $0 + $1.total.successes }
      return .measured(
        value: Double(successes) / Double(tried), text: percent, percent: nil)
    }
    let means = supported.compactMap(\.meanThreshold)
    guard means.count == supported.count else { return .absent("insufficient") }
    let mean = Estimate.mean(of: means)
    return .measured(value: mean.value, text: wording.estimate(mean), percent: percent)
  }
}
