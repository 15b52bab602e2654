import Foundation
import Statistics

/// The outcomes of draws of one symbology, with the levels of each.
struct HuntTally {
  /// A level's part of the draws.
  struct Part: Hashable, Sendable {
    let level: HuntLevel
    var decodes = 0
    var failures = 0
  }

  /// The most kinds of failures that are told apart; what is beyond counts as one kind for each verdict.
  private static let mostKinds = 50

  /// All levels that occur, by number.
  private(set) var levels: [HuntLevel] = []
  private var numbers: [HuntLevel: UInt16] = [:]
  /// By draw: the numbers of its levels, one for each factor.
  private var rows: [UInt16] = []
  private var width = 0
  /// By draw: the kind of its failure, from 1; 0 for none.
  private var outcomes: [UInt16] = []
  /// The kinds of failures.
  private(set) var signatures: [HuntSignature] = []

  /// The number of draws.
  var decodes: Int { outcomes.count }
  /// The number of failures of all kinds.
  var failures: Int { outcomes.count { $0 > 0 } }

  /// Adds a draw.
  ///
  /// - Precondition: It has the same factors as those before it.
  mutating func add(_ drawn: [HuntLevel], _ signature: HuntSignature?) {
    precondition(rows.isEmpty || width == drawn.count, "a symbology's draws have the same factors")
    width = drawn.count
    for level in drawn {
      if numbers[level] == nil {
        numbers[level] = UInt16(levels.count)
        levels.append(level)
      }
      rows.append(numbers[level] ?? 0)
    }
    guard let signature else { return outcomes.append(0) }
    // A decoder may put what it read into the words of its error.
    let isTold = signatures.count < Self.mostKinds || signatures.contains(signature)
    let kind = isTold ? signature : .others(signature.verdict)
    if !signatures.contains(kind) { signatures.append(kind) }
    outcomes.append(UInt16((signatures.firstIndex(of: kind) ?? 0) + 1))
  }

  /// The number of failures of a kind.
  func failures(of signature: HuntSignature) -> Int { failing(signature, outcomes.indices).count }

  /// The draws that have some levels, and those of them that fail in a way; `nil` for any way.
  func draws(
    with wanted: [HuntLevel], failing signature: HuntSignature?
  ) -> (decodes: Int, failing: [Int]) {
    let own = Set(wanted.compactMap { numbers[$0] })
    guard own.count == Set(wanted).count else { return (0, []) }
    let draws = outcomes.indices.filter { own.isSubset(of: rows[$0 * width..<($0 + 1) * width]) }
    return (
      draws.count, signature.map { failing($0, draws) } ?? draws.filter { outcomes[$0] > 0 }
    )
  }

  /// The draws and failures of each level, factor by factor.
  func parts() -> [Part] {
    let counts = count(outcomes.indices) { outcomes[$0] > 0 }
    let order = Dictionary(
      levels.map(\.factor).enumerated().map { ($1, $0) }, uniquingKeysWith: min)
    return levels.indices.map {
      Part(level: levels[$0], decodes: counts[$0].decodes, failures: counts[$0].failures)
    }.sorted {
      let (one, other) = ($0.level, $1.level)
      if one.factor != other.factor {
        return order[one.factor, default: 0] < order[other.factor, default: 0]
      }
      return (one.level.count, one.level) < (other.level.count, other.level)
    }
  }

  private func failing(_ signature: HuntSignature, _ draws: some Sequence<Int>) -> [Int] {
    guard let place = signatures.firstIndex(of: signature) else { return [] }
    return draws.filter { outcomes[$0] == UInt16(place + 1) }
  }

  private func count(
    _ draws: some Sequence<Int>, _ isFailure: (Int) -> Bool
  ) -> [(decodes: Int, failures: Int)] {
    var counts = [(decodes: Int, failures: Int)](repeating: (0, 0), count: levels.count)
    for draw in draws {
      let fails = isFailure(draw)
      for number in rows[draw * width..<(draw + 1) * width] {
        counts[Int(number)].decodes += 1
        if fails { counts[Int(number)].failures += 1 }
      }
    }
    return counts
  }
}

