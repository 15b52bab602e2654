import DecoderKit
import Results
import Statistics

/// The fits of a decoder's corners, counted in histograms of a fixed size: memory does not grow with
/// the number of observations.
struct OutlineTally: Sendable {
  private(set) var read = 0
  private var withCorners = 0
  private var otherOrder = 0
  /// By ``OutlineFit/errorBin``; empty until the first fit.
  private var errors: [UInt32] = []
  /// By ``OutlineFit/overlapThousandths``; empty until the first fit.
  private var overlaps: [UInt32] = []

  /// Adds a symbol that was read and whose true outline is known.
  mutating func add(_ fit: OutlineFit?) {
    read += 1
    guard let fit else { return }
    if errors.isEmpty {
      errors = Array(repeating: 0, count: OutlineFit.errorBinCount)
      overlaps = Array(repeating: 0, count: OutlineFit.overlapBinCount)
    }
    withCorners += 1
    if !fit.isInOrder { otherOrder += 1 }
    errors[fit.errorBin] += 1
    if let overlap = fit.overlapThousandths { overlaps[overlap] += 1 }
  }

  static func += (total: inout OutlineTally, part: OutlineTally) {
    total.read += part.read
    total.withCorners += part.withCorners
    total.otherOrder += part.otherOrder
    total.errors = sum(total.errors, part.errors)
    total.overlaps = sum(total.overlaps, part.overlaps)
  }

  private static func sum(_ one: [UInt32], _ other: [UInt32]) -> [UInt32] {
    one.isEmpty ? other : other.isEmpty ? one : zip(one, other).map { $0 + $1 }
  }

  /// The score; `nil` if nothing was read.
  var score: OutlineScore? {
    guard read > 0 else { return nil }
    func error(_ share: Double) -> Double? {
      NearestRank.index(of: share, inHistogram: errors).map(OutlineFit.error(ofBin:))
    }
    func overlap(_ share: Double) -> Double? {
      NearestRank.index(of: share, inHistogram: overlaps).map { Double($0) / 1000 }
    }
    return OutlineScore(
      read: read, withCorners: withCorners, otherOrder: otherOrder,
      onLine: withCorners - overlaps.reduce(0) { $0 + Int($1) },
      errorMedian: error(0.5), errorP95: error(0.95),
      overlapMedian: overlap(0.5), overlapP5: overlap(0.05))
  }
}

/// The outlines of one decoder's reads, by group, turn and symbology.
struct OutlineTallies: Sendable {
  /// The group's symbologies, each once, and its tallies: one for each symbology upright, then one for
  /// each turned.
  private struct Group: Sendable {
    let symbologies: [Symbology]
    /// By level.
    let turns: [SymbolTurn?]
    var tallies: [OutlineTally]
  }

  private var groups: [Group]

  init(_ corpus: CorpusRecord) {
    let isSwept = corpus.axis == "rotation"
    groups = corpus.groups.map { group in
      let turns = corpus.levels.map { level -> SymbolTurn? in
        guard let turn = group.turnDegrees else { return nil }
        return SymbolTurn(degrees: isSwept ? abs(level.value.remainder(dividingBy: 360)) : turn)
      }
      return Group(
        symbologies: group.symbologies, turns: turns,
        tallies: Array(repeating: OutlineTally(), count: 2 * group.symbologies.count))
    }
  }

  /// Adds the outlines of a block.
  mutating func add(_ block: OutcomeBlock, _ symbolLayout: SymbolLayout) {
    let place = block.first
    guard symbolLayout.scenes(ofGroup: place.group) != nil else {
      for entry in block.outlines { add(entry.value[0], symbology: 0, at: place) }
      return
    }
    var letters = block.symbols[...]
    for entry in block.outlines {
      letters = letters.drop { $0.offset < entry.offset }
      guard let symbols = letters.first, symbols.offset == entry.offset,
        let scene = symbolLayout.scene(group: place.group, trial: place.trial + entry.offset)
      else { continue }
      for (index, outcome) in symbols.value.enumerated()
      where outcome == SymbolOutcome.read.rawValue && index < scene.count {
        guard let symbology = scene[index],
          let number = groups[place.group].symbologies.firstIndex(of: symbology)
        else { continue }
        add(entry.value[index], symbology: number, at: place)
      }
    }
  }

  private mutating func add(_ fit: OutlineFit?, symbology: Int, at place: SamplePlace) {
    let count = groups[place.group].symbologies.count
    guard symbology < count else { return }
    let isTurned = groups[place.group].turns[place.level] == .turned
    groups[place.group].tallies[symbology + (isTurned ? count : 0)].add(fit)
  }

  /// The score of a group, all its symbologies together.
  func score(ofGroup group: Int) -> OutlineScore? {
    groups[group].tallies.reduce(into: OutlineTally()) { $0 += $1 }.score
  }

  /// The scores by symbology and turn, in the corpus's order; `nil` if nothing was read.
  var scores: [SymbologyOutlineScore]? {
    struct Key: Hashable {
      let symbology: Symbology
      let turn: SymbolTurn?
    }
    var symbologies: [Symbology] = []
    var tallies: [Key: OutlineTally] = [:]
    for group in groups {
      for (index, tally) in group.tallies.enumerated() where tally.read > 0 {
        let isTurned = index >= group.symbologies.count
        let turn: SymbolTurn? =
          isTurned ? .turned : group.turns.contains(nil) ? nil : .upright
        let symbology = group.symbologies[index % group.symbologies.count]
        if !symbologies.contains(symbology) { symbologies.append(symbology) }
        let key = Key(symbology: symbology, turn: turn)
        tallies[key, default: OutlineTally()] += tally
      }
    }
    let scores = symbologies.flatMap { symbology in
      [SymbolTurn.upright, .turned, nil].compactMap { turn -> SymbologyOutlineScore? in
        tallies[Key(symbology: symbology, turn: turn)]?.score.map {
          SymbologyOutlineScore(symbology: symbology, turn: turn, outline: $0)
        }
      }
    }
    return scores.isEmpty ? nil : scores
  }
}

extension NearestRank {
  /// The bin that holds the quantile of the values counted in a histogram; `nil` without values.
  ///
  /// - Precondition: 0 < share ≤ 1.
  static func index(of share: Double, inHistogram bins: [UInt32]) -> Int? {
    let count = bins.reduce(0) { $0 + Int($1) }
    guard count > 0 else { return nil }
    var left = index(of: share, in: count)
    return bins.firstIndex { bin in
      left -= Int(bin)
      return left < 0
    }
  }
}
