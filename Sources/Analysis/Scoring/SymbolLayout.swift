import DecoderKit
import Results

/// The numbering of the symbols in a run's images: level by level, trial by trial, place by place.
///
/// Only groups with ``CorpusRecord/Group/scenes`` have such numbers; elsewhere an image counts as a
/// whole.
struct SymbolLayout: Sendable {
  private struct Group: Sendable {
    let scenes: [[Symbology?]]
    /// The number of the group's first symbol.
    let first: Int
    /// The number of symbols before each scene of one round, and in a whole round.
    let offsets: [Int]
    let symbolsPerLevel: Int
  }

  private let groups: [Group?]
  /// The number of symbols.
  let symbolCount: Int

  init(_ corpus: CorpusRecord) {
    var next = 0
    groups = corpus.groups.map { group in
      guard let scenes = group.scenes, !scenes.isEmpty else { return nil }
      let offsets = scenes.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
      let (rounds, rest) = group.trials.quotientAndRemainder(dividingBy: scenes.count)
      let perLevel = rounds * offsets[scenes.count] + offsets[rest]
      defer { next += perLevel * corpus.levels.count }
      return Group(scenes: scenes, first: next, offsets: offsets, symbolsPerLevel: perLevel)
    }
    symbolCount = next
  }

  /// Returns the lists of symbologies that a group's trials take in turn; `nil` where an image
  /// counts as a whole.
  func scenes(ofGroup group: Int) -> [[Symbology?]]? { groups[group]?.scenes }

  /// Returns the symbologies in an image; `nil` where it counts as a whole.
  func scene(group: Int, trial: Int) -> [Symbology?]? {
    groups[group].map { $0.scenes[trial % $0.scenes.count] }
  }

  /// Returns the number of an image's first symbol; 0 where it counts as a whole.
  func first(_ place: SamplePlace) -> Int {
    guard let group = groups[place.group] else { return 0 }
    let (round, turn) = place.trial.quotientAndRemainder(dividingBy: group.scenes.count)
    return group.first + place.level * group.symbolsPerLevel
      + round * group.offsets[group.scenes.count] + group.offsets[turn]
  }
}

extension DecoderRecord {
  /// True if the decoder supports a symbology; unknown ones are for every decoder.
  func supports(_ symbology: Symbology?) -> Bool {
    guard let symbology, let symbologies else { return true }
    return symbologies.contains(symbology)
  }
}