/// Draws that fail alike, and the levels that they have in common.
struct HuntCause {
  /// The levels to which the failures are attributed, the strongest first; empty if to none.
  var levels: [HuntLevel]
  /// Draws with all of these levels, that no cause before took.
  var decodes: Int
  /// The draws among them that fail in this way, by place in the tally.
  var failing: [Int]
  /// The largest adjusted p-value of a level; `nil` without one.
  var p: Double?
}

extension HuntTally {
  /// The most causes of one kind of failure, the levels of one cause, and the largest p-value.
  private static let (mostCauses, mostLevels, alpha) = (6, 3, 0.05)

  /// Attributes failures of a kind to levels, alone or together.
  ///
  /// Step by step: the level whose failures are best explained by two rates, its own and that of all other
  /// draws, is taken if it fails significantly more often (Fisher's exact test, Holm-adjusted over all
  /// levels, steps and kinds of failures); then one more level among the draws that have it. The draws of a cause are
  /// taken out, and the rest is looked at again. Failures that are left make one cause without levels.
  func causes(of signature: HuntSignature) -> [HuntCause] {
    var rest = Array(outcomes.indices)
    var causes: [HuntCause] = []
    while causes.count < Self.mostCauses {
      var inside = rest
      var cause = HuntCause(levels: [], decodes: 0, failing: [], p: nil)
      while cause.levels.count < Self.mostLevels, let (number, p) = best(signature, inside) {
        cause.levels.append(levels[number])
        cause.p = max(cause.p ?? 0, p)
        inside = inside.filter { has(number, $0) }
      }
      guard !cause.levels.isEmpty else { break }
      cause.failing = failing(signature, inside)
      cause.decodes = inside.count
      causes.append(cause)
      let taken = Set(inside)
      rest.removeAll { taken.contains($0) }
    }
    let left = failing(signature, rest)
    if !left.isEmpty {
      causes.append(HuntCause(levels: [], decodes: rest.count, failing: left, p: nil))
    }
    return causes
  }

  private func has(_ number: Int, _ draw: Int) -> Bool {
    rows[draw * width..<(draw + 1) * width].contains(UInt16(number))
  }

  /// The level that explains failures best, with its adjusted p-value; `nil` if none does significantly.
  private func best(_ signature: HuntSignature, _ draws: [Int]) -> (number: Int, p: Double)? {
    let failing = Set(failing(signature, draws))
    guard !failing.isEmpty, failing.count < draws.count else { return nil }
    let counts = count(draws) { failing.contains($0) }
    let tested = counts.indices.filter {
      counts[$0].failures > 0 && counts[$0].decodes < draws.count
    }
    let values = Holm.adjust(
      tested.map {
        FisherExact.oneSided(
          firstReads: counts[$0].failures, firstTrials: counts[$0].decodes,
          secondReads: failing.count - counts[$0].failures,
          secondTrials: draws.count - counts[$0].decodes)
      }, family: levels.count * Self.mostLevels * signatures.count)
    let found = zip(tested, values).filter { $0.1 <= Self.alpha }
    // The levels of one factor share its draws: the likelihood of two rates tells which says most.
    return found.max { one, other in
      likelihood(counts[one.0], failing.count, draws.count)
        < likelihood(counts[other.0], failing.count, draws.count)
    }.map { ($0.0, $0.1) }
  }

  private func likelihood(
    _ part: (decodes: Int, failures: Int), _ failures: Int, _ decodes: Int
  ) -> Double {
    Self.logLikelihood(part.failures, part.decodes)
      + Self.logLikelihood(failures - part.failures, decodes - part.decodes)
  }

  private static func logLikelihood(_ failures: Int, _ decodes: Int) -> Double {
    let (k, n) = (Double(failures), Double(decodes))
    return (k > 0 ? k * log(k / n) : 0) + (k < n ? (n - k) * log(1 - k / n) : 0)
  }
}
