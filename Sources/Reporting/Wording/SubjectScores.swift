import Results

/// The results of decoders on parts of a corpus, comparable even if no group is supported by all.
package struct SubjectScores {
  /// Groups that are summarised together.
  package struct Subject: Hashable, Sendable {
    /// The names of their common properties, outermost first.
    package let name: [String]
    /// The names of the groups.
    package var groups: [String]
  }

  /// The result of a decoder on a subject.
  package enum Finding {
    /// A result as a number, as text, and with the share of successes.
    ///
    /// `value` is the mean threshold in the corpus's unit, with equal weight for each group; if the
    /// sweep has no order, successes over tries, 0 to 1. `text` is the same in words; `percent` is
    /// the share of successes in % if `value` is not that.
    case measured(value: Double, text: String, percent: String?)
    /// No result, or none that can be compared, with the reason.
    case absent(String)

    /// The number; `nil` if there is none.
    package var value: Double? {
      if case .measured(let value, _, _) = self { return value }
      return nil
    }
  }

  private let wording: ScoreWording

  package init(_ wording: ScoreWording) { self.wording = wording }

  /// The groups by the symbologies in their images, in the corpus's order.
  package var symbologies: [Subject] {
    let groups = wording.table.corpus.groups.grouped { group in
      let names = group.symbologies.map(\.description)
      return names.isEmpty
        ? group.content == .nothing ? "no symbol" : "not known" : names.joined(separator: ", ")
    }
    return groups.map { Subject(name: [$0.key], groups: $0.elements.map(\.id)) }
  }

  /// Says how many of the symbologies of some groups a decoder reads, where it is not all of them:
  /// its numbers are then about other symbols than the others'.
  private func partialCoverage(_ decoder: DecoderScore, _ groups: [String]) -> String? {
    let all = Set(
      wording.table.corpus.groups.filter { groups.contains($0.id) }.flatMap(\.symbologies))
    let known = Set(decoder.symbologies.map(\.symbology))
    guard all.count > 1, !known.isEmpty, !all.isSubset(of: known) else { return nil }
    return "reads \(all.intersection(known).count) of \(all.count) symbologies"
  }

  /// Returns the result of a decoder on some groups.
  package func finding(_ decoder: DecoderScore, _ groups: [String]) -> Finding {
    let supported = decoder.groups.filter { groups.contains($0.group) }
    guard !supported.isEmpty else { return .absent("unsupported") }
    // Numbers from part of the samples cannot be compared with those from all.
    guard [.ranked, .apart, .unjudged].contains(decoder.standing),
      supported.allSatisfy({ $0.total.tried > 0 })
    else { return .absent(wording.standing(decoder)) }
    if let coverage = partialCoverage(decoder, groups) { return .absent(coverage) }
    let percent = wording.decodeRate(supported.map(\.total))
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
